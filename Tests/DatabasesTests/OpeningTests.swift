// Opening and closing: refused files, and the files left behind.

import Foundation
import TestSupport
import Testing

@testable import Databases

@Suite(.recordsIssues) struct OpeningTests {
  private func error(
    _ path: String, _ configure: (inout SQLiteConnection.Configuration) -> Void = { _ in }
  ) async -> DatabaseError? {
    var configuration = SQLiteConnection.Configuration()
    configure(&configuration)
    do {
      try await SQLiteConnection.open(storage: .file(path: path), configuration: configuration).close()
      return nil
    } catch {
      return error as? DatabaseError
    }
  }

  @Test func whatIsNoDatabase() async throws {
    try await withFolder { folder in
      let missing = folder.appending(path: "missing.db").path
      let notMade = await error(missing) { $0.createsFile = false }
      #expect(notMade?.message == "there is no file \(missing)")
      #expect(notMade?.isCantOpen == true)
      #expect(await error(missing) { $0.isReadOnly = true }?.message == "there is no file \(missing)")
      #expect(await error("")?.isCantOpen == true)
      #expect(await error(folder.path)?.isCantOpen == true)
      let text = folder.appending(path: "letter.txt")
      try Data(String(repeating: "Dear reader, ", count: 100).utf8).write(to: text)
      #expect(await error(text.path)?.code == 26)
      #expect(files(in: folder) == ["letter.txt"])
    }
  }

  @Test func namesThatSQLiteWouldTakeForSomethingElse() throws {
    #expect(try DatabaseFile(.file(path: ":memory:"), mustExist: false).path == "./:memory:")
    #expect(try DatabaseFile(.file(path: "file:x?mode=ro"), mustExist: false).path == "./file:x?mode=ro")
  }

  @Test("B3: our own exit leaves no WAL")
  func closingLeavesNothing() async throws {
    try await withFolder { folder in
      var configuration = SQLiteConnection.Configuration()
      configuration.journal = .wal
      let path = folder.appending(path: "b ook%.db").path
      let connection = try await SQLiteConnection.open(storage: .file(path: path), configuration: configuration)
      try await connection.write { try $0.execute("CREATE TABLE t(n); INSERT INTO t VALUES(1)") }
      _ = try await connection.read { try $0.integers("SELECT n FROM t") }
      #expect(files(in: folder) == ["b ook%.db", "b ook%.db-shm", "b ook%.db-wal"])
      await connection.close()
      #expect(files(in: folder) == ["b ook%.db"])
    }
  }

  @Test(
    "the step into write-ahead mode waits for a connection that reads or writes the file",
    arguments: ["BEGIN; SELECT n FROM t;", "BEGIN IMMEDIATE;"])
  func steppingIntoWriteAheadMode(_ lock: String) async throws {
    try await withFolder { folder in
      let path = try await makeFile("book.db", in: folder, journal: "delete", [1])
      let shell = try SQLiteShell(path)
      try await shell.run(lock)
      let waiting = Gate()
      var configuration = SQLiteConnection.Configuration()
      configuration.journal = .wal
      configuration.busyTimeout = nil
      configuration.statusChanged = { if !$0.waiting.isEmpty { waiting.open() } }
      let asked = configuration
      let opening = Task { try await SQLiteConnection.open(storage: .file(path: path), configuration: asked) }
      await waiting.opened()
      try await shell.run("COMMIT;")
      let connection = try await opening.value
      #expect(try await connection.query("PRAGMA journal_mode").map { $0[0] } == [.text("wal")])
      await connection.close()
    }
  }

