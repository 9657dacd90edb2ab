// A copy of the whole database in another file.

import Foundation
import TestSupport
import Testing

@testable import Databases

@Suite(.recordsIssues) struct CopyTests {
  @Test("a copy holds what has been written so far, also what only the log holds, and takes no file's place")
  func whole() async throws {
    try await withWatchedFile("wal") { connection, path, folder in
      try await connection.insert(3)
      let copy = folder.appending(path: "it's a copy.db").path
      try await connection.copy(to: copy)
      try await connection.insert(4)
      #expect(try await SQLiteShell(copy).run("SELECT n FROM t") == ["1", "2", "3"])
      await #expect(throws: DatabaseError.self) { try await connection.copy(to: copy) }
    }
  }
}
