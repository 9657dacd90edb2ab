// Marks that go by themselves.

/// Marks of what arrived or changed a moment ago, each taken away when its time is over.
@MainActor
final class TimedMarks<ID: Hashable> {
  /// What is marked now.
  private(set) var marks = ChangeMarks<ID>()
  private let environment: ScreenEnvironment
  private let ended: @MainActor () -> Void
  /// Whether the clock was asked for a call when the next mark ends.
  private var isEndScheduled = false

  /// `ended` is called each time when marks have gone, to draw again what was marked.
  init(_ environment: ScreenEnvironment, ended: @escaping @MainActor () -> Void) {
    self.environment = environment
    self.ended = ended
  }

  /// The mark of a row, or of another thing with an identity.
  subscript(id: ID) -> ChangeMarks<ID>.Mark? { marks[id] }

  /// Marks it for a moment from now on.
  func add(_ mark: ChangeMarks<ID>.Mark, to id: ID) {
    marks.add(mark, to: id, until: environment.clock.elapsed() + environment.markingTime)
    scheduleEnd()
  }

  /// Asks for a call when the next mark ends, unless that has been asked for.
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
