// The labels of records that rows reference.
import Databases
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite struct ReferenceLabelsTests {
  @Test(
    "ANY-14: only a whole value names a record, compared as its column compares; a label is cut",
    arguments: [
      (Excerpt.text("k"), "Short"), (.text("K"), "Short"), (.integer(7), "Number"), (.real(7), "Number"),
      (.text("7"), "Number"), (.text("x"), String(repeating: "y", count: 60)), (.null, nil), (.text("none"), nil),
      (.blob([0x6B], count: 1), nil), (.text("\u{FFFD}"), nil), (.text(String(repeating: "k", count: 4000)), nil),
      (.text("unnamed"), nil),
    ] as [(Excerpt, String?)])
  func labels(value: Excerpt, expected: String?) async throws {
    try await withDatabase { connection in
      try await connection.write { db in
        try db.execute(
          """
          CREATE TABLE parent(id NUMERIC COLLATE NOCASE PRIMARY KEY, name TEXT);
          CREATE TABLE child(id INTEGER PRIMARY KEY, p REFERENCES parent);
          INSERT INTO parent VALUES
            ('k', 'Short'), (7, 'Number'), (printf('%.4000c', 'k'), 'Long'), (char(0xFFFD), 'Repaired'),
            ('unnamed', NULL), ('x', printf('%.100c', 'y'));
          """)
      }
      let labels = try await connection.read { db in
        let child = try #require(try FileTables().fetch(db)["child"])
        return try ReferenceLabels([ListedRow(id: 1, cells: [.integer(1), value])], of: child).fetch(db)
      }
      #expect(labels == [expected.map { [[value]: $0] } ?? [:]])
    }
  }
}
