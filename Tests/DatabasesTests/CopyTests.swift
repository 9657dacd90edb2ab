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

  @Test("nothing is copied of a file that was written over")
  func writtenOver() async throws {
    try await withWatchedFile("wal") {
      $0.watchesOtherProcesses = false
    } _: { connection, path, folder in
      let source = try await makeFile("other.db", in: folder, journal: "wal", [7, 8, 9])
      try await SQLiteShell(source).run("CREATE TABLE other(n);")
      let other = try await bytes(of: source)
      try await connection.insert(3)
      try await write(other, into: path)
      let error = await #expect(throws: DatabaseError.self) {
        try await connection.copy(to: folder.appending(path: "copy.db").path)
      }
      #expect(error?.message == "the file has been written over")
      #expect(files(in: folder) == ["book.db", "book.db-shm", "book.db-wal", "other.db"])
    }
  }
}
