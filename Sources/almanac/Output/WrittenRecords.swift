// Records on their way to standard output, a page at a time.
import AlmanacFeatures
import AlmanacRecords
import Databases

enum WrittenRecords {
  /// Writes the records that `listing` names in a read, and ends quietly when their reader goes.
  static func write(
    of file: BookFile, as format: RowFormat, _ listing: @escaping @Sendable (Database) throws -> RecordListing
  ) async throws {
    let isTerminal = StandardStreams.isTerminal
    let task = Task {
      try await file.read { connection in
        let (listing, columns) = try await connection.read { db in
          let listing = try listing(db)
          let meanings = format.isForEyes ? try FileMeanings.learned(listing.table.name, db) : nil
          return (listing, RecordColumns(listing.table, meanings))
        }
        let rows = RowsText(columns: columns, format: format, isTerminal: isTerminal)
        do {
          try await write(listing, as: rows, connection)
        } catch let error as DatabaseError where error.isOfRecords {
          throw CommandFailure("\(listing.table.name) can't be read: \(sentence(error)).")
        }
      }
    }
    // Also while nothing is found, or this waits for another program's lock.
    try StandardStreams.whenReaderGoes { task.cancel() }
    do {
      try await task.value
    } catch is CancellationError {
      throw OutputClosed()
    }
  }

  /// Writes page by page: no read is under way while this waits for the reader of its output.
  private static func write(
    _ listing: RecordListing, as rows: RowsText, _ connection: SQLiteConnection
  ) async throws {
    var rows = rows
    var place = listing.start
    while let present = place {
      let page = try await connection.read { db in try listing.page(from: present, db) }
      place = page.next
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
  /// Whether it comes of what is read, and not of the file or of another program: a view may divide, or call what is not
  /// there.
  fileprivate var isOfRecords: Bool {
    !(isBusy || isInterrupted || isReadOnly || isFull || isCorrupt || isInputOutput || isCantOpen || isMisuse)
  }

  private var isMisuse: Bool { primaryCode == 21 }
}
