// The file at the path of an open connection: the same, none, another, or one that can't be examined.

import Foundation
import Locks
import TestSupport
import Testing

@testable import Databases

@Suite(.recordsIssues) struct FilePresenceTests {
  private func replaces(_ connection: SQLiteConnection) async {
    await connection.until { if case .replaced = $0.condition { true } else { false } }
  }

  @Test("a deleted file is told, can be read, and nothing is written into it", arguments: ["wal", "delete"])
  func deleted(_ journal: String) async throws {
    try await withWatchedFile(journal) { connection, path, folder in
      try FileManager.default.removeItem(atPath: path)
      await connection.until { $0.condition == .deleted }
      #expect(try await connection.numbers() == [1, 2])
      let error = await #expect(throws: DatabaseError.self) { try await connection.insert(3) }
      #expect(error?.isReadOnly == true)
      #expect(error?.message == "the file is no longer there")
      await #expect(throws: DatabaseError.self) { try await connection.query("INSERT INTO t VALUES(3)") }
    }
  }

  @Test("before the folder has told of it nothing is written either", arguments: [true, false])
  func unnoticed(_ isReplaced: Bool) async throws {
    try await withWatchedFile("wal") {
      $0.watchesOtherProcesses = false
    } _: { connection, path, folder in
      if isReplaced {
        _ = rename(try await makeFile("new.db", in: folder, journal: "wal", [7]), path)
      } else {
        try FileManager.default.removeItem(atPath: path)
      }
      let error = await #expect(throws: DatabaseError.self) { try await connection.insert(3) }
      #expect(error?.message == (isReplaced ? "another file has taken its place" : "the file is no longer there"))
    }
  }

