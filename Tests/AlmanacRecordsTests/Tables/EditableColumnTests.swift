// The columns of a form, as the table's shape describes them.
import Databases
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite struct EditableColumnTests {
  /// The style of the table `name` in a database that `sql` makes.
  private func style(_ name: String, _ sql: String) async throws -> TableStyle {
    try await withDatabase { connection in
      try await connection.write { try $0.execute(sql) }
      return try #require(try await connection.read { db in try ListedTable.named(name, db) }).style
    }
  }

  @Test("ANY-11: a form has the columns that can be written, and what a new record gets in them")
  func columns() async throws {
    let style = try await style(
      "things",
      """
      CREATE TABLE things(
        id INTEGER PRIMARY KEY, name VARCHAR(20) NOT NULL UNIQUE COLLATE NOCASE, price DECIMAL(10,2) DEFAULT (1 + 1),
        data, sold BOOLEAN NOT NULL DEFAULT 0, nil TEXT DEFAULT NULL, "" INTEGER, twice AS (price * 2),
        length INT GENERATED ALWAYS AS (length(name)) STORED);
      CREATE UNIQUE INDEX partial ON things(data) WHERE data > 5;
      CREATE UNIQUE INDEX pair ON things(data, price);
      """)
    func column(
      _ name: String, label: String? = nil, _ kind: EditableColumn.Kind = .value, isNotNull: Bool = false,
      _ defaultValue: EditableColumn.Default = .null, type: String = "", unique: String? = nil,
      promise: EditableColumn.Promise? = nil, affinity: Affinity = .blob
    ) -> EditableColumn {
      EditableColumn(
        name: name, label: label ?? name, kind: kind, start: nil, isNotNull: isNotNull, defaultValue: defaultValue,
        promise: promise, affinity: affinity, declaredType: type, uniqueCollation: unique)
    }
    #expect(
      style.editing.columns == [
        column("id", .value, isNotNull: true, .rowID, unique: "BINARY", promise: .number, affinity: .integer),
        column("name", isNotNull: true, type: "VARCHAR(20)", unique: "NOCASE", affinity: .text),
        column("price", .value, .expression("1 + 1"), type: "DECIMAL(10,2)", promise: .number, affinity: .numeric),
        column("data"),
        column("sold", .flag, isNotNull: true, .expression("0"), type: "BOOLEAN", promise: .flag, affinity: .numeric),
        column("nil", affinity: .text),
        column("", label: "\"\"", promise: .number, affinity: .integer),
      ])
    #expect(style.editing.refusals.isEmpty)
    #expect(style.editing.toggledColumn == "sold")
  }

  @Test("ANY-06: types that promise a number or JSON; dates, and what other programs call types, promise nothing")
  func promises() async throws {
    let style = try await style(
      "t", "CREATE TABLE t(a INT, b FLOAT, c NUMERIC(5), d JSON, e JSONB, f DATE, g STRING, h TEXT, i, j POINT)")
    #expect(
      style.editing.columns.map(\.promise) == [.number, .number, .number, .json, nil, nil, nil, nil, nil, nil])
  }

  @Test("the columns of a composite key are fields like any others, and need a value")
  func compositeKey() async throws {
    let style = try await style(
      "t", "CREATE TABLE t(a INTEGER, b TEXT, c, PRIMARY KEY (b, a)) WITHOUT ROWID")
    #expect(style.editing.columns.map(\.name) == ["a", "b", "c"])
    #expect(style.editing.columns.map(\.isNotNull) == [true, true, false])
    #expect(style.editing.columns.allSatisfy { $0.uniqueCollation == nil })
    #expect(style.editing.toggleRefusal == "t has no column that is declared boolean.")
  }

  @Test("ANY-12, ANY-13: why the records of a table can't be changed")
  func refusals() async throws {
    let sql = """
      CREATE TABLE plain(a); CREATE VIEW seen AS SELECT a FROM plain;
      CREATE TABLE bare(rowid, _rowid_, oid); CREATE VIRTUAL TABLE pages USING fts5(body); ANALYZE
      """
    for (name, refusal) in [
      ("plain", nil), ("seen", "Records of seen can't be changed: the view has no INSTEAD OF UPDATE trigger."),
      ("bare", "Nothing tells the records of bare apart, so they can't be changed."),
      ("pages", "pages belongs to a module, and can't be changed here."),
      ("pages_data", "pages_data belongs to a module, and can't be changed here."),
      ("sqlite_stat1", "sqlite_stat1 belongs to SQLite, and can't be changed."),
    ] as [(String, String?)] {
      let style = try await style(name, sql)
      #expect(style.editing.refusals[.edit] == refusal)
      #expect(style.editing.columns.isEmpty == (refusal != nil))
    }
  }

  @Test(
    "ANY-07: a number typed over a number is that number; an integer beyond 64 bits stays a text, and is refused",
    arguments: [
      ("9007199254740993", .integer(9_007_199_254_740_993)), ("-9223372036854775808", .integer(.min)),
      ("9223372036854775808", .text("9223372036854775808")), ("0.1", .real(0.1)),
      ("5e-324", .real(.leastNonzeroMagnitude)),
      ("-0.0", .real(-0.0)),
      ("inf", .real(.infinity)), ("9e999", .real(.infinity)), ("+5", .integer(5)), ("nan", .text("nan")),
      ("0x10", .text("0x10")), (" 5", .text(" 5")), ("1e", .text("1e")), ("", .text("")), ("5 a", .text("5 a")),
    ] as [(String, ExactValue)])
  func numbers(text: String, value: ExactValue) throws {
    let column = EditableColumn(name: "a", label: "a", kind: .value)
    let typed = try column.value(of: text, over: .integer(1))
    #expect(typed == value)
    if case .real(let number) = typed { #expect(number.sign == (text.hasPrefix("-") ? .minus : .plus)) }
    #expect(try column.value(of: text, over: .text("1")) == .text(text))
    #expect(try column.value(of: text) == .text(text))
  }
}
