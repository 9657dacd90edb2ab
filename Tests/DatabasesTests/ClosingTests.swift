// Closing a connection does the same to its file and the log next to it as SQLite, and no more.

import Activities
import CSQLite
import Foundation
import TestSupport
import Testing

@testable import Databases

@Suite(.recordsIssues) struct ClosingTests {
  @Test(
    "a read of SQLite's that fails while a connection closes loses nothing, whichever it is", arguments: [true, false])
  func failedReads(_ isLasting: Bool) async throws {
    FaultPlan.register(withMemory: false)
    for number in 1...40 {
      try await withFolder { folder in
        let path = try await makeFile("book.db", in: folder, journal: "wal", [1, 2])
        var configuration = SQLiteConnection.Configuration()
        configuration.watchesOtherProcesses = false
        let connection = try await SQLiteConnection.open(storage: .file(path: path), configuration: configuration)
        try await connection.insert(3)
        let plan = FaultPlan(on: [folder.path], Fault(.read, SQLITE_IOERR | 1 << 8, number: number, lasts: isLasting))
        await connection.close()
        plan.end()
        #expect(try stored(path) == [1, 2, 3], "read \(number)")
      }
    }
  }

  @Test("a connection that is dropped works its log in")
  func dropped() async throws {
    try await withFolder { folder in
      let path = try await makeFile("book.db", in: folder, journal: "wal", [1, 2])
      var configuration = SQLiteConnection.Configuration()
      configuration.watchesOtherProcesses = false
      let activity = configuration.activity
      var connection: SQLiteConnection? = try await .open(storage: .file(path: path), configuration: configuration)
      try await connection?.insert(3)
      connection = nil
      await activity.settled()
      #expect(files(in: folder) == ["book.db"])
      #expect(try stored(path) == [1, 2, 3])
    }
  }

  @Test("the log of a file that SQLite has found damaged is left as it is")
  func damaged() async throws {
    try await withWatchedFile("wal") {
      $0.watchesOtherProcesses = false
    } _: { connection, path, folder in
      try await connection.insert(3)
      let log = try Data(contentsOf: URL(filePath: path + "-wal"))
      connection.file.presence?.noteDamaged()
      await connection.close()
      #expect(try Data(contentsOf: URL(filePath: path + "-wal")) == log)
    }
  }

  @Test("a reader leaves a log that was there as it was, and makes none", arguments: [true, false])
  func readOnly(_ hasLog: Bool) async throws {
    try await withFolder { folder in
      let path = try await makeFile("book.db", in: folder, journal: "wal", [1, 2])
      if hasLog { try await leaveLog(beside: path) }
      let log = try? Data(contentsOf: URL(filePath: path + "-wal"))
      #expect((log?.count ?? 0 > 0) == hasLog)
      let before = files(in: folder)
      var configuration = SQLiteConnection.Configuration()
      configuration.isReadOnly = true
      configuration.watchesOtherProcesses = false
      let connection = try await SQLiteConnection.open(storage: .file(path: path), configuration: configuration)
      #expect(try await connection.numbers() == (hasLog ? [1, 2, 3] : [1, 2]))
      await connection.close()
      #expect(files(in: folder) == before)
      #expect((try? Data(contentsOf: URL(filePath: path + "-wal"))) == log)
    }
  }

