// A book that is opened on the screen: the question, and the wait.
import Activities
import AlmanacFeatures
import AlmanacRecords
import Databases
import Terminals
import Testing

/// One opening on a virtual terminal. The test says how the book opens.
@MainActor
final class OpeningScene {
  let terminal: VirtualTerminal
  let clock = ManualScreenClock(now: Content.now)
  let opening: OpeningSession
  let events: EventQueue
  private(set) var outcome: OpeningSession.Outcome?

  init(
    isAsked: Bool, size: Size = Size(width: 80, height: 24), isUnicode: Bool = true, startedBy key: InputEvent? = nil,
    open: @escaping OpeningSession.Open = { _, _ in throw CancellationError() }
  ) {
    let terminal = VirtualTerminal(size: size, isUnicode: isUnicode)
    self.terminal = terminal
    events = EventQueue(startedBy: key)
    opening = OpeningSession(
      path: "/home/ada/.local/share/almanac/book.db", isAsked: isAsked, clock: clock.clock,
      frameClock: .immediate(Activity()),
      activity: Activity(), events: events,
      terminal: { terminal }, open: open)
    opening.onEnd = { [weak self] in self?.outcome = $0 }
    opening.begin()
  }

  /// Presses keys; their effects are drawn in the same turn.
  func press(_ script: String) throws {
    for event in try Key.parse(script: script) { terminal.send(event) }
  }

  func shows(_ expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
    expectScreen(terminal.screen, expected, sourceLocation)
  }

  /// How it ended, in one word.
  var ending: String {
    switch outcome {
    case nil: "not yet"
    case .opened: "opened"
    case .failed(let error): "failed: \(error)"
    case .left: "left"
    case .givenUp(let isLocked): isLocked ? "given up a locked one" : "given up"
    }
  }
}

/// Holds back the opening of a book until the test lets it go on.
final class Gate: Sendable {
  private let (waits, began) = AsyncStream<@Sendable (FileStatus) -> Void>.makeStream()
  private let (opens, end) = AsyncStream<Void>.makeStream()

  func open(
    _ answer: Book.Options.Beginning?, _ tell: @escaping @Sendable (FileStatus) -> Void
  ) async throws -> OpenedFile {
    began.yield(tell)
    for await _ in opens { return try await OpenedFile(SQLiteConnection.open(storage: .memory)) }
    throw CancellationError()
  }

  /// Waits until opening has begun; returns the function that reports locks.
  func hasBegun() async -> @Sendable (FileStatus) -> Void {
    for await tell in waits { return tell }
    return { _ in }
  }

  func goOn() { end.yield() }
}

extension OpeningScene {
  /// Reports a lock, and waits until the opening has received the report.
  func told(_ waiting: FileStatus.Waiting, _ tell: @Sendable (FileStatus) -> Void) async throws {
    var status = FileStatus()
    status.waiting = waiting
    tell(status)
    await frame()
  }

  /// Lets all turns of the main actor pass that were requested so far.
  func frame() async {
    for _ in 0..<3 { await Task { @MainActor in }.value }
  }
}
