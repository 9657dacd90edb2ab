// The net under everything: a query that runs again.

import Databases

/// The rows of a query that runs again as a whole.
final class RerunRows: KeptQuery {
  private let sql: String
  private let shadows: ShadowDatabase
  private var rows: [Tuple] = []
  /// Whether it runs only if one of these results has changed; nil: at each call.
  private let stacks: Set<String>?

  init(_ sql: String, over stacks: Set<String>? = nil, _ shadows: ShadowDatabase) {
    (self.sql, self.stacks, self.shadows) = (sql, stacks, shadows)
  }

  func fill() throws {
    var (read, size): ([Tuple], Int) = ([], 0)
    try shadows.each(sql) { tuple in
      read.append(tuple)
      size += tuple.approximateSize
      guard size <= KeptRows.byteLimit else { throw QueryError.tooLarge }
    }
    rows = read
  }

  private var former: [Tuple] = []
  let isDetermined = false

  func apply(_ changed: ChangedTables) throws {
    former = rows
    if let stacks, stacks.isDisjoint(with: changed.keys) { return }
    try fill()
  }

  func tuples(from offset: Int, limit: Int?) -> [Tuple] { rows }

  func takeChanges() -> [Tuple: Int]? {
    var weights: [Tuple: Int] = [:]
    for row in former { weights[row, default: 0] -= 1 }
    for row in rows { weights[row, default: 0] += 1 }
    former = []
    return weights.filter { $0.value != 0 }
  }
}
