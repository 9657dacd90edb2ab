import CSQLite
import Foundation
import TestSupport
import Testing

@testable import Databases

@Suite struct IdleConnectionTests {
  @Test func askingTakesNoLockWhileARollbackJournalHasNothingNew() async throws {
    try await withFolder { folder in
      let path = folder.appendingPathComponent("a.db").path
      var opened: OpaquePointer?
      #expect(sqlite3_open(path, &opened) == SQLITE_OK)
      let writer = try #require(opened)
      defer { sqlite3_close(writer) }
      func execute(_ sql: String) -> Int32 { sqlite3_exec(writer, sql, nil, nil, nil) }
      #expect(execute("CREATE TABLE t(x)") == SQLITE_OK)

      let idle = try IdleConnection(path: path)
      let first = idle.poll()
      #expect(first != .busy)
      #expect(execute("BEGIN EXCLUSIVE") == SQLITE_OK)
      #expect(idle.poll() == first, "an exclusive lock elsewhere would have made a step busy")
      #expect(execute("INSERT INTO t VALUES (1); COMMIT") == SQLITE_OK)
      let second = idle.poll()
      #expect(second != first)
      #expect(idle.poll() == second)
      // Emptying the file commits nothing, however often Almanac looks.
      #expect(truncate(path, 0) == 0)
      #expect(idle.poll() == .empty)
      #expect(idle.poll() == .empty)
    }
  }
}
