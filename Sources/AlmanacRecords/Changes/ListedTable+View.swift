// A person's changes of the records of a view, made by its INSTEAD OF triggers.
//
// Only its whole content identifies such a record. So a record is changed only while no other has the same content; its
// content afterwards is up to the triggers.
import Databases
import LiveQueries
import StructuredQueries

/// The error that several records of a view have the same content: nothing was changed.
public struct RecordsAlike: SentenceError, Hashable, Sendable {
  /// The view.
  public var table: String
  /// The number of equal records.
  public var count: Int
  /// Whether they may differ in long values, which SQLite does not compare here.
  var haveLongValues = false

  public var description: String {
    let columns = haveLongValues ? "columns but the long ones" : "columns"
    return "\(count) records of \(table) are the same in all \(columns), and nothing tells one from another"
  }
}

extension ListedTable {
  /// Records what `body` does to these records, and the further changes by triggers and cascades. `body` returns the
  /// records that were added or have another identity now, with the new one if it is known.
  func recording(
    _ ids: [RecordID] = [], byteLimit: Int, _ db: Database, _ body: () throws -> [(old: RecordID?, new: RecordID?)]
  ) throws -> BookChange {
    guard identity == .none else {
      return try BookChange.recording(ids, of: name, byteLimit: byteLimit, db) {
        try body().compactMap { $0.new == $0.old ? nil : $0.new }
      }
    }
    let (moved, log) = try db.recordingRows(atMost: byteLimit, body)
    try log.requireUndo(db)
    let rows = moved.flatMap { old, new in
      [old.map { RowChange(table: name, id: $0, before: [:]) }, new.map { RowChange(table: name, id: $0, after: [:]) }]
    }
    return BookChange(ofView: rows.compactMap(\.self), log)
  }

  /// Runs a statement on one record. Returns whether the record exists. Throws `RecordsAlike` if there are several, and
  /// `RefusedByTrigger` if nothing is done or the record stays as it is.
  func changeOnly(
    _ id: RecordID, _ statement: QueryFragment, _ outcome: RefusedByTrigger.Outcome, _ db: Database
  ) throws -> Bool {
    // The condition does not compare long values.
    func isThere() throws -> Bool {
      try identities(where: condition(of: id), limit: .max, db).contains { $0.hasContent(of: id) }
    }
    guard try isThere() else { return false }
    let count = try count(where: condition(of: id), db)
    guard count == 1 else { throw RecordsAlike(table: name, count: count, haveLongValues: id.hasLongValues) }
    let isDone = try db.changesRows { try SQLQuery("\(statement) WHERE \(condition(of: id))").execute(db) }
    guard isDone, try !isThere() else {
      throw RefusedByTrigger(outcome: outcome, table: name, id: id)
    }
    return true
  }

  /// Toggles records one after the other; records that have gone are skipped. Returns the old and the new identity of
  /// each, the new one if known.
  func toggleOnly(
    _ column: String, of ids: [RecordID], _ db: Database
  ) throws -> [(old: RecordID, new: RecordID?)] {
    let toggled = column.quotedName
    let statement: QueryFragment =
      "UPDATE \(raw: quoted) SET \(raw: toggled) = NOT coalesce(\(raw: toggled), 0)"
    return try ids.compactMap { id in
      guard let row = try exactRow(id, db) else { return nil }
      let value = row[column] ?? .null
      guard [.null, .integer(0), .integer(1)].contains(value) else {
        throw NeitherYesNorNo(column: column, key: [.text("\(id)")], value: value)
      }
      guard try changeOnly(id, statement, .notChanged, db) else { return nil }
      return (id, try only(holding: row.merging([column: .integer(value == .integer(1) ? 0 : 1)]), db))
    }
  }

  /// The number of records with these values, by SQLite's comparison.
  func count(holding values: ExactRow, _ db: Database) throws -> Int { try count(where: holding(values), db) }

  /// The only record with these values, by SQLite's comparison; nil if there is none or several.
  func only(holding values: ExactRow, _ db: Database) throws -> RecordID? {
    let found = try identities(where: holding(values), limit: 2, db)
    return found.count == 1 ? found[0] : nil
  }

  /// The condition that columns have these values. SQLite converts a value as the column's type would.
  func holding(_ values: ExactRow) -> QueryFragment {
    values.map { "\(raw: $0.key.quotedName) IS \($0.value.fragment) COLLATE BINARY" as QueryFragment }
      .chainedByAnd()
  }
}

extension Database {
  /// Runs `body` and returns whether it has changed rows, including changes by triggers.
  func changesRows(_ body: () throws -> Void) throws -> Bool {
    let before = changeCount
    try body()
    return changeCount != before
  }
}
