// What a person does to the records of a view: its INSTEAD OF triggers do it.
//
// Nothing but all that it holds tells such a record from the others. So one is changed only while it is the only one that
// holds exactly that; what it holds afterwards is the triggers' affair.
import Databases
import LiveQueries
import StructuredQueries

/// Several records of a view hold the same: nothing was changed.
public struct RecordsAlike: SentenceError, Hashable, Sendable {
  /// The view.
  public var table: String
  /// How many records are the same.
  public var count: Int
  /// Whether they may differ in long values, by which SQLite does not find a record.
  var haveLongValues = false

  public var description: String {
    let columns = haveLongValues ? "columns but the long ones" : "columns"
    return "\(count) records of \(table) are the same in all \(columns), and nothing tells one from another"
  }
}

extension ListedTable {
  /// What `body` does through triggers. It returns the records that were asked for.
  func recordingTriggers(
    byteLimit: Int, _ db: Database, _ body: () throws -> [RowChange]
  ) throws -> BookChange {
    let (rows, log) = try db.recordingRows(atMost: byteLimit, body)
    try log.requireUndo(db)
    return BookChange(ofView: rows, log)
  }

  /// A record that is not there any more under an identity, and is under another one if that is known.
  func moved(from old: RecordID?, to new: RecordID?) -> [RowChange] {
    [old.map { RowChange(table: name, id: $0, before: [:]) }, new.map { RowChange(table: name, id: $0, after: [:]) }]
      .compactMap(\.self)
  }

  /// Runs a statement on one record. Returns whether there is such a record. Throws `RecordsAlike` where there are
  /// several, and `RefusedByTrigger` where nothing is done or the record stays as it is.
  func changeOnly(
    _ id: RecordID, _ statement: QueryFragment, _ outcome: RefusedByTrigger.Outcome, _ db: Database
  ) throws -> Bool {
    // The condition says nothing of long values.
    func isThere() throws -> Bool {
      try identities(where: condition(of: id), limit: .max, db).contains { $0.hasContent(of: id) }
    }
    guard try isThere() else { return false }
    let count = try count(condition(of: id), db)
    guard count == 1 else { throw RecordsAlike(table: name, count: count, haveLongValues: id.hasLongValues) }
    let isDone = try db.changesRows { try SQLQuery("\(statement) WHERE \(condition(of: id))").execute(db) }
    guard isDone, try !isThere() else {
      throw RefusedByTrigger(outcome: outcome, table: name, id: id)
    }
    return true
  }

  /// Toggles records one after the other; those that have gone are passed over. Each is then under another identity, if
  /// that is known.
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

  /// How many records hold these values, as SQLite compares them.
  func count(holding values: ExactRow, _ db: Database) throws -> Int { try count(holding(values), db) }

  /// The only record that holds these values, as SQLite compares them; `nil` where there is none, or are several.
  func only(holding values: ExactRow, _ db: Database) throws -> RecordID? {
    let found = try identities(where: holding(values), limit: 2, db)
    return found.count == 1 ? found[0] : nil
  }

  /// Columns that hold values as SQLite compares them, which makes of a value what the column's type would make of it.
  func holding(_ values: ExactRow) -> QueryFragment {
    values.map { "\(raw: $0.key.quotedName) IS \($0.value.fragment) COLLATE BINARY" as QueryFragment }
      .joined(separator: " AND ")
  }

  private func count(_ condition: QueryFragment, _ db: Database) throws -> Int {
    try SQLQuery<Int>("SELECT count(*) FROM \(raw: quoted) WHERE \(condition)").fetchOne(db) ?? 0
  }
}

extension Database {
  /// Runs `body`, and returns whether it has changed rows, by triggers too.
  func changesRows(_ body: () throws -> Void) throws -> Bool {
    let before = changeCount
    try body()
    return changeCount != before
  }
}
