// Changes of records, exact enough to undo and redo them.
public import Databases
import StructuredQueries

/// The error that a change can't be made whole: other programs have changed some of its rows. The rest can be made.
public struct PartOnly: Error, Hashable, Sendable {
  /// The rows to leave as they are.
  public var left: [RowConflict]
}

/// The result of making a change of several records.
public struct MadeChange: Hashable, Sendable {
  /// The change as it was made.
  public var change: BookChange
  /// Whether records came back with other rowids than before.
  public var hasOtherRowIDs = false
  /// The records left alone because another program has added, changed or deleted them.
  public var left: [RowConflict]
}

/// Changes of records that were made together and are undone together.
public struct BookChange: Hashable, Sendable {
  /// The requested records; a record with a changed key counts as one deleted and one added.
  public var rows: [RowChange]
  /// The additional changes by triggers and cascades.
  var others = ChangeLog()
  /// Whether the requested records are of a view. Then `rows` only identifies them: a changed record is one deleted
  /// and, if its new content is known, one added.
  private(set) var isOfView = false
  /// The table that it makes or drops; then there are no other changes.
  private(set) var creation: TableCreation?

  /// Makes a change of these records.
  public init(rows: [RowChange]) { self.rows = rows }

  /// Makes a change from its parts.
  init(_ rows: [RowChange], _ others: ChangeLog, isOfView: Bool) {
    (self.rows, self.others, self.isOfView) = (rows, others, isOfView)
  }

  /// Makes the change that makes or drops a table.
  init(_ creation: TableCreation) { (rows, self.creation) = ([], creation) }

  /// Makes the change of a view from what its triggers did.
  init(ofView rows: [RowChange], _ others: ChangeLog) { (self.rows, self.others, isOfView) = (rows, others, true) }

  /// Makes the change of a statement that writes a table: its rows are the requested ones. If it has changed none of
  /// them, as of a view, all changed rows are.
  init(_ log: ChangeLog, of table: String) {
    let key = TableKey(schema: nil, name: table)
    rows = log.rows.filter { $0.key == key }
    others = log
    if rows.isEmpty { (rows, others.rows) = (log.rows, []) } else { others.rows.removeAll { $0.key == key } }
  }

  /// Makes the change that takes back what `log` has: its rows are the requested ones.
  init(reverting log: ChangeLog) {
    (rows, others) = (log.inverse.rows, log.inverse)
    others.rows = []
  }

  /// Whether it changes the key of a record.
  private var isRekeying: Bool {
    rows.count == 2 && rows[0].key == rows[1].key && rows.contains { $0.after == nil }
      && rows.contains { $0.before == nil }
  }

  /// Whether nothing has changed, also not by the triggers of a view.
  public var isEmpty: Bool { creation == nil && log.rows.isEmpty && log.moduleRows.isEmpty }

  /// Whether it only adds records.
  public var isAddition: Bool { rows.allSatisfy { $0.before == nil } }

  /// Whether it makes or drops a table.
  public var isOfTable: Bool { creation != nil }
  /// The name of the table that it makes or drops.
  public var tableName: String? { creation?.name }

  /// Whether redo can't make a table again, because its rows were too many to keep.
  public var isForGood: Bool { creation.map { $0.isDrop && $0.rows == nil } ?? false }

  /// The same as a sentence without its end.
  public static let forGood = "Redo can't make it again: the records are too many to keep"

  /// The number of requested records, or of those in a made table.
  public var recordCount: Int { creation?.content.rowCount ?? rows.count }

  /// The only record of the change, under its later key; nil if there are several.
  public var onlyRow: RowChange? {
    rows.count == 1 ? rows[0] : isRekeying ? rows.first { $0.after != nil } : nil
  }

  /// All changes except the rows of a view: its triggers made those.
  var log: ChangeLog {
    var log = others
    log.rows = (isOfView ? [] : rows) + others.rows
    return log
  }

  /// Throws `PassingUndo` if undo would work only for a while. Call inside the write that made the change.
  public func requireLastingUndo(_ db: Database) throws {
    if let index = try log.passingIndex(db) { throw PassingUndo(index: index) }
  }

