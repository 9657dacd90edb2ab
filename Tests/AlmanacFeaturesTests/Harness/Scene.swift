// The whole application on a virtual terminal, with a book of its own.
import Activities
@testable import AlmanacFeatures
import AlmanacRecords
import Containers
import Databases
import Foundation
import IssueReporting
import Locks
import Observing
import Terminals
import TestSupport
import Testing

/// One run of the application. `scene(…)` makes it and ends it.
@MainActor
final class Scene {
  let folder: URL
  let terminal: VirtualTerminal
  let run: ScreenRun
  let clock: ManualScreenClock
  /// Kept while the scene waits for a status of the file.
  var observation: StatusObservation?
  /// The frames that are still due.
  let frames: Activity
  private let trace: Lock<[String]>

  /// The statements run so far.
  var statements: [String] { trace.withLock { $0 } }

  var session: Session { run.session }
  var connection: SQLiteConnection { run.connection }
  var path: String { folder.appendingPathComponent("book.db").path }

  init(
    folder: URL, terminal: VirtualTerminal, run: ScreenRun, clock: ManualScreenClock, frames: Activity,
    trace: Lock<[String]>
  ) {
    self.folder = folder
    self.terminal = terminal
    self.run = run
    self.clock = clock
    self.frames = frames
    self.trace = trace
  }

  /// Presses keys, written as for `almanac script`. Before each key it reads all new events, and after it waits until
  /// everything has settled.
  func press(_ script: String) async throws {
    for event in try Key.parse(script: script) {
      if let time = run.readableAt { clock.advance(until: time) }
      terminal.send(event)
      await run.settle()
    }
  }

  /// Presses keys faster than anything can follow, then waits until everything has settled.
  func pressAtOnce(_ script: String) async throws {
    terminal.send(try Key.parse(script: script))
    await run.settle()
  }

  /// Lets time pass, and runs what becomes due.
  func wait(_ seconds: Double) async {
    clock.advance(by: seconds)
    await run.settle()
  }

  /// Writes from another connection, as another program would; then waits until the screen has followed.
  func outside(_ sql: String) async throws {
    try RawConnection.run(sql, on: path)
    await run.settle()
  }

  /// Runs a real `sqlite3` on the file; then waits until the screen has followed.
  func shell(_ sql: String) async throws {
    try await SQLiteShell(path).run(sql)
    await run.settle()
  }

  /// Writes through the application's own connection, without a key; then waits until the screen has followed.
  func inside(_ sql: String) async throws {
    try await connection.write { db in try db.execute(sql) }
    await run.settle()
  }

  /// The result of a query: a line for each row, with `|` between values.
  func rows(_ sql: String) throws -> [String] { try RawConnection.rows(sql, on: path) }

  // MARK: The screen

  var lines: [String] { terminal.screen }

  /// Expects these lines on the screen; omitted lines are empty.
  func shows(_ expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
    expectScreen(terminal.screen, expected, sourceLocation)
  }

  /// One line of the screen, counted from 0.
  func line(_ row: Int) -> String { terminal.screen[row] }

  /// The message in the status line, with the part at its right.
  var status: String { line(terminal.size.height - 2) }

  /// The rows of the list on the screen, without the header.
  var list: [String] {
    let height = terminal.size.height
    let header =
      lines[1].hasPrefix(" /") || lines[1].hasSuffix(" of \(lines[1].split(separator: " ").last ?? "")") ? 2 : 1
    return Array(lines[(header + 1)..<(height - 2)])
  }

  /// The first words of the list's rows, from top to bottom.
  var names: [String] { list.filter { !$0.isEmpty }.map { String($0.dropFirst(3).prefix(while: { $0 != " " })) } }

  /// The row with the cursor, trimmed.
  var cursorRow: String? {
    list.first { $0.hasPrefix(" ▌") }?.dropFirst(2).trimmingCharacters(in: .whitespaces)
  }

  /// The line of the screen with the cursor's row.
  var cursorLine: Int? { lines.firstIndex { $0.hasPrefix(" ▌") } }

  /// The number of frames and changed cells that `body` causes.
  func cost(_ body: () async throws -> Void) async throws -> (frames: Int, cells: Int) {
    let (frames, cells) = (terminal.frameCount, terminal.changedCellCount)
    try await body()
    return (terminal.frameCount - frames, terminal.changedCellCount - cells)
  }
}

/// Compares the screen with the expected lines, and prints all of it if they differ.
@MainActor
func expectScreen(_ screen: [String], _ expected: String, _ sourceLocation: SourceLocation) {
  var wanted = expected.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  while wanted.count < screen.count { wanted.append("") }
  guard screen != wanted else { return }
  let differing = screen.indices.filter { screen[$0] != wanted[$0] }
  let message = "lines \(differing) of \(screen.count) differ; the screen is\n" + screen.joined(separator: "\n")
  Issue.record(Comment(rawValue: message), sourceLocation: sourceLocation)
}

