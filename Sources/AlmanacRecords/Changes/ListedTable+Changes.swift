// A person's changes of records. Each returns the changes made. Call inside a write.
public import Databases
import LiveQueries
import StructuredQueries

/// The error that a trigger of the file prevented the requested change of a record: nothing was changed.
public struct RefusedByTrigger: Error, Hashable, Sendable, CustomStringConvertible {
  /// The change that was not made.
  public enum Outcome: Hashable, Sendable {
    /// The record was not added, not changed, not deleted.
    case notAdded, notChanged, notDeleted
  }

  /// The change that was not made.
  public var outcome: Outcome
  /// The table of the record.
  public var table: String
  /// The identity of the record; nil for a new one.
  public var id: RecordID?

  public var description: String {
    let record = id.map { "record \($0) of \(table)" } ?? "the record"
    return switch outcome {
    case .notAdded: "A trigger of the file keeps \(record) out of \(table)."
    case .notChanged: "A trigger, or a column's type, keeps \(record) as it is."
    case .notDeleted: "A trigger of the file keeps \(record) from being deleted."
    }
  }
}

extension ListedTable {
  /// Adds a record with these values, and with the defaults in its other columns. Throws `EMailTaken` if another record
  /// has the address, and `RefusedByTrigger`.
  public func add(
    _ values: ExactRow, byteLimit: Int = ChangeLog.byteLimit, _ db: Database
  ) throws -> BookChange {
    let change = try recording(byteLimit: byteLimit, db) { [(nil, try addForGood(values, db))] }
    guard identity == .none || change.rows.first?.after != nil else {
      throw RefusedByTrigger(outcome: .notAdded, table: name)
    }
    return change
  }

  /// The same without recording the change. Returns the identity of the record; nil if it has none or if the outcome of
  /// a view's trigger is unknown.
  public func addForGood(_ values: ExactRow, _ db: Database) throws -> RecordID? {
    try requireStorable(values)
    try refuseTakenEMail(in: values, db)
    let isKnown = try identity == .none && !values.isEmpty && count(holding: values, db) == 0
    let columns = columns.filter { values[$0] != nil }
    let insertion = try RecordInsertion(self, columns, givesIdentity: true, db)
    let id = try db.withStatement(insertion.sql) { try insertion.run($0, columns.map { values[$0]! }) }
    return identity != .none ? id : isKnown ? try only(holding: values, db) : nil
  }

  /// Toggles a column of records from yes to no, and from no or NULL to yes; records that have gone are skipped. Throws
  /// `NeitherYesNorNo` and `RefusedByTrigger`.
  public func toggle(
    _ column: String, of ids: [RecordID], byteLimit: Int = ChangeLog.byteLimit, _ db: Database
  ) throws -> BookChange {
    let change = try recording(ids, byteLimit: byteLimit, db) {
      // With several records, the caller needs only the old identities.
      if identity == .none {
        return try toggleOnly(column, of: ids, db).map { ($0.old, ids.count == 1 ? $0.new : nil) }
      }
      try update(column, of: ids, db)
      return []
    }
    if identity == .none { return change }
    // With another key it is the same record; otherwise a trigger has deleted it.
    let isKey = identity.columns.contains(column)
    if !isKey, let row = change.rows.first(where: { $0.after == nil }) {
      throw RefusedByTrigger(outcome: .notChanged, table: name, id: row.id)
    }
    let changed = change.rows.lazy.filter { $0.before?[column] != $0.after?[column] }
    try requireNone(of: ids, except: changed.map(\.id), .notChanged, from: insistingToggle(column), db)
    return change
  }

  /// Toggles records without recording the changes, so that they can be many and large. All must exist, and the column
  /// must not be part of their key. Returns their present identities, if known. Throws the errors of `toggle`.
  public func toggleForGood(_ column: String, of ids: [RecordID], _ db: Database) throws -> [RecordID] {
    if identity == .none { return try toggleOnly(column, of: ids, db).compactMap(\.new) }
    let before = try ids.map { try values(of: [column], in: $0, db) }
    try update(column, of: ids, db)
    // Checked at the end, because a trigger may change one record with another.
    for (id, value) in zip(ids, before) {
      let now = try values(of: [column], in: id, db)
      if now == nil || now == value { throw refusal(.notChanged, of: id, from: insistingToggle(column), id.values, db) }
    }
    return ids
  }

