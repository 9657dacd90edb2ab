// The screen after some keys, as text.
import Activities
import AlmanacFeatures
import AlmanacRecords
import Databases
import Glibc
import Observing
import Terminals

enum ScriptCommand: Verb {
  static let name = "script"
  static let options = BookFile.options + [.value("size"), .value("now"), .flag("write")]

  static let help = """
    usage: almanac script KEYS [--size COLUMNSxROWS] [--file FILE] [--now TIME] [--write]

    Prints the screen after KEYS, once everything has settled: exactly as many rows as the size has.

      KEYS          separated by commas: Down, Enter, Esc, Space, C-d, type:TEXT, paste:TEXT, resize:100x30 and so on
      --size        80x24 unless told
      --now TIME    the time that ages are counted from, as 2026-01-31 12:00
      --write       work on the file itself, not on a copy

    """

  static func run(_ arguments: Arguments) async throws {
    guard arguments.words.count == 1 else { throw UsageError(description: "script: say one list of keys.") }
    let events: [InputEvent]
    do {
      events = try Key.parse(script: arguments.words[0])
    } catch {
      throw UsageError(description: "script: \(error)")
    }
    let size = try size(arguments.value("size") ?? "80x24")
    let clock = try clock(arguments.value("now"))
    let path = try BookFile.path(arguments).path
    let rows: [String]
    if arguments.has("write") {
      rows = try await play(events, size, clock, path: path, try await BookFile.open(arguments))
    } else {
      let connection = try await BookCopy.open(arguments, path: path)
      rows = try await play(events, size, clock, path: path, connection)
    }
    try Output.write(rows.joined(separator: "\n") + "\n")
  }

  @MainActor
  private static func play(
    _ events: [InputEvent], _ size: Size, _ clock: ScreenClock, path: String, _ connection: SQLiteConnection
  ) async throws -> [String] {
    let terminal = VirtualTerminal(size: size)
    let session = Session(
      connection: connection, terminal: terminal, file: OpenFile(path: path, isReadOnly: connection.isReadOnly),
      clock: clock)
    await session.settle()
    for event in events {
      terminal.send(event)
      await session.settle()
    }
    await connection.close()
    return terminal.screen
  }

  private static func size(_ text: String) throws -> Size {
    let parts = text.split(separator: "x").compactMap { Int($0) }
    guard parts.count == 2, parts.allSatisfy({ (1...1000).contains($0) }) else {
      throw UsageError(description: "script: a size is COLUMNSxROWS, as 80x24.")
    }
    return Size(width: parts[0], height: parts[1])
  }

  private static func clock(_ text: String?) throws -> ScreenClock {
    guard let text else { return .fixed(ScreenClock.real.now()) }
    guard let now = Timestamp(text: text).secondsSince1970 else {
      throw UsageError(description: "script: '\(text)' is no time; write it as 2026-01-31 12:00.")
    }
    return .fixed(now)
  }
}
