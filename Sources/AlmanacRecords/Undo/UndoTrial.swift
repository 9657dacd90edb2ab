// Tests before a commit whether a change can be undone: the undo is made and rolled back at once.

import Databases

extension ChangeLog {
  /// Up to this size the undo is always tried, since that takes a moment. A larger change is tried only if a rule may
  /// refuse a row.
  private static let triedRows = 100
  private static let triedBytes = 1 << 20

  /// Throws `CantBeUndone` if undo could not revert the write so far. Call inside the write.
  func requireUndo(_ database: Database) throws {
    if let gap { throw CantBeUndone(reason: gap) }
    if rows.isEmpty, moduleRows.isEmpty { return }
    let isSmall = rows.count + moduleRows.count <= Self.triedRows && byteCount <= Self.triedBytes
    guard try isSmall || mayBeKeptOut(database) else { return }
    try trying(database) {}
  }

  /// Runs `body` while the file is as undo would leave it. Throws `CantBeUndone` if undo is not possible.
  private func trying(_ database: Database, _ body: () throws -> Void) throws {
    struct Tried: Error {}
    do {
      try database.savepoint {
        _ = try database.replay(inverse, isTrial: true)
        try body()
        throw Tried()
      }
    } catch is Tried {
    } catch let refused as ReplayRefused {
      throw CantBeUndone(reason: refused.reason)
    } catch let conflict as RowConflict {
      throw CantBeUndone(reason: "a row of \(conflict.table) can't be found again")
    } catch let error as DatabaseError where error.isOfSchema || error.isConstraint {
      throw CantBeUndone(reason: "SQLite would not take a row back: \(error.message)")
    }
  }

  /// A search index that undo could restore only while no other row of it changes: its module can't tell the content of
  /// a row, so only the exact bytes restore it. Nil if there is none. Call inside the write.
  func passingIndex(_ database: Database) throws -> String? {
    let inverse = inverse
    return try virtualTables.map(\.name).sorted().first { name in
      let index = TableKey(schema: nil, name: name)
      let isTouched = try moduleRows.contains { row in
        guard row.before != row.after, case .shadow(_, let owner, _)? = try database.schema.kind(row.key) else {
          return false
        }
        return TableKey(schema: nil, name: owner) == index
      }
      guard isTouched else { return false }
      guard let module = try ModuleTable(index, database), let rows = try module.rows(of: inverse, database) else {
        return true
      }
      guard try rows.prefix(Self.triedRows).allSatisfy({ try module.isBefore($0, database) }) else { return true }
      // What was taken out is looked at where it is in again: of an empty index nothing tells what it had.
      let taken = rows.filter { $0.after != nil }.map(\.id)
      guard module.hasContentElsewhere, !taken.isEmpty else { return false }
      var keepsContent = false
      try trying(database) { keepsContent = try ModuleTable(index, lookingAt: taken, database)?.keepsContent ?? false }
      return !keepsContent
    }
  }

  /// Whether a rule that can't be disabled may refuse a former row or alter it.
  private func mayBeKeptOut(_ database: Database) throws -> Bool {
    for (table, rows) in Dictionary(grouping: rows.filter { $0.before != nil }, by: \.key) {
      if try RowRules(table, database).mayKeepOut(rows) { return true }
    }
    return false
  }
}

/// The rules of a table for its rows that can't be disabled.
private struct RowRules {
  private let hasGenerated: Bool
  private let columns: [String: TableShape.Column]
  private let isStrict: Bool

  init(_ table: TableKey, _ database: Database) throws {
    var isStrict = false
    try database.internalRows(
      "SELECT strict FROM pragma_table_list WHERE schema = 'main' AND name = ? COLLATE NOCASE",
      exactly: [.text(table.name)]
    ) { isStrict = $0.integer(0) != 0 }
    let all = try TableShape.columns(of: table.name, isStrict: isStrict, database)
    hasGenerated = all.contains { $0.generation != .none }
    columns = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
    self.isStrict = isStrict
  }

  func mayKeepOut(_ rows: [RowChange]) -> Bool {
    if hasGenerated { return true }
    return rows.contains { row in
      let written = row.after == nil ? nil : Set(row.differingColumns)
      return (row.before ?? [:]).contains { column, value in
        (written?.contains(column) ?? true) && !accepts(value, columns[column])
      }
    }
  }

  /// Whether a column certainly stores a value unchanged.
  private func accepts(_ value: ExactValue, _ column: TableShape.Column?) -> Bool {
    guard let column else { return false }
    return switch (value, column.affinity) {
    // The rowid's column refuses NULL, but reports that only if it is declared NOT NULL.
    case (.null, _): !column.isNotNull
    case (_, .blob): !isStrict || column.declaredType.lowercasedASCII == "any" || value.isBlob
    case (.text, .text), (.utf16, .text): true
    case (.integer, .integer), (.integer, .numeric): true
    case (.real, .real): true
    // A whole number would become an integer.
    case (.real(let number), .integer), (.real(let number), .numeric): !isStrict && Int(exactly: number) == nil
    // A text with the form of a number would become one.
    case (.text(let bytes), .integer), (.text(let bytes), .numeric), (.text(let bytes), .real):
      !isStrict && !bytes.contains { 48...57 ~= $0 }
    case (.blob, _): !isStrict
    default: false
    }
  }
}

extension ExactValue {
  fileprivate var isBlob: Bool { if case .blob = self { true } else { false } }
}
