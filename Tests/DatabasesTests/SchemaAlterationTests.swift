// Which ALTER TABLE was between two definitions of a table.
import Foundation
import TestSupport
import Testing

@testable import Databases

@Suite struct SchemaAlterationTests {
  private func change(
    _ old: String, _ new: String, name: String = "t", former: String? = nil
  ) -> SchemaChange {
    SchemaChange(
      type: "table", name: name, table: name, formerName: former, formerDefinition: old, definition: new)
  }

  private func statements(_ change: SchemaChange) -> [String?] { [change.alteration, change.inverseAlteration] }

  @Test("CHG-18: a column that was added, wherever it stands in the definition, and taken back")
  func addedColumn() {
    let drop = #"ALTER TABLE "t" DROP COLUMN "b""#
    #expect(
      statements(change("CREATE TABLE t(a)", "CREATE TABLE t(a, b TEXT NOT NULL DEFAULT ', ')"))
        == [#"ALTER TABLE "t" ADD COLUMN b TEXT NOT NULL DEFAULT ', '"#, drop])
    #expect(
      statements(
        change(
          "CREATE TABLE t(a INTEGER PRIMARY KEY, x BLOB) STRICT",
          "CREATE TABLE t(a INTEGER PRIMARY KEY, x BLOB, b TEXT) STRICT"))
        == [#"ALTER TABLE "t" ADD COLUMN b TEXT"#, drop], "a row of ones does not fit into it")
    #expect(
      statements(change("CREATE TABLE t(a, UNIQUE(a))", "CREATE TABLE t(a, b, UNIQUE(a))"))
        == [#"ALTER TABLE "t" ADD COLUMN b"#, drop])
    #expect(
      statements(change("CREATE TABLE t(a, bb)", "CREATE TABLE t(a, bb, b REFERENCES t)"))
        == [#"ALTER TABLE "t" ADD COLUMN b REFERENCES t"#, drop])
  }

  @Test("CHG-18: a table and a column that got another name, with and without quotes")
  func newNames() {
    let renamed = change(
      "CREATE TABLE t(a REFERENCES t)", #"CREATE TABLE "u v"(a REFERENCES "u v")"#, name: "u v", former: "t")
    #expect(statements(renamed) == [#"ALTER TABLE "t" RENAME TO "u v""#, #"ALTER TABLE "u v" RENAME TO "t""#])
    #expect(
      statements(change("CREATE TABLE t(a, c CHECK (a > c))", "CREATE TABLE t(a, d CHECK (a > d))"))
        == [#"ALTER TABLE "t" RENAME COLUMN "c" TO d"#, #"ALTER TABLE "t" RENAME COLUMN "d" TO c"#])
    #expect(
      statements(change("CREATE TABLE t(\"a\"\"b\")", "CREATE TABLE t(\"c d\")"))
        == [#"ALTER TABLE "t" RENAME COLUMN "a""b" TO "c d""#, #"ALTER TABLE "t" RENAME COLUMN "c d" TO "a""b""#])
  }

  @Test("CHG-18: a column that was dropped, and comes back as the last one")
  func droppedColumn() {
    #expect(
      statements(change("CREATE TABLE t(a, b TEXT DEFAULT 'x', c)", "CREATE TABLE t(a, c)"))
        == [#"ALTER TABLE "t" DROP COLUMN "b""#, #"ALTER TABLE "t" ADD COLUMN b TEXT DEFAULT 'x'"#])
    #expect(
      statements(change("CREATE TABLE t(a, b TEXT NOT NULL)", "CREATE TABLE t(a)"))
        == [#"ALTER TABLE "t" DROP COLUMN "b""#, nil], "where there are rows it can't be added")
  }

  @Test("CHG-18: what no single ALTER TABLE does has no statement")
  func others() {
    for (old, new) in [
      ("CREATE TABLE t(a)", "CREATE TABLE t(a, b, c)"),
      ("CREATE TABLE t(a CHECK (a > 0))", "CREATE TABLE t(a, b CHECK (a > 0))"),
      ("CREATE TABLE t(a)", "CREATE TABLE t(a INTEGER)"),
      ("CREATE TABLE t(a, b)", "CREATE TABLE t(b, a)"), ("CREATE TABLE t(a)", "CREATE TABLE u(a,b)"),
      ("CREATE TABLE t(a DEFAULT (unheard()))", "CREATE TABLE t(a)"), ("", "CREATE TABLE t(a)"),
    ] {
      #expect(statements(change(old, new)) == [nil, nil], "\(old) \(new)")
    }
    var index = change("CREATE INDEX i ON t(a)", "CREATE INDEX i ON t(b)")
    index.type = "index"
    #expect(index.alteration == nil)
  }

  @Test("what a hostile file has put behind a definition is not run")
  func hostileDefinition() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "made.db").path
      let definition = "CREATE TABLE t(a); ATTACH '\(path)' AS x; CREATE TABLE x.y(a)"
      let table = try ScratchTable(definition, name: "t", encoding: .utf8)
      #expect(try table.shape().columns.count == 1)
      let endless = "CREATE TABLE t AS WITH RECURSIVE c(a) AS (SELECT 1 UNION ALL SELECT a + 1 FROM c) SELECT a FROM c"
      for statement in ["ATTACH '\(path)' AS x", "VACUUM INTO '\(path)'", "CREATE TABLE u(a)", endless] {
        #expect(throws: DatabaseError.self) { try ScratchTable(statement, name: "t", encoding: .utf8) }
      }
      let copied = try ScratchTable("CREATE TABLE t(a)", name: "t", encoding: .utf8)
      #expect(throws: DatabaseError.self) { try copied.definition(after: "VACUUM INTO '\(path)'", name: "t") }
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }
}
