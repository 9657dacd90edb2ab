// DISTINCT and UNION: rows that are equal come once.

import Databases

/// The distinct rows of one or more linear queries.
final class DistinctRows: RowKeeping {
  private let bodies: [LinearBody]
  private let shadows: ShadowDatabase
  /// The collations of the output columns.
  private let collations: [Collation]
  /// For each key of compared values, its rows with their counts. Rows with equal values may be written in several
  /// ways.
  private var groups: [Tuple: [Tuple: Int]] = [:]
  /// For each key, the row that the result shows.
  private var shown: [Tuple: Tuple] = [:]
  /// Whether another query reads the values: then each must be written as SQLite writes it.
  var isRead = false
  var rows: KeptRows
  private(set) var otherByteCount = 0

  init(_ bodies: [LinearBody], collations: [Collation], order: [OrderTerm], _ shadows: ShadowDatabase) {
    (self.bodies, self.collations, self.shadows) = (bodies, collations, shadows)
    rows = KeptRows(order: order)
  }

  /// Adds a row `weight` times, or takes it away. Returns the key of its group.
  private func add(_ tuple: Tuple, _ weight: Int) -> Tuple {
    let key = tuple.canonical(collations)
    func count(in group: inout [Tuple: Int]) {
      let before = group[tuple] ?? 0
      let count = before + weight
      group[tuple] = count == 0 ? nil : count
      // The row, the key, and what the dictionaries take.
      otherByteCount += ((count == 0 ? 0 : 1) - (before == 0 ? 0 : 1)) * (64 + 2 * tuple.approximateSize)
    }
    count(in: &groups[key, default: [:]])
    return key
  }

  func fill() throws {
    (groups, shown, otherByteCount) = ([:], [:], 0)
    for body in bodies {
      try shadows.each(try body.sql) { tuple in
        _ = add(tuple, 1)
        if otherByteCount > KeptRows.byteLimit { throw QueryError.tooLarge }
      }
    }
    if isRead, groups.values.contains(where: { $0.count > 1 }) { throw NotKept.spellings }
    shown = groups.compactMapValues { $0.keys.min(by: Self.precedes) }
    rows.fill(shown.values)
    try checkSize()
  }

  func apply(_ changed: ChangedTables) throws {
    var touched: Set<Tuple> = []
    for body in bodies {
      for (tuple, weight) in try body.delta(changed) { touched.insert(add(tuple, weight)) }
    }
    for key in touched {
      let group = groups[key] ?? [:]
      if group.values.contains(where: { $0 < 0 }) { throw ResultMismatch() }
      if isRead, group.count > 1 { throw NotKept.spellings }
      if group.isEmpty { groups[key] = nil }
      let former = shown[key]
      if let former, group[former] != nil { continue }
      if let former { try rows.add(former, -1) }
      shown[key] = group.keys.min(by: Self.precedes)
      if let present = shown[key] { try rows.add(present, 1) }
    }
    try checkSize()
  }

  private static func precedes(_ a: Tuple, _ b: Tuple) -> Bool { a.compareExactly(b) < 0 }
}
