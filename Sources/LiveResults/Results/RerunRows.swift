// The net under everything: a query that runs again.

import Databases

/// The rows of a query that runs again as a whole.
final class RerunRows: KeptQuery {
  private let sql: String
  private let shadows: ShadowDatabase
  private var rows: [Tuple] = []
  /// Whether it runs only if one of these results has changed; nil: at each call.
  private let stacks: Set<String>?
  /// The most rows to read; nil: all.
  private let rowLimit: Int?

  init(_ sql: String, over stacks: Set<String>? = nil, rowLimit: Int? = nil, _ shadows: ShadowDatabase) {
    (self.sql, self.stacks, self.rowLimit, self.shadows) = (sql, stacks, rowLimit, shadows)
  }

  func fill() throws {
    var (read, size): ([Tuple], Int) = ([], 0)
    try shadows.eachWhile(sql) { tuple in
      size += tuple.approximateSize
      if size > KeptRows.byteLimit {
        guard rowLimit != nil else { throw QueryError.tooLarge }
        return false
      }
      read.append(tuple)
      return rowLimit.map { read.count < $0 } ?? true
    }
    rows = read
  }

  /// The rows before the last run; nil if there was none since the changes were taken.
  private var former: [Tuple]?
  let isDetermined = false

  func apply(_ changed: ChangedTables) throws {
    former = rows
    if let stacks, stacks.isDisjoint(with: changed.keys) { return }
    try fill()
  }

  func tuples(from offset: Int, limit: Int?) -> [Tuple] {
    offset == 0 && limit == nil ? rows : Array(rows.dropFirst(offset).prefix(limit ?? .max))
  }

  func takeChanges() -> PlacedChange<Tuple>? {
    defer { former = nil }
    return former.map { PlacedChange(from: $0, to: rows) } ?? PlacedChange()
  }
}
