// The records of a listing, page by page: for a program's output, or as a new file.
public import Databases

extension RecordListing {
  /// Reads all pages, one after the other. No read is under way while `body` runs.
  public func readPages(from connection: SQLiteConnection, _ body: (Page) async throws -> Void) async throws {
    var place = start
    while let present = place {
      try Task.checkCancellation()
      let page = try await connection.read { db in try self.page(from: present, db) }
      place = page.next
      try await body(page)
    }
  }

  /// Creates a file with the records. Returns their number. If it throws, or its task is cancelled, there is no new
  /// file. Throws `NewFile.Failure` if the file is the reason.
  public func write(
    to path: String, as format: DataFormat, from connection: SQLiteConnection
  ) async throws -> Int {
    let file = try NewFile(path)
    var (text, count) = (DataText(RecordColumns(table, columns: columns), as: format), 0)
    do {
      try await readPages(from: connection) { page in
        var bytes: [UInt8] = []
        for row in page.rows { try text.write(row) { bytes += $0.utf8 } }
        try file.write(bytes)
        count += page.rows.count
      }
      try text.writeEnd { try file.write(Array($0.utf8)) }
      try Task.checkCancellation()
    } catch {
      file.discard()
      throw error
    }
    try file.finish()
    return count
  }
}
