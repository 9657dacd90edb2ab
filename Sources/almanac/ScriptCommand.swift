// The screen after some keys, as text.
import AlmanacFeatures
import AlmanacRecords
import Databases
import Terminals

enum ScriptCommand: Verb {
  static let name = "script"
  static let options = BookFile.arguments + [.value("size"), .value("now"), .flag("write")]

  static let help = """
    usage: almanac script KEYS [--size COLUMNSxROWS] [--now TIME] [--write]

    Prints the screen after KEYS, once everything has settled: exactly as many rows as the size has.

      KEYS            separated by commas: Down, Enter, Esc, Space, C-d, type:TEXT, paste:TEXT, resize:100x30 and so on
      --size          80x24 unless told
      --now TIME      the time that ages are counted from, as '2026-01-31 12:00'
      --write         work on the file itself, not on a copy
      --file FILE     the book; else what ALMANAC_FILE names, else your own
      --create        make the file where it isn't there
      --sample        fill an empty book with samples first
      --empty         begin your own book without samples
      --read-only     change nothing
      --help, --version

    """

  static func run(_ arguments: Arguments) async throws {
    guard arguments.words.count == 1 else {
      throw UsageError("Say one list of keys, separated by commas, as 'Down,Enter'.")
    }
    let events: [InputEvent]
    do {
      events = try Key.parse(script: arguments.words[0])
    } catch {
      throw UsageError("\(error)")
    }
    let size = try size(arguments.value("size") ?? "80x24")
    let clock = try clock(arguments.value("now"))
    let file = try BookFile(arguments)
    let play: @Sendable (SQLiteConnection) async -> [String] = { connection in
      await screen(after: events, size, clock, path: file.path, connection)
    }
    let rows = arguments.has("write") ? try await file.use(play) : try await file.useCopy(play)
    try StandardStreams.write(rows.joined(separator: "\n") + "\n")
  }

  @MainActor
  private static func screen(
    after events: [InputEvent], _ size: Size, _ clock: ScreenClock, path: String, _ connection: SQLiteConnection
  ) async -> [String] {
    let terminal = VirtualTerminal(size: size)
    let session = Session(
      connection: connection, terminal: terminal, file: OpenFile(path: path, isReadOnly: connection.isReadOnly),
      clock: clock)
    await session.settle()
    for event in events {
      terminal.send(event)
      await session.settle()
    }
    return terminal.screen
  }

  private static func size(_ text: String) throws -> Size {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard parts.count == 2, parts.allSatisfy((1...1000).contains) else {
      throw UsageError("A size is COLUMNSxROWS, as 80x24, each from 1 to 1000, not '\(text)'.")
    }
    return Size(width: parts[0], height: parts[1])
  }

  private static func clock(_ text: String?) throws -> ScreenClock {
    guard let text else { return .fixed(ScreenClock.timeOfDay.now()) }
    guard let now = Timestamp(text: text).secondsSince1970 else {
      throw UsageError("'\(text)' is no time; write it as '2026-01-31 12:00'.")
    }
    return .fixed(now)
  }
}
