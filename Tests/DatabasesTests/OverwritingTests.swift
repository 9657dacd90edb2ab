// A file in write-ahead mode that is written over while its log holds what is not in it yet.

import Activities
import CSQLite
import Foundation
import TestSupport
import Testing

@testable import Databases

@Suite(.recordsIssues) struct OverwritingTests {
  /// A file in write-ahead mode with other pages than the book's, and more of them.
  private func makeOther(in folder: URL, _ numbers: [Int] = [7, 8]) async throws -> Data {
    let path = try await makeFile("other.db", in: folder, journal: "wal", numbers)
    try await SQLiteShell(path).run("CREATE TABLE filler(x); INSERT INTO filler VALUES(randomblob(20000));")
    return try await bytes(of: path)
  }

  /// What the file holds, as another program reads it, whose own checks find nothing wrong.
  private func stored(_ path: String) throws -> [Int] {
    let database = try DatabaseFile(.file(path: path), mustExist: true).openWriter(SQLiteConnection.Configuration())
    #expect(try database.rows("PRAGMA integrity_check").map(\.values) == [["ok"]])
    return try database.integers("SELECT n FROM t ORDER BY n")
  }

  @Test("what is copied over the file is what is shown, and stays, whatever the log holds")
  func copiedOver() async throws {
    try await withWatchedFile("wal") { connection, path, folder in
      let other = try await makeOther(in: folder)
      for number in 10..<20 { try await connection.insert(number) }
      try await connection.shows([7, 8]) { try await write(other, into: path) }
      try await connection.insert(9)
      #expect(try await connection.numbers() == [7, 8, 9])
      await connection.close()
      #expect(try stored(path) == [7, 8, 9])
      #expect(files(in: folder) == ["book.db", "other.db"])
    }
  }

  @Test("so it is with a book that is opened by a link")
  func linked() async throws {
    try await withFolder { folder in
      let path = try await makeFile("book.db", in: folder, journal: "wal", [1, 2])
      let other = try await makeOther(in: folder)
      let links = folder.appending(path: "links")
      try FileManager.default.createDirectory(at: links, withIntermediateDirectories: false)
      let link = links.appending(path: "link.db").path
      try await system("ln -s ../book.db '\(link)'")
      let connection = try await SQLiteConnection.open(storage: .file(path: link))
      for number in 10..<20 { try await connection.insert(number) }
      try await connection.shows([7, 8]) { try await write(other, into: link) }
      await connection.close()
      #expect(try stored(path) == [7, 8])
      #expect(files(in: folder) == ["book.db", "links", "other.db"] && files(in: links) == ["link.db"])
    }
  }

  @Test("a copy with the same header and size is known by the kernel's report")
  func sameHeader() async throws {
    try await withWatchedFile("wal") { connection, path, folder in
      try await emptyLog(of: path)
      let backup = try await bytes(of: path)
      // What is changed in its place leaves the header alone.
      try await connection.write { try $0.execute("UPDATE t SET n = 5 WHERE n = 1") }
      try await emptyLog(of: path)
      #expect(try await bytes(of: path).prefix(100) == backup.prefix(100))
      try await connection.write { try $0.execute("UPDATE t SET n = 6 WHERE n = 2") }
      // What the kernel has to report of the checkpoints has been taken.
      try await connection.outsideBatch { try await SQLiteShell(path).run("INSERT INTO t VALUES(7);") }
      // Without emptying the file first, as `cp` does.
      let source = folder.appending(path: "backup.db")
      try backup.write(to: source)
      try await connection.shows([1, 2]) {
        try await system("dd 'if=\(source.path)' 'of=\(path)' conv=notrunc status=none")
      }
      await connection.close()
      #expect(try stored(path) == [1, 2])
    }
  }

