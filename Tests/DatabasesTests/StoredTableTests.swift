// Reading the records of a table, whatever functions its definition calls.

import Testing
import WriteAheadLogs

@testable import Databases

@Suite struct StoredTableTests {
  @Test("REAL-36: a column that a function of JSON computes is known; one that may do more than compute is not called")
  func generated() throws {
    for (column, expected) in [
      ("json_extract(q, '$.k')", ExactValue.integer(5)), ("q ->> '$.k'", .integer(5)), ("q -> 'k'", .text("5")),
      ("json_array(1, q ->> 'k')", .text("[1,5]")), ("upper(json_type(q))", .text("OBJECT")),
    ] {
      let table = try StoredTable(
        "a", definition: "CREATE TABLE a(id INTEGER PRIMARY KEY, q, r AS (\(column)) VIRTUAL, s AS (length(r)) STORED)",
        hasRowIDs: true, encoding: .utf8)
      #expect(table.columns == ["id", "q", "r", "s"], "\(column)")
      let values = try table.values([.null, .text(Array("{\"k\":5}".utf8)), .integer(1)], rowID: 7)
      #expect(values[2] == expected, "\(column)")
    }
    for column in ["load_extension(q)", "fts3_tokenizer(q)", "theirs(q)", "random()"] {
      let table = try? StoredTable(
        "a", definition: "CREATE TABLE a(id INTEGER PRIMARY KEY, q, r AS (\(column)))", hasRowIDs: true, encoding: .utf8
      )
      // SQLite itself makes no table with random().
      #expect(table?.columns == (column == "random()" ? nil : ["id", "q"]), "\(column)")
    }
  }

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