  @Test func readingOnlyLeavesNothingAndChangesNothing() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "book.db").path
      let shell = try SQLiteShell(path)
      try await shell.run("PRAGMA journal_mode=WAL; CREATE TABLE t(n); INSERT INTO t VALUES(1);")
      try await shell.run(".open :memory:")
      #expect(files(in: folder) == ["book.db"])
      let before = try Data(contentsOf: URL(filePath: path))
      var configuration = SQLiteConnection.Configuration()
      configuration.isReadOnly = true
      let connection = try await SQLiteConnection.open(storage: .file(path: path), configuration: configuration)
      #expect(connection.isReadOnly && connection.frozenBy == nil)
      #expect(try await connection.read { try $0.integers("SELECT n FROM t") } == [1])
      let refused = await #expect(throws: DatabaseError.self) {
        try await connection.write { try $0.execute("DELETE FROM t") }
      }
      #expect(refused?.isReadOnly == true)
      await connection.close()
      #expect(files(in: folder) == ["book.db"])
      #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }
  }

  @Test func theJournalIsKeptUnlessAsked() async throws {
    try await withFolder { folder in
      let storage = SQLiteConnection.Storage.file(path: folder.appending(path: "book.db").path)
      var configuration = SQLiteConnection.Configuration()
      let kept = try await SQLiteConnection.open(storage: storage, configuration: configuration)
      #expect(try await kept.query("PRAGMA journal_mode").map(\.values) == [["delete"]])
      #expect(try await kept.query("PRAGMA synchronous").map(\.values) == [[2]])
      await kept.close()
      configuration.journal = .wal
      let wal = try await SQLiteConnection.open(storage: storage, configuration: configuration)
      #expect(try await wal.query("PRAGMA journal_mode").map(\.values) == [["wal"]])
      #expect(try await wal.query("PRAGMA synchronous").map(\.values) == [[1]])
      #expect(try await wal.query("PRAGMA foreign_keys").map(\.values) == [[1]])
      await wal.close()
    }
  }

  @Test func aFileWithoutItsFolderIsReadAsItStands() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "book ä?.db").path
      let shell = try SQLiteShell(path)
      try await shell.run("PRAGMA journal_mode=WAL; CREATE TABLE t(n); INSERT INTO t VALUES(1);")
      try await shell.run(".open :memory:")
      // Two slashes at the start of a URI would name a host.
      for path in [path, "/" + path] {
        var file = try DatabaseFile(.file(path: path), mustExist: true)
        #expect(file.canBeFrozen)
        file.frozenBy = DatabaseError(code: 14, message: "its folder can't be written")
        let database = try file.openWriter(SQLiteConnection.Configuration())
        #expect(try database.integers("SELECT n FROM t") == [1])
        #expect(files(in: folder) == ["book ä?.db"])
        #expect(!file.canBeFrozen)
      }
    }
  }

  @Test("what a killed writer left is never shown: who only reads is told how the file is repaired")
  func aHotJournal() async throws {
    try await withFolder { folder in
      let (path, copy) = (folder.appending(path: "book.db").path, folder.appending(path: "copy.db").path)
      let shell = try SQLiteShell(path)
      try await shell.run("CREATE TABLE t(n, filler); INSERT INTO t VALUES(1, zeroblob(200000));")
      // With hardly any cache, the unfinished transaction is in the file and the journal is next to it, as after a
      // kill.
      try await shell.run("PRAGMA cache_size=1; PRAGMA cache_spill=1; BEGIN;")
      try await shell.run("UPDATE t SET n = 2; INSERT INTO t VALUES(3, randomblob(200000));")
      for suffix in ["", "-journal"] {
        try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
      }
      try await shell.run("ROLLBACK;")
      let refused = await error(copy) { $0.isReadOnly = true }
      #expect(refused?.code == 776)
      #expect(
        refused?.message.hasSuffix("only a program that may write can repair it: open it once for writing") == true)
      #expect(try !DatabaseFile(.file(path: copy), mustExist: true).canBeFrozen)
      #expect(await error(copy) == nil)
      #expect(await error(copy) { $0.isReadOnly = true } == nil)
      let connection = try await SQLiteConnection.open(storage: .file(path: copy))
      #expect(try await connection.read { try $0.integers("SELECT n FROM t") } == [1])
      await connection.close()
    }
  }

  @Test("what a writer leaves that is killed while the file is open here is taken back at the next read")
  func aHotJournalWhileOpen() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "book.db").path
      let shell = try SQLiteShell(path)
      try await shell.run("CREATE TABLE t(n, filler); INSERT INTO t VALUES(1, zeroblob(200000));")
      let connection = try await SQLiteConnection.open(storage: .file(path: path))
      #expect(try await connection.read { try $0.integers("SELECT n FROM t") } == [1])
      try await shell.run("PRAGMA cache_size=1; PRAGMA cache_spill=1; BEGIN;")
      try await shell.run("UPDATE t SET n = 2; INSERT INTO t VALUES(3, randomblob(200000));")
      try await shell.kill()
      #expect(files(in: folder) == ["book.db", "book.db-journal"])
      #expect(try await connection.read { try $0.integers("SELECT n FROM t") } == [1])
      #expect(files(in: folder) == ["book.db"])
      await connection.close()
    }
  }

  @Test(
    "a file in a folder that can't be written is frozen, and its log is not passed over", .enabled(if: getuid() != 0))
  func aFolderThatCantBeWritten() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "book.db").path
      let shell = try SQLiteShell(path)
      try await shell.run("PRAGMA journal_mode=WAL; CREATE TABLE t(n); INSERT INTO t VALUES(1);")
      try await shell.run(".open :memory:")
      try #require(chmod(folder.path, 0o555) == 0)
      defer { chmod(folder.path, 0o755) }
      for isReadOnly in [true, false] {
        var configuration = SQLiteConnection.Configuration()
        configuration.isReadOnly = isReadOnly
        let connection = try await SQLiteConnection.open(storage: .file(path: path), configuration: configuration)
        #expect(connection.frozenBy != nil && connection.isReadOnly)
        let rows = try await connection.read { try $0.integers("SELECT n FROM t") }
        #expect(rows == [1])
        try await connection.lookForOutsideChanges()
        await connection.close()
      }
    }
  }

  @Test("a file that can't be written is read-only", .enabled(if: getuid() != 0))
  func aFileThatCantBeWritten() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "book.db").path
      try await SQLiteShell(path).run("CREATE TABLE t(n);")
      try #require(chmod(path, 0o444) == 0)
      let connection = try await SQLiteConnection.open(storage: .file(path: path))
      #expect(connection.isReadOnly && connection.frozenBy == nil)
      await connection.close()
      #expect(files(in: folder) == ["book.db"])
    }
  }

  @Test func aLockHeldElsewhereIsWaitedForOnlySoLong() async throws {
    try await withDatabase {
      $0.busyTimeout = .milliseconds(30)
    } _: { connection in
      try await connection.query("CREATE TABLE t(n)")
      let shell = try SQLiteShell(connection.path ?? "")
      try await shell.run("BEGIN IMMEDIATE; INSERT INTO t VALUES(1);")
      let error = await #expect(throws: DatabaseError.self) {
        try await connection.write { try $0.execute("INSERT INTO t VALUES(2)") }
      }
      #expect(error?.isBusy == true)
      try await shell.run("COMMIT;")
      try await connection.write { try $0.execute("INSERT INTO t VALUES(2)") }
      #expect(try await connection.read { try $0.integers("SELECT n FROM t") } == [1, 2])
    }
  }

  @Test("a lock at opening is told of; opening goes on when it goes, or ends with its task", arguments: [true, false])
  func aLockAtOpening(_ isGivenUp: Bool) async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "book.db").path
      let shell = try SQLiteShell(path)
      try await shell.run("CREATE TABLE t(n); BEGIN EXCLUSIVE; INSERT INTO t VALUES(1);")
      let (waits, told) = AsyncStream<FileStatus.Waiting>.makeStream()
      var configuration = SQLiteConnection.Configuration()
      configuration.busyTimeout = nil
      configuration.statusChanged = { told.yield($0.waiting) }
      let opening = Task { [configuration] in
        try await SQLiteConnection.open(storage: .file(path: path), configuration: configuration)
      }
      var heard = waits.makeAsyncIterator()
      let first = await heard.next()
      #expect(first == .read)
      if isGivenUp {
        opening.cancel()
        await #expect(throws: CancellationError.self) { try await opening.value }
        try await shell.run("COMMIT;")
      } else {
        try await shell.run("COMMIT;")
        let connection = try await opening.value
        #expect(await heard.next() == [])
        #expect(try await connection.read { try $0.integers("SELECT n FROM t") } == [1])
        await connection.close()
      }
      #expect(files(in: folder) == ["book.db"])
    }
  }

  @Test func cancellingAWriteThatWaitsForTheLock() async throws {
    try await withDatabase {
      $0.busyTimeout = .seconds(600)
    } _: { connection in
      try await connection.query("CREATE TABLE t(n)")
      let shell = try SQLiteShell(connection.path ?? "")
      try await shell.run("BEGIN IMMEDIATE;")
      let writing = Task { try await connection.write { try $0.execute("INSERT INTO t VALUES(2)") } }
      await connection.turns.taken()
      writing.cancel()
      await #expect(throws: CancellationError.self) { try await writing.value }
      try await shell.run("COMMIT;")
    }
  }
}
