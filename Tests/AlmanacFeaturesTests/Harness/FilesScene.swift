// Several files on one virtual terminal.
import Activities
import AlmanacRecords
import Containers
import Databases
import Foundation
import Locks
import Observing
import Stores
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

/// The open files of a test, in a folder of their own.
@MainActor
final class FilesScene {
  let folder: URL
  let terminal: VirtualTerminal
  let files: OpenFiles
  let clock: ManualScreenClock
  /// The frames that are still due.
  let frames: Activity
  private(set) var hasEnded = false

  init(folder: URL, terminal: VirtualTerminal, files: OpenFiles, clock: ManualScreenClock, frames: Activity) {
    (self.folder, self.terminal, self.files, self.clock) = (folder, terminal, files, clock)
    self.frames = frames
    files.onEnd = { [weak self] in self?.hasEnded = true }
  }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  func press(_ script: String) async throws {
    for event in try Key.parse(script: script) {
      if let time = files.readableAt { clock.advance(until: time) }
      terminal.send(event)
      await files.settle()
    }
  }

  /// Types a text into the palette, and performs what it chooses.
  func choose(_ text: String) async throws {
    try await press(":")
    terminal.send(.paste(text))
    await files.settle()
    try await press("Enter")
  }

  /// Presses keys faster than anything can follow.
  func pressAtOnce(_ script: String) async throws {
    terminal.send(try Key.parse(script: script))
    await files.settle()
  }

  /// Presses keys while something waits: draws their immediate effects, and waits for nothing else.
  func pressWhileWaiting(_ script: String) async {
    for event in (try? Key.parse(script: script)) ?? [] {
      if let time = files.readableAt { clock.advance(until: time) }
      terminal.send(event)
    }
    await frames.settled()
  }

  /// Returns when a write of the shown file waits for another program's lock.
  func untilWriteWaits() async {
    var token: ObserveToken?
    await withCheckedContinuation { continuation in
      var waiting: CheckedContinuation<Void, Never>? = continuation
      token = observe(scheduler: nil) { [store = files.run?.session.store] in
        guard store?.file.isWriteWaiting == true else { return }
        waiting?.resume()
        waiting = nil
      }
    }
    token?.cancel()
    await frames.settled()
  }

  /// Writes into a file as another program would.
  func outside(_ name: String, _ sql: String) async throws {
    try RawConnection.run(sql, on: path(name))
    await files.settle()
  }

  func rows(_ name: String, _ sql: String) throws -> [String] { try RawConnection.rows(sql, on: path(name)) }

  func shows(_ expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
    expectScreen(terminal.screen, expected, sourceLocation)
  }

  /// Opens a file from the palette, and returns while it is being opened.
  func beginToOpen(_ name: String, _ gate: FileGate) async throws {
    gate.isClosed = true
    try await press(":")
    terminal.send(.paste("open " + path(name)))
    await files.settle()
    terminal.send(.key(.enter))
    await gate.reached()
  }

  /// The first line, and the message above the bottom line.
  var top: String { terminal.screen[0] }
  var status: String { terminal.screen[terminal.size.height - 2] }
  /// The screen in one line: a message with a long path takes several.
  var unwrapped: String { terminal.screen.map { $0.trimmingCharacters(in: .whitespaces) }.joined() }
}

/// Holds what comes to it, until it is opened.
@MainActor
final class FileGate {
  var isClosed = false
  private var held: CheckedContinuation<Void, Never>?
  private var observer: CheckedContinuation<Void, Never>?

  func pass() async {
    guard isClosed else { return }
    await withCheckedContinuation { continuation in
      held = continuation
      observer?.resume()
      observer = nil
    }
  }

  /// Returns when something is held.
  func reached() async {
    if held == nil { await withCheckedContinuation { observer = $0 } }
  }

  func open() {
    isClosed = false
    held?.resume()
    held = nil
  }
}

/// The number of POSIX locks of this process on a file.
func lockCount(on path: String) throws -> Int {
  let number = try FileCalls.status(path).st_ino
  let locks = try String(contentsOfFile: "/proc/locks", encoding: .utf8)
  return locks.split(separator: "\n").count { $0.contains(" \(getpid()) ") && $0.contains(":\(number) ") }
}

/// Plays with files that `schemas` make, by their names; the first one is shown, the others are opened behind it.
@MainActor
func filesScene(
  _ schemas: KeyValuePairs<String, String>, open names: [String]? = nil, size: Size = Size(width: 60, height: 12),
  statements: Lock<[String]> = Lock([]), gate: FileGate? = nil, _ play: (FilesScene) async throws -> Void
) async throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("almanac-files-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  @Sendable func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
  for (name, schema) in schemas { try RawConnection.run("PRAGMA journal_mode=wal; \(schema)", on: path(name)) }
  let open: @Sendable (String) async throws -> OpenedFile = { path in
    var options = Book.Options()
    (options.acceptsAnyDatabase, options.watchesOtherProcesses, options.patience) = (true, false, nil)
    let name = path.split(separator: "/").last ?? ""
    options.trace = { sql in statements.withLock { $0.append("\(name): \(sql)") } }
    return try await OpenedFile(Book.open(path: path, options))
  }
  let terminal = VirtualTerminal(size: size)
  let clock = ManualScreenClock(now: Content.now)
  let frames = Activity()
  let files = OpenFiles(
    terminal: terminal, clock: clock.clock, frameClock: .immediate(frames),
    opener: FileOpener { path in
      await gate?.pass()
      return FileOpener.Opened(try await open(path), OpenFile(path: path, isWriteAllowed: true)) { _ in
        try await open(path)
      }
    })
  let names = names ?? schemas.map(\.key)
  let (first, events) = (try await open(path(names[0])), EventQueue())
  files.begin(path: path(names[0]), events: events) { scope in
    ScreenRun(
      first, terminal: scope.terminal, file: OpenFile(path: path(names[0]), isWriteAllowed: true), clock: scope.clock,
      frameClock: scope.frameClock, events: events
    ) { _ in try await open(path(names[0])) }
  }
  files.openBehind(names.dropFirst().map(path))
  await files.settle()
  do {
    try await play(FilesScene(folder: folder, terminal: terminal, files: files, clock: clock, frames: frames))
  } catch {
    await files.settle()
    await files.close()
    throw error
  }
  await files.settle()
  await files.close()
}
