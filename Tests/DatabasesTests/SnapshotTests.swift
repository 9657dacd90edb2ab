// A read that changes from one snapshot of the file to another.
import Testing

@testable import Databases

@Suite struct SnapshotTests {
  @Test("a new snapshot in a write, or between two steps of a statement, is a trap that says why")
  func refusedSnapshots() async throws {
    let inWrite = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let connection = try await SQLiteConnection.open(storage: .temporary)
        try await connection.write { db in try db.renewSnapshot() }
      })
    #expect(String(decoding: inWrite.standardErrorContent, as: UTF8.self).contains("a write must stay whole"))
    let inStatement = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let connection = try await SQLiteConnection.open(storage: .temporary)
        try await connection.read { db in
          try db.withStatement("VALUES (1), (2)") { statement in
            _ = try statement.step()
            try db.renewSnapshot()
          }
        }
      })
    #expect(String(decoding: inStatement.standardErrorContent, as: UTF8.self).contains("end that one first"))
  }
}
