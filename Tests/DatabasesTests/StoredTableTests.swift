// How the records of a table are read, whatever its definition calls.

import Testing
import WriteAheadLogs

@testable import Databases

@Suite struct StoredTableTests {
  @Test("a definition that calls a function of JSON, or one that SQLite lacks, leaves the other columns known")
  func functions() throws {
    for check in ["json_valid(q)", "JSON_TYPE(q) IS NOT NULL", "theirs(q)", "length(q) > 0"] {
      let table = try StoredTable(
        "a", definition: "CREATE TABLE a(id INTEGER PRIMARY KEY, q TEXT CHECK(\(check)), r AS (upper(q)))",
        hasRowIDs: true, encoding: .utf8)
      #expect(table.columns == ["id", "q", "r"], "\(check)")
      let values = try table.values([.null, .text(Array("x".utf8))], rowID: 7)
      #expect(values == [.integer(7), .text(Array("x".utf8)), .text(Array("X".utf8))], "\(check)")
    }
  }
}