  @Test("before anybody has looked nothing is written into it either: not by a write, not by closing")
  func unnoticed() async throws {
    try await withWatchedFile("wal") {
      $0.watchesOtherProcesses = false
    } _: { connection, path, folder in
      let other = try await makeOther(in: folder)
      try await connection.insert(3)
      try await write(other, into: path)
      for attempt in ["write", "query"] {
        let error = await #expect(throws: DatabaseError.self) {
          if attempt == "write" {
            try await connection.insert(4)
          } else {
            try await connection.query("INSERT INTO t VALUES(4)")
          }
        }
        #expect(error?.message == "the file has been written over")
      }
      await connection.close()
      #expect(try await bytes(of: path) == other)
      #expect(files(in: folder) == ["book.db", "other.db"])
    }
  }

  @Test(
    "a connection that is dropped works its log in, but not into what was written over the file",
    arguments: [false, true])
  func dropped(_ isWrittenOver: Bool) async throws {
    try await withFolder { folder in
      let path = try await makeFile("book.db", in: folder, journal: "wal", [1, 2])
      let other = try await makeOther(in: folder)
      var configuration = SQLiteConnection.Configuration()
      configuration.watchesOtherProcesses = false
      let activity = configuration.activity
      var connection: SQLiteConnection? = try await .open(storage: .file(path: path), configuration: configuration)
      try await connection?.insert(3)
      _ = try await connection?.numbers()
      if isWrittenOver { try await write(other, into: path) }
      connection = nil
      await activity.settled()
      #expect(files(in: folder) == ["book.db", "other.db"])
      if isWrittenOver { #expect(try await bytes(of: path) == other) }
      #expect(try stored(path) == (isWrittenOver ? [7, 8] : [1, 2, 3]))
    }
  }

  @Test("looked for, it is opened anew")
  func lookedFor() async throws {
    try await withWatchedFile("wal") {
      $0.watchesOtherProcesses = false
    } _: { connection, path, folder in
      let other = try await makeOther(in: folder)
      try await connection.insert(3)
      try await write(other, into: path)
      try await connection.lookForOutsideChanges()
      await connection.activity.settled()
      #expect(connection.status.generation == 1)
      #expect(try await connection.numbers() == [7, 8])
    }
  }

  @Test("a transaction over which the file is written over is taken back")
  func duringATransaction() async throws {
    try await withWatchedFile("wal") {
      $0.watchesOtherProcesses = false
    } _: { connection, path, folder in
      let other = try await makeOther(in: folder)
      let error = await #expect(throws: DatabaseError.self) {
        try await connection.transaction { transaction in
          try await transaction.query("INSERT INTO t VALUES(3)")
          try await write(other, into: path)
        }
      }
      #expect(error?.message == "the file has been written over")
      await connection.close()
      #expect(try await bytes(of: path) == other)
    }
  }

  @Test("a file that is only touched keeps what its log holds")
  func touched() async throws {
    try await withWatchedFile("wal") { connection, path, _ in
      try await connection.insert(3)
      try await emptyLog(of: path)
      try await connection.insert(4)
      try await system("touch -d 2001-02-03 '\(path)'")
      connection.reopener?.lookAtFile()
      try await connection.insert(5)
      await connection.close()
      #expect(try stored(path) == [1, 2, 3, 4, 5])
    }
  }

  @Test("nor is a file opened anew that another program's checkpoint has written")
  func othersCheckpoints() async throws {
    try await withWatchedFile("wal") { connection, path, _ in
      try await connection.insert(3)
      try await SQLiteShell(path).run("PRAGMA wal_checkpoint(PASSIVE);")
      connection.reopener?.fileRewritten()
      try await connection.insert(4)
      connection.reopener?.lookAtFile()
      await connection.activity.settled()
      #expect(connection.status.generation == 0)
      await connection.close()
      #expect(try stored(path) == [1, 2, 3, 4])
    }
  }

  @Test("what a checkpoint writes is never taken for somebody's who writes over the file")
  func checkpoints() async throws {
    try await withFolder { folder in
      let path = try await makeFile("book.db", in: folder, journal: "wal", [1])
      let database = try DatabaseFile(.file(path: path), mustExist: true).openWriter(SQLiteConnection.Configuration())
      let opened = try #require(CheckpointedFile(database.handle))
      try database.execute("CREATE TABLE filler(x); INSERT INTO filler VALUES(randomblob(20000))")
      #expect(!opened.isWrittenOver(database.handle))
      try database.runInternal("PRAGMA wal_checkpoint(PASSIVE)")
      #expect(!opened.isWrittenOver(database.handle), "the header is another, and so is the mark")
      // A log without its index may be in the file in parts.
      try database.execute("INSERT INTO t VALUES(2)")
      let copy = path + ".copy"
      for suffix in ["", "-wal"] { try await system("cp '\(path)\(suffix)' '\(copy)\(suffix)'") }
      let left = try DatabaseFile(.file(path: copy), mustExist: true).open(
        flags: SQLITE_OPEN_READWRITE, tracksChanges: false)
      #expect(try left.integers("SELECT n FROM t ORDER BY n") == [1, 2])
      #expect(CheckpointMark(left.handle) == nil)
    }
  }

  @Test("what a killed writer left in the log is worked in at once, so that it is known what is in the file")
  func leftByADeadWriter() async throws {
    try await withFolder { folder in
      let (path, copy) = (folder.appending(path: "book.db").path, folder.appending(path: "copy.db").path)
      let shell = try SQLiteShell(path)
      try await shell.run("PRAGMA journal_mode=WAL; CREATE TABLE t(n); INSERT INTO t VALUES(1);")
      for suffix in ["", "-wal"] { try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix) }
      var configuration = SQLiteConnection.Configuration()
      configuration.watchesOtherProcesses = false
      let connection = try await SQLiteConnection.open(storage: .file(path: copy), configuration: configuration)
      try await connection.insert(2)
      let other = try await makeOther(in: folder)
      try await write(other, into: copy)
      let error = await #expect(throws: DatabaseError.self) { try await connection.insert(3) }
      #expect(error?.message == "the file has been written over")
      await connection.close()
      #expect(try await bytes(of: copy) == other)
    }
  }

  @Test("two connections that have the log open both let go of it, and show the copy")
  func severalConnections() async throws {
    try await withWatchedFile("wal") { connection, path, folder in
      let second = try await SQLiteConnection.open(storage: .file(path: path))
      let other = try await makeOther(in: folder)
      try await connection.insert(3)
      try await second.shows([7, 8]) { try await write(other, into: path) }
      await connection.until { $0.generation > 0 && $0.condition == .present }
      try await connection.insert(9)
      await second.close()
      await connection.close()
      #expect(try stored(path) == [7, 8, 9])
    }
  }

  @Test(
    "while another program has the log open the copy is not opened: that is waited for, or given up; leaving removes the log",
    arguments: [false, true])
  func heldByAnother(_ isLogEmpty: Bool) async throws {
    try await withWatchedFile("wal") { connection, path, folder in
      connection.waitForLocks(atMost: nil)
      let shell = try SQLiteShell(path, isReadOnly: true)
      try await shell.run("SELECT count(*) FROM t;")
      let other = try await makeOther(in: folder)
      try await connection.insert(3)
      if isLogEmpty { try await emptyLog(of: path) }
      try await write(other, into: path)
      await connection.until { $0.waiting == .opening }
      connection.giveUpWaiting()
      await connection.until { $0.condition == .damaged(reason: "another program holds it") }
      await connection.activity.settled()
      await #expect(throws: DatabaseError.self) { try await connection.numbers() }
      try await shell.end()
      await connection.close()
      #expect(files(in: folder) == ["book.db", "other.db"])
      #expect(try await bytes(of: path) == other)
      #expect(try stored(path) == [7, 8])
    }
  }

  @Test("nothing of the log comes into a file that was written over and then moved away")
  func movedAfterwards() async throws {
    try await withWatchedFile("wal") {
      $0.watchesOtherProcesses = false
    } _: { connection, path, folder in
      let other = try await makeOther(in: folder)
      let new = try await makeFile("new.db", in: folder, journal: "wal", [9])
      try await connection.insert(3)
      try await write(other, into: path)
      _ = rename(path, path + ".old")
      _ = rename(new, path)
      try await connection.lookForOutsideChanges()
      await connection.activity.settled()
      #expect(try await connection.numbers() == [9])
      await connection.close()
      #expect(try await bytes(of: path + ".old") == other)
      #expect(files(in: folder) == ["book.db", "book.db.old", "other.db"])
      #expect(try stored(path) == [9])
    }
  }

  @Test("the log of a file that has been moved away is emptied first, whoever still reads it")
  func heldByAReader() async throws {
    try await withWatchedFile("wal") { connection, path, folder in
      connection.waitForLocks(atMost: nil)
      let new = try await makeFile("new.db", in: folder, journal: "wal", [7])
      let shell = try SQLiteShell(path)
      try await shell.run("BEGIN; SELECT count(*) FROM t;")
      try await connection.insert(3)
      try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
      _ = rename(new, path)
      await connection.until { $0.waiting == .opening }
      try await shell.run("COMMIT;")
      await connection.until { $0.generation == 1 }
      #expect(try await connection.numbers() == [7])
      await connection.close()
      #expect(try stored(path) == [7])
      #expect(try stored(path + ".old") == [1, 2, 3])
    }
  }
}
