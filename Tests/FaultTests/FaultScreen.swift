// A screen with a book whose calls may fail.
import AlmanacFeatures
import AlmanacRecords
import Databases
import Observing
import Terminals
import TestSupport

@testable import almanac

/// The application on a virtual terminal. It reads new changes before each key.
@MainActor
final class FaultScreen {
  private let run: ScreenRun
  private let terminal = VirtualTerminal(size: Size(width: 80, height: 24))
  private let clock = ScriptClock(now: 1_769_860_800, zone: .utc)
  private(set) var hasEnded = false

  /// Opens a book. Throws the error of opening.
  init(_ path: String) async throws {
    let (connection, isBook) = try await Book.openFile(path: path, Book.Options())
    run = ScreenRun(
      try await OpenedFile(connection, isBook: isBook), terminal: terminal, file: OpenFile(path: "book.db"),
      clock: clock.clock,
      frameClock: FrameClock(now: { .zero }, schedule: { _, action in Task { @MainActor in action() } })
    ) { statusChanged in
      var options = Book.Options()
      options.statusChanged = statusChanged
      return try await OpenedFile(Book.open(path: path, options))
    }
    run.onEnd = { [weak self] in self?.hasEnded = true }
    await run.settle()
  }

  var rows: [String] { terminal.screen }

  /// Presses a key, and waits until everything has settled.
  func press(_ event: InputEvent) async {
    clock.read(until: run.readableAt)
    terminal.send(event)
    await run.settle()
  }

  func press(_ keys: String) async throws { for event in try Key.parse(script: keys) { await press(event) } }

  /// Presses keys faster than anything can follow, then waits until everything has settled.
  func pressAtOnce(_ keys: String) async throws {
    clock.read(until: run.readableAt)
    for event in try Key.parse(script: keys) { terminal.send(event) }
    await run.settle()
  }

  func settle() async { await run.settle() }

  func close() async { await run.close() }
}
