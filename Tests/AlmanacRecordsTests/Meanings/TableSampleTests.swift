// Which rows a sample of a table has, and how much is read for it.
import Databases
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite struct TableSampleTests {
  /// The sample of the columns of `t`.
  private func sample(_ schema: String, _ columns: [Int]) async throws -> [[Excerpt]] {
    try await withDatabase { connection in
      try await connection.write { db in try db.execute(schema) }
      return try await connection.read { db in
        let shape = try #require(try TableShape(named: "t", db))
        let table = ListedTable(shape)
        return try TableSample(of: TableMeanings(table), columns).rows(db)
      }
    }
  }

  private func numbers(_ rows: [[Excerpt]]) -> [Int] {
    rows.compactMap { if case .integer(let number) = $0[0] { number } else { nil } }
  }

  private static let thousands = """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
    """

  @Test("REAL-21: a sample has the first rows, the last ones and some that are spread between them, each once")
  func spread() async throws {
    let rows = try await sample(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, a); \(Self.thousands) INSERT INTO t SELECT i, i * 2 FROM n", [0, 1])
    let found = numbers(rows)
    #expect(found.count == 96 && Set(found).count == 96)
    #expect(Array(found[..<24]) == Array(1...24))
    #expect(Array(found[24..<48]) == (4977...5000).reversed())
    #expect(found[48] == 103 && found[71] == 2449 && found[95] == 4897)
    #expect(rows[48] == [.integer(103), .integer(206)])
  }

  @Test(
    "REAL-21: a sample of any table: small, empty, with negative and far keys, without rowids",
    arguments: [
      ("CREATE TABLE t(id INTEGER PRIMARY KEY)", 0),
      ("CREATE TABLE t(id INTEGER PRIMARY KEY); INSERT INTO t VALUES (1), (2), (3)", 3),
      (
        "CREATE TABLE t(id INTEGER PRIMARY KEY); \(thousands) INSERT INTO t SELECT i FROM n LIMIT 30;"
          + "INSERT INTO t VALUES (-9223372036854775808), (9223372036854775807)", 32
      ),
      ("CREATE TABLE t(k INT PRIMARY KEY) WITHOUT ROWID; \(thousands) INSERT INTO t SELECT i FROM n", 96),
      (
        "CREATE TABLE t(k INT, l TEXT, PRIMARY KEY (k, l)) WITHOUT ROWID; \(thousands)"
          + "INSERT INTO t SELECT i, i FROM n", 96
      ),
    ])
  func any(_ schema: String, _ count: Int) async throws {
    #expect(numbers(try await sample(schema, [0])).count == count)
  }

  @Test("REAL-21: of a row with a long blob the other values are read, of one with a long text the numbers")
  func long() async throws {
    let rows = try await sample(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, a, b, c);
      INSERT INTO t VALUES (1, 7, zeroblob(70000), 'x'), (2, 8, NULL, 'y');
      """, [1, 2, 3])
    #expect(rows == [[.integer(7), .null, .text("x")], [.integer(8), .null, .text("y")]])
    let texts = try await sample(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, a, b); INSERT INTO t VALUES (1, 7, hex(zeroblob(70000)))", [1, 2])
    #expect(texts == [[.integer(7), .null]])
  }

  @Test("REAL-21: a sample ends when it has read a megabyte")
  func bounded() async throws {
    let rows = try await sample(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, a); \(Self.thousands) INSERT INTO t SELECT i, zeroblob(60000) FROM n",
      [0, 1])
    #expect(rows.count == 24)
  }

  // MARK: The whole file

  @Test(
    "REAL-20: tables of programs that count from 2001",
    arguments: [
      ("CREATE TABLE ZNOTE(Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER)", true), ("CREATE TABLE z_metadata(a)", true),
      ("CREATE TABLE message(ROWID INTEGER PRIMARY KEY, date INTEGER, is_from_me INTEGER)", true),
      ("CREATE TABLE message(date); CREATE TABLE chat(a); CREATE TABLE handle(id)", true),
      ("CREATE TABLE history_visits(id, history_item, visit_time REAL)", true), ("CREATE TABLE ZOBJECT(a)", true),
      ("CREATE TABLE message(id INTEGER PRIMARY KEY, date INTEGER)", false),
      ("CREATE TABLE visits(id, visit_time INTEGER)", false), ("CREATE TABLE note(Z_PK INTEGER)", false),
    ])
  func apple(_ schema: String, _ countsFrom2001: Bool) async throws {
    try await withDatabase { connection in
      try await connection.write { db in try db.execute(schema) }
      let shapes = try await connection.read { db in try TableShape.all(db) }
      #expect(shapes.countFrom2001 == countsFrom2001)
    }
  }
}
