// What was done to records, so exactly that it can be taken back, and taken back again.
public import Databases
import StructuredQueries

/// Another program has changed or deleted the record since: it is left as it is.
public struct ChangeConflict: Error, Hashable, Sendable, CustomStringConvertible {
  /// The table of the record.
  public var table: String
  /// The identity of the record.
  public var id: RecordID
  /// Whether there is no such record any more.
  public var isGone: Bool

  /// Tells what happened to a record.
  public init(table: String, id: RecordID, isGone: Bool = false) {
    self.table = table
    self.id = id
    self.isGone = isGone
  }

  public var description: String {
    isGone
      ? "Another program has deleted record \(id) of \(table) since."
      : "Another program has changed record \(id) of \(table) since; it was left as it is."
  }
}

/// What was made of a change of several records.
public struct MadeChange: Hashable, Sendable {
  /// What was made.
  public var change: BookChange
  /// Whether records came back under other rowids than they had.
  public var hasOtherRowIDs = false
  /// The records that were left, since another program has changed or deleted them.
  public var left: [ChangeConflict]
}

/// Changes of records that were made together, and are taken back together.
public struct BookChange: Hashable, Sendable {
  /// The records that were asked for; one whose key was changed as one that is deleted and one that is added.
  public var rows: [RowChange]
  /// What triggers and cascades did besides.
  var others = ChangeLog()
  /// Whether the records that were asked for are of a view: then `rows` only says which they were, one that was changed
  /// as one that is deleted and, where it is known under what content it is there now, one that is added.
  private(set) var isOfView = false

  /// Makes a change of these records.
  public init(rows: [RowChange]) { self.rows = rows }

  /// What the triggers of a view did.
  init(ofView rows: [RowChange], _ others: ChangeLog) { (self.rows, self.others, isOfView) = (rows, others, true) }

  /// Whether it gives a record another key.
  private var isRekeying: Bool {
    rows.count == 2 && rows.contains { $0.after == nil } && rows.contains { $0.before == nil }
  }

  /// Whether it adds records, and changes none that was there.
  public var isAddition: Bool { rows.allSatisfy { $0.before == nil } }

  /// The one record that it is about, under the key that it has afterwards; `nil` where there are more.
  public var onlyRow: RowChange? {
    rows.count == 1 ? rows[0] : isRekeying ? rows.first { $0.after != nil } : nil
  }

  /// All that was done, but for the rows of a view: its triggers did that.
  private var log: ChangeLog {
    var log = others
    log.rows = (isOfView ? [] : rows) + others.rows
    return log
  }

  /// Throws `PassingUndo` where undo could take the change back only for a while. Inside the write that has made it.
  public func requireLastingUndo(_ db: Database) throws {
    if let index = try log.passingIndex(db) { throw PassingUndo(index: index) }
  }

  /// About how many bytes the change holds.
  public var byteCount: Int { rows.reduce(64 + others.byteCount) { $0 + $1.byteCount } }

  /// The change that takes this one back.
  public var inverse: BookChange {
    var inverse = self
    inverse.rows = rows.reversed().map(\.inverse)
    inverse.others = others.inverse
    return inverse
  }

  /// A table has another name now: the change is of its rows all the same.
  public mutating func rename(_ old: String, to new: String) {
    rows.rename(TableKey(schema: nil, name: old), to: new)
    others.rename(TableKey(schema: nil, name: old), to: new)
  }

  /// Makes the change inside a write. It changes each record that is still what it was, and search indexes follow. It
  /// leaves the other records as they are and returns them.
  ///
  /// A change is made whole or not at all if a record changes its key, or if triggers and cascades changed other rows
  /// too. Then, and if no record is what it was, it throws `ChangeConflict`.
  ///
  /// Throws `AddressTaken` if another user has the e-mail address that a user is given, and what `Database.replay`
  /// throws. If it throws, nothing is changed.
  public func apply(_ db: Database) throws -> MadeChange {
    let log = log
    do {
      let (madeLog, left) = try db.replay(log, leavingConflicts: others.rows.isEmpty && !isRekeying)
      let made = madeLog.rows
      let conflicts = left.map(ChangeConflict.init)
      if made.isEmpty, let conflict = conflicts.first { throw conflict }
      // Some may have been left, some may have come back with another rowid.
      var change = self
      if !isOfView { change.rows = others.rows.isEmpty ? made : Array(made.prefix(rows.count)) }
      change.others.rows = Array(made.dropFirst(isOfView ? 0 : change.rows.count))
      change.others.moduleRows = madeLog.moduleRows
      let hasOtherRowIDs = left.isEmpty && zip(log.rows, made).contains { $0.id != $1.id }
      return MadeChange(change: change, hasOtherRowIDs: hasOtherRowIDs, left: conflicts)
    } catch let conflict as RowConflict
      where rows.contains(where: { $0.table.isSameName(as: conflict.table) && $0.id == conflict.id })
    {
      throw ChangeConflict(conflict)
    } catch let conflict as RowConflict {
      let what = conflict.isGone ? "deleted" : "changed"
      throw ReplayRefused(reason: "another program has \(what) a row of \(conflict.table) since")
    } catch let error as DatabaseError where error.isConstraint {
      for row in rows { if let taken = try AddressTaken(row, db) { throw taken } }
      throw error
    }
  }

  /// What `body` does to the records with these identities, which it may also return where they come up only there, and
  /// what triggers and cascades do besides. Throws `UndoImpossible` where undo could not take that back.
  static func recording(
    _ ids: [RecordID], of table: String, byteLimit: Int, _ db: Database, _ body: () throws -> [RecordID]
  ) throws -> BookChange {
    var (added, log) = try db.recordingRows(atMost: byteLimit, body)
    try log.requireUndo(db)
    let asked = ids + added
    let places = Dictionary(zip(asked, asked.indices)) { first, _ in first }
    let key = TableKey(schema: nil, name: table)
    // The rows of a table have its name in one spelling.
    let table = log.rows.first { $0.key == key }.map { ExactText($0.table) }
    // By number: to copy a row costs as much as to find it.
    var wanted: [(place: Int, number: Int)] = []
    var others: [Int] = []
    for (number, row) in log.rows.enumerated() {
      if ExactText(row.table) == table, let place = places[row.id] {
        wanted.append((place, number))
      } else {
        others.append(number)
      }
    }
    let rows = log.rows
    log.rows = others.map { rows[$0] }
    let isInOrder = zip(wanted, wanted.dropFirst()).allSatisfy { $0.place < $1.place }
    if !isInOrder { wanted.sort { $0.place < $1.place } }
    var change = BookChange(rows: isInOrder && others.isEmpty ? rows : wanted.map { rows[$0.number] })
    change.others = log
    return change
  }
}

extension BookChange {
  /// What `body` adds to a table, and what triggers and cascades do besides. Throws `UndoImpossible` where undo could not
  /// take that back.
  static func recordingAdditions<R>(
    to table: String, byteLimit: Int, _ db: Database, _ body: () throws -> R
  ) throws -> (value: R, change: BookChange) {
    var (value, log) = try db.recordingRows(atMost: byteLimit, body)
    try log.requireUndo(db)
    let key = TableKey(schema: nil, name: table)
    var change = BookChange(rows: log.rows.filter { $0.before == nil && $0.key == key })
    log.rows.removeAll { $0.before == nil && $0.key == key }
    change.others = log
    return (value, change)
  }
}

extension ChangeConflict {
  fileprivate init(_ conflict: RowConflict) {
    self.init(table: conflict.table, id: conflict.id, isGone: conflict.isGone)
  }
}
