// What has been done to one table so far, in the form in which it is counted.

/// The changes of one table within one level of a transaction. Columns are counted by their place in the table.
struct TableTally: Equatable {
  var inserted = 0
  var updated = 0
  var deleted = 0
  var columns = ColumnSet()
  var rows = RowIDSet.none

  /// Adds what was done within a level that has been kept.
  mutating func add(_ other: TableTally) {
    inserted += other.inserted
    updated += other.updated
    deleted += other.deleted
    columns.formUnion(other.columns)
    rows.formUnion(other.rows)
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

/// The rowids of changed rows, up to a bound: beyond it only the fact that there were too many is kept.
enum RowIDSet: Equatable {
  case none
  case one(Int)
  case some(Set<Int>)
  case tooMany

  /// The most rowids that are kept.
  static let bound = 1_000

  mutating func insert(_ rowID: Int) {
    switch self {
    case .none: self = .one(rowID)
    case .one(let own): if own != rowID { self = .some([own, rowID]) }
    case .some(var own):
      // The set must not be shared while it grows.
      self = .none
      own.insert(rowID)
      self = own.count > Self.bound ? .tooMany : .some(own)
    case .tooMany: break
    }
  }

  mutating func formUnion(_ other: RowIDSet) {
    switch (self, other) {
    case (_, .none), (.tooMany, _): break
    case (_, .one(let rowID)): insert(rowID)
    case (.none, _): self = other
    case (_, .tooMany): self = .tooMany
    case (.one(let own), .some):
      self = other
      insert(own)
    case (.some(var own), .some(let others)):
      self = .none
      own.formUnion(others)
      self = own.count > Self.bound ? .tooMany : .some(own)
    }
  }

  /// The rowids in ascending order, `nil` when there were too many.
  var sorted: [Int]? {
    switch self {
    case .none: []
    case .one(let rowID): [rowID]
    case .some(let rowIDs): rowIDs.sorted()
    case .tooMany: nil
    }
  }
}
