// The file under an open connection: deleted, replaced, emptied, cut short, its log taken away.

import Activities
import Foundation
import Locks
import TestSupport
import Testing

@testable import Databases

@Suite(.recordsIssues) struct FileReplacementTests {
  private struct Refusal: Error, CustomStringConvertible {
    var description: String { "it is another's" }
  }

  /// Takes whatever begins as a database does.
  @Sendable private static func lookAtHeader(_ file: SQLiteConnection.StandIn) throws {
    let bytes = try Data(contentsOf: URL(filePath: file.path))
    if String(decoding: bytes.prefix(3), as: UTF8.self) != "SQL" { throw Refusal() }
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

  @Test("between the deletion and the watch's word nothing is written either")
  func deletedUnnoticed() async throws {
    try await withDatabase { connection in
      try await connection.query("CREATE TABLE t(n)")
      try FileManager.default.removeItem(atPath: connection.path ?? "")
      let error = await #expect(throws: DatabaseError.self) { try await connection.insert(3) }
      #expect(error?.message == "the file is no longer there")
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

  @Test(
    "another file in its place is opened by itself, and followed",
    arguments: ["wal", "delete"], ["wal", "delete"])
  func replaced(_ journal: String, _ other: String) async throws {
    try await withWatchedFile(journal) { connection, path, folder in
      // What is in the log of the one that goes must not come into the one that comes.
      try await connection.insert(3)
      let new = try await makeFile("new.db", in: folder, journal: other, [7, 8])
      try await connection.outsideBatch { _ = rename(new, path) }
      #expect(connection.status.condition == .present && connection.status.waiting.isEmpty)
      #expect(try await connection.numbers() == [7, 8])
      try await connection.insert(9)
      try await connection.outsideBatch { try await SQLiteShell(path).run("INSERT INTO t VALUES(10);") }
      #expect(try await connection.numbers() == [7, 8, 9, 10])
      try await SQLiteShell(path).run("SELECT CASE WHEN integrity_check = 'ok' THEN 1 END FROM pragma_integrity_check;")
    }
  }

  @Test("a file that is not accepted is told; the right one is opened when it comes")
  func refused() async throws {
    try await withWatchedFile("wal") {
      $0.accept = Self.lookAtHeader
    } _: { connection, path, folder in
      let wrong = folder.appending(path: "wrong").path
      try Data("nothing of yours".utf8).write(to: URL(filePath: wrong))
      _ = rename(wrong, path)
      await connection.until { $0.condition == .replaced(reason: "it is another's") }
      await connection.activity.settled()
      let error = await #expect(throws: DatabaseError.self) { try await connection.insert(3) }
      #expect(error?.message == "another file stands in its place")
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "nothing of yours")
      let new = try await makeFile("new.db", in: folder, journal: "wal", [7])
      try await connection.outsideBatch { _ = rename(new, path) }
      #expect(connection.status.condition == .present && connection.status.waiting.isEmpty)
      #expect(try await connection.numbers() == [7])
    }
  }

  @Test("nobody reads a file that was refused, or that could not be opened")
  func refusedIsNotRead() async throws {
    try await withWatchedFile("wal") {
      $0.accept = { _ in throw Refusal() }
    } _: { connection, path, folder in
      _ = rename(try await makeFile("wrong.db", in: folder, journal: "delete", [99]), path)
      await connection.until { $0.condition == .replaced(reason: "it is another's") }
      let error = await #expect(throws: DatabaseError.self) { try await connection.numbers() }
      #expect(error?.message == "another file stands in its place")
    }
    try await withWatchedFile("delete") { connection, path, _ in
      try await write(Data(repeating: 0x78, count: 8192), into: path)
      await connection.until { $0.condition == .damaged(reason: "file is not a database") }
      let error = await #expect(throws: DatabaseError.self) { try await connection.numbers() }
      #expect(error?.message == "the file is damaged")
    }
  }

  @Test("the file that comes back after one that was refused is opened anew")
  func cameBack() async throws {
    try await withWatchedFile("wal") {
      $0.accept = Self.lookAtHeader
    } _: { connection, path, folder in
      #expect(link(path, path + ".first") == 0)
      let wrong = folder.appending(path: "wrong").path
      try Data("nothing of yours".utf8).write(to: URL(filePath: wrong))
      _ = rename(wrong, path)
      await connection.until { $0.condition == .replaced(reason: "it is another's") }
      unlink(path)
      await connection.until { $0.condition == .deleted }
      for attempt in ["read", "write"] {
        let error = await #expect(throws: DatabaseError.self) {
          if attempt == "read" { _ = try await connection.numbers() } else { try await connection.insert(3) }
        }
        #expect(error?.message == "the file is no longer there")
      }
      try await connection.outsideBatch { _ = rename(path + ".first", path) }
      #expect(connection.status.condition == .present)
      try await connection.insert(3)
      #expect(try await connection.numbers() == [1, 2, 3])
    }
  }

  @Test("what has taken the place of another file stays so, though a third has the number of the first")
  func reusedNumber() async throws {
    let refusals = Lock(0)
    try await withWatchedFile("wal") {
      $0.accept = { _ in
        throw DatabaseError(code: 0, message: "refusal \(refusals.withLock { $0 += 1; return $0 })")
      }
    } _: { connection, path, folder in
      // What keeps the number of the first for the third.
      #expect(link(path, path + ".third") == 0)
      _ = rename(try await makeFile("second.db", in: folder, journal: "delete", [99]), path)
      await connection.until { $0.condition == .replaced(reason: "refusal 1") }
      await connection.activity.settled()
      _ = rename(path + ".third", path)
      await connection.until { "\($0.condition)".contains("refusal 2") }
      #expect(connection.status.condition == .replaced(reason: "refusal 2"))
    }
  }

  @Test("a link that is turned to another file leads there, and that file is followed", arguments: ["wal", "delete"])
  func turnedLink(_ journal: String) async throws {
    try await withFolder { folder in
      let path = try await makeFile("book.db", in: folder, journal: journal, [1, 2])
      let elsewhere = folder.appending(path: "elsewhere")
      try FileManager.default.createDirectory(at: elsewhere, withIntermediateDirectories: false)
      let new = try await makeFile("new.db", in: elsewhere, journal: journal, [7])
      let link = folder.appending(path: "link.db").path
      try await system("ln -s book.db '\(link)'")
      let connection = try await SQLiteConnection.open(storage: .file(path: link))
      try await connection.insert(3)
      try await connection.outsideBatch { try await system("ln -sfn elsewhere/new.db '\(link)'") }
      #expect(try await connection.numbers() == [7])
      // The one before is closed, with all that was committed.
      #expect(files(in: folder) == ["book.db", "elsewhere", "link.db"])
      #expect(try await SQLiteShell(path).run("SELECT n FROM t") == ["1", "2", "3"])
      try await connection.outsideBatch { try await SQLiteShell(new).run("INSERT INTO t VALUES(8);") }
      #expect(try await connection.numbers() == [7, 8])
      // And back, by way of nowhere.
      try await system("ln -sfn nowhere '\(link)'")
      await connection.until { $0.condition == .deleted }
      try await connection.outsideBatch { try await system("ln -sfn book.db '\(link)'") }
      #expect(try await connection.numbers() == [1, 2, 3])
      await connection.close()
      #expect(files(in: elsewhere) == ["new.db"])
    }
  }

  @Test("a file that becomes a link, and a link that becomes a file, are followed", arguments: ["wal", "delete"])
  func becameLink(_ journal: String) async throws {
    try await withWatchedFile(journal) { connection, path, folder in
      let elsewhere = folder.appending(path: "elsewhere")
      try FileManager.default.createDirectory(at: elsewhere, withIntermediateDirectories: false)
      let linked = try await makeFile("linked.db", in: elsewhere, journal: journal, [7])
      let plain = try await makeFile("plain.db", in: folder, journal: journal, [5])
      try await connection.outsideBatch { try await system("ln -sf elsewhere/linked.db '\(path)'") }
      #expect(try await connection.numbers() == [7])
      try await connection.outsideBatch { try await SQLiteShell(linked).run("INSERT INTO t VALUES(8);") }
      #expect(try await connection.numbers() == [7, 8])
      try await connection.outsideBatch { _ = rename(plain, path) }
      try await connection.outsideBatch { try await SQLiteShell(path).run("INSERT INTO t VALUES(6);") }
      #expect(try await connection.numbers() == [5, 6])
      try await connection.outsideBatch { try await system("ln -sf elsewhere/linked.db '\(path)'") }
      try await connection.outsideBatch { try await SQLiteShell(linked).run("INSERT INTO t VALUES(9);") }
      #expect(try await connection.numbers() == [7, 8, 9])
    }
  }

  @Test("a reader that is opened late opens no file that nobody has looked into", arguments: ["replaced", "deleted"])
  func openedLate(_ fate: String) async throws {
    try await withFolder { folder in
      let path = try await makeFile("book.db", in: folder, journal: "delete", [1, 2])
      var configuration = SQLiteConnection.Configuration()
      configuration.watchesOtherProcesses = false
      let connection = try await SQLiteConnection.open(storage: .file(path: path), configuration: configuration)
      if fate == "replaced" {
        _ = rename(try await makeFile("other.db", in: folder, journal: "delete", [99]), path)
      } else {
        try FileManager.default.removeItem(atPath: path)
      }
      let error = await #expect(throws: DatabaseError.self) { try await connection.numbers() }
      #expect(
        error?.message == (fate == "replaced" ? "another file stands in its place" : "the file is no longer there"))
      await connection.close()
    }
  }

