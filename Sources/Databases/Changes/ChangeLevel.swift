// The changes within one savepoint or one statement: kept or dropped as a whole.

/// The changes of one level of a transaction, by table number.
struct ChangeLevel {
  private var tallies: ContiguousArray<TableTally> = []
  /// The tables with recorded changes, in the order of their first change.
  private(set) var touched: [Int] = []
  /// Whether the statement itself, not a trigger, has changed a row.
  private(set) var hasRowsOfItsOwn = false

  var isEmpty: Bool { touched.isEmpty }

  subscript(table: Int) -> TableTally { table < tallies.count ? tallies[table] : TableTally() }

  /// Lets `change` update the tally of a table.
  mutating func record(_ table: Int, isOwn: Bool, _ change: (inout TableTally) -> Void) {
    reach(table)
    change(&tallies[table])
    if isOwn { hasRowsOfItsOwn = true }
  }

  /// Adds the changes of a kept level.
  mutating func add(_ other: ChangeLevel) {
    for table in other.touched {
      reach(table)
      tallies[table].add(other.tallies[table])
    }
    if other.hasRowsOfItsOwn { hasRowsOfItsOwn = true }
  }

  /// Empties the level and keeps its memory.
  mutating func clear() {
    for table in touched { tallies[table] = TableTally() }
    touched.removeAll(keepingCapacity: true)
    hasRowsOfItsOwn = false
  }

  private mutating func reach(_ table: Int) {
    while tallies.count <= table { tallies.append(TableTally()) }
    if tallies[table].isUntouched, !touched.contains(table) { touched.append(table) }
  }
}

extension TableTally {
  fileprivate var isUntouched: Bool { inserted == 0 && updated == 0 && deleted == 0 }
}