  @Test("a reader leaves a file alone that came to the path, and the log that came with it")
  func readOnlyReplaced() async throws {
    try await withFolder { folder in
      let path = try await makeFile("book.db", in: folder, journal: "wal", [1, 2])
      let new = try await makeFile("new.db", in: folder, journal: "wal", [7])
      try await leaveLog(beside: new)
      var configuration = SQLiteConnection.Configuration()
      configuration.isReadOnly = true
      configuration.watchesOtherProcesses = false
      let connection = try await SQLiteConnection.open(storage: .file(path: path), configuration: configuration)
      #expect(try await connection.numbers() == [1, 2])
      for suffix in ["", "-wal"] { #expect(rename(new + suffix, path + suffix) == 0) }
      func bytes() throws -> [Data] { try ["", "-wal"].map { try Data(contentsOf: URL(filePath: path + $0)) } }
      let before = try bytes()
      await connection.close()
      #expect(try bytes() == before)
    }
  }

  @Test("a reader leaves the log where it can't be found out which file stands at the path")
  func readOnlyUnknown() async throws {
    try await withFolder { folder in
      let path = try await makeFile("book.db", in: folder, journal: "wal", [1, 2])
      var configuration = SQLiteConnection.Configuration()
      configuration.isReadOnly = true
      configuration.watchesOtherProcesses = false
      let connection = try await SQLiteConnection.open(storage: .file(path: path), configuration: configuration)
      #expect(try await connection.numbers() == [1, 2])
      let fault = FileFault { call, asked in call == .stat && asked == path ? EIO : nil }
      await connection.close()
      fault.end()
      #expect(files(in: folder).contains("book.db-wal"))
    }
  }

  /// Leaves a log with the number 3 and its index next to the file, as a killed program does.
  private func leaveLog(beside path: String) async throws {
    let shell = try SQLiteShell(path)
    try await shell.run("INSERT INTO t VALUES(3);")
    for suffix in ["", "-wal", "-shm"] { try await system("cp '\(path)\(suffix)' '\(path).kept\(suffix)'") }
    try await shell.run(".open :memory:")
    for suffix in ["", "-wal", "-shm"] { try await system("mv '\(path).kept\(suffix)' '\(path)\(suffix)'") }
  }

  // MARK: Closing a replaced file

  @Test("the log goes into the file that it belongs to, and not into the one that stands there now")
  func released() async throws {
    try await withWatchedFile("wal") { connection, path, folder in
      try await connection.insert(3)
      let new = try await makeFile("new.db", in: folder, journal: "wal", [7])
      #expect(link(path, path + ".old") == 0)
      _ = rename(new, path)
      try await connection.release()
      #expect(try stored(path) == [7])
      #expect(try stored(path + ".old") == [1, 2, 3])
      await #expect(throws: DatabaseError.closed) { try await connection.numbers() }
      let error = await #expect(throws: DatabaseError.self) { try await connection.insert(4) }
      #expect(error?.message == "another file has taken its place")
    }
  }

  @Test("a connection that only reads lets go of no file whose log is not certainly empty")
  func releasedReadOnly() async throws {
    try await withWatchedFile("wal") {
      $0.isReadOnly = true
      $0.busyTimeout = .zero
      $0.watchesOtherProcesses = false
    } _: { connection, path, folder in
      let shell = try SQLiteShell(path)
      try await shell.run("INSERT INTO t VALUES(3);")
      let new = try await makeFile("new.db", in: folder, journal: "delete", [7])
      #expect(link(path, path + ".old") == 0)
      _ = rename(new, path)
      await #expect(throws: DatabaseError.logHeld) { try await connection.release() }
      #expect(try await connection.numbers() == [1, 2, 3])
      try await shell.run("PRAGMA wal_checkpoint(TRUNCATE);")
      let fault = FileFault { call, asked in
        call == .stat && asked.hasPrefix(folder.path) && asked.hasSuffix("-wal") ? EIO : nil
      }
      await #expect(throws: DatabaseError.logHeld) { try await connection.release() }
      fault.end()
      try await connection.release()
      await #expect(throws: DatabaseError.closed) { try await connection.numbers() }
      #expect(try stored(path) == [7])
    }
  }

  @Test("after that the file itself is another too, should it come back")
  func cameBack() async throws {
    try await withWatchedFile("wal") { connection, path, folder in
      #expect(link(path, path + ".old") == 0)
      _ = rename(try await makeFile("new.db", in: folder, journal: "wal", [7]), path)
      await connection.until { $0.condition != .present }
      let second = connection.status.condition
      try await connection.release()
      _ = rename(path + ".old", path)
      await connection.until { $0.condition != second }
      if case .replaced = connection.status.condition {} else { Issue.record("\(connection.status)") }
    }
  }

  @Test(
    "it waits for a program that reads the log, and the status says so", arguments: ["let go", "given up", "cancelled"])
  func heldByAReader(_ end: String) async throws {
    try await withWatchedFile("wal") { connection, path, folder in
      connection.waitForLocks(atMost: nil)
      try await connection.insert(3)
      #expect(try await connection.numbers() == [1, 2, 3])
      let shell = try SQLiteShell(path)
      try await shell.run("BEGIN; SELECT count(*) FROM t;")
      #expect(link(path, path + ".old") == 0)
      _ = rename(try await makeFile("new.db", in: folder, journal: "wal", [7]), path)
      let releasing = Task { try await connection.release() }
      await connection.until { $0.waiting == .opening }
      switch end {
      case "let go":
        try await shell.run("COMMIT;")
        try await releasing.value
        #expect(try stored(path) == [7])
        #expect(try stored(path + ".old") == [1, 2, 3])
      case "given up":
        connection.giveUpWaiting()
        await #expect(throws: DatabaseError.lockGivenUp) { try await releasing.value }
      default:
        releasing.cancel()
        await #expect(throws: CancellationError.self) { try await releasing.value }
      }
      #expect(connection.status.waiting.isEmpty)
      if end == "let go" { return }
      // It is still open.
      #expect(try await connection.numbers() == [1, 2, 3])
      try await shell.run("COMMIT;")
      try await connection.release()
      #expect(try stored(path + ".old") == [1, 2, 3])
      await #expect(throws: DatabaseError.closed) { try await connection.numbers() }
    }
  }
}
