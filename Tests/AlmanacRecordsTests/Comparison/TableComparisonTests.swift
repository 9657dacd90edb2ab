// Rows without a key are compared by their values, in little memory.
import Databases
import Foundation
import Harnesses
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite struct TableComparisonTests {
  private static func open(_ path: String) async throws -> SQLiteConnection {
    var configuration = SQLiteConnection.Configuration()
    (configuration.isReadOnly, configuration.watchesOtherProcesses) = (true, false)
    return try await SQLiteConnection.open(storage: .file(path: path), configuration: configuration)
  }

  /// HIS-12
  @Test(arguments: [8, 1 << 19])
  func rowsWithoutAKeyAreCounted(digestLimit: Int) async throws {
    try await withFolder { folder in
      let (old, new) = (folder.appending(path: "old.db").path, folder.appending(path: "new.db").path)
      let numbers = "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 100)"
      try RawConnection.run(
        "CREATE TABLE t(a); \(numbers) INSERT INTO t SELECT i FROM n; INSERT INTO t VALUES (7), (7)", on: old)
      // All rows have other rowids; five are gone, one has come twice, and one is left of three.
      try RawConnection.run(
        """
        CREATE TABLE t(a); INSERT INTO t VALUES ('new'), ('new');
        \(numbers) INSERT INTO t SELECT i FROM n WHERE i > 5 ORDER BY i DESC
        """, on: new)
      let (first, second) = (try await Self.open(old), try await Self.open(new))
      let found = try await first.read(with: second) { old, new in
        let table = try FilesComparison(old, new, readsPages: false).tables[0]
        var comparison = TableComparison(walk: RowWalk(table: table, old: old, new: new, known: nil))
        comparison.digestLimit = digestLimit
        var found: [String] = []
        try comparison.run { row in
          let value = (row.before ?? row.after ?? []).map(\.plainText).joined()
          found.append("\(row.before == nil ? "+" : "-")\(value)")
        }
        return found.sorted()
      }
      await first.close()
      await second.close()
      #expect(found == ["+new", "+new", "-1", "-2", "-3", "-4", "-5", "-7", "-7"])
    }
  }
}
