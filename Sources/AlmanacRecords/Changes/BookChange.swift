// What was done to records, so exactly that it can be taken back, and taken back again.
public import Databases
import StructuredQueries

extension ExactRow {
  fileprivate var byteCount: Int { reduce(0) { $0 + 64 + $1.value.byteCount } }
}

/// One record before and after; no row before means added, none after means deleted.
public struct RowChange: Hashable, Sendable {
  public var table: String
  public var id: Int
  public var before: ExactRow?
  public var after: ExactRow?

  /// The change that takes this one back.
  public var inverse: RowChange { RowChange(table: table, id: id, before: after, after: before) }
}

/// Somebody else has changed or deleted the record since: it is left as it is.
public struct ChangeConflict: Error, Hashable, Sendable, CustomStringConvertible {
  public var table: String
  public var id: Int
  /// Whether there is no such record any more.
  public var isGone: Bool

  public init(table: String, id: Int, isGone: Bool = false) {
    self.table = table
    self.id = id
    self.isGone = isGone
  }

  public var description: String {
    isGone
      ? "Someone else has deleted record \(id) of \(table) since."
      : "Someone else has changed record \(id) of \(table) since; it was left as it is."
  }
}

/// What was made of a change of several records.
public struct MadeChange: Hashable, Sendable {
  /// What was made.
  public var change: BookChange
  /// The records that were left, since someone else has changed or deleted them.
  public var left: [ChangeConflict]
}

/// Changes of so many records at once, or of such large ones, that they could not be taken back: nothing was changed.
public struct ChangeTooLarge: Error, Hashable, Sendable, CustomStringConvertible {
  public var description: String {
    "So much at once could not be taken back: \(BookChange.byteLimit >> 20) MB are kept at most."
  }
}

/// Changes of records that were made together, and are taken back together.
public struct BookChange: Hashable, Sendable {
  public var rows: [RowChange]

  public init(rows: [RowChange]) { self.rows = rows }

  /// A change that holds more bytes is not made where it is to be taken back.
  public static let byteLimit = 64 << 20

  /// About how many bytes the change holds.
  public var byteCount: Int {
    rows.reduce(0) { count, row in
      count + 64 + (row.before?.byteCount ?? 0) + (row.after?.byteCount ?? 0)
    }
  }

  /// The change that takes this one back.
  public var inverse: BookChange { BookChange(rows: rows.reversed().map(\.inverse)) }

  /// Makes the change inside a write, of each record that is what it was: only the columns that differ are compared and
  /// written. The others are left, and told. Throws `ChangeConflict` where there are no others, and `AddressTaken` where
  /// another user has the e-mail address that one is given: then the write is rolled back.
  public func apply(_ db: Database) throws -> MadeChange {
    var made: [RowChange] = []
    var left: [ChangeConflict] = []
    for row in rows {
      do {
        try apply(row, db)
        made.append(row)
      } catch let conflict as ChangeConflict {
        left.append(conflict)
      } catch let error as DatabaseError where error.isConstraint {
        throw try AddressTaken(row, db) ?? error
      }
    }
    if made.isEmpty, let conflict = left.first { throw conflict }
    return MadeChange(change: BookChange(rows: made), left: left)
  }

  /// Writes nothing where it throws.
  private func apply(_ row: RowChange, _ db: Database) throws {
    let table = QueryFragment(quote: row.table).sql
    switch (row.before, row.after) {
    case (nil, let after?):
      let columns = after.keys.sorted()
      let names = columns.map { QueryFragment(quote: $0).sql }.joined(separator: ", ")
      let values = columns.map { _ in "?" }.joined(separator: ", ")
      guard try Self.row(row.id, of: row.table, db) == nil else { throw ChangeConflict(table: row.table, id: row.id) }
      try db.execute(
        "INSERT INTO \(table)(\(names)) VALUES (\(values))", exactly: columns.map { after[$0]! })
    case (let before?, nil):
      let present = try Self.row(row.id, of: row.table, db)
      guard present == before else { throw ChangeConflict(table: row.table, id: row.id, isGone: present == nil) }
      try db.execute("DELETE FROM \(table) WHERE id = ?", [.integer(row.id)])
    case (let before?, let after?):
      let columns = after.keys.sorted().filter { before[$0] != after[$0] }
      guard !columns.isEmpty else { return }
      let assignments = columns.map { "\(QueryFragment(quote: $0).sql) = ?" }
      let comparisons = columns.map { "\(QueryFragment(quote: $0).sql) IS ?" }
      try db.execute(
        "UPDATE \(table) SET \(assignments.joined(separator: ", ")) WHERE id = ?"
          + " AND \(comparisons.joined(separator: " AND "))",
        exactly: columns.map { after[$0]! } + [.integer(row.id)] + columns.map { before[$0] ?? .null })
      guard db.changedRowCount == 1 else {
        throw ChangeConflict(table: row.table, id: row.id, isGone: try Self.row(row.id, of: row.table, db) == nil)
      }
    case (nil, nil):
      return
    }
  }

  /// The row as it stands.
  static func row(_ id: Int, of table: String, _ db: Database) throws -> ExactRow? {
    try db.withStatement("SELECT * FROM \(QueryFragment(quote: table).sql) WHERE id = ?") { statement in
      try statement.bind(.integer(id), at: 1)
      guard try statement.step() else { return nil }
      return Dictionary(
        uniqueKeysWithValues: (0..<statement.columnCount).map {
          (statement.columnName($0), statement.exactValue($0))
        })
    }
  }

  /// What `body` does to the records with these identities, which it may also return where they come up only there.
  /// Throws `ChangeTooLarge` where that is more bytes than may be kept.
  static func recording(
    _ ids: [Int], of table: String, byteLimit: Int = byteLimit, _ db: Database, _ body: () throws -> [Int]
  ) throws -> BookChange {
    var byteCount = 0
    func exactRow(_ id: Int) throws -> ExactRow? {
      let row = try row(id, of: table, db)
      byteCount += row?.byteCount ?? 0
      guard byteCount <= byteLimit else { throw ChangeTooLarge() }
      return row
    }
    let before = try ids.map(exactRow)
    let ids = ids + (try body())
    let rows = try ids.enumerated().map { index, id in
      RowChange(table: table, id: id, before: index < before.count ? before[index] : nil, after: try exactRow(id))
    }
    return BookChange(rows: rows.filter { $0.before != $0.after })
  }
}
