// A transaction that SQLite rolls back by itself.

import CSQLite
import Foundation
import TestSupport
import Testing

@testable import Databases

@Suite(.recordsIssues) struct LostTransactionTests {
  @Test(
    "a read that fails while a write prepares its first statement, whichever it is: the write is made, or throws and changes nothing"
  )
  func failedReads() async throws {
    FaultPlan.register(withMemory: false)
    try await withFolder { folder in
      let path = try await makeFile("book.db", in: folder, journal: "delete", [1])
      // Opened for the first time when the schema is read.
      try RawConnection.run("CREATE VIRTUAL TABLE words USING fts5(word)", on: path)
      var configuration = SQLiteConnection.Configuration()
      configuration.watchesOtherProcesses = false
      for number in 1...30 {
        let connection = try await SQLiteConnection.open(storage: .file(path: path), configuration: configuration)
        let plan = FaultPlan(on: [folder.path], Fault(.read, SQLITE_IOERR | 1 << 8, number: number, lasts: false))
        let isMade: Bool
        do {
          try await connection.write { db in try db.execute("UPDATE t SET n = \(number + 1)") }
          isMade = true
        } catch is DatabaseError {
          isMade = false
        }
        plan.end()
        await connection.close()
        let rows = try RawConnection.rows("SELECT n FROM t", on: path)
        #expect((rows == ["\(number + 1)"]) == isMade, "read \(number)")
      }
    }
  }
}
