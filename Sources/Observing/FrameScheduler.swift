// When observed closures run again and the screen is composed.
//
//   change ──> owed ──> appointment with the clock ──> frame: owed closures, then onFrame
//   key handled ──> flush() ──────────────────────────> frame, now; the appointment finds nothing owed
//   what a key asked for has come ──> owed, awaited ──> frame, in the next turn
//
// Owed is a flag and the closures are a set: any number of changes are one frame. Frames have an interval each; one may
// come early, in the interval before its own, so that a change is not late for a mark that ended or a count that came
// just before. Those that a key asked for do not count: what it asked for is shown as soon as it is there.

public import Activities
import Locks

/// Gathers what changes ask for into frames: one a program.
///
/// Changes are noted on any thread; frames run on the main actor. The activity is held from the change until its frame
/// is over.
@MainActor
public final class FrameScheduler {
  private struct State {
    /// The observers owed a run, each once.
    var pending: [WeakObserver] = []
    /// Whether a frame was asked for since the last one was composed.
    var isRequested = false
    /// Whether a frame is to come or under way, and the activity is held.
    var isOwed = false
    /// Whether a person waits for the frame that is to come.
    var isAwaited = false
    /// The number of the one call of the clock that counts; calls for earlier frames find it moved on.
    var appointment = 0
    /// When the interval of the next frame begins, of those that `flush` does not ask for.
    var nextInterval: Duration = .zero
  }

  private struct WeakObserver {
    weak var observer: Observer?
  }

  /// Held while a frame is owed.
  nonisolated public let activity: Activity
  /// The time that each frame has: so many come in a long time at most, `flush` apart.
  nonisolated public let interval: Duration
  /// Called at the end of a frame, after the owed closures ran: compose and present.
  public var onFrame: (() -> Void)?

  private let clock: FrameClock
  private let state = Lock(State())
  private var isInFrame = false

  /// Makes a scheduler that owes nothing.
  public init(activity: Activity = Activity(), interval: Duration = .milliseconds(16), clock: FrameClock = .main) {
    self.activity = activity
    self.interval = interval
    self.clock = clock
  }

  /// Whether no frame is owed.
  nonisolated public var isClean: Bool { state.withLock { !$0.isOwed } }

  /// Asks for a frame: in the next turn, unless those before it have taken its interval and the one before that. On any
  /// thread.
  nonisolated public func requestFrame() {
    owe { $0.isRequested = true }
  }

  /// Runs what is owed, now: a key was handled, and what it changed is to be drawn in this same turn. Does nothing when
  /// nothing is owed, or when it is called from within a frame or an observed closure.
  public func flush() {
    guard !isInFrame, !isClean, TrackedRun.current == nil else { return }
    runFrame()
  }

  /// Runs the closures that are owed, now: an event is about to be handled, and is to find what has come until then.
  /// The frame is still owed, and draws them. Does nothing within a frame or an observed closure.
  public func runOwed() {
    guard !isInFrame, !isClean, TrackedRun.current == nil else { return }
    isInFrame = true
    runPending()
    state.withLock { $0.isRequested = true }
    isInFrame = false
  }

  /// Handles an event of the terminal: runs `body` with this as the present scheduler, so that what it begins to
  /// observe belongs to these frames, and draws what it changed in this same turn.
  public func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
    defer { flush() }
    return try Self.$current.withValue(self, operation: body)
  }

  /// Notes that an observer is owed a run, in the next frame: in the next turn, if a person waits for it. On any
  /// thread.
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
    return (state.appointment, state.isAwaited ? .zero : max(.zero, state.nextInterval - interval - now))
  }

  nonisolated private func keep(_ appointment: (number: Int, delay: Duration)) {
    clock.schedule(appointment.delay) {
      let isDue = self.state.withLock { $0.isOwed && $0.appointment == appointment.number }
      // Composing may turn the run loop: then the frame under way makes an appointment of its own at its end.
      guard isDue, !self.isInFrame else { return }
      let now = self.clock.now()
      self.state.withLock { state in
        if !state.isAwaited { state.nextInterval = max(state.nextInterval, now) + self.interval }
      }
      self.runFrame()
    }
  }

  /// One frame. Each observer runs in it once at most: one that is owed a run again waits for the next frame.
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

  /// The observers owed a run that have had none in this frame, outer ones first; `nil` when there are none.
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

  /// Makes an appointment for what came up during the frame, or ends the activity.
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
  /// The scheduler whose frames the closures given to `observe` run in, unless they are given another.
  @TaskLocal public static var current: FrameScheduler?
}
