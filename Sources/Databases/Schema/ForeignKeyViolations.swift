// Foreign key violations: rows that reference missing rows.

import CSQLite

/// A row that references a missing row.
package struct ForeignKeyViolation: Hashable, Sendable {
  /// The table of the row, as its schema has it.
  package var table: String
  /// Nil in a table without rowids: there only the numbers of violations are compared.
  package var rowID: Int?
  /// The columns of the foreign key. Not the key's number, which changes when another key is added.
  package let columns: [ExactText]
  /// The table that the key names, as the key names it.
  package let parent: String

  package init(table: String, rowID: Int?, columns: [String], parent: String) {
    (self.table, self.rowID, self.parent) = (table, rowID, parent)
    self.columns = columns.map(ExactText.init)
  }

  /// The same violation after a table was renamed.
  package func renaming(_ old: TableKey, to new: String) -> Self {
    Self(
      table: TableKey(schema: nil, name: table) == old ? new : table, rowID: rowID, columns: columns.map(\.text),
      parent: TableKey(schema: nil, name: parent) == old ? new : parent)
  }
}

/// The foreign key violations in some tables, and how often each occurs.
struct ForeignKeyViolations {
  private var counts: [ForeignKeyViolation: Int] = [:]

  /// Finds the violations inside a write, in `tables`; nil: in all tables.
  init(in tables: [String]? = nil, _ database: Database) throws {
    var tables = tables ?? []
    if tables.isEmpty {
      let sql =
        "SELECT DISTINCT m.name FROM sqlite_schema AS m, pragma_foreign_key_list(m.name, 'main') WHERE m.type = 'table'"
      try database.internalRows(sql) { tables.append($0.text(0)) }
    }
    for table in tables {
      var keys: [Int: [String]] = [:]
      try database.internalRows("PRAGMA main.foreign_key_list(\(table.quotedName))") { row in
        keys[row.integer(0), default: []].append(row.text(3))
      }
      do {
        try database.internalRows("PRAGMA main.foreign_key_check(\(table.quotedName))") { row in
          let (rowID, columns) = (row.isNull(1) ? nil : row.integer(1), keys[row.integer(3)] ?? [])
          let violation = ForeignKeyViolation(table: row.text(0), rowID: rowID, columns: columns, parent: row.text(2))
          counts[violation, default: 0] += 1
        }
      } catch let error as DatabaseError where error.primaryCode == SQLITE_ERROR {
        // The key does not match its parent table: no row can be checked.
        counts[ForeignKeyViolation(table: table, rowID: nil, columns: [], parent: error.message)] = 1
      }
    }
  }

  /// The violations that `other` does not have, each as often as it is missing.
  func missing(from other: ForeignKeyViolations) -> [ForeignKeyViolation] {
    counts.flatMap { violation, count in
      Array(repeating: violation, count: max(count - (other.counts[violation] ?? 0), 0))
    }
  }

  /// The violations that are neither in `old` nor in `allowed`.
  func violations(but old: ForeignKeyViolations, _ allowed: [ForeignKeyViolation]) -> [ForeignKeyViolation] {
    let allowed = allowed.reduce(into: old.counts) { $0[$1, default: 0] += 1 }
    return counts.filter { $0.value > allowed[$0.key] ?? 0 }.map(\.key)
  }
}

extension [ForeignKeyViolation] {
  /// The error that names the first table and its rows; nil if the array is empty.
  package var error: DatabaseError? {
    guard let first = self.min(by: { ($0.table, $0.parent, $0.rowID ?? 0) < ($1.table, $1.parent, $1.rowID ?? 0) })
    else { return nil }
    let rows = filter { ($0.table, $0.parent) == (first.table, first.parent) }.compactMap(\.rowID).sorted()
    let names = rows.prefix(8).map(String.init).joined(separator: ", ") + (rows.count > 8 ? ", …" : "")
    let row = rows.isEmpty ? "a row" : rows.count == 1 ? "row \(names)" : "rows \(names)"
    return DatabaseError(
      // SQLITE_CONSTRAINT_FOREIGNKEY, a macro that Swift does not import.
      code: SQLITE_CONSTRAINT | 3 << 8,
      message: "\(row) of \(first.table) would refer to rows of \(first.parent) that are not there")
  }
}