  @Test("a file that is copied over in place is opened anew", arguments: ["wal", "delete"])
  func copiedOver(_ journal: String) async throws {
    try await withWatchedFile(journal) { connection, path, folder in
      let new = try await makeFile("new.db", in: folder, journal: journal, [7, 8])
      let bytes = try Data(contentsOf: URL(filePath: new))
      try await connection.shows([7, 8]) { try await write(bytes, into: path) }
      try await connection.insert(9)
      #expect(try await connection.numbers() == [7, 8, 9])
    }
  }

  @Test(
    "a file that is emptied, or cut short, is never a crash; whole again, it is shown again",
    arguments: ["wal", "delete"])
  func cutShort(_ journal: String) async throws {
    try await withWatchedFile(journal) { connection, path, _ in
      try await connection.write { db in
        try db.execute(
          """
          WITH RECURSIVE c(n) AS (SELECT 3 UNION ALL SELECT n + 1 FROM c WHERE n < 5000)
          INSERT INTO t SELECT n FROM c
          """)
      }
      try await connection.write { db in try db.execute("CREATE TABLE other(n)") }
      try await emptyLog(of: path)
      let whole = try await bytes(of: path)
      _ = truncate(path, 0)
      await connection.until { $0.condition == .emptied }
      _ = try? await connection.numbers()
      let error = await #expect(throws: DatabaseError.self) { try await connection.insert(3) }
      #expect(error?.message == "the file has been emptied")
      try await connection.outsideBatch { try await write(whole, into: path) }
      await connection.until { $0.condition == .present }
      #expect(try await connection.numbers().count == 5000)

      try await write(whole.prefix(whole.count / 2 / 4096 * 4096), into: path)
      await connection.until { $0.condition == .damaged(reason: "database disk image is malformed") }
      _ = try? await connection.numbers()
      try await connection.outsideBatch { try await write(whole, into: path) }
      await connection.until { $0.condition == .present }
      #expect(try await connection.numbers().count == 5000)
    }
  }