  /// The statement that toggles one record. It overrides a conflict clause of the table that would skip the record.
  private func insistingToggle(_ column: String) -> String {
    let toggled = column.quotedName
    return "UPDATE OR ABORT \(quoted) SET \(toggled) = NOT coalesce(\(toggled), 0) WHERE \(isRecord)"
  }

  private func update(_ column: String, of ids: [RecordID], _ db: Database) throws {
    if ids.isEmpty { return }
    let toggled = column.quotedName
    try TemporaryRows.with(ids, db) { rows in
      try requireFlags(in: column, of: rows, db)
      // NOT of NULL is NULL, but an unset value is to become yes.
      try db.execute(
        "UPDATE \(quoted) SET \(toggled) = NOT coalesce(\(toggled), 0) WHERE \(rows.contain(identityColumns))")
    }
  }

  /// Deletes records; records that have gone are skipped. Throws `RefusedByTrigger`.
  public func delete(
    _ ids: [RecordID], byteLimit: Int = ChangeLog.byteLimit, _ db: Database
  ) throws -> BookChange {
    let change = try recording(ids, byteLimit: byteLimit, db) {
      if identity == .none { return try deleteForGood(ids, db).map { ($0, nil) } }
      try remove(ids, db)
      return []
    }
    if identity == .none { return change }
    let deleted = change.rows.lazy.filter { $0.after == nil }
    try requireNone(of: ids, except: deleted.map(\.id), .notDeleted, db)
    return change
  }

  /// Deletes records without recording the changes, so that they can be many and large. Returns the records that
  /// existed. Throws `RefusedByTrigger`.
  public func deleteForGood(_ ids: [RecordID], _ db: Database) throws -> [RecordID] {
    if identity == .none { return try ids.filter { try changeOnly($0, "DELETE FROM \(raw: quoted)", .notDeleted, db) } }
    // Checked first, because a trigger may delete one record with another.
    let present = try ids.filter { try isThere($0, db) }
    try remove(ids, db)
    try requireNone(of: ids, except: [], .notDeleted, db)
    return present
  }

  private func remove(_ ids: [RecordID], _ db: Database) throws {
    if ids.isEmpty { return }
    try TemporaryRows.with(ids, db) { rows in
      try db.execute("DELETE FROM \(quoted) WHERE \(rows.contain(identityColumns))")
    }
  }

  /// Throws `RefusedByTrigger` if a record of `ids` still exists that is not in `done`. `done` is a subset of `ids`
  /// without repetitions. `insisting`: the statement for one record that would report the rule that protects it.
  func requireNone(
    of ids: [RecordID], except done: [RecordID], _ outcome: RefusedByTrigger.Outcome, from insisting: String? = nil,
    _ db: Database
  ) throws {
    // Usually all are done, and no record has to be looked up.
    if done.count == ids.count { return }
    for id in Set(ids).subtracting(done).inTableOrder where try isThere(id, db) {
      throw refusal(outcome, of: id, from: insisting, id.values, db)
    }
  }

  /// The reason that a record was not changed: a rule of the table whose conflict clause skips the record, or a
  /// trigger.
  ///
  /// `insisting` is the statement that overrides that clause. It runs without triggers. Its effects are rolled back
  /// with the whole write, since this error ends the write.
  func refusal(
    _ outcome: RefusedByTrigger.Outcome, of id: RecordID?, from insisting: String?, _ values: [ExactValue],
    _ db: Database
  ) -> any Error {
    let refusal = RefusedByTrigger(outcome: outcome, table: name, id: id)
    guard let insisting else { return refusal }
    do {
      try db.withoutTriggers {
        try db.withStatement(insisting) { statement in
          for (place, value) in values.enumerated() { try statement.bind(exactly: value, at: place + 1) }
          while try statement.step() {}
        }
      }
    } catch let error as DatabaseError where error.isConstraint && !error.isOfForeignKey {
      return error
    } catch {}
    return refusal
  }

  func isThere(_ id: RecordID, _ db: Database) throws -> Bool {
    try withRecord(id, "SELECT 1", db) { try $0.step() }
  }
}
