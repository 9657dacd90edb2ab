// Adds the records of a source to a table inside a write.
import Databases

/// Adds the records of a source to a table, each as `add` does, with one statement for consecutive records with the
/// same columns.
struct RecordImport {
  let table: ListedTable
  let shape: TableShape
  let db: Database
  /// The least time between two reports of the count.
  let pause: Duration
  /// The number of records between two looks at the clock.
  var recordsBetweenLooks = 256

  /// Adds all records; `progress` receives the number so far. Returns the number, and the remarks about their values.
  /// Throws `LineFailure`, and the errors of reading.
  func run(
    _ source: any RecordSource, progress: (Int) -> Void
  ) throws -> (count: Int, remarks: ImportRemarks) {
    var remarks = ImportRemarks()
    var source = source
    var count = 0
    var told = ContinuousClock.now
    var next = try source.next()
    if next == nil, !source.headings.isEmpty {
      try failing(at: 1) { _ = try ImportedColumns(source.headings, of: table, shape) }
    }
    // A record may come before the one in the same table that it references.
    if shape.foreignKeys.contains(where: { $0.parent.isSameName(as: shape.name) }) {
      try db.execute("PRAGMA defer_foreign_keys = 1")
    }
    var referrers = Referrers(shape, db)
    while let first = next {
      let (columns, insertion) = try failing(at: first.columnsLine) {
        let columns = try ImportedColumns(first.columns, of: table, shape)
        return (columns, try RecordInsertion(table, columns.columns, db))
      }
      try db.withStatement(insertion.sql) { statement in
        while let record = next, record.columns == columns.names {
          try failing(at: record.line) {
            let values = try columns.values(of: record, mayMeanEmptyText: source.mayMeanEmptyText, &remarks)
            try add(values, columns.columns, insertion, statement)
            referrers.note(ExactRow(columns.columns, values), line: record.line)
          }
          count += 1
          if count.isMultiple(of: recordsBetweenLooks) {
            let now = ContinuousClock.now
            if now - told >= pause {
              told = now
              progress(count)
            }
          }
          next = try source.next()
        }
      }
    }
    try referrers.requireParents()
    return (count, remarks)
  }

  private func add(
    _ values: [ExactValue], _ columns: [String], _ insertion: RecordInsertion, _ statement: PreparedStatement
  ) throws {
    do {
      _ = try insertion.run(statement, values)
    } catch let error as DatabaseError {
      let row = ExactRow(columns, values)
      // The checks that `add` makes before it writes.
      if error.isConstraint { try table.refuseTakenEMail(in: row, db) }
      if error.isOfForeignKey, let parent = try shape.missingParent(of: row, db) { throw parent }
      throw error
    }
  }

  /// Runs `body`; an error about the record of a line is thrown with the number of the line.
  private func failing<R>(at line: Int, _ body: () throws -> R) throws -> R {
    do {
      return try body()
    } catch let error as DatabaseError where !error.isOfRecord {
      throw error
    } catch let error as CancellationError {
      throw error
    } catch {
      throw LineFailure(number: line, error: error)
    }
  }
}

extension DatabaseError {
  /// Whether the values of a record or a trigger are the cause, not the file or another program.
  fileprivate var isOfRecord: Bool { isConstraint || isMismatch || primaryCode == 1 || primaryCode == 18 }
}
