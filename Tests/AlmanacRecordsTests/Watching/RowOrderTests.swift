// The lines of a commit, run one by one on the state before it, must lead to the state after it, and back.
import AlmanacRecords
import Databases
import Foundation
import TestSupport
import Testing

@Suite("the order of a commit's rows")
struct RowOrderTests {
  private let table = ChangedRows.Table("t", columns: ["id", "k"], key: ["id"], unique: [["k"]])

  private func row(_ id: Int, _ before: String?, _ after: String?) -> ChangedRows.Row {
    func values(_ text: String?) -> [ExactValue]? {
      text.map { [.integer(id), $0 == "" ? .null : .text(Array($0.utf8))] }
    }
    return ChangedRows.Row(rowID: id, before: values(before), after: values(after))
  }

  private func statements(_ rows: [ChangedRows.Row]) -> [String] {
    RowOrder(ChangedRows(table, rows: rows)).rows.map { RowStatement(table, $0).forward ?? "" }
  }

  @Test("REAL-49: deletions come first, then the updates that free a value, then the others; a circle is cut once")
  func order() {
    #expect(
      statements([row(1, "a", "b"), row(2, "b", "c"), row(3, "c", nil), row(4, nil, "a")]) == [
        "DELETE FROM \"t\" WHERE \"id\" IS 3;", "UPDATE \"t\" SET \"k\" = 'c' WHERE \"id\" IS 2;",
        "UPDATE \"t\" SET \"k\" = 'b' WHERE \"id\" IS 1;", "INSERT INTO \"t\"(\"id\", \"k\") VALUES (4, 'a');",
      ])
    let circle = RowOrder(ChangedRows(table, rows: [row(1, "a", "b"), row(2, "b", "a"), row(3, "x", "y")]))
    #expect(circle.exchangedCount == 1)
    #expect(circle.rows.map(\.kind) == [.deleted, .updated, .updated, .inserted])
    #expect(circle.rows.indices.map(circle.isExchanged) == [true, false, false, true])
    // NULL equals nothing.
    #expect(RowOrder(ChangedRows(table, rows: [row(1, "", "a"), row(2, "a", "")])).exchangedCount == 0)
  }

  @Test(
    "REAL-49: random commits with unique values, run line by line on what was there before, and taken back",
    arguments: 0..<40)
  func random(_ seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let table = ChangedRows.Table("t", columns: ["id", "k", "a", "b"], key: ["id"], unique: [["k"], ["a", "b"]])
    // States in which no two rows hold the same unique values. There are few values, so exchanges and circles are
    // frequent.
    func state() -> [Int: [ExactValue]] {
      var rows: [Int: [ExactValue]] = [:]
      var names = Array(0..<8).shuffled(using: &random)[...]
      var pairs = (0..<9).map { ($0 / 3, $0 % 3) }.shuffled(using: &random)[...]
      for id in 1...8 where Int.random(in: 0..<4, using: &random) > 0 {
        let name = names.popFirst()!
        let pair = pairs.popFirst()!
        rows[id] = [
          .integer(id), name == 0 ? .null : .text(Array("k\(name)".utf8)), .integer(pair.0), .integer(pair.1),
        ]
      }
      return rows
    }
    let (before, after) = (state(), state())
    let changed = ChangedRows(
      table,
      rows: (1...8).shuffled(using: &random).compactMap { id in
        before[id] == after[id] ? nil : ChangedRows.Row(rowID: id, before: before[id], after: after[id])
      })
    let order = RowOrder(changed)
    func lines(_ rows: [Int: [ExactValue]]) -> [String] {
      rows.keys.sorted().map { id in rows[id]!.map(\.sqlLiteral).joined(separator: "|") }
    }
    func run(_ statements: [String], on rows: [Int: [ExactValue]]) async throws -> [String] {
      let made = ["CREATE TABLE t(id INTEGER PRIMARY KEY, k TEXT UNIQUE, a INTEGER, b INTEGER, UNIQUE (a, b))"]
      let filled = rows.values.map { "INSERT INTO t VALUES (\($0.map(\.sqlLiteral).joined(separator: ", ")))" }
      return try await withFolder { folder in
        let path = folder.appending(path: "t.db").path
        try RawConnection.run((made + filled + statements).joined(separator: ";"), on: path)
        return try RawConnection.rows(
          "SELECT quote(id) || '|' || quote(k) || '|' || a || '|' || b FROM t ORDER BY id", on: path)
      }
    }
    let forward = order.rows.map { RowStatement(table, $0).forward ?? "" }
    #expect(try await run(forward, on: before) == lines(after), "\(forward)")
    let backward = order.rows.map { RowStatement(table, $0).backward ?? "" }.reversed()
    #expect(try await run(Array(backward), on: after) == lines(before), "\(Array(backward))")
  }
}
