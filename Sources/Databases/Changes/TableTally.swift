// The changes of one table so far, in the form in which they are counted.

/// The changes of one table within one level of a transaction. Columns are counted by their index in the table.
struct TableTally: Equatable {
  var inserted = 0
  var updated = 0
  var deleted = 0
  var columns = ColumnSet()

  /// Adds the changes of a kept level.
  mutating func add(_ other: TableTally) {
    inserted += other.inserted
    updated += other.updated
    deleted += other.deleted
    columns.formUnion(other.columns)
  }
}

/// A set of columns by index: for most tables it fits in one word.
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
