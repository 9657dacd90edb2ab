// A copy of the whole database in temporary storage.

import Foundation
import TestSupport
import Testing

@testable import Databases

@Suite(.recordsIssues) struct CopyTests {
  private static func numbers(_ connection: SQLiteConnection) async throws -> [SQLiteValue] {
    try await connection.query("SELECT n FROM t ORDER BY n").map { $0[0] }
  }

  @Test(
    "A copy holds what has been written so far, also what only the log holds, and each goes on by itself",
    arguments: ["wal", "delete"])
  func whole(journal: String) async throws {
    try await withWatchedFile(journal) { connection, path, folder in
      try await connection.insert(3)
      let before = files(in: folder)
      let copy = try await connection.openCopy(SQLiteConnection.Configuration())
      try await connection.insert(4)
      try await copy.insert(5)
      #expect(try await Self.numbers(copy) == [1, 2, 3, 5])
      #expect(try await Self.numbers(connection) == [1, 2, 3, 4])
      #expect(copy.path == nil && files(in: folder) == before)
      await copy.close()
    }
  }

  @Test("The file that holds the copy has no name")
  func nameless() async throws {
    try await withWatchedFile("wal") { connection, _, _ in
      let copy = try await connection.openCopy(SQLiteConnection.Configuration())
      // More data than SQLite keeps in memory.
      try await copy.write { db in try db.execute("CREATE TABLE large(b); INSERT INTO large VALUES (zeroblob(9000000))")
      }
      let links = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)
      }
      let temporary = links.filter { $0.contains("etilqs_") }
      #expect(!temporary.isEmpty && temporary.allSatisfy { $0.hasSuffix(" (deleted)") })
      await copy.close()
    }
  }

  @Test("A copy reports no commit of another program, although it is a file that is watched and took time to fill")
  func unchanged() async throws {
    try await withWatchedFile("delete") { connection, path, folder in
      connection.waitForLocks(atMost: nil)
      let shell = try SQLiteShell(path)
      try await shell.run("BEGIN EXCLUSIVE;")
      let copying = Task {
        try await connection.openCopy(
          in: .file(path: folder.appending(path: "copy.db").path), SQLiteConnection.Configuration())
      }
      await connection.until { $0.waiting == .write }
      try await shell.run("COMMIT;")
      let copy = try await copying.value
      try await copy.lookForOutsideChanges()
      try await copy.insert(3)
      try await copy.lookForOutsideChanges()
      #expect(try await Self.numbers(copy) == [1, 2, 3])
      #expect(copy.generation == 1)
      await copy.close()
    }
  }
}
