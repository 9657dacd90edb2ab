// What has been done to one table so far, in the form in which it is counted.

/// The changes of one table within one level of a transaction. Columns are counted by their place in the table.
struct TableTally: Equatable {
  var inserted = 0
  var updated = 0
  var deleted = 0
  var columns = ColumnSet()

  /// Adds what was done within a level that has been kept.
  mutating func add(_ other: TableTally) {
    inserted += other.inserted
    updated += other.updated
    deleted += other.deleted
    columns.formUnion(other.columns)
  }
}

/// A set of columns by their places: most tables fit in one word.
struct ColumnSet: Equatable {
  private var first: UInt64 = 0
  private var rest: Set<Int> = []

  var isEmpty: Bool { first == 0 && rest.isEmpty }

  mutating func insert(_ column: Int) {
    if column < 64 { first |= 1 << UInt64(column) } else { rest.insert(column) }
  }

  mutating func formUnion(_ other: ColumnSet) {
    first |= other.first
    if !other.rest.isEmpty { rest.formUnion(other.rest) }
  }

  func contains(_ column: Int) -> Bool {
    column < 64 ? first & (1 << UInt64(column)) != 0 : rest.contains(column)
  }
}
