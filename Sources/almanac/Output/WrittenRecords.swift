// Writing records to standard output, page by page.
import AlmanacFeatures
import AlmanacRecords
import Databases

enum WrittenRecords {
  /// Writes the records of `listing`, which is made inside a read. Ends quietly when the reader of the output goes
  /// away.
  static func write(
    of file: BookFile, as format: RowFormat, _ listing: @escaping @Sendable (Database) throws -> RecordListing
  ) async throws {
    let isTerminal = StandardStreams.isTerminal
    let task = Task {
      try await file.read { connection in
        let (listing, columns) = try await connection.read { db in
          let listing = try listing(db)
          let meanings = format.isForEyes ? try FileMeanings.learned(listing.table.name, db) : nil
          return (listing, RecordColumns(listing.table, columns: listing.columns, meanings))
        }
        let rows = RowsText(columns: columns, format: format, isTerminal: isTerminal)
        do {
          try await write(listing, as: rows, connection)
        } catch let error as DatabaseError {
          throw error.failure(toRead: listing.table.name)
        }
      }
    }
    // Cancels also while nothing is found, or while a lock of another program is awaited.
    try StandardStreams.whenReaderGoes { task.cancel() }
    do {
      try await task.value
    } catch is CancellationError {
      throw OutputClosed()
    }
  }

  /// Writes page by page. No read is under way while this waits for the reader of the output.
  private static func write(
    _ listing: RecordListing, as rows: RowsText, _ connection: SQLiteConnection
  ) async throws {
    var rows = rows
    try await listing.readPages(from: connection) { page in
      rows = try await StandardStreams.writeElsewhere { [rows] output in
        var rows = rows
        try rows.write(page.rows, to: &output)
        return rows
      }
    }
    try await StandardStreams.writeElsewhere { [rows] output in try rows.writeEnd(to: &output) }
    if rows.hiddenCount > 0 {
      StandardStreams.complain("\(rows.hiddenCount.counted("column")) more: --csv and --json print all.")
    }
  }
}

extension DatabaseError {
  /// The error of a verb that can't read the records of a table. An error of the file or of another program stays as it is.
  func failure(toRead table: String) -> any Error {
    isOfRecords ? CommandFailure("\(table) can't be read: \(sentence(self)).") : self
  }

  /// Whether the error comes from the records, not from the file or another program: a view may divide by zero, or call
  /// a missing function.
  private var isOfRecords: Bool {
    !(isBusy || isInterrupted || isReadOnly || isFull || isCorrupt || isInputOutput || isCantOpen || isMisuse)
  }

  private var isMisuse: Bool { primaryCode == 21 }
}
