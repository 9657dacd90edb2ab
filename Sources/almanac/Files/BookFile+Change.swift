// One change of a table, made or rehearsed, with a sentence for each failure.
import AlmanacFeatures
import AlmanacRecords
import Databases

extension BookFile {
  /// The subject of a change, and the words for its failure.
  struct Change {
    /// The table's name, as typed.
    let name: String
    let deed: RecordDeed
    /// The start of a thrown failure: `Nothing was added`.
    let failure: String
    /// Whether the change is rolled back in the end.
    let isRehearsed: Bool
    /// The deed in the name of the step: `Added`.
    let participle: String
  }

  /// The result of a change, and all records that it has touched or would touch.
  struct Changed<Result: Sendable>: Sendable {
    let table: FileTable
    let result: Result
    let touched: TouchedRecords
    let isRehearsed: Bool
    /// Why undo can't take it back, or not for long, as a sentence; `nil` if it can.
    let undoProblem: String?
  }

  /// Runs `body` in one transaction, as a step that undo can take back; if it is too large for that, it runs again
  /// without. Throws `UsageError`, and `CommandFailure`: the change's failure, a colon, and the
  /// reason.
  ///
  /// If a foreign key forbids the change, `keeping` returns the reason, inside a read; `nil` uses SQLite's reason.
  func change<Result: Sendable>(
    _ change: Change, keeping: @escaping @Sendable (FileTable, Database) throws -> String? = { _, _ in nil },
    _ body: @escaping @Sendable (FileTable, Database) throws -> Result
  ) async throws -> Changed<Result> {
    let name = change.name
    return try await use { connection in
      do {
        guard !change.isRehearsed, let keeper = StepKeeper.file(of: path) else {
          return try await make(
            change, on: connection, unkept: "This can't be undone: there is no folder for the step.", body)
        }
        defer { keeper.tellTrouble() }
        do {
          return try await make(change, on: connection, keptBy: keeper, body)
        } catch is ChangeTooLarge {
          return try await make(change, on: connection, unkept: "This can't be undone: it is too much to keep.", body)
        }
      } catch let rehearsal as Rehearsal<Result> {
        return rehearsal.changed
      } catch let error as UsageError {
        throw error
      } catch {
        let cause = (error as? LineFailure)?.error ?? error
        var clause = sentence(cause)
        if let error = cause as? DatabaseError, error.isOfForeignKey {
          // Asked of the unchanged file: the write was rolled back.
          let known = try? await connection.read { db in try keeping(FileTable(name, db), db) }
          clause = known.flatMap(\.self) ?? clause
        }
        if let line = error as? LineFailure { clause = "line \(line.number) of standard input: \(clause)" }
        throw CommandFailure("\(change.failure): \(clause).")
      }
    }
  }

  /// Makes or rehearses a change. Without a keeper it is not recorded, for the reason in the sentence `problem`.
  private func make<Result: Sendable>(
    _ change: Change, on connection: SQLiteConnection, keptBy keeper: StepKeeper? = nil, unkept problem: String? = nil,
    _ body: @escaping @Sendable (FileTable, Database) throws -> Result
  ) async throws -> Changed<Result> {
    try await connection.write(keptBy: keeper) { db in
      let table = try FileTable(change.name, db)
      try table.requireChangeable(change.deed)
      if keeper != nil {
        let (result, touched, made, problem) = try db.recordingChange(of: table.table.name) { try body(table, db) }
        let sentence = problem.map(Self.undoSentence)
        let changed = Changed(
          table: table, result: result, touched: touched, isRehearsed: false, undoProblem: sentence)
        return (changed, made.map { .made(KeptStep(change.participle, $0, in: table.table)) })
      }
      let (result, touched) = try db.countingRows { try body(table, db) }
      let changed = Changed(
        table: table, result: result, touched: touched, isRehearsed: change.isRehearsed,
        undoProblem: change.isRehearsed ? nil : problem)
      guard change.isRehearsed else { return (changed, nil) }
      if db.hasUnmendedForeignKeys { throw DatabaseError.foreignKey }
      // Rolls it back.
      throw Rehearsal(changed: changed)
    }
  }

  private static func undoSentence(_ problem: any UndoImpossible) -> String {
    if let problem = problem as? CantBeUndone { return "This can't be undone, since \(problem.reason)." }
    return "\(problem)."
  }

  private struct Rehearsal<Result: Sendable>: Error {
    let changed: Changed<Result>
  }
}

extension BookFile.Changed {
  /// The effects of the change on records other than these.
  func others(than records: [RecordID]) -> [OtherRecords] { touched.others(than: Set(records), of: table.table.name) }

  /// Reports on standard error. For a rehearsed change: `deed`, and its effects on records other than these. For a made
  /// change: which records it also deleted or replaced.
  func tellOthers(_ deed: String, _ records: [RecordID]) {
    if isRehearsed {
      others(than: records).tellRehearsal(deed, touched.gone)
    } else {
      touched.gone.tell()
      tellUndoProblem()
    }
  }

  /// Reports on standard error why undo can't take the change back, or not for long.
  func tellUndoProblem() { if let undoProblem { StandardStreams.complain(undoProblem) } }
}

extension [GoneRecords] {
  /// Reports on standard error which records were deleted or replaced by a change.
  func tell() {
    if !isEmpty { StandardStreams.complain("Also \(deeds).") }
  }
}

extension [OtherRecords] {
  /// Reports on standard error what a rehearsed change would have done: `deed`, and these effects. The records in
  /// `gone` are named.
  func tellRehearsal(_ deed: String, _ gone: [GoneRecords] = []) {
    let deleted = Set(gone.lazy.filter { !$0.isReplaced }.map(\.table))
    let clauses =
      [deed] + gone.map { "\($0) would be \($0.isReplaced ? "replaced" : "deleted")" }
      + filter { $0.deed != .deleted || !deleted.contains($0.table) }.map(\.rehearsedClause)
    StandardStreams.complain("Dry run: \(clauses.joined(separator: "; ")). Nothing was written.")
  }
}

extension OtherRecords {
  /// `2 records would be deleted from albums`.
  fileprivate var rehearsedClause: String {
    let verb =
      switch deed {
      case .added: "added to"
      case .changed: "changed in"
      case .deleted: "deleted from"
      }
    return "\(count.counted("record")) would be \(verb) \(table)"
  }
}
