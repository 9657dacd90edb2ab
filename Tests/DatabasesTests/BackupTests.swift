import Databases
import Foundation
import TestSupport
import Testing

@Suite struct BackupTests {
  @Test func aCopyHoldsWhatTheReadSees() async throws {
    try await withFolder { folder in
      var configuration = SQLiteConnection.Configuration()
      configuration.journal = .wal
      let original = try await SQLiteConnection.open(
        storage: .file(path: folder.appendingPathComponent("a.db").path), configuration: configuration)
      try await original.write { db in
        try db.execute("CREATE TABLE t(x); INSERT INTO t VALUES (1), (2)")
      }
      let path = folder.appendingPathComponent("b.db").path
      try await original.read { db in try db.backUp(to: path) }
      try await original.write { db in try db.execute("INSERT INTO t VALUES (3)") }
      let copy = try await SQLiteConnection.open(storage: .file(path: path))
      let values = try await copy.read { db in try db.rows("SELECT x FROM t ORDER BY x").map { $0[0] } }
      #expect(values == [.integer(1), .integer(2)])
      await copy.close()
      await original.close()
    }
  }
}
