// All rows of a random book, as its tests compare them.

import TestSupport
import Testing

@testable import AlmanacRecords
@testable import Databases

/// A record: its table, and its rowid or its key.
struct Place: Hashable {
  let table: String
  let id: String
}

/// All rows, each value with its class and bytes by its column.
struct BookState: Equatable {
  var rows: [Place: [String: String]] = [:]
  /// The tables with rowids that no column holds.
  var loose: Set<String> = []
  /// Whether the search index finds each word where it is.
  var isIndexed = true

  static func == (a: Self, b: Self) -> Bool { a.rows == b.rows && (a.isIndexed || !b.isIndexed) }

  /// The rows, without the rowids that no column holds.
  var contents: [String: Int] {
    rows.reduce(into: [:]) { $0[Self.line($1.key.table, $1.value), default: 0] += 1 }
  }

  static func line(_ table: String, _ row: [String: String]) -> String {
    "\(table) \(row.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })"
  }
}

extension RandomBook {
  /// All rows. Call inside a read.
  func state(_ db: Database) throws -> BookState {
    var state = BookState()
    for table in tables {
      let shape = try #require(try ListedTable.named(table, db))
      if shape.hasLooseRowIDs { state.loose.insert(table) }
      var columns: [String] = []
      try db.withStatement("SELECT name FROM pragma_table_xinfo('\(table)') WHERE hidden = 0") { statement in
        while try statement.step() { columns.append(statement.exactValue(0).string ?? "") }
      }
      let keys = shape.identity.columns
      let values = keys + columns.map { "typeof(\"\($0)\") || quote(CAST(\"\($0)\" AS BLOB))" }
      try db.withStatement("SELECT \(values.joined(separator: ", ")) FROM \(table)") { statement in
        while try statement.step() {
          let key = keys.indices.map { statement.exactValue($0).asKey }
          let row = columns.indices.map { statement.exactValue(keys.count + $0).string ?? "" }
          state.rows[Place(table: table, id: "\(RecordID.key(key))")] = Dictionary(
            uniqueKeysWithValues: zip(columns, row))
        }
      }
    }
    guard hasIndex else { return state }
    for word in Self.words {
      let found = try db.integers(
        "SELECT rowid FROM parents_search WHERE parents_search MATCH '\(word)' ORDER BY rowid")
      let there = try db.integers(
        "SELECT id FROM parents WHERE ' ' || name || ' ' LIKE '% \(word) %' AND typeof(name) = 'text' ORDER BY id")
      if found != there { state.isIndexed = false }
    }
    return state
  }
}

extension RawConnection {
  /// Commits the statements; one that fails changes nothing.
  func commit(_ statements: [String]) throws {
    try run("BEGIN IMMEDIATE")
    for statement in statements {
      try run("SAVEPOINT statement")
      do { try run(statement) } catch is Failure { try run("ROLLBACK TO statement") }
      try run("RELEASE statement")
    }
    do { try run("COMMIT") } catch is Failure { try run("ROLLBACK") }
  }
}