  @Test("a transaction during which another file takes the place is taken back")
  func duringATransaction() async throws {
    try await withWatchedFile("wal") {
      $0.watchesOtherProcesses = false
    } _: { connection, path, folder in
      let new = try await makeFile("new.db", in: folder, journal: "wal", [7])
      let error = await #expect(throws: DatabaseError.self) {
        try await connection.transaction { transaction in
          try await transaction.query("INSERT INTO t VALUES(3)")
          _ = rename(new, path)
        }
      }
      #expect(error?.message == "another file has taken its place")
      #expect(try await connection.numbers() == [1, 2])
    }
  }

  @Test("a file that is moved away and back is the same", arguments: ["wal", "delete"])
  func movedAndBack(_ journal: String) async throws {
    try await withWatchedFile(journal) { connection, path, _ in
      try FileManager.default.moveItem(atPath: path, toPath: path + ".bak")
      await connection.until { $0.condition == .deleted }
      try FileManager.default.moveItem(atPath: path + ".bak", toPath: path)
      await connection.until { $0.condition == .present }
      try await connection.insert(3)
      #expect(try await connection.numbers() == [1, 2, 3])
    }
  }

  @Test("another file in its place is told, and so is a third; what was open can be read, and nothing is written")
  func replaced() async throws {
    try await withWatchedFile("delete") { connection, path, folder in
      var conditions: [FileStatus.Condition] = []
      for number in [7, 8] {
        let before = connection.status.condition
        _ = rename(try await makeFile("new.db", in: folder, journal: "wal", [number]), path)
        await connection.until { if case .replaced = $0.condition { $0.condition != before } else { false } }
        conditions.append(connection.status.condition)
      }
      #expect(conditions[0] != conditions[1])
      #expect(try await connection.numbers() == [1, 2])
      let error = await #expect(throws: DatabaseError.self) { try await connection.insert(3) }
      #expect(error?.message == "another file has taken its place")
      #expect(try stored(path) == [8])
    }
  }

  @Test("a link that is turned to another file names another; turned back, the same", arguments: ["wal", "delete"])
  func turnedLink(_ journal: String) async throws {
    try await withFolder { folder in
      _ = try await makeFile("book.db", in: folder, journal: journal, [1, 2])
      let elsewhere = folder.appending(path: "elsewhere")
      try FileManager.default.createDirectory(at: elsewhere, withIntermediateDirectories: false)
      _ = try await makeFile("new.db", in: elsewhere, journal: journal, [7])
      let link = folder.appending(path: "link.db").path
      try await system("ln -s book.db '\(link)'")
      let connection = try await SQLiteConnection.open(storage: .file(path: link))
      try await system("ln -sfn elsewhere/new.db '\(link)'")
      await replaces(connection)
      try await system("ln -sfn nowhere '\(link)'")
      await connection.until { $0.condition == .deleted }
      try await system("ln -sfn book.db '\(link)'")
      await connection.until { $0.condition == .present }
      try await connection.insert(3)
      #expect(try await connection.numbers() == [1, 2, 3])
      await connection.close()
      #expect(files(in: folder) == ["book.db", "elsewhere", "link.db"])
    }
  }

  @Test("a file whose place another took while it was opened is not opened")
  func replacedWhileOpening() async throws {
    try await withFolder { folder in
      let path = try await makeFile("book.db", in: folder, journal: "delete", [1])
      let new = try await makeFile("new.db", in: folder, journal: "delete", [7])
      var configuration = SQLiteConnection.Configuration()
      configuration.watchesOtherProcesses = false
      configuration.prepare = { _ in _ = rename(new, path) }
      let error = await #expect(throws: DatabaseError.self) {
        _ = try await SQLiteConnection.open(storage: .file(path: path), configuration: configuration)
      }
      #expect(error?.message == "another file has taken its place")
    }
  }

  @Test("a reader that is opened late opens no other file", arguments: ["replaced", "deleted"])
  func openedLate(_ fate: String) async throws {
    try await withFolder { folder in
      let path = try await makeFile("book.db", in: folder, journal: "delete", [1, 2])
      var configuration = SQLiteConnection.Configuration()
      configuration.watchesOtherProcesses = false
      let openings = Lock(0)
      configuration.prepare = { _ in openings.withLock { $0 += 1 } }
      let connection = try await SQLiteConnection.open(storage: .file(path: path), configuration: configuration)
      let before = openings.withLock(\.self)
      if fate == "replaced" {
        _ = rename(try await makeFile("other.db", in: folder, journal: "delete", [99]), path)
      } else {
        try FileManager.default.removeItem(atPath: path)
      }
      let error = await #expect(throws: DatabaseError.self) { try await connection.numbers() }
      #expect(
        error?.message == (fate == "replaced" ? "another file has taken its place" : "the file is no longer there"))
      #expect(openings.withLock(\.self) == before, "SQLite would read it with the log of the other")
      await connection.close()
    }
  }

  @Test("a file that can't be asked about is the same: it is read, written and closed as ever")
  func unknown() async throws {
    try await withWatchedFile("wal") {
      $0.watchesOtherProcesses = false
    } _: { connection, path, folder in
      let fault = FileFault { call, asked in asked.hasPrefix(folder.path) ? EIO : nil }
      try await connection.lookForOutsideChanges()
      #expect(connection.status == FileStatus())
      try await connection.insert(3)
      #expect(try await connection.numbers() == [1, 2, 3])
      await connection.close()
      fault.end()
      #expect(files(in: folder) == ["book.db"])
      #expect(try stored(path) == [1, 2, 3])
    }
  }

  @Test("a file that SQLite finds damaged is told; it can be read as far as it goes, and nothing is written")
  func damaged() async throws {
    try await withWatchedFile("delete") { connection, path, _ in
      try await connection.write { db in
        try db.execute(
          """
          WITH RECURSIVE c(n) AS (SELECT 3 UNION ALL SELECT n + 1 FROM c WHERE n < 5000)
          INSERT INTO t SELECT n FROM c
          """)
      }
      let whole = try Data(contentsOf: URL(filePath: path))
      try await write(whole.prefix(4096) + Data(repeating: 0x78, count: 4096) + whole.dropFirst(8192), into: path)
      await #expect(throws: DatabaseError.self) { try await connection.numbers() }
      #expect(connection.status.condition == .damaged)
      let error = await #expect(throws: DatabaseError.self) { try await connection.insert(3) }
      #expect(error?.message == "the file is damaged or replaced")
    }
  }

  @Test("what is no database any more is told before anything is read")
  func noDatabase() async throws {
    try await withWatchedFile("delete") { connection, path, _ in
      try await write(Data(repeating: 0x78, count: 8192), into: path)
      // If a look comes during the copying, the file counts as another one after the rest is copied.
      await connection.until { $0.condition != .present }
    }
  }

  @Test("a damaged file that has been changed counts as another: it may be sound again, and is opened anew")
  func soundAgain() async throws {
    try await withWatchedFile("delete") {
      $0.watchesOtherProcesses = false
    } _: { connection, path, _ in
      let sound = try Data(contentsOf: URL(filePath: path))
      try await write(Data(repeating: 0x78, count: 9000), into: path)
      await #expect(throws: DatabaseError.self) { try await connection.numbers() }
      try await connection.lookForOutsideChanges()
      #expect(connection.status.condition == .damaged)
      try await write(sound, into: path)
      try await connection.lookForOutsideChanges()
      await replaces(connection)
      await #expect(throws: DatabaseError.self) { try await connection.insert(3) }
      try await connection.release()
      #expect(try stored(path) == [1, 2])
    }
  }

  @Test("what stands in the log of a damaged file is not written into what another program has copied over it")
  func logOfDamaged() async throws {
    try await withWatchedFile("wal") {
      $0.watchesOtherProcesses = false
    } _: { connection, path, _ in
      try await connection.insert(3)
      try await write(Data(repeating: 0x78, count: 9000), into: path)
      connection.file.presence?.noteDamaged()
      let error = await #expect(throws: DatabaseError.self) { try await connection.release() }
      #expect(error?.message == "the log next to it may belong to the file that was there before")
    }
  }

  @Test("a file that has lost all its pages is damaged, until something is written into it")
  func withoutPages() async throws {
    try await withWatchedFile("delete") {
      $0.watchesOtherProcesses = false
    } _: { connection, path, _ in
      let whole = try Data(contentsOf: URL(filePath: path))
      try await connection.read { db in try db.requirePages() }
      _ = truncate(path, 0)
      await #expect(throws: DatabaseError.self) { try await connection.read { db in try db.requirePages() } }
      #expect(connection.status.condition == .damaged)
      try await write(whole, into: path)
      try await connection.lookForOutsideChanges()
      await replaces(connection)
      // Also if the file was written before the damage was found.
      let board = StatusBoard()
      let presence = FilePresence(path: path, board: board)
      presence.noteOpened(before: nil)
      presence.noteDamaged(isEmptied: true)
      guard case .replaced = board.status.condition else {
        Issue.record("\(board.status.condition)")
        return
      }
    }
  }

  @Test("a file that is emptied, or cut short, is never a crash", arguments: ["wal", "delete"])
  func cutShort(_ journal: String) async throws {
    try await withWatchedFile(journal) { connection, path, _ in
      for size in [4096, 100, 0] {
        _ = truncate(path, off_t(size))
        _ = try? await connection.numbers()
        _ = try? await connection.insert(3)
        try await connection.lookForOutsideChanges()
      }
    }
  }

  @Test("what a connection maps of a file is nothing: a file that shrinks can't end the program")
  func nothingIsMapped() async throws {
    try await withWatchedFile("wal") { connection, _, _ in
      let sizes = try await connection.read { db in try db.integers("PRAGMA mmap_size") }
      #expect(sizes == [0])
    }
  }

  @Test("the version of a file that has taken the place is without the log that the old file had, once that is let go")
  func releasedLog() async throws {
    try await withWatchedFile("wal") { connection, path, _ in
      _ = try await connection.insert(3)
      try FileManager.default.copyItem(atPath: path, toPath: path + ".other")
      #expect(rename(path + ".other", path) == 0)
      try await connection.lookForOutsideChanges()
      let before = connection.status.condition
      try await connection.release()
      let after = connection.status.condition
      #expect(after != before)
      try await connection.lookForOutsideChanges()
      #expect(connection.status.condition == after)
    }
  }

  @Test("REAL-47: a commit to the log of the file that has taken the place is a change of that file")
  func replacementWithLog() async throws {
    try await withFolder { folder in
      let (path, other) = (folder.appending(path: "a.db").path, folder.appending(path: "b.db").path)
      for file in [path, other] {
        let shell = try SQLiteShell(file)
        try await shell.run("PRAGMA journal_mode=wal; CREATE TABLE foo(n)")
        try await shell.end()
      }
      let board = StatusBoard()
      let presence = FilePresence(path: path, board: board)
      presence.noteOpened(before: nil)
      #expect(rename(other, path) == 0)
      presence.look()
      let first = board.status.condition
      presence.look()
      #expect(board.status.condition == first)
      guard case .replaced = first else { return #expect(Bool(false), "\(first)") }
      let writer = try SQLiteShell(path)
      try await writer.run("SELECT * FROM foo")
      presence.look()
      #expect(board.status.condition == first, "a log without a commit")
      try await writer.run("INSERT INTO foo VALUES (1)")
      presence.look()
      let second = board.status.condition
      #expect(second != first)
      try await writer.run("INSERT INTO foo VALUES (2)")
      presence.look()
      #expect(board.status.condition != second)
      try await writer.end()
    }
  }
}
