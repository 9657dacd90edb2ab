// Counts the records around the rows of a window, in the read that fetches the rows, so that the screen is consistent.
// Many records are not counted, because the rows must not wait for that.
import Databases
import LiveQueries
import StructuredQueries

extension RecordScan {
  /// The most records that are counted with the rows.
  static let countedAtMost = 1_000

  /// Adds to a window's rows how many records the table has, the list has, and the list has above them. `last`: the
  /// table's last known count.
  func count(_ value: inout RecordsWindow.Value, last: Int?) throws {
    let hasAll = value.reachesStart && value.reachesEnd
    value.total = try hasAll && list.isWhole ? value.rows.count : countRecords(last: last)
    value.listed = hasAll ? value.rows.count : list.isWhole ? value.total : nil
    if value.above == nil {
      value.above = value.reachesStart ? 0 : list.isWhole ? try countAbove(value, last: last) : nil
    }
    if value.above == nil, list.isWhole { value.rowIDs = try boundsOfRowIDs() }
  }

  /// Whether the table has at most as many rows as are scanned at once.
  func hasFewRows() throws -> Bool {
    try !hasMoreRows(than: CollectedPlaces.rowsAtOnce)
  }

  /// The number of records in the table; nil if they are many.
  private func countRecords(last: Int?) throws -> Int? {
    if list.table.identity == .none { return nil }
    // A large number seldom becomes small, and is counted separately anyway. To find that it is still large takes as
    // long as reading the rows: after another program's commit its pages are read from the file again.
    if let last, Self.isMany(last) { return nil }
    if try hasMoreRows(than: Self.countedAtMost) { return nil }
    return try count(among: "SELECT 1 FROM \(raw: list.table.quoted)", atMost: Self.countedAtMost)
  }

  /// Whether a table with this last count is assumed to have too many records to count with the rows.
  static func isMany(_ count: Int) -> Bool { count > 2 * countedAtMost }

  /// Whether the table has more rows than `count`. SQLite skips a row in a quarter of the time that counting takes.
  private func hasMoreRows(than count: Int) throws -> Bool {
    try db.withStatement("SELECT 1 FROM \(list.table.quoted) LIMIT 1 OFFSET \(count)") { try $0.step() }
  }

  /// The number of records above the first row; nil if they are many.
  private func countAbove(_ value: RecordsWindow.Value, last: Int?) throws -> Int? {
    guard let first = value.keys.first else { return nil }
    if list.table.identity == .none { return place(of: first) }
    if value.reachesEnd, let total = value.total { return total - value.rows.count }
    let isOfFew = try last.map { $0 <= CollectedPlaces.rowsAtOnce } ?? (list.isSortedByScan && hasFewRows())
    // With many rows in another order, SQLite may have to visit every row.
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

  /// The number of rows of a query; `most` + 1 if there are more than `most`.
  private func count(among rows: QueryFragment, atMost most: Int) throws -> Int {
    try SQLQuery<Int>("SELECT count(*) FROM (\(rows) LIMIT \(raw: String(most + 1)))").fetchOne(db) ?? 0
  }

  /// The least and the greatest rowid, if the list is in rowid order.
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
  /// How far down a list in rowid order a row with this key is, in percent. `bounds`: the least and the greatest rowid.
  public func percent(in bounds: ClosedRange<Int>, isDescending: Bool) -> Int? {
    guard case .integer(let id)? = values.first, bounds.contains(id), bounds.count(to: bounds.upperBound) > 0 else {
      return nil
    }
    let share = bounds.count(to: id) / bounds.count(to: bounds.upperBound)
    return Int((isDescending ? 1 - share : share) * 100)
  }
}

extension ClosedRange<Int> {
  /// The distance of a number from the lower bound. Large neighbours are one `Double`; the whole range may not fit an
  /// `Int`.
  fileprivate func count(to number: Int) -> Double { Double(UInt(bitPattern: number &- lowerBound)) }
}
