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
  var rows: KeptRows

  private static let groupLimit = 500_000

  init(_ bodies: [LinearBody], collations: [Collation], order: [OrderTerm], _ shadows: ShadowDatabase) {
    (self.bodies, self.collations, self.shadows) = (bodies, collations, shadows)
    rows = KeptRows(order: order)
  }

  private func canonical(_ tuple: Tuple) -> Tuple { zip(tuple, collations).map { $1.canonical($0) } }

  func fill() throws {
    (groups, shown) = ([:], [:])
    for body in bodies {
      try shadows.each(try body.sql) { tuple in
        groups[canonical(tuple), default: [:]][tuple, default: 0] += 1
        if groups.count > Self.groupLimit { throw QueryError.tooLarge }
      }
    }
    shown = groups.compactMapValues { $0.keys.min(by: Self.precedes) }
    rows.fill(shown.values.map { ($0, 1) })
    try checkSize()
  }

  func apply(_ changed: ChangedTables) throws {
    var touched: Set<Tuple> = []
    for body in bodies {
      for (tuple, weight) in try body.delta(changed) {
        let key = canonical(tuple)
        let count = groups[key]?[tuple] ?? 0
        groups[key, default: [:]][tuple] = count + weight == 0 ? nil : count + weight
        touched.insert(key)
      }
    }
    for key in touched {
      let group = groups[key] ?? [:]
      if group.values.contains(where: { $0 < 0 }) { throw ResultMismatch() }
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
