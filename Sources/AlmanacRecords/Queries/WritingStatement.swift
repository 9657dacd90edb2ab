// A statement of a person that writes: what it would change, and the change itself.
//
//   text ──> recognized ──> run and rolled back, its effects noted ──> the question ──> run as one step, for undo
public import Databases
public import LiveResults

/// A statement that changes rows, tables, indexes, views or triggers of the file.
public struct WritingStatement: Hashable, Sendable {
  private let text: StatementText

  /// The text.
  public var sql: String { text.sql }

  /// The table or view whose rows it changes; nil if it changes the structure of the file.
  public var table: String? { if case .rows(let table, _) = text.kind { table } else { nil } }

  /// Whether it changes the structure of the file. It is then not rehearsed, and has no undo.
  public var changesStructure: Bool { table == nil }

  /// Asks SQLite what a text does, without running it. Returns nil if it only reads. Throws `QueryError` if it is not one
  /// statement, or reaches beyond the file.
  public static func recognized(
    _ sql: String, with parameters: QueryParameters = [:], on connection: SQLiteConnection
  ) async throws -> WritingStatement? {
    let text = try await connection.read { try StatementText(sql, parameters, $0) }
    return text.kind == .query ? nil : WritingStatement(text: text)
  }

  // MARK: Running

  /// What a statement changes.
  public struct Effects: Hashable, Sendable {
    /// The number of rows by table and deed, triggers and cascades included, in the order of their first change.
    public var records: [OtherRecords] = []
    /// Why undo could not take it back, or only for a while; nil if undo can.
    public var doubt: String?
    /// Whether undo can take it back at all.
    public var canBeUndone = true
    /// Whether the rows were only counted, because they are too many or too large for undo.
    fileprivate var isCounted = false
  }

  /// What a statement has done.
  public struct Outcome: Sendable {
    /// What has changed.
    public var effects: Effects
    /// The step that undo takes back; nil without undo, and if nothing has changed.
    public var change: BookChange?
    /// The titles of the columns that RETURNING names.
    public fileprivate(set) var columns: [String] = []
    /// The first rows that RETURNING returns.
    public fileprivate(set) var rows: [[ExactValue]] = []
    /// The number of all rows that RETURNING returns.
    public fileprivate(set) var rowCount = 0

    /// A query whose result is the kept rows; nil if there are none.
    public var returned: (sql: String, parameters: QueryParameters)? {
      guard !rows.isEmpty else { return nil }
      let values = rows.joined()
      let marks = rows.indices.map { row in
        "(" + columns.indices.map { "?\(row * columns.count + $0 + 1)" }.joined(separator: ", ") + ")"
      }
      let names = columns.map(\.quotedName).joined(separator: ", ")
      return (
        "WITH returned(\(names)) AS (VALUES \(marks.joined(separator: ", "))) SELECT * FROM returned",
        Dictionary(uniqueKeysWithValues: values.enumerated().map { ("\($0 + 1)", $1) })
      )
    }
  }

  /// The statement would now change other rows than the question named. It was rolled back.
  public struct OtherEffects: Error, Hashable, Sendable {
    /// What it would change now.
    public var effects: Effects
  }

  /// The most rows of RETURNING that are kept, and the most values: SQLite binds 32,766.
  private static let (keptRows, keptValues) = (1_000, 32_000)

  /// The result of a rehearsal, thrown out of the write to roll it back.
  private struct Rehearsed: Error {
    let effects: Effects
  }

  /// Finds out what the statement changes: it runs, and is rolled back. A statement that changes the structure is not
  /// run. Throws `QueryError` if the file may not be written, and the error of the statement.
  public func rehearse(
    on connection: SQLiteConnection, endedBy interruption: WriteInterruption? = nil
  ) async throws -> Effects {
    try refuse(readOnly: connection)
    if changesStructure { return Self.structureEffects }
    func rehearse(byteLimit: Int?) async throws -> Effects {
      do {
        return try await connection.write(endedBy: interruption) { db in
          let outcome = try run(db, byteLimit: byteLimit)
          if db.hasUnmendedForeignKeys { throw DatabaseError.foreignKey }
          throw Rehearsed(effects: outcome.effects)
        }
      } catch let rehearsed as Rehearsed {
        return rehearsed.effects
      } catch let error as DatabaseError where error.isOfForeignKey {
        throw await withRows(error, on: connection, endedBy: interruption)
      }
    }
    do {
      return try await rehearse(byteLimit: ChangeLog.byteLimit)
    } catch is ChangeTooLarge {
      var effects = try await rehearse(byteLimit: nil)
      effects.doubt = "undo keeps \(ChangeLog.byteLimit >> 20) MB at most"
      return effects
    }
  }

