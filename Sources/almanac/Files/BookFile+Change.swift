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
  }

  /// The result of a change, and all records that it has touched or would touch.
  struct Changed<Result: Sendable>: Sendable {
    let table: FileTable
    let result: Result
    let touched: TouchedRecords
    let isRehearsed: Bool
  }

  /// Runs `body` in one transaction. Throws `UsageError`, and `CommandFailure`: the change's failure, a colon, and the
  /// reason.
  ///
  /// If a foreign key forbids the change, `keeping` returns the reason, inside a read; `nil` uses SQLite's reason.
  func change<Result: Sendable>(
    _ change: Change, keeping: @escaping @Sendable (FileTable, Database) throws -> String? = { _, _ in nil },
    _ body: @escaping @Sendable (FileTable, Database) throws -> Result
  ) async throws -> Changed<Result> {
    let (name, isRehearsed) = (change.name, change.isRehearsed)
    return try await use { connection in
      do {
        return try await connection.write { db in
          let table = try FileTable(name, db)
          try table.requireChangeable(change.deed)
          let (result, touched) = try db.countingRows { try body(table, db) }
          let changed = Changed(table: table, result: result, touched: touched, isRehearsed: isRehearsed)
          guard isRehearsed else { return changed }
          if db.hasUnmendedForeignKeys { throw DatabaseError.foreignKey }
          // Rolls it back.
          throw Rehearsal(changed: changed)
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
    }
  }
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
