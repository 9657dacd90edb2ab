// Reads the rows of a table in two files side by side, and finds the rows that differ.
//
//   by rowid, or in the order of the key ──> equal rows are passed over in SQLite's own memory
//                                     └──> the others are copied: the old row, the new row, or both
import Databases

/// Rows at the same place of a table in two files that are not equal. One is nil if its file has no row there.
struct RowPair {
  var old: PlacedRow?
  var new: PlacedRow?
}

/// A row with its rowid, if it has one.
struct PlacedRow {
  var rowID: Int?
  var values: [ExactValue]
}

/// Reads a table in two files.
struct RowWalk {
  let table: ComparedTable
  let old: Database
  let new: Database
  /// The rows that are not equal, if the pages of the files have told them.
  let known: [ChangedRows.Row]?

  /// Calls `body` for the rows that are not equal at the same place.
  func run(_ body: (RowPair) throws -> Void) throws {
    if let known {
      for row in known {
        try body(
          RowPair(
            old: row.before.map { PlacedRow(rowID: row.rowID, values: $0) },
            new: row.after.map { PlacedRow(rowID: row.rowID, values: $0) }))
      }
      return
    }
    switch (table.old, table.new) {
    case (let side?, nil): try scan(side, old) { try body(RowPair(old: $0)) }
    case (nil, let side?): try scan(side, new) { try body(RowPair(new: $0)) }
    case (let before?, let after?):
      if let first = before.byRowID, let second = after.byRowID {
        try merge(first, second, body) { $0.integer(0) < $1.integer(0) }
      } else {
        // The order only has to be nearly SQLite's: each row that is alone is looked up by its key.
        let places = table.keyPlaces
        try merge(before.byKey, after.byKey, body) { first, second in
          for place in places {
            let (one, other) = (first.exactValue(place + 1), second.exactValue(place + 1))
            if one.precedes(other) { return true }
            if other.precedes(one) { return false }
          }
          return false
        }
      }
    case (nil, nil): break
    }
  }

  private func scan(_ side: ComparedTable.Side, _ database: Database, _ body: (PlacedRow) throws -> Void) throws {
    try database.withStatement(side.byRowID ?? side.byKey) { rows in
      while try rows.step() { try body(rows.placedRow) }
    }
  }

  private func merge(
    _ first: String, _ second: String, _ body: (RowPair) throws -> Void,
    precedes: (PreparedStatement, PreparedStatement) -> Bool
  ) throws {
    try old.withStatement(first) { before in
      try new.withStatement(second) { after in
        var (hasOld, hasNew) = (try before.step(), try after.step())
        while hasOld, hasNew {
          if precedes(before, after) {
            try body(RowPair(old: before.placedRow))
            hasOld = try before.step()
          } else if precedes(after, before) {
            try body(RowPair(new: after.placedRow))
            hasNew = try after.step()
          } else {
            if !before.hasSameValues(as: after, from: 1) {
              try body(RowPair(old: before.placedRow, new: after.placedRow))
            }
            (hasOld, hasNew) = (try before.step(), try after.step())
          }
        }
        while hasOld {
          try body(RowPair(old: before.placedRow))
          hasOld = try before.step()
        }
        while hasNew {
          try body(RowPair(new: after.placedRow))
          hasNew = try after.step()
        }
      }
    }
  }
}

extension ComparedTable {
  /// The places of the key's columns among the columns; none if rows are matched by content.
  var keyPlaces: [Int] { table.key.compactMap { name in table.columns.firstIndex { $0.isSameName(as: name) } } }
}

extension PreparedStatement {
  /// The current row, whose first column is the rowid or NULL.
  fileprivate var placedRow: PlacedRow {
    PlacedRow(rowID: isNull(0) ? nil : integer(0), values: (1..<columnCount).map(exactValue))
  }
}
