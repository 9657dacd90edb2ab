// Finds the rows of a table that differ between two files, one after the other, in little memory.
//
//   rows that are not equal at the same place ─┬─ the key is the rowid: they are the changes
//                                              ├─ another key: SQLite looks each up in the other file
//                                              └─ no key, or NULL in it: equal rows are counted by a digest
import Databases

/// Compares the rows of one table.
struct TableComparison {
  let walk: RowWalk
  private var table: ComparedTable { walk.table }
  /// The most different rows without a key that are counted at once: about 40 MB.
  var digestLimit = 1 << 19

  /// Calls `body` for each row that differs. Rows with a key come first.
  func run(_ body: (ChangedRows.Row) throws -> Void) throws {
    guard table.obstacle == nil else { return }
    if table.old == nil || table.new == nil { return try walk.run { try body(table.row($0.old, $0.new)) } }
    var hasRowsWithoutKey = table.match == .content
    switch table.match {
    case .key(_, isRowID: true) where table.old?.byRowID != nil && table.new?.byRowID != nil:
      try walk.run { try body(table.row($0.old, $0.new)) }
    case .key: hasRowsWithoutKey = try compareKeys(body)
    case .content: break
    }
    if hasRowsWithoutKey { try compareContents(body) }
  }

  /// Compares rows with a key. Returns whether there are rows whose key has a NULL.
  private func compareKeys(_ body: (ChangedRows.Row) throws -> Void) throws -> Bool {
    guard let first = table.old?.withKey, let second = table.new?.withKey else { return true }
    var hasRowsWithoutKey = false
    try walk.old.withStatement(first) { inOld in
      try walk.new.withStatement(second) { inNew in
        try walk.run { pair in
          let (before, after) = (pair.old.flatMap(table.keyed), pair.new.flatMap(table.keyed))
          if before == nil, pair.old != nil { hasRowsWithoutKey = true }
          if after == nil, pair.new != nil { hasRowsWithoutKey = true }
          if let before, let after, before.key == after.key { return try body(table.row(before.row, after.row)) }
          if let before {
            let found = try inNew.row(before.key)
            if found?.values != before.row.values { try body(table.row(before.row, found)) }
          }
          if let after, try inOld.row(after.key) == nil { try body(table.row(nil, after.row)) }
        }
      }
    }
    return hasRowsWithoutKey
  }

  /// Compares rows without a key as two multisets: each row that one file has more often than the other is a change.
  private func compareContents(_ body: (ChangedRows.Row) throws -> Void) throws {
    var parts: UInt = 1
    var part: UInt = 0
    while part < parts {
      guard var counts = try counts(ofPart: part, of: parts) else {
        parts *= 4
        continue
      }
      if !counts.isEmpty {
        try eachWithoutKey { row, isNew in
          let digest = RowDigest(row.values)
          guard let count = counts[digest], isNew ? count < 0 : count > 0 else { return }
          counts[digest] = isNew ? count + 1 : count - 1
          try body(ChangedRows.Row(rowID: row.rowID, before: isNew ? nil : row.values, after: isNew ? row.values : nil))
        }
      }
      part += 1
    }
  }

  /// How often the old file has each row more than the new one; nil if that is too much for the memory. Only the first
  /// part may fail: then nothing has been told yet.
  private func counts(ofPart part: UInt, of parts: UInt) throws -> [RowDigest: Int]? {
    struct TooMany: Error {}
    var counts: [RowDigest: Int] = [:]
    do {
      try eachWithoutKey { row, isNew in
        let digest = RowDigest(row.values)
        guard digest.part(of: parts) == part else { return }
        let count = counts[digest, default: 0] + (isNew ? -1 : 1)
        counts[digest] = count == 0 ? nil : count
        if part == 0, counts.count > digestLimit { throw TooMany() }
      }
    } catch is TooMany {
      return nil
    }
    return counts
  }

  private func eachWithoutKey(_ body: (PlacedRow, _ isNew: Bool) throws -> Void) throws {
    try walk.run { pair in
      if let row = pair.old, table.keyed(row) == nil { try body(row, false) }
      if let row = pair.new, table.keyed(row) == nil { try body(row, true) }
    }
  }
}

/// A digest of the values of a row, of 128 bits.
private struct RowDigest: Hashable {
  private let first: Int
  private let second: Int

  init(_ values: [ExactValue]) {
    var (one, other) = (Hasher(), Hasher())
    other.combine(true)
    one.combine(values)
    other.combine(values)
    (first, second) = (one.finalize(), other.finalize())
  }

  func part(of parts: UInt) -> UInt { UInt(bitPattern: second) % parts }
}

extension ComparedTable {
  /// A row with the values of its key; nil if the table has none, or a value is NULL.
  fileprivate func keyed(_ row: PlacedRow) -> (row: PlacedRow, key: [ExactValue])? {
    guard match != .content else { return nil }
    let key = keyPlaces.map { row.values[$0] }
    return key.contains(.null) ? nil : (row, key)
  }

  /// A changed row. Its rowid counts only if it is the key.
  fileprivate func row(_ old: PlacedRow?, _ new: PlacedRow?) -> ChangedRows.Row {
    let isNamed = if case .key(_, isRowID: false) = match { false } else { true }
    return ChangedRows.Row(
      rowID: isNamed ? old?.rowID ?? new?.rowID : nil, before: old?.values, after: new?.values)
  }
}

extension PreparedStatement {
  /// The row with a key.
  fileprivate func row(_ key: [ExactValue]) throws -> PlacedRow? {
    for (place, value) in key.enumerated() { try bind(exactly: value, at: place + 1) }
    defer { reset() }
    guard try step() else { return nil }
    return PlacedRow(rowID: isNull(0) ? nil : integer(0), values: (1..<columnCount).map(exactValue))
  }
}
