// Decides when observed closures run again and the screen is composed.
//
//   change ──> owed ──> appointment with the clock ──> frame: owed closures, then onFrame
//   key handled ──> flush() ──────────────────────────> frame, now; the appointment finds nothing owed
//   the result of a key has come ──> owed, awaited ──> frame, in the next turn
//
// Owed is a flag and the closures are a set: any number of changes become one frame. Each frame has an interval. Two
// may come early, in the intervals before their own: a commit reaches the screen in three steps, the counts, the journal
// and the rows, and none of them waits for the others. Frames for a key do not count: its result is shown as soon as it
// comes.

public import Activities
import Locks

/// Collects changes into frames. A program has one scheduler.
///
/// Changes are recorded on any thread; frames run on the main actor. The activity is held from the change until its
/// frame has ended.
@MainActor
public final class FrameScheduler {
  private struct State {
    /// The observers owed a run, each once.
    var pending: [WeakObserver] = []
    /// Whether a frame was requested since the last one was composed.
    var isRequested = false
    /// Whether a frame is scheduled or running, so that the activity is held.
    var isOwed = false
    /// Whether a person waits for the next frame.
    var isAwaited = false
    /// The number of the valid call of the clock; calls for earlier frames have other numbers.
    var appointment = 0
    /// The beginning of the interval of the next frame, not counting those of `flush`.
    var nextInterval: Duration = .zero
  }

  private struct WeakObserver {
    weak var observer: Observer?
  }

  /// Held while a frame is owed.
  nonisolated public let activity: Activity
  /// The minimum time per frame, on average; frames of `flush` do not count.
  nonisolated public let interval: Duration
  /// Called at the end of a frame, after the owed closures have run: compose and present.
  public var onFrame: (() -> Void)?

  private let clock: FrameClock
  private let state = Lock(State())
  private var isInFrame = false

  /// Makes a scheduler without an owed frame.
  public init(activity: Activity = Activity(), interval: Duration = .milliseconds(16), clock: FrameClock = .main) {
    self.activity = activity
    self.interval = interval
    self.clock = clock
  }

  /// Whether no frame is owed.
  nonisolated public var isClean: Bool { state.withLock { !$0.isOwed } }

  /// The number of frames that may come before their intervals.
  nonisolated private static let earlyFrames = 2

  /// Requests a frame. It comes in the next turn, unless earlier frames have used up its interval and the two before
  /// that. May be called on any thread.
  nonisolated public func requestFrame() {
    owe { $0.isRequested = true }
  }

  /// Runs an owed frame now: a key was handled, and its changes must be drawn in this turn. Does nothing if no frame is
  /// owed, or in a frame or an observed closure.
  public func flush() {
    guard !isInFrame, !isClean, TrackedRun.current == nil else { return }
    runFrame()
  }

  /// Runs the owed closures now: an event is about to be handled, and must see everything that has come so far. The
  /// frame is still owed, and draws the changes. Does nothing in a frame or an observed closure.
  public func runOwed() {
    guard !isInFrame, !isClean, TrackedRun.current == nil else { return }
    isInFrame = true
    runPending()
    state.withLock { $0.isRequested = true }
    isInFrame = false
  }

  /// Handles a terminal event: runs `body` with this as the current scheduler, so that its new observations belong to
  /// these frames, and draws its changes in the same turn.
  public func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
    defer { flush() }
    return try Self.$current.withValue(self, operation: body)
  }

  /// Records that an observer is owed a run in the next frame; if a person waits for it, that comes in the next turn.
  /// May be called on any thread.
  nonisolated func owe(_ observer: Observer, isAwaited: Bool) {
    owe(isAwaited: isAwaited) { $0.pending.append(WeakObserver(observer: observer)) }
  }

  nonisolated private func owe(isAwaited: Bool = false, _ note: (inout State) -> Void) {
    let now = clock.now()
    let appointment = state.withLock { state -> (number: Int, delay: Duration)? in
      note(&state)
      let isSooner = isAwaited && !state.isAwaited
      if isSooner { state.isAwaited = true }
      guard !state.isOwed || isSooner else { return nil }
      // Within the lock, so that no frame can end the activity before it has begun.
      if !state.isOwed { activity.begin() }
      state.isOwed = true
      return makeAppointment(&state, now: now)
    }
    if let appointment { keep(appointment) }
  }

  nonisolated private func makeAppointment(_ state: inout State, now: Duration) -> (number: Int, delay: Duration) {
    state.appointment += 1
    return (
      state.appointment, state.isAwaited ? .zero : max(.zero, state.nextInterval - interval * Self.earlyFrames - now)
    )
  }

  nonisolated private func keep(_ appointment: (number: Int, delay: Duration)) {
    clock.schedule(appointment.delay) {
      let isDue = self.state.withLock { $0.isOwed && $0.appointment == appointment.number }
      // Composing may run the run loop: the current frame then schedules the next one at its end.
      guard isDue, !self.isInFrame else { return }
      let now = self.clock.now()
      self.state.withLock { state in
        if !state.isAwaited { state.nextInterval = max(state.nextInterval, now) + self.interval }
      }
      self.runFrame()
    }
  }

  /// Runs one frame. Each observer runs at most once in it: one that is owed another run waits for the next frame.
  private func runFrame() {
    isInFrame = true
    state.withLock { $0.isAwaited = false }
    runPending()
    state.withLock { $0.isRequested = false }
    onFrame?()
    isInFrame = false
    finishFrame()
  }

  /// Runs the observers that are owed a run, each once.
  private func runPending() {
    var done: Set<Int> = []
    while let observers = takePending(except: done) {
      for observer in observers {
        done.insert(observer.id)
        observer.runIfOwed(isolation: MainActor.shared)
      }
    }
  }

  /// The observers owed a run that have had none in this frame, outer ones first; nil if there are none.
  private func takePending(except done: Set<Int>) -> [Observer]? {
    let observers = state.withLock { state -> [Observer] in
      var taken: [Observer] = []
      state.pending.removeAll { pending in
        guard let observer = pending.observer else { return true }
        guard !done.contains(observer.id) else { return false }
        taken.append(observer)
        return true
      }
      return taken
    }
    return observers.isEmpty ? nil : observers.sorted { $0.id < $1.id }
  }

  /// Schedules a frame for what came up during this one, or ends the activity.
  private func finishFrame() {
    let now = clock.now()
    let appointment = state.withLock { state -> (number: Int, delay: Duration)? in
      if state.pending.isEmpty, !state.isRequested {
        state.isOwed = false
        return nil
      }
      return makeAppointment(&state, now: now)
    }
    if let appointment { keep(appointment) } else { activity.end() }
  }
}

nonisolated extension FrameScheduler {
  /// The scheduler for closures given to `observe`, unless they are given another.
  @TaskLocal public static var current: FrameScheduler?
}
