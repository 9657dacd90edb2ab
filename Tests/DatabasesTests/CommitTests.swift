// The report of a write if SQLite's error does not tell whether it was committed.

import CSQLite
import Foundation
import TestSupport
import Testing

@testable import Databases

@Suite(.recordsIssues) struct CommitTests {
  @Test("a lock that can't be let go after the commit takes nothing back: the write is made, and all hear of it")
  func failedUnlocking() async throws {
    for code in [8, 9] as [CInt] {
      FaultPlan.register(withMemory: false)
      try await withFolder { folder in
        let path = try await makeFile("book.db", in: folder, journal: "delete", [1, 2])
        var configuration = SQLiteConnection.Configuration()
        configuration.watchesOtherProcesses = false
        let connection = try await SQLiteConnection.open(storage: .file(path: path), configuration: configuration)
        _ = try await connection.numbers()
        let collector = BatchCollector(connection)
        // The first release of a lock comes after the commit.
        let plan = FaultPlan(on: [folder.path], Fault(.unlock, SQLITE_IOERR | code << 8, number: 1, lasts: true))
        try await connection.insert(3)
        plan.end()
        #expect(collector.batches.count { $0.gap != nil && $0.schemaChanged } == 1, "\(collector.batches)")
        try await connection.insert(4)
        #expect(try await connection.numbers() == [1, 2, 3, 4])
        // After such a change of the schema, the next write does not report it again.
        let second = FaultPlan(on: [folder.path], Fault(.unlock, SQLITE_IOERR | code << 8, number: 1, lasts: true))
        try await connection.write { try $0.execute("CREATE TABLE u(x)") }
        second.end()
        _ = collector.take()
        try await connection.write { try $0.execute("DELETE FROM t WHERE n = 4") }
        #expect(collector.batches.map(\.schemaChanged) == [false])
        try await connection.insert(4)
        await connection.close()
        #expect(try stored(path) == [1, 2, 3, 4])
      }
    }
  }

  @Test("a journal that another program has deleted takes nothing back: the write is made, and all are told")
  func deletedJournal() async throws {
    try await withFolder { folder in
      let path = try await makeFile("book.db", in: folder, journal: "delete", [1, 2])
      var configuration = SQLiteConnection.Configuration()
      configuration.watchesOtherProcesses = false
      let connection = try await SQLiteConnection.open(storage: .file(path: path), configuration: configuration)
      let collector = BatchCollector(connection)
      try await connection.write { db in
        try db.execute("INSERT INTO t VALUES(3)")
        #expect(unlink(path + "-journal") == 0)
      }
      #expect(collector.batches.map(\.gap) == ["SQLite does not say whether it was committed"])
      try await connection.insert(4)
      #expect(try await connection.numbers() == [1, 2, 3, 4])
      await connection.close()
      #expect(try stored(path) == [1, 2, 3, 4])
    }
  }

  @Test("a table that has given its highest identity says so, and not that the disk is full")
  func usedUpIdentities() async throws {
    try await withDatabase { connection in
      try await connection.write { db in
        try db.execute(
          "CREATE TABLE facts(id INTEGER PRIMARY KEY AUTOINCREMENT, body); CREATE TABLE users(id INTEGER PRIMARY KEY)")
        try db.execute("INSERT INTO facts VALUES(9223372036854775807, 'last')")
      }
      let error = await #expect(throws: DatabaseError.self) {
        try await connection.query("INSERT INTO facts(body) VALUES('one more')")
      }
      #expect(
        error?.message
          == "the IDs of facts are used up: the highest possible one, 9223372036854775807, was used already")
      #expect(error?.isFull == false)
      #expect(try await connection.query("SELECT body FROM facts").map(\.values) == [["last"]])
      // If the disk is full, the error says so.
      try await connection.query("PRAGMA max_page_count=1")
      let full = await #expect(throws: DatabaseError.self) {
        try await connection.write { db in
          try db.execute("CREATE TABLE more(x)")
          try db.execute("INSERT INTO more VALUES(zeroblob(100000))")
        }
      }
      #expect(full?.isFull == true)
    }
  }

  @Test("what inserts no row into a table that has given its highest identity lacks none: the disk is full")
  func fullDiskBesideUsedUpIdentities() async throws {
    try await withDatabase { connection in
      try await connection.write { db in
        try db.execute(
          """
          CREATE TABLE facts(id INTEGER PRIMARY KEY AUTOINCREMENT, body);
          CREATE TABLE log(what);
          CREATE TRIGGER kept AFTER DELETE ON facts BEGIN INSERT INTO log VALUES(zeroblob(100000)); END;
          INSERT INTO facts VALUES(9223372036854775807, 'last');
          -- Only bytes tell these two apart.
          CREATE TABLE "\u{E9}"(id INTEGER PRIMARY KEY AUTOINCREMENT, body);
          CREATE TABLE "e\u{301}"(id INTEGER PRIMARY KEY AUTOINCREMENT, body);
          INSERT INTO "\u{E9}" VALUES(9223372036854775807, 'last');
          """)
      }
      try await connection.query("PRAGMA max_page_count=1")
      for sql in [
        "UPDATE facts SET body = zeroblob(100000)", "DELETE FROM facts",
        "INSERT INTO \"e\u{301}\"(body) VALUES(zeroblob(100000))",
      ] {
        let error = await #expect(throws: DatabaseError.self, "\(sql)") { try await connection.query(sql) }
        #expect(error?.isFull == true, "\(sql)")
      }
      #expect(try await connection.query("SELECT body FROM facts").map(\.values) == [["last"]])
    }
  }
}
