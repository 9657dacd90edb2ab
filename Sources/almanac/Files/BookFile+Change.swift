// One change of a table, done or rehearsed, with a sentence for each way in which it can fail.
import AlmanacFeatures
import AlmanacRecords
import Databases

extension BookFile {
  /// What a change is about, and what to call its failure.
  struct Change {
    /// The table's name, as it was typed.
    let name: String
    let deed: RecordDeed
    /// What is thrown begins with it: `Nothing was added`.
    let failure: String
    /// Whether all is taken back in the end.
    let isRehearsed: Bool
  }

  /// What a change has come to, and all records that it has touched, or would touch.
  struct Changed<Result: Sendable>: Sendable {
    let table: FileTable
    let result: Result
    let touched: TouchedRecords
    let isRehearsed: Bool
  }

  /// Does `body` in one transaction. Throws `UsageError`, and `CommandFailure`: the change's failure, a colon, and why.
  ///
  /// Where a foreign key forbids it, `keeping` says in a read why it does; `nil` leaves it to what SQLite knows.
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
          // Takes it back.
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
          // Asked of the file as it stands now: nothing was changed.
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
  /// What the change does besides to records other than these.
  func others(than records: [RecordID]) -> [OtherRecords] { touched.others(than: Set(records), of: table.table.name) }

  /// Says on standard error what a rehearsed change would have done: `deed`, and what it would do besides to records
  /// other than these; of a change that was made, which records went with it.
  func tellOthers(_ deed: String, _ records: [RecordID]) {
    if isRehearsed {
      others(than: records).tellRehearsal(deed, touched.gone)
    } else {
      touched.gone.tell()
    }
  }
}

extension [GoneRecords] {
  /// Says on standard error which records went with a change.
  func tell() {
    if !isEmpty { StandardStreams.complain("Also \(deeds).") }
  }
}

extension [OtherRecords] {
  /// Says on standard error what a rehearsed change would have done: `deed`, and this besides. The records that would go
  /// are named where they are `gone`.
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
