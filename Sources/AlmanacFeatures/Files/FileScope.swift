// What belongs to one of several open files: its part of the container, of the terminal, and of the time.
import Containers
import LiveQueries
public import Observing
import QueryClients
public import Terminals

/// The surroundings of the session of one file. What runs in them finds the connection, the journal, the undo and the
/// settings of this file in the container.
@MainActor
public struct FileScope {
  private let composition: Composition
  /// The terminal, which shows the file only while its turn is.
  public let terminal: FileTerminal
  /// The clock of the screen.
  public let clock: ScreenClock
  /// The clock of the frames.
  public let frameClock: FrameClock

  init(_ composition: Composition, terminal: any Terminal, clock: ScreenClock, frameClock: FrameClock) {
    self.composition = composition
    self.terminal = FileTerminal(terminal)
    self.clock = ScreenClock(
      zone: clock.zone, now: clock.now, elapsed: clock.elapsed,
      schedule: { seconds, action in
        clock.schedule(seconds) { Composition.$ofTask.withValue(composition) { action() } }
      })
    self.frameClock = FrameClock(
      now: frameClock.now,
      schedule: { delay, action in
        frameClock.schedule(delay) { Composition.$ofTask.withValue(composition) { action() } }
      })
  }

  /// A composition of its own. What belongs to the program, not to a file, is that of the present one.
  static func newComposition() -> Composition {
    let program = Container.shared
    let (editor, starter, context) = (program.textEditor(), program.commandStarter(), program.queryContext())
    let (late, recent, files) = (program.lateClock(), program.recentFiles(), program.openFiles())
    let composition = Composition()
    Composition.$ofTask.withValue(composition) {
      let own = Container.shared
      own.textEditor.register { editor }
      own.commandStarter.register { starter }
      own.queryContext.register { context }
      own.lateClock.register { late }
      own.recentFiles.register { recent }
      own.openFiles.register { [weak files] in files }
    }
    return composition
  }

  /// Runs in the surroundings of the file.
  func callAsFunction<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Composition.$ofTask.withValue(composition) { try body() }
  }

  /// Runs in the surroundings of the file.
  func callAsFunction<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    try await Composition.$ofTask.withValue(composition) { try await body() }
  }
}

/// The terminal as one of several files sees it: nothing is shown while another file is.
@MainActor
public final class FileTerminal: Terminal {
  private let terminal: any Terminal
  /// Whether the file is shown.
  var isShown = false
  public var onEvent: ((InputEvent) -> Void)?

  init(_ terminal: any Terminal) { self.terminal = terminal }

  public var size: Size { terminal.size }
  public var isUnicode: Bool { terminal.isUnicode }
  public var colorDepth: ColorDepth { terminal.colorDepth }
  public var isLinear: Bool { terminal.isLinear }
  public var isInputWaiting: Bool { terminal.isInputWaiting }
  public func present(_ buffer: CellBuffer, cursor: Point?) { if isShown { terminal.present(buffer, cursor: cursor) } }
  public func say(_ spoken: Spoken, said: @escaping @MainActor () -> Void) {
    if isShown { terminal.say(spoken, said: said) }
  }
  public func copy(_ text: String) -> Bool { terminal.copy(text) }
  public func askForBackground() { terminal.askForBackground() }
  public func redraw() { terminal.redraw() }
  public func suspend() { terminal.suspend() }
  public func leaveScreen() { terminal.leaveScreen() }
  public func restoreScreen() { terminal.restoreScreen() }
  public func close() { terminal.close() }
}