  /// The approximate size in bytes.
  public var byteCount: Int {
    rows.reduce(64 + others.byteCount + (creation?.byteCount ?? 0)) { $0 + $1.byteCount }
  }

  /// The change that undoes this one.
  public var inverse: BookChange {
    var inverse = self
    inverse.rows = rows.reversed().map(\.inverse)
    inverse.others = others.inverse
    inverse.creation = creation?.inverse
    return inverse
  }

  /// Follows the renaming of a table.
  public mutating func rename(_ old: String, to new: String) {
    rows.rename(TableKey(schema: nil, name: old), to: new)
    others.rename(TableKey(schema: nil, name: old), to: new)
    creation?.rename(old, to: new)
  }

  /// Makes the change inside a write. It changes each record that is still as expected, and updates the search indexes.
  /// It leaves the other records alone and returns them.
  ///
  /// Throws `RowConflict` if no requested record is as expected, and `PartOnly` if the rows to leave are others than
  /// `leaving` and `asks`, or if triggers or cascades have changed rows too. A change of a key is made whole or not at
  /// all.
  ///
  /// A table is made or dropped whole, or `TableConflict` is thrown.
  ///
  /// Throws the errors of `Database.replay` too. If it throws, nothing is changed.
  public func apply(
    _ db: Database, leaving expected: [RowConflict] = [], asks: Bool = false
  ) throws -> MadeChange {
    if let creation { return MadeChange(change: BookChange(try creation.apply(db)), left: []) }
    let log = log
    var keptCount = 0
    let (madeLog, left) = try db.replay(log) { left in
      keptCount = try requireUse(leaving: left, of: log)
      if asks || !others.rows.isEmpty, Set(left) != Set(expected) { throw PartOnly(left: left) }
    }
    let made = madeLog.rows
    // Some records may have been left alone, and some may have come back with another rowid.
    var change = self
    if !isOfView { change.rows = Array(made.prefix(rows.count - keptCount)) }
    change.others.rows = Array(made.dropFirst(isOfView ? 0 : change.rows.count))
    change.others.moduleRows = madeLog.moduleRows
    change.others.broken = madeLog.broken
    let hasOtherRowIDs = left.isEmpty && zip(log.rows, made).contains { $0.id != $1.id }
    return MadeChange(change: change, hasOtherRowIDs: hasOtherRowIDs, left: left)
  }

  /// The number of requested records among the rows to leave. Throws a conflict if nothing requested would be changed,
  /// or only half of a changed key.
  private func requireUse(leaving left: [RowConflict], of log: ChangeLog) throws -> Int {
    struct Place: Hashable { let table: ExactText, id: RecordID }
    let requested = Set((isOfView ? log.rows : rows).lazy.map { Place(table: ExactText($0.table), id: $0.id) })
    let kept = left.filter { requested.contains(Place(table: ExactText($0.table), id: $0.id)) }
    if let first = kept.first, isRekeying && !isOfView || kept.count == requested.count { throw first }
    return kept.count
  }

  /// Records the changes that `body` makes to the records with these identities and to the returned ones, and the
  /// further changes by triggers and cascades. Throws `UndoImpossible` if undo could not revert them.
  static func recording(
    _ ids: [RecordID], of table: String, byteLimit: Int, _ db: Database, _ body: () throws -> [RecordID]
  ) throws -> BookChange {
    var (added, log) = try db.recordingRows(atMost: byteLimit, body)
    try log.requireUndo(db)
    let asked = ids + added
    let places = Dictionary(zip(asked, asked.indices)) { first, _ in first }
    let key = TableKey(schema: nil, name: table)
    // All rows of a table have its name in one spelling.
    let table = log.rows.first { $0.key == key }.map { ExactText($0.table) }
    // By number: copying a row costs as much as finding it.
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
  /// Records the additions that `body` makes to a table, and the further changes by triggers and cascades. Throws
  /// `UndoImpossible` if undo could not revert them.
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
