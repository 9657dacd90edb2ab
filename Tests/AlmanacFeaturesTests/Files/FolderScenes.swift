// The list of the databases of a folder.
import Activities
import Databases
import Foundation
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct FolderScenes {
  private func folderScene(
    events: EventQueue = EventQueue(),
    _ play: (_ folder: String, _ terminal: VirtualTerminal, _ session: FolderSession) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("almanac-folder-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
    for name in ["music", "shop.sqlite", "old shop.db"] {
      try RawConnection.run("PRAGMA page_size = 4096; CREATE TABLE t(a); CREATE TABLE u(a);", on: path(name))
    }
    try "not a database, whatever its name".write(toFile: path("notes.db"), atomically: true, encoding: .utf8)
    try Data().write(to: folder.appendingPathComponent("empty.db"))
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("inside"), withIntermediateDirectories: true)
    try RawConnection.run("CREATE TABLE t(a)", on: path("inside/deep.db"))
    mkfifo(path("pipe.db"), 0o600)
    for name in ["music", "shop.sqlite", "old shop.db"] {
      let date = Date(timeIntervalSince1970: Content.now - 3 * 86_400)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path(name))
    }
    let terminal = VirtualTerminal(size: Size(width: 60, height: 12))
    let session = FolderSession(
      path: folder.path, terminal: terminal, clock: ManualScreenClock(now: Content.now).clock,
      frameClock: .immediate(Activity()), events: events)
    session.begin()
    await session.settle()
    try await play(folder.path, terminal, session)
  }

  private func press(_ script: String, _ terminal: VirtualTerminal, _ session: FolderSession) async throws {
    for event in try Key.parse(script: script) {
      terminal.send(event)
      await session.settle()
    }
  }

  @Test("CIT-28: a folder lists its databases by their first bytes, and opens the chosen one")
  func list() async throws {
    try await folderScene { folder, terminal, session in
      #expect(
        terminal.screen.dropFirst() == [
          " / search                                               1/3",
          "   Name                                   Size      Changed",
          " ▌ music                                 12 KB      3 d ago",
          "   old shop.db                           12 KB      3 d ago",
          "   shop.sqlite                           12 KB      3 d ago",
          "", "", "", "", "",
          " ⏎ open  / search  q leave",
        ])
      var ended: [String?] = []
      session.onEnd = { ended.append($0) }
      try await press("Down,Down,Enter", terminal, session)
      #expect(ended == [folder + "/shop.sqlite"])
      // It could not be opened: the list is there again, with the reason.
      session.begin(problem: "shop.sqlite is encrypted.")
      await session.settle()
      #expect(terminal.screen[10] == " shop.sqlite is encrypted.")
      #expect(terminal.screen[5].hasPrefix(" ▌ shop.sqlite"))
      try await press("k", terminal, session)
      #expect(terminal.screen[10] == "")
      try await press("q", terminal, session)
      #expect(ended == [folder + "/shop.sqlite", nil])
    }
  }

  @Test("CIT-28: / finds names that have all words; Esc clears the search, then leaves")
  func search() async throws {
    try await folderScene { _, terminal, session in
      var ended = 0
      session.onEnd = { _ in ended += 1 }
      try await press("/,type:SHOP db", terminal, session)
      #expect(terminal.screen[1].hasPrefix(" / SHOP db"))
      #expect(terminal.screen[1].hasSuffix("1 of 3"))
      #expect(terminal.screen[3].hasPrefix(" ▌ old shop.db"))
      #expect(terminal.screen[4] == "")
      try await press("type:x", terminal, session)
      #expect(terminal.screen[3] == "   No name has all these words.")
      try await press("Esc", terminal, session)
      #expect(terminal.screen[1] == " / search                                               2/3")
      #expect(ended == 0)
      try await press("Esc", terminal, session)
      #expect(ended == 1)
    }
  }

  @Test("CIT-28: a file that this process has open is read for the list, and keeps its locks")
  func locksStay() async throws {
    try await folderScene { folder, _, _ in
      let path = folder + "/music"
      let file = open(path, O_RDWR)
      defer { close(file) }
      #expect(lockf(file, F_LOCK, 0) == 0)
      let locks = try lockCount(on: path)
      #expect(locks == 1)
      let names = try await DatabaseFolder.entries(in: folder).map(\.name)
      #expect(names == ["music", "old shop.db", "shop.sqlite"])
      let locksAfter = try lockCount(on: path)
      #expect(locksAfter == 1)
    }
  }

  @Test("CIT-28: where a file can't be read without an effect on locks, its name says whether it is a database")
  func byName() async throws {
    try await folderScene { folder, _, _ in
      let fault = FileFault { call, path in call == .closeRange && path == folder ? ENOSYS : nil }
      defer { fault.end() }
      let names = try await DatabaseFolder.entries(in: folder).map(\.name)
      #expect(names == ["empty.db", "notes.db", "old shop.db", "shop.sqlite"])
    }
  }

  @Test("CIT-28: the Enter that started the program, still held, opens no file")
  func heldEnter() async throws {
    try await folderScene(events: EventQueue(startedBy: .key(.enter))) { _, terminal, session in
      var ended = 0
      session.onEnd = { _ in ended += 1 }
      try await press("Enter,Enter", terminal, session)
      #expect(ended == 0)
      try await press("Down,Enter", terminal, session)
      #expect(ended == 1)
    }
  }
}