/// Plays a scene with a book that `content` fills.
///
/// - Parameters:
///   - typedAhead: Keys that are pressed before any row is read; unless the scene `settles`, the play begins then too.
///   - beforeSession: Called when the book is open and nothing is shown yet.
///   - frameAsked: Called for each requested frame, on the thread that requests it.
///
/// Other programs' commits are found when the scene waits for everything to settle. To find them without that, the file
/// is watched; the system has few such watches, and all scenes play at the same time.
@MainActor
func scene(
  _ content: String = Content.few, size: Size = Size(width: 80, height: 24), isUnicode: Bool = true,
  isReadOnly: Bool = false, showsAll: Bool = false, journal: String = "wal", watches: Bool = false,
  trace: (@Sendable (String) -> Void)? = nil, frameAsked: @escaping @Sendable () -> Void = {},
  frameClock: FrameClock? = nil, typedAhead: String = "", settles: Bool = true,
  isLinear: Bool = false, beforeSession: (_ path: String) async throws -> Void = { _ in },
  _ play: (Scene) async throws -> Void
) async throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("almanac-scene-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let path = folder.appendingPathComponent("book.db").path
  var options = Book.Options()
  options.creates = true
  options.beginning = .empty
  options.watchesOtherProcesses = watches
  let statements = Lock<[String]>([])
  options.trace = { sql in
    statements.withLock { $0.append(sql) }
    trace?(sql)
  }
  var connection = try await Book.open(path: path, options)
  try await connection.write { db in try db.execute(content) }
  if isReadOnly || journal != "wal" {
    await connection.close()
    try RawConnection.run("PRAGMA journal_mode=\(journal)", on: path)
    (options.isReadOnly, options.creates, options.beginning) = (isReadOnly, false, nil)
    connection = try await Book.open(path: path, options)
  }
  (options.isReadOnly, options.creates, options.beginning) = (isReadOnly, false, nil)
  let opened = try await OpenedFile(connection, showsAll: showsAll)
  try await beforeSession(path)
  try await playScene(
    opened, folder: folder, name: "book.db", size: size, isUnicode: isUnicode, options, trace: statements,
    frameAsked: frameAsked, frameClock: frameClock, typedAhead: typedAhead, settles: settles, isLinear: isLinear, play)
}

/// Plays a scene with another program's database, which `schema` makes.
@MainActor
func fileScene(
  _ schema: String, size: Size = Size(width: 80, height: 24), isUnicode: Bool = true, isReadOnly: Bool = false,
  isWriteAllowed: Bool = true, journal: String = "wal", trace: (@Sendable (String) -> Void)? = nil,
  frameAsked: @escaping @Sendable () -> Void = {}, isLinear: Bool = false,
  beforeOpening: (_ path: String) throws -> Void = { _ in },
  _ play: (Scene) async throws -> Void
) async throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("almanac-scene-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let path = folder.appendingPathComponent("book.db").path
  try RawConnection.run("PRAGMA journal_mode=\(journal); \(schema)", on: path)
  try beforeOpening(path)
  var options = Book.Options()
  (options.acceptsAnyDatabase, options.isReadOnly, options.watchesOtherProcesses) = (true, isReadOnly, false)
  let statements = Lock<[String]>([])
  options.trace = { sql in
    statements.withLock { $0.append(sql) }
    trace?(sql)
  }
  try await playScene(
    OpenedFile(Book.open(path: path, options)), folder: folder, name: "music.db", isWriteAllowed: isWriteAllowed,
    size: size, isUnicode: isUnicode, options, trace: statements, frameAsked: frameAsked, isLinear: isLinear, play)
}

/// Begins the run on an open file, plays, and closes it.
@MainActor
private func playScene(
  _ opened: OpenedFile, folder: URL, name: String, isWriteAllowed: Bool = false, size: Size, isUnicode: Bool,
  _ options: Book.Options, trace statements: Lock<[String]>, frameAsked: @escaping @Sendable () -> Void = {},
  frameClock: FrameClock? = nil, typedAhead: String = "", settles: Bool = true, isLinear: Bool = false,
  _ play: (Scene) async throws -> Void
) async throws {
  let terminal = VirtualTerminal(size: size, isUnicode: isUnicode, isLinear: isLinear)
  let clock = ManualScreenClock(now: Content.now)
  let frames = Activity()
  let path = folder.appendingPathComponent("book.db").path
  let run = ScreenRun(
    opened, terminal: terminal,
    file: OpenFile(path: "/home/ada/\(name)", isReadOnly: options.isReadOnly, isWriteAllowed: isWriteAllowed),
    clock: clock.clock, frameClock: frameClock ?? .immediate(frames, asked: frameAsked)
  ) { [options] statusChanged in
    var options = options
    (options.patience, options.statusChanged) = (nil, statusChanged)
    return try await OpenedFile(Book.open(path: path, options))
  }
  for event in try Key.parse(script: typedAhead) { terminal.send(event) }
  if settles { await run.settle() }
  let scene = Scene(
    folder: folder, terminal: terminal, run: run, clock: clock, frames: frames, trace: statements)
  do {
    try await play(scene)
  } catch {
    await run.settle()
    await run.close()
    throw error
  }
  await run.settle()
  await run.close()
}

extension FrameClock {
  /// Frames come in the next turn of the main actor, however soon after the last one, and in the test's composition,
  /// whichever thread requests them; that thread calls `asked`. `frames` counts them.
  static func immediate(_ frames: Activity, asked: @escaping @Sendable () -> Void = {}) -> FrameClock {
    let composition = Composition.current
    let issues = IssueReporters.current
    return FrameClock(
      now: { .zero },
      schedule: { _, action in
        frames.begin()
        Task { @MainActor in
          IssueReporters.$current.withValue(issues) { Composition.$ofTask.withValue(composition) { action() } }
          frames.end()
        }
        asked()
      })
  }

  /// The real time, and frames in the test's composition.
  static var real: FrameClock {
    let composition = Composition.current
    return FrameClock(
      now: FrameClock.main.now,
      schedule: { delay, action in
        FrameClock.main.schedule(delay) { Composition.$ofTask.withValue(composition) { action() } }
      })
  }
}
