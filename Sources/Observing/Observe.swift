// `observe { }`: a closure that runs at once, and again after anything it has read has changed.
//
//   run ──reads──> registrars and stamps ──change──> owed ──frame, or next turn of the actor──> run
//
// Owed is a flag: any number of changes before the next run cause one run.

public import Activities

/// Runs `apply` at once, and again after something that it has read has changed, as long as the token is kept.
///
/// - `apply` runs on the caller's actor. Each run tracks its reads again.
/// - On the main actor, with a frame scheduler, it runs in the scheduler's frames, at most once in each; otherwise in
///   the next turn of its actor.
/// - Reads of an `observe` inside `apply` wake only the inner closure. The inner closure's first run comes right after
///   the outer closure has returned, before the outer `observe` returns.
/// - Values that other threads change must be read through a `ChangeStamp`, or changes during a run of `apply` are
///   lost.
///
/// - Parameters:
///   - scheduler: the scheduler of the runs' frames; an inner `observe` shares that of the outer one. Not used off the
///     main actor.
///   - activity: held while a run is owed. With a scheduler, the scheduler's own activity is held instead.
/// - Returns: a token; freeing or cancelling it ends the runs.
public func observe(
  isolation: isolated any Actor = #isolation,
  scheduler: FrameScheduler? = FrameScheduler.current,
  activity: Activity = Activity(),
  _ apply: @escaping () -> Void
) -> ObserveToken {
  let isOnMainActor = isolation === MainActor.shared
  let observer = Observer(
    actor: isolation, scheduler: isOnMainActor ? scheduler : nil, activity: activity, apply: apply)
  if let outer = TrackedRun.current {
    outer.postpone(observer)
  } else {
    observer.run(isolation: isolation, transaction: .current)
  }
  return ObserveToken(observer)
}

/// Keeps a closure given to `observe` active until it is freed.
public final class ObserveToken: Sendable {
  private let observer: Observer

  init(_ observer: Observer) { self.observer = observer }

  deinit { observer.cancel() }

  /// Ends the runs. A current run finishes.
  public func cancel() { observer.cancel() }
}

extension ObserveToken: Hashable {
  /// Whether both are the same token.
  public static func == (left: ObserveToken, right: ObserveToken) -> Bool { left === right }
  /// Hashes the identity of the token.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
