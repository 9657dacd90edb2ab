// Results of which only some keys are read again.

import Databases

/// A query whose rows belong to keys: groups, partitions, or rows of its first table. A change tells which keys it
/// touches; only these keys are read again.
final class KeyedRows: RowKeeping {
  private let shadows: ShadowDatabase
  private let collations: [Collation]
  private let touched: TouchedKeys
  /// The whole query, and the query for one key. Both have the key at the end of a row.
  private let all: String
  private let again: String
  private let scans: Bool
  /// Whether the key stays in the kept rows, because there is one row for each.
  private let namesRows: Bool
  let isDetermined: Bool
  private var groups: [Tuple: [Tuple]] = [:]
  var rows: KeptRows

  /// Throws `NotKept` if the query can't be asked for one key.
  init(
    _ parts: Planner.Parts, keys: [[Token]], touched: TouchedKeys, namesRows: Bool, isDetermined: Bool,
    _ shadows: ShadowDatabase
  ) throws {
    let select = parts.select
    let texts = keys.map(\.sql)
    let from = try select.from.sql()
    let plan = try OrderPlan(select, width: parts.width, parts.names)
    if select.order.contains(where: { $0.expression.hasSubquery }) { throw NotKept("ORDER BY a subquery") }
    (self.shadows, self.touched) = (shadows, touched)
    (self.namesRows, self.isDetermined) = (namesRows, isDetermined)
    collations = try texts.map { try shadows.collation(of: $0, from: from) }
    all = try select.sql(hidden: plan.hidden + texts)
    again = try select.sql(hidden: plan.hidden + texts, conditions: texts.map { "(\($0)) IS ?" })
    guard shadows.compiles(again) else { throw NotKept("a query that can't be asked for one key") }
    scans = try shadows.scans(again, anyOf: select.occurrences.compactMap(\.alias))
    let width = parts.width + plan.hidden.count
    rows = KeptRows(order: try plan.order(try select.sql(hidden: plan.hidden), width: width, shadows))
  }

  /// A row as it is kept, and its key.
  private func split(_ tuple: Tuple) -> (row: Tuple, key: Tuple) {
    let key = tuple.suffix(collations.count).canonical(collations)
    return (tuple.dropLast(collations.count) + (namesRows ? key : []), key)
  }

  func fill() throws {
    groups = [:]
    var size = 0
    try shadows.each(all) { tuple in
      let (row, key) = split(tuple)
      groups[key, default: []].append(row)
      size += row.approximateSize
      guard size <= KeptRows.byteLimit else { throw QueryError.tooLarge }
    }
    rows.fill(groups.values.joined())
    try touched.begin(shadows)
  }

  func apply(_ changed: ChangedTables) throws {
    var keys: [Tuple: Tuple] = [:]
    let limit = ShadowDatabase.mostKeys(scans: scans)
    for sql in try touched.statements(changed, shadows) {
      try shadows.each(sql) { key in
        keys[key.canonical(collations)] = key
        guard keys.count <= limit else { throw NotKept("too many keys in one change") }
      }
    }
    for (key, spelling) in keys {
      var delta: [Tuple: Int] = [:]
      var found: [Tuple] = []
      try shadows.each(again, spelling) { tuple in
        let row = split(tuple).row
        found.append(row)
        delta[row, default: 0] += 1
      }
      for row in groups[key] ?? [] { delta[row, default: 0] -= 1 }
      groups[key] = found.isEmpty ? nil : found
      try rows.add(delta)
    }
    try checkSize()
  }
}
