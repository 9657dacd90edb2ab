// Changes of rows as SQL.
import Databases
import Testing

@testable import AlmanacRecords

@Suite struct RowStatementTests {
  private let table = ChangedRows.Table("it's \"t\"", columns: ["k", "v", "g"], key: ["k"], generated: ["g"])

  private func texts(
    _ table: ChangedRows.Table, _ rowID: Int?, _ before: [ExactValue]?, _ after: [ExactValue]?
  ) -> [String?] {
    let statement = RowStatement(table, ChangedRows.Row(rowID: rowID, before: before, after: after))
    return [statement.forward, statement.backward]
  }

  @Test("CHG-18: by the key, without what SQLite computes")
  func byKey() {
    #expect(
      texts(table, 7, [.integer(1), .text("a"), .text("A")], [.integer(1), .text("b"), .text("B")]) == [
        #"UPDATE "it's ""t""" SET "v" = 'b' WHERE "k" IS 1;"#, #"UPDATE "it's ""t""" SET "v" = 'a' WHERE "k" IS 1;"#,
      ])
    #expect(
      texts(table, nil, nil, [.text("x"), .null, .null]) == [
        #"INSERT INTO "it's ""t"""("k", "v") VALUES ('x', NULL);"#, #"DELETE FROM "it's ""t""" WHERE "k" IS 'x';"#,
      ])
  }

  @Test("CHG-18: by the rowid where there is no key, or NULL in it; by another name where a column has that one")
  func byRowID() {
    let plain = ChangedRows.Table("t", columns: ["rowid", "v"])
    #expect(
      texts(plain, 3, nil, [.integer(9), .null]) == [
        #"INSERT INTO "t"(_rowid_, "rowid", "v") VALUES (3, 9, NULL);"#, #"DELETE FROM "t" WHERE _rowid_ = 3;"#,
      ])
    #expect(
      texts(table, 4, [.null, .null, .null], nil) == [
        #"DELETE FROM "it's ""t""" WHERE rowid = 4;"#,
        #"INSERT INTO "it's ""t"""(rowid, "k", "v") VALUES (4, NULL, NULL);"#,
      ])
  }

  @Test("REAL-49: a row comes with its rowid where no column holds it; a module's own rows give way")
  func looseRowIDs() {
    let loose = ChangedRows.Table("t", columns: ["k", "v"], key: ["k"], hasLooseRowIDs: true)
    #expect(
      texts(loose, 3, [.text("a"), .null], nil) == [
        #"DELETE FROM "t" WHERE "k" IS 'a';"#, #"INSERT INTO "t"(rowid, "k", "v") VALUES (3, 'a', NULL);"#,
      ])
    var shadow = ChangedRows.Table("f_data", columns: ["id", "block"], key: ["id"])
    shadow.isShadow = true
    #expect(
      texts(shadow, 3, [.integer(3), .blob([1])], nil) == [
        #"DELETE FROM "f_data" WHERE "id" IS 3;"#,
        #"INSERT OR REPLACE INTO "f_data"("id", "block") VALUES (3, x'01');"#,
      ])
  }

  @Test("CHG-18: a column that the commit dropped is written only to take the change back")
  func droppedColumn() {
    let table = ChangedRows.Table("t", columns: ["k", "v", "gone"], key: ["k"], dropped: ["gone"])
    #expect(
      texts(table, 1, [.integer(1), .null, .text("x")], [.integer(1), .null, .null])
        == ["", #"UPDATE "t" SET "gone" = 'x' WHERE "k" IS 1;"#])
    #expect(
      texts(table, 1, [.integer(1), .null, .text("x")], [.integer(1), .integer(2), .null]) == [
        #"UPDATE "t" SET "v" = 2 WHERE "k" IS 1;"#, #"UPDATE "t" SET "v" = NULL, "gone" = 'x' WHERE "k" IS 1;"#,
      ])
    #expect(
      texts(table, 1, [.integer(1), .null, .text("x")], nil) == [
        #"DELETE FROM "t" WHERE "k" IS 1;"#, #"INSERT INTO "t"("k", "v", "gone") VALUES (1, NULL, 'x');"#,
      ])
  }

  @Test("CHG-18: a column that the commit added is not there when the change is taken back")
  func addedColumn() {
    let table = ChangedRows.Table("t", columns: ["k", "v", "new"], key: ["k"], added: ["new"])
    #expect(
      texts(table, 1, [.integer(1), .null, .null], [.integer(1), .integer(2), .integer(3)]) == [
        #"UPDATE "t" SET "v" = 2, "new" = 3 WHERE "k" IS 1;"#, #"UPDATE "t" SET "v" = NULL WHERE "k" IS 1;"#,
      ])
  }

  @Test("CHG-18: SQLite reads a text of many lines back, and one of many control characters")
  func longTexts() async throws {
    for text in [String(repeating: "a\tline\n", count: 20_000), String(repeating: "\n", count: 20_000)] {
      try await withDatabase { connection in
        let read = try await connection.read { db in
          try db.withStatement("SELECT \(ExactValue.text(text).sqlLiteral)") { statement in
            try statement.step() ? statement.text(0) : ""
          }
        }
        #expect(read == text)
      }
    }
  }

  @Test("CHG-18: there is no statement where a name has characters that a terminal may obey")
  func hostileNames() {
    for name in ["a\u{1B}[2J", "a\nb", "a\u{2028}"] {
      #expect(texts(ChangedRows.Table(name, columns: ["a"]), 1, nil, [.null]) == [nil, nil])
      #expect(texts(ChangedRows.Table("t", columns: [name]), 1, [.null], nil) == [nil, nil])
    }
  }

  @Test("CHG-18: values to the byte and with their class, on one line")
  func literals() {
    let values: [(ExactValue, String)] = [
      (.null, "NULL"), (.integer(.min), "(-9223372036854775807 - 1)"), (.integer(-5), "-5"), (.real(1), "1.0"),
      (.real(-0.0), "-0.0"), (.real(.infinity), "9e999"), (.real(Double("1e-320") ?? 0), "1e-320"),
      (.text("it's"), "'it''s'"),
      (.text(""), "''"), (.text("a\nb\u{1B}"), "('a' || char(10) || 'b' || char(27))"), (.text("\t"), "char(9)"),
      (.text("\r\n\n"), "char(13, 10, 10)"),
      (.text([0x61, 0, 0x62]), "('a' || char(0) || 'b')"), (.text([0xFF]), "CAST(x'ff' AS TEXT)"),
      (.blob([]), "x''"), (.blob([0, 255]), "x'00ff'"),
      (.text("\u{2028}b\u{9B}"), "(char(8232) || 'b' || char(155))"), (.text("\u{202E}"), "char(8238)"),
    ]
    for (value, literal) in values { #expect(value.sqlLiteral == literal) }
  }
}
