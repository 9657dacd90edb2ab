// What all ways to keep a result have in common.

import Databases

/// A result that follows the changes of the tables by itself.
protocol KeptQuery: AnyObject {
  /// Reads the whole result.
  func fill() throws
  /// Takes in the changes that the shadows hold. Throws `NotKept` if the result must be read again.
  func apply(_ changed: ChangedTables) throws
  /// Rows in order from an index on, at most `limit` of them: the output columns, and hidden ones after them.
  func tuples(from offset: Int, limit: Int?) -> [Tuple]
  /// The rows that have come and gone since the last call; nil if only a comparison finds them.
  func takeChanges() -> PlacedChange<Tuple>?
  /// Whether SQLite may choose none of the rows, so that any run of the query returns the same.
  var isDetermined: Bool { get }
}

/// A result whose rows are all in `rows`.
protocol RowKeeping: KeptQuery {
  var rows: KeptRows { get set }
  /// The approximate number of bytes that are kept in addition to the rows.
  var otherByteCount: Int { get }
}

extension RowKeeping {
  var otherByteCount: Int { 0 }
  var isDetermined: Bool { true }
  func tuples(from offset: Int, limit: Int?) -> [Tuple] { rows.tuples(from: offset, limit: limit) }
  func takeChanges() -> PlacedChange<Tuple>? { rows.takeChanges() }
  func undoChanges() throws { try rows.undoChanges() }

  /// Throws if the result takes more memory than a result may.
  func checkSize() throws {
    guard rows.byteCount + otherByteCount <= KeptRows.byteLimit else { throw QueryError.tooLarge }
  }
}

/// A linear query, or a UNION ALL of linear queries.
final class LinearRows: RowKeeping {
  private let bodies: [LinearBody]
  private let shadows: ShadowDatabase
  var rows: KeptRows

  init(_ bodies: [LinearBody], order: [OrderTerm], _ shadows: ShadowDatabase) {
    (self.bodies, self.shadows) = (bodies, shadows)
    rows = KeptRows(order: order)
  }

  func fill() throws {
    // The former rows are compared with the new ones: both are in memory for a moment.
    var sorting = RowSorting(order: rows.order)
    for body in bodies {
      try shadows.each(try body.sql) { tuple in
        sorting.add(tuple)
        guard max(sorting.byteCount, tuple.approximateSize) <= KeptRows.byteLimit, sorting.count <= KeptRows.rowLimit
        else { throw QueryError.tooLarge }
      }
    }
    rows.fill(sorting)
    try checkSize()
  }

  func apply(_ changed: ChangedTables) throws {
    for body in bodies { try rows.add(try body.delta(changed)) }
    try checkSize()
  }
}

/// The first rows of a linear query with ORDER BY and LIMIT, and some more. Later rows are not kept.
final class TopRows: RowKeeping {
  private let body: LinearBody
  private let order: OrderPlan
  private let shadows: ShadowDatabase
  /// The number of rows up to the last one that is shown.
  private let needed: Int
  private let reserve: Int
  var rows: KeptRows
  /// The last row of the kept ones when they were read. Rows that tie with it may be kept or not. Nil: the whole result
  /// is kept.
  private var bound: Tuple?

  init(_ body: LinearBody, _ plan: OrderPlan, order: [OrderTerm], needed: Int, reserve: Int, _ shadows: ShadowDatabase)
  {
    (self.body, self.order, self.shadows) = (body, plan, shadows)
    (self.needed, self.reserve) = (needed, reserve)
    rows = KeptRows(order: order)
  }

  func fill() throws {
    var (read, size): ([Tuple], Int) = ([], 0)
    try shadows.each("\(try body.sql) ORDER BY \(order.sql) LIMIT \(needed + reserve)") { tuple in
      read.append(tuple)
      size += tuple.approximateSize
      guard size <= KeptRows.byteLimit else { throw QueryError.tooLarge }
    }
    rows.fill(read)
    bound = read.count < needed + reserve ? nil : read.last
    wasRead = true
  }

  /// Whether the rows were read again since the changes were taken.
  private var wasRead = false

  func takeChanges() -> PlacedChange<Tuple>? {
    let changes = rows.takeChanges()
    defer { wasRead = false }
    return wasRead ? nil : changes
  }

  func apply(_ changed: ChangedTables) throws {
    var delta: [Tuple: Int] = [:]
    for (tuple, weight) in try body.delta(changed) {
      guard let bound else {
        delta[tuple] = weight
        continue
      }
      let place = rows.order.compare(tuple, bound)
      if place < 0 { delta[tuple] = weight }
      if place == 0, weight < 0 { delta[tuple] = -min(-weight, rows.count(of: tuple)) }
    }
    try rows.add(delta)
    if bound != nil, rows.count < needed { return try fill() }
    guard rows.count > needed + 4 * reserve else { return try checkSize() }
    let kept = rows.tuples(limit: needed + reserve)
    rows.fill(kept)
    bound = kept.last
    wasRead = true
    try checkSize()
  }
}
