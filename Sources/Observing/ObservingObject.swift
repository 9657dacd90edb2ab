// An object that keeps the tokens of its observations.

public import Activities

/// An object on the main actor whose closures run as long as it exists: the base class of a screen.
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

  /// Makes an object without observations.
  public init() {}

  /// Runs `apply` at once, and again after something that it has read has changed, until this object is freed.
  ///
  /// Capture the object weakly, or it is never freed. To end the runs earlier, call `Observing.observe` and keep its
  /// token. The parameters are those of that function.
  public func observe(
    scheduler: FrameScheduler? = FrameScheduler.current, activity: Activity = Activity(),
    _ apply: @escaping () -> Void
  ) {
    tokens.append(Observing.observe(scheduler: scheduler, activity: activity, apply))
  }
}