  /// Runs the statement. `expected`: what the person was asked about; throws `OtherEffects` if other programs have changed
  /// the file so that the statement would change something else. `keepsUndo` false: it runs even if undo can't take it
  /// back. Otherwise throws `UndoImpossible` then. Throws `QueryError` if the file may not be written, and the error of the
  /// statement. If it throws, nothing is changed. `keeper` keeps the change as the step that `step` returns.
  public func run(
    on connection: SQLiteConnection, expecting expected: Effects? = nil, keepsUndo: Bool = true,
    endedBy interruption: WriteInterruption? = nil, keptBy keeper: StepKeeper? = nil,
    as step: @escaping @Sendable (Outcome, BookChange) -> KeptStep? = { _, _ in nil }
  ) async throws -> Outcome {
    try refuse(readOnly: connection)
    do {
      return try await connection.write(keptBy: keeper, endedBy: interruption) { db in
        if changesStructure {
          var outcome = Outcome(effects: Self.structureEffects)
          try run(db, &outcome)
          return (outcome, nil)
        }
        // As they were found out for the question: a count also has the rows that end as they were.
        let isCounted = expected?.isCounted ?? !keepsUndo
        let outcome = try run(db, byteLimit: isCounted ? nil : ChangeLog.byteLimit)
        if let expected, expected.records != outcome.effects.records { throw OtherEffects(effects: outcome.effects) }
        if keepsUndo, isCounted { throw ChangeTooLarge() }
        if keepsUndo, !outcome.effects.canBeUndone { throw CantBeUndone(reason: outcome.effects.doubt ?? "") }
        return (outcome, outcome.change.flatMap { step(outcome, $0) }.map { .made($0) })
      }
    } catch let error as DatabaseError where error.isOfForeignKey {
      throw await withRows(error, on: connection, endedBy: interruption)
    }
  }

  /// The error of a foreign key that names the rows and both tables: the statement runs once more, and the keys are
  /// checked when it has ended. The same error if they can't be found.
  private func withRows(
    _ error: DatabaseError, on connection: SQLiteConnection, endedBy interruption: WriteInterruption?
  ) async -> DatabaseError {
    do {
      return try await connection.write(endedBy: interruption) { db -> DatabaseError in
        var outcome = Outcome(effects: Effects())
        try db.requireForeignKeys { try run(db, &outcome) }
        // Rolls it back.
        throw error
      }
    } catch let other {
      return (other as? DatabaseError).flatMap { $0.isOfForeignKey ? $0 : nil } ?? error
    }
  }

  private static let structureEffects = Effects(
    doubt: "it changes the structure of the file", canBeUndone: false)

  private func refuse(readOnly connection: SQLiteConnection) throws {
    guard connection.isReadOnly else { return }
    throw QueryError(message: "\(text.verb) is refused: the file is open for reading only", place: text.place)
  }

  // MARK: Inside a write

  /// Runs the statement and notes what RETURNING returns.
  func run(_ db: Database, _ outcome: inout Outcome) throws {
    try text.run(db) { columns, row in
      outcome.columns = columns
      outcome.rowCount += 1
      let limit = min(Self.keptRows, Self.keptValues / max(1, row.count))
      if outcome.rows.count < limit { outcome.rows.append(row) }
    }
  }

  /// Runs the statement and records its changes up to `byteLimit`; nil: they are only counted.
  private func run(_ db: Database, byteLimit: Int?) throws -> Outcome {
    var outcome = Outcome(effects: Effects())
    var directCount = 0
    let work = {
      try run(db, &outcome)
      directCount = db.directChangeCount
    }
    guard let byteLimit else {
      let (_, touched) = try db.countingRows(work)
      outcome.effects.records = touched.others(than: [], of: "")
      (outcome.effects.canBeUndone, outcome.effects.isCounted) = (false, true)
      addVirtualTable(&outcome, directCount)
      return outcome
    }
    let (_, log) = try db.recordingRows(atMost: byteLimit, work)
    outcome.effects.records = log.rows.effects
    addVirtualTable(&outcome, log.moduleRows.isEmpty && log.gap == nil ? 0 : directCount)
    if log.rows.isEmpty, log.moduleRows.isEmpty, log.gap == nil { return outcome }
    do {
      try log.requireUndo(db)
      let change = BookChange(log, of: table ?? "")
      try change.requireLastingUndo(db)
      outcome.change = change
    } catch let passing as PassingUndo {
      outcome.change = BookChange(log, of: table ?? "")
      outcome.effects.doubt = passing.description
    } catch let refused as CantBeUndone {
      (outcome.effects.doubt, outcome.effects.canBeUndone) = (refused.reason, false)
    }
    return outcome
  }

  /// Adds the rows of a table whose rows only its module knows.
  private func addVirtualTable(_ outcome: inout Outcome, _ count: Int) {
    guard outcome.effects.records.isEmpty, count > 0, case .rows(let table, let deed) = text.kind else { return }
    let deeds: [StatementText.Deed: OtherRecords.Deed] = [.insert: .added, .update: .changed, .delete: .deleted]
    outcome.effects.records = [OtherRecords(deeds[deed] ?? .changed, count, of: table)]
  }
}
