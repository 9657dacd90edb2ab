// What was done within one savepoint or one statement: kept or dropped as a whole.

/// The changes of one level of a transaction, by the number of the table.
struct ChangeLevel {
  private var tallies: ContiguousArray<TableTally> = []
  /// The tables of which something has been recorded, in the order in which it began.
  private(set) var touched: [Int] = []
  /// Whether a row was changed by the statement itself and not by a trigger.
  private(set) var hasRowsOfItsOwn = false

  var isEmpty: Bool { touched.isEmpty }

  subscript(table: Int) -> TableTally { table < tallies.count ? tallies[table] : TableTally() }

  /// Lets `change` work on the tally of a table.
  mutating func record(_ table: Int, isOwn: Bool, _ change: (inout TableTally) -> Void) {
    reach(table)
    change(&tallies[table])
    if isOwn { hasRowsOfItsOwn = true }
  }

  /// Adds a level that has been kept.
  mutating func add(_ other: ChangeLevel) {
    for table in other.touched {
      reach(table)
      tallies[table].add(other.tallies[table])
    }
    if other.hasRowsOfItsOwn { hasRowsOfItsOwn = true }
  }

  /// Empties the level and keeps its room.
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
