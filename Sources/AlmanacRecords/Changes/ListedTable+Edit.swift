// Writes a person's edits of a record that was read before.
public import Databases
import LiveQueries
import StructuredQueries

/// The error that a record does not exist, or no longer.
public struct RecordGone: Error, Hashable, Sendable, CustomStringConvertible {
  /// The searched table.
  public var table: String
  /// The identity of the missing record.
  public var id: RecordID

  /// Makes an error about a record of a table.
  public init(table: String, id: RecordID) {
    self.table = table
    self.id = id
  }

  public var description: String { "There is no record \(id) in \(table)." }
}

/// The error that the table has lost columns since the person saw them: nothing was changed.
public struct ColumnsChanged: SentenceError, Hashable, Sendable {
  /// The table of the record.
  public var table: String

  public var description: String { "another program has just changed the columns of \(table)" }
}

extension ListedTable {
  /// The record exactly as stored; nil if there is none. Throws `DatabaseError` also if a row can't hold the columns,
  /// because two of their names are equal as `String`. Call inside a read.
  public func exactRow(_ id: RecordID, _ db: Database) throws -> ExactRow? {
    let selected = style.limits.leavesColumnsOut ? columnList : "*"
    return try withRecord(id, "SELECT \(selected)", db) { statement in
      guard try statement.step() else { return nil }
      let columns = statement.columnNames
      guard Set(columns).count == columns.count else {
        throw DatabaseError(code: 1, message: "two columns of \(name) have names that only their bytes tell apart")
      }
      return ExactRow(columns, columns.indices.map { statement.exactValue($0) })
    }
  }

  /// Writes columns of a record; the other columns stay as they are. If columns of its key are written, the `onlyRow`
  /// of the change has the new key. Call inside a write.
  ///
  /// The change is empty if every column had its value already. Throws
  /// - `RecordGone` if there is no such record,
  /// - `ColumnsChanged` if a column of `seen` has gone,
  /// - `RowConflict` if a column no longer has its value in `seen`, so that the changes of another program are not
  ///   overwritten unseen,
  /// - `EMailTaken` if another record has the new address,
  /// - `RefusedByTrigger` if no column has changed afterwards.
  public func edit(
    _ id: RecordID, _ values: ExactRow, seen: ExactRow = [:], byteLimit: Int = ChangeLog.byteLimit, _ db: Database
  ) throws -> BookChange {
    try recording([id], byteLimit: byteLimit, db) {
      try editForGood(id, values, seen: seen, db).map { [(id, $0.id)] } ?? []
    }
  }

  /// Writes the same values into columns of many records. It skips records that have gone. A record that has the values
  /// already is not among the changes. Throws the errors of `edit`.
  public func edit(
    _ ids: [RecordID], _ values: ExactRow, byteLimit: Int = ChangeLog.byteLimit, _ db: Database
  ) throws -> BookChange {
    try recording(ids, byteLimit: byteLimit, db) {
      try ids.compactMap { id in
        do {
          return try editForGood(id, values, db).map { (id, $0.id) }
        } catch is RecordGone {
          return nil
        }
      }
    }
  }

  /// An edited record.
  public struct Edited {
    /// The present identity, a new one if columns of the key were written; nil if only the trigger of a view knows it.
    public let id: RecordID?
  }

  /// The same without recording the change. Returns nil if nothing was changed.
  public func editForGood(
    _ id: RecordID, _ values: ExactRow, seen: ExactRow = [:], _ db: Database
  ) throws -> Edited? {
    guard let row = try exactRow(id, db) else { throw RecordGone(table: name, id: id) }
    guard seen.columns.allSatisfy({ row[$0] != nil }) else { throw ColumnsChanged(table: name) }
    guard seen.allSatisfy({ row[$0.key] == $0.value }) else { throw RowConflict(table: name, id: id) }
    var columns = values.columns.sorted().filter { values[$0] != row[$0] }
    // A text may equal the stored value once SQLite has converted it to a number.
    columns = try columns.filter { column in
      guard values[column]?.repairedString != nil else { return true }
      return try !holds(id, values, [column], db)
    }
    guard !columns.isEmpty else { return nil }
    let written = values.filter { columns.contains($0) }
    try requireStorable(written)
    if identity == .none {
      let assignments = written.map { "\(raw: $0.key.quotedName) = \($0.value.fragment)" as QueryFragment }.joined()
      let statement: QueryFragment = "UPDATE \(raw: quoted) SET \(assignments)"
      guard try changeOnly(id, statement, .notChanged, db) else { throw RecordGone(table: name, id: id) }
      return Edited(id: try only(holding: row.merging(written), db))
    }
    try refuseTakenEMail(in: written, except: id, db)
    func refusal() -> any Error {
      let insisting = "UPDATE OR ABORT \(quoted) SET \(Self.assignments(columns)) WHERE \(isRecord)"
      return self.refusal(.notChanged, of: id, from: insisting, columns.map { values[$0]! } + id.values, db)
    }
    guard let edited = try update(id, values, columns, db), let after = try exactRow(edited, db) else {
      throw refusal()
    }
    if columns.contains(where: { row[$0] != after[$0] }) { return Edited(id: edited) }
    guard try holds(id, values, columns, db) else { throw refusal() }
    return nil
  }

  private static func assignments(_ columns: [String]) -> String {
    columns.map { "\($0.quotedName) = ?" }.joined(separator: ", ")
  }

  /// Writes columns of a record. Returns its identity afterwards; nil if a trigger prevented the change.
  private func update(
    _ id: RecordID, _ values: ExactRow, _ columns: [String], _ db: Database
  ) throws -> RecordID? {
    let keys = identityColumns.joined(separator: ", ")
    return try db.withStatement("UPDATE \(quoted) SET \(Self.assignments(columns)) WHERE \(isRecord) RETURNING \(keys)")
    {
      statement in
      for (place, value) in (columns.map { values[$0]! } + id.values).enumerated() {
        try statement.bind(exactly: value, at: place + 1)
      }
      guard try statement.step() else { return nil }
      let id = identity(statement)
      _ = try statement.step()
      return id
    }
  }

  /// Whether columns of a record have these values. SQLite compares, and converts a value as the column's type would.
  private func holds(_ id: RecordID, _ values: ExactRow, _ columns: [String], _ db: Database) throws -> Bool {
    let held = holding(values.filter { columns.contains($0) })
    return try count(where: "\(condition(of: id)) AND \(held)", db) > 0
  }
}
