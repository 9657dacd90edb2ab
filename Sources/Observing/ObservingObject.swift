// An object that observes: it keeps the tokens.

public import Activities

/// An object on the main actor whose closures run for as long as it lives: the base class of a screen.
///
/// ```swift
/// final class FactsScreen: ObservingObject {
///   @FetchAll(Fact.order { $0.id.desc() }) private var facts
///
///   func appear() {
///     observe { [weak self] in
///       guard let self else { return }
///       draw(facts)
///     }
///   }
/// }
/// ```
@MainActor
open class ObservingObject {
  private var tokens: [ObserveToken] = []

  /// Makes an object that observes nothing yet.
  public init() {}

  /// Runs `apply` at once, and again after something that it read has changed, until this object is released.
  ///
  /// Capture the object weakly, or it lives for ever. Where the runs are to end earlier, call `Observing.observe` and
  /// keep its token. The parameters are those of that function.
  public func observe(
    scheduler: FrameScheduler? = FrameScheduler.current, activity: Activity = Activity(),
    _ apply: @escaping () -> Void
  ) {
    tokens.append(Observing.observe(scheduler: scheduler, activity: activity, apply))
  }
}
