// The message of a constraint about the values that it refused.
import Databases
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite struct RefusedValuesTests {
  /// The problem of a new record in the table `t` of a database that `sql` makes, as `column: words`, or `words` alone.
  private func refusal(_ sql: String, _ values: ExactRow, of id: RecordID? = nil) async throws -> String? {
    try await withDatabase { connection in
      try await connection.write { try $0.execute(sql) }
      let table = try #require(try await connection.read { db in try ListedTable.named("t", db) })
      do {
        _ = try await connection.write { db in
          try id.map { try table.edit($0, values, db) } ?? table.add(values, db)
        }
        return "nothing was refused"
      } catch {
        guard RefusedValues.explain(error) else { return "not explained" }
        let refused = try await connection.read { db in try RefusedValues(error, of: table, id, values, db) }
        return refused.map { [$0.column, $0.words].compactMap(\.self).joined(separator: ": ") }
      }
    }
  }

  private static let trigger = "CREATE TRIGGER x BEFORE INSERT ON t BEGIN"

  @Test(
    "ANY-17: a constraint is about a column, or about several",
    arguments: [
      ("CREATE TABLE t(a, b NOT NULL)", ["a": 1], "b: required"),
      (#"CREATE TABLE t("a.b", "c, t.d" NOT NULL)"#, ["a.b": 1], "c, t.d: required"),
      ("CREATE TABLE t(a UNIQUE, b); INSERT INTO t VALUES (1, 2)", ["a": 1], "a: already taken"),
      ("CREATE TABLE t(a INTEGER PRIMARY KEY, b); INSERT INTO t VALUES (1, 2)", ["a": 1], "a: already taken"),
      (
        "CREATE TABLE t(a TEXT PRIMARY KEY, b) WITHOUT ROWID; INSERT INTO t VALUES (1, 2)", ["a": 1], "a: already taken"
      ),
      (
        "CREATE TABLE t(a, b, c, UNIQUE (a, b, c)); INSERT INTO t VALUES (1, 2, 3)", ["a": 1, "b": 2, "c": 3],
        "another record has the same a, b and c"
      ),
      (
        #"CREATE TABLE t("a, t.b", c, UNIQUE ("a, t.b", c)); INSERT INTO t VALUES (1, 2)"#, ["a, t.b": 1, "c": 2],
        "another record has the same a, t.b and c"
      ),
      (
        "CREATE TABLE t(a, b); CREATE UNIQUE INDEX open ON t(a) WHERE b > 0; INSERT INTO t VALUES (1, 2)",
        ["a": 1, "b": 2], "another record in open has the same a"
      ),
      (
        "CREATE TABLE t(a, b); CREATE UNIQUE INDEX folded ON t(lower(a)); INSERT INTO t VALUES (1, 2)",
        ["a": 1], "another record has the same in folded"
      ),
      ("CREATE TABLE t(a INT CHECK (a > 5), b)", ["a": 1], "a: breaks the rule a > 5"),
      (
        "CREATE TABLE t(a, \"b c\" CHECK (\"b c\"\n > 'a'' b'))", ["b c": "a"], #"b c: breaks the rule "b c" > 'a'' b'"#
      ),
      ("CREATE TABLE t(a, b, CHECK (a < b))", ["a": 2, "b": 1], "it breaks the rule a < b"),
      (
        "CREATE TABLE t(a, b, /* CONSTRAINT [in order] CHECK (0) */ CONSTRAINT [in order] CHECK ((a) < b))",
        ["a": 2, "b": 1], "it breaks the rule in order ((a) < b)"
      ),
      ("CREATE TABLE t(a CONSTRAINT positive CHECK (a > 0), b)", ["a": -1], "a: breaks the rule positive (a > 0)"),
      ("CREATE TABLE t(a INTEGER, b TEXT) STRICT", ["a": "x"], "a: takes integers"),
      ("CREATE TABLE t(a REAL, b ANY) STRICT", ["a": "x"], "a: takes numbers"),
      ("CREATE TABLE t(a BLOB, b ANY) STRICT", ["a": "x"], "a: takes blobs"),
      ("CREATE TABLE t(a INTEGER PRIMARY KEY, b)", ["a": "x"], "a: takes integers"),
      ("CREATE TABLE p(k INTEGER PRIMARY KEY); CREATE TABLE t(a REFERENCES p, b)", ["a": "99"], "a: p has no 99"),
      (
        "CREATE TABLE p(k INTEGER PRIMARY KEY); INSERT INTO p VALUES (1); CREATE TABLE t(a REFERENCES p, b REFERENCES p)",
        ["a": 1, "b": 2], "b: p has no 2"
      ),
      (
        "CREATE TABLE p(k INTEGER PRIMARY KEY); INSERT INTO p VALUES (1); CREATE TABLE t(a REFERENCES p, b REFERENCES p)",
        ["a": 2, "b": 1], "a: p has no 2"
      ),
      (
        "CREATE TABLE p(x, y, PRIMARY KEY (x, y)); CREATE TABLE t(a, b, FOREIGN KEY (a, b) REFERENCES p)",
        ["a": 1, "b": "z"], "p has no 1, z"
      ),
      (
        "CREATE TABLE p(k UNIQUE); CREATE TABLE t(a REFERENCES p(k) DEFERRABLE INITIALLY DEFERRED, b)", ["a": 3],
        "a: p has no 3"
      ),
      (
        "CREATE TABLE t(a); CREATE TABLE log(a UNIQUE); INSERT INTO log VALUES (1); \(trigger) INSERT INTO log VALUES (1); END",
        ["a": 1], nil
      ),
      (
        "CREATE TABLE t(a); \(trigger) SELECT RAISE(ABORT, 'UNIQUE constraint failed: t.a'); END", ["a": 1],
        "not explained"
      ),
    ] as [(String, [String: Typed], String?)])
  func constraints(_ sql: String, _ values: [String: Typed], _ words: String?) async throws {
    #expect(try await refusal(sql, ExactRow(values.map { ($0, $1.value) })) == words)
  }

  @Test("ANY-17: a record that others name keeps its key")
  func namedByOthers() async throws {
    let sql = """
      CREATE TABLE t(id INTEGER PRIMARY KEY, a); CREATE TABLE Track(album REFERENCES t); INSERT INTO t VALUES (1, 2);
      INSERT INTO Track VALUES (1)
      """
    #expect(try await refusal(sql, ["id": .integer(5)], of: 1) == "records of Track name this one")
  }

  @Test("ANY-17: an edit is refused for what the record holds besides, too")
  func editedRecord() async throws {
    let sql = """
      CREATE TABLE p(x, y, PRIMARY KEY (x, y)); INSERT INTO p VALUES (1, 2);
      CREATE TABLE t(a, b, FOREIGN KEY (a, b) REFERENCES p); INSERT INTO t VALUES (1, 2)
      """
    #expect(try await refusal(sql, ["b": .integer(3)], of: 1) == "p has no 1, 3")
  }
}

/// A value as a test writes it.
enum Typed: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, Sendable {
  case number(Int)
  case string(String)

  init(integerLiteral value: Int) { self = .number(value) }
  init(stringLiteral value: String) { self = .string(value) }

  var value: ExactValue {
    switch self {
    case .number(let number): .integer(number)
    case .string(let text): .text(text)
    }
  }
}
