// How many records there are around the rows of a window, counted in the read that gives the rows: so what stands on the
// screen agrees. Where there are many, nothing is counted: rows must not wait for that.
import Databases
import LiveQueries
import StructuredQueries

extension RecordScan {
  /// More records than this are not counted with the rows.
  static let countedAtMost = 1_000

  /// Adds to a window's rows how many records there are in all, in the list and above. `last`: how many there were when
  /// they were last counted.
  func count(_ value: inout RecordsWindow.Value, last: Int?) throws {
    let hasAll = value.reachesStart && value.reachesEnd
    value.total = try hasAll && list.isWhole ? value.rows.count : countRecords(last: last)
    value.listed = hasAll ? value.rows.count : list.isWhole ? value.total : nil
    if value.above == nil {
      value.above = value.reachesStart ? 0 : list.isWhole ? try countAbove(value, last: last) : nil
    }
    if value.above == nil, list.isWhole { value.rowIDs = try boundsOfRowIDs() }
  }

  /// Whether the table has no more rows than are gone through at once.
  func hasFewRows() throws -> Bool {
    try !hasMoreRows(than: CollectedPlaces.rowsAtOnce)
  }

  /// How many records the table has; `nil` where they are many.
  private func countRecords(last: Int?) throws -> Int? {
    if list.table.identity == .none { return nil }
    // A large number seldom becomes small, and is counted apart anyway. To find that it is still large takes as long as to read
    // the rows: after another program's commit its pages are read from the file again.
    if let last, Self.isMany(last) { return nil }
    if try hasMoreRows(than: Self.countedAtMost) { return nil }
    return try count(among: "SELECT 1 FROM \(raw: list.table.quoted)", atMost: Self.countedAtMost)
  }

  /// Whether a table that had so many records is taken to have too many to count them with the rows.
  static func isMany(_ count: Int) -> Bool { count > 2 * countedAtMost }

  /// Whether the table has more rows. To skip a row takes SQLite a quarter of the time that counting it does.
  private func hasMoreRows(than count: Int) throws -> Bool {
    try db.withStatement("SELECT 1 FROM \(list.table.quoted) LIMIT 1 OFFSET \(count)") { try $0.step() }
  }

  /// How many records stand above the first row.
  private func countAbove(_ value: RecordsWindow.Value, last: Int?) throws -> Int? {
    guard let first = value.keys.first else { return nil }
    if list.table.identity == .none { return place(of: first) }
    if value.reachesEnd, let total = value.total { return total - value.rows.count }
    let isOfFew = try last.map { $0 <= CollectedPlaces.rowsAtOnce } ?? (list.isSortedByScan && hasFewRows())
    // Of many rows, SQLite may have to look at each one in another order.
    guard isOfFew || list.order == list.table.order || list.order == list.table.order.reversed else { return nil }
    let most = isOfFew ? CollectedPlaces.rowsAtOnce : Self.countedAtMost
    let order: QueryFragment = list.isSortedByScan ? "" : " ORDER BY \(list.order.terms(.up))"
    var count = 0
    for part in list.order.conditions(beyond: first, .up, inOne: list.isSortedByScan) where count <= most {
      let condition: QueryFragment = part.map { " WHERE \($0)" } ?? ""
      count += try self.count(
        among: "SELECT 1 FROM \(raw: list.table.quoted)\(condition)\(order)", atMost: most - count)
    }
    return count > most ? nil : count
  }

  /// How many rows a query gives; one more than `most` where they are more.
  private func count(among rows: QueryFragment, atMost most: Int) throws -> Int {
    let query: QueryFragment = "SELECT count(*) FROM (\(rows) LIMIT \(raw: String(most + 1)))"
    return try db.withStatement(query.sql) { statement in
      try query.bind(to: statement)
      return try statement.step() ? statement.integer(0) : 0
    }
  }

  /// The least and the greatest rowid, where the list stands in their order.
  func boundsOfRowIDs() throws -> ClosedRange<Int>? {
    guard case .rowID(let name) = list.table.identity, list.order.terms.map(\.column) == [name] else { return nil }
    let (id, table) = (name.quotedName, list.table.quoted)
    let sql = "SELECT (SELECT min(\(id)) FROM \(table)), (SELECT max(\(id)) FROM \(table))"
    return try db.withStatement(sql) { statement in
      guard try statement.step(), !statement.isNull(0) else { return nil }
      let (least, greatest) = (statement.integer(0), statement.integer(1))
      return least < greatest ? least...greatest : nil
    }
  }
}

extension RowKey {
  /// How far a row with this key stands down a list in the order of rowids, which lie in `bounds`, in percent.
  public func percent(in bounds: ClosedRange<Int>, isDescending: Bool) -> Int? {
    guard case .integer(let id)? = values.first, bounds.contains(id), bounds.count(to: bounds.upperBound) > 0 else {
      return nil
    }
    let share = bounds.count(to: id) / bounds.count(to: bounds.upperBound)
    return Int((isDescending ? 1 - share : share) * 100)
  }
}

extension ClosedRange<Int> {
  /// How far a number lies behind the first. Large neighbours are one `Double`, and the whole range may not fit an `Int`.
  fileprivate func count(to number: Int) -> Double { Double(UInt(bitPattern: number &- lowerBound)) }
}
