// Writes what a person typed over what they saw.
public import Databases
import LiveQueries
import StructuredQueries

/// There is no such record, or none any more.
public struct RecordGone: Error, Hashable, Sendable, CustomStringConvertible {
  /// The table that was looked in.
  public var table: String
  /// The identity that was looked for.
  public var id: RecordID

  /// Makes an error about a record of a table.
  public init(table: String, id: RecordID) {
    self.table = table
    self.id = id
  }

  public var description: String { "There is no record \(id) in \(table)." }
}

/// The table does not have all columns any more that the person saw: nothing was changed.
public struct ColumnsChanged: SentenceError, Hashable, Sendable {
  /// The table of the record.
  public var table: String

  public var description: String { "another program has just changed the columns of \(table)" }
}

extension ListedTable {
  /// The record as it stands, every column to the byte; `nil` where there is none. Throws `DatabaseError` also where a
  /// row can't hold the columns, since a `String` takes two of their names for one. Inside a read.
  public func exactRow(_ id: RecordID, _ db: Database) throws -> ExactRow? {
    let selected = style.hasIncomputableColumn ? columnList : "*"
    return try withRecord(id, "SELECT \(selected)", db) { statement in
      guard try statement.step() else { return nil }
      let columns = statement.columnNames
      guard Set(columns).count == columns.count else {
        throw DatabaseError(code: 1, message: "two columns of \(name) have names that only their bytes tell apart")
      }
      return ExactRow(columns, columns.indices.map { statement.exactValue($0) })
    }
  }

  /// Writes columns of a record; the other columns stay. Where its key is among them, the change's `onlyRow` tells the
  /// key that it has then. Inside a write.
  ///
  /// The change is empty where every column held its value already. Throws
  /// - `RecordGone` where there is no such record,
  /// - `ColumnsChanged` where a column of `seen` has gone,
  /// - `ChangeConflict` where a column does not hold what was `seen` there: what another program has written meanwhile is
  ///   not overwritten unseen,
  /// - `EMailTaken` where the record is given an address that another one has,
  /// - `RefusedByTrigger` where none of the columns holds another value afterwards.
  public func edit(
    _ id: RecordID, _ values: ExactRow, seen: ExactRow = [:], byteLimit: Int = ChangeLog.byteLimit, _ db: Database
  ) throws -> BookChange {
    if identity == .none {
      return try recordingTriggers(byteLimit: byteLimit, db) {
        try editForGood(id, values, seen: seen, db).map { moved(from: id, to: $0.id) } ?? []
      }
    }
    return try BookChange.recording([id], of: name, byteLimit: byteLimit, db) {
      try editForGood(id, values, seen: seen, db).flatMap(\.id).map { $0 == id ? [] : [$0] } ?? []
    }
  }

  /// A record that was edited.
  public struct Edited {
    /// The identity that it has now, another one where columns of its key were written; `nil` where only the trigger of a
    /// view knows it.
    public let id: RecordID?
  }

  /// The same, and keeps nothing of it. Returns `nil` where nothing was changed.
  public func editForGood(
    _ id: RecordID, _ values: ExactRow, seen: ExactRow = [:], _ db: Database
  ) throws -> Edited? {
    guard let row = try exactRow(id, db) else { throw RecordGone(table: name, id: id) }
    guard seen.columns.allSatisfy({ row[$0] != nil }) else { throw ColumnsChanged(table: name) }
    guard seen.allSatisfy({ row[$0.key] == $0.value }) else { throw ChangeConflict(table: name, id: id) }
    var columns = values.columns.sorted().filter { values[$0] != row[$0] }
    // A text may be what the column holds, once SQLite has made a number of it.
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

  /// Writes columns of a record. Returns the identity that it has then; `nil` where a trigger kept it as it was.
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

  /// Whether columns of a record hold these values as SQLite compares them, which makes of a value what the column's
  /// type would make of it.
  private func holds(_ id: RecordID, _ values: ExactRow, _ columns: [String], _ db: Database) throws -> Bool {
    let held = holding(values.filter { columns.contains($0) })
    let query: QueryFragment = "SELECT 1 FROM \(raw: quoted) WHERE \(condition(of: id)) AND \(held)"
    return try db.withStatement(query.sql) { statement in
      try query.bind(to: statement)
      return try statement.step()
    }
  }
}
