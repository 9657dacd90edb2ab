// Marks that end by themselves.

/// Marks of recently arrived or changed things. Each is removed when its time is over.
@MainActor
final class TimedMarks<ID: Hashable> {
  /// The present marks.
  private(set) var marks = ChangeMarks<ID>()
  private let environment: ScreenEnvironment
  private let ended: @MainActor () -> Void
  /// Whether a timer is set for the end of the next mark.
  private var isEndScheduled = false

  /// Calls `ended` each time marks have been removed, so that their owner draws again.
  init(_ environment: ScreenEnvironment, ended: @escaping @MainActor () -> Void) {
    self.environment = environment
    self.ended = ended
  }

  /// The mark of a row, or of another thing with an identity.
  subscript(id: ID) -> ChangeMark? { marks[id] }

  /// Marks it from now on for a moment.
  func add(_ mark: ChangeMark, to id: ID) {
    marks.add(mark, to: id, until: environment.clock.elapsed() + environment.markingTime)
    scheduleEnd()
  }

  /// Sets a timer for the end of the next mark, unless one is set.
  private func scheduleEnd() {
    guard !isEndScheduled, let end = marks.nextEnd else { return }
    isEndScheduled = true
    environment.clock.schedule(max(0, end - environment.clock.elapsed())) { [weak self] in
      guard let self else { return }
      isEndScheduled = false
      if marks.expire(at: environment.clock.elapsed()) { ended() }
      scheduleEnd()
    }
  }
}