  @Test("a log that is taken away takes nothing with it, and the next is another's no more")
  func logTakenAway() async throws {
    try await withWatchedFile("wal") { connection, path, folder in
      try await connection.insert(3)
      try await connection.outsideBatch { try FileManager.default.removeItem(atPath: path + "-wal") }
      #expect(try await connection.numbers() == [1, 2, 3])
      try await connection.insert(4)
      await connection.close()
      #expect(files(in: folder) == ["book.db"])
      let reopened = try await SQLiteConnection.open(storage: .file(path: path))
      #expect(try await reopened.numbers() == [1, 2, 3, 4])
      await reopened.close()
    }
  }

  @Test("what a connection maps of a file is nothing: a file that shrinks can't end the program")
  func nothingIsMapped() async throws {
    try await withWatchedFile("wal") { connection, _, _ in
      let sizes = try await connection.read { db in try db.integers("PRAGMA mmap_size") }
      #expect(sizes == [0])
    }
  }

  @Test("what the connection writes itself does not make the file another", arguments: ["wal", "delete"])
  func ownWrites(_ journal: String) async throws {
    try await withDatabase {
      $0.journal = journal == "wal" ? .wal : .kept
    } _: { connection in
      let presence = try #require(connection.file.presence)
      try await connection.query("CREATE TABLE t(n)")
      try await connection.write { try $0.execute("INSERT INTO t VALUES(1)") }
      // A commit that is followed by a checkpoint writes the file itself.
      try await connection.query("PRAGMA wal_autocheckpoint=1")
      try await connection.insert(2)
      #expect(!presence.isRewritten)
      #expect(connection.status.generation == 0)
    }
  }
}
