// The records of a listing as a new file.
public import Databases

extension RecordListing {
  /// Creates a file with the records, page by page. Returns their number. If it throws, or its task is cancelled, there
  /// is no new file. Throws `NewFile.Failure` if the file is the reason.
  public func write(
    to path: String, as format: DataFormat, from connection: SQLiteConnection
  ) async throws -> Int {
    let file = try NewFile(path)
    var (text, count, place) = (DataText(RecordColumns(table), as: format), 0, start)
    do {
      while let present = place {
        try Task.checkCancellation()
        // A reader has a thread of its own, so that a slow disk delays nothing else.
        let page = try await connection.read { [text] db in
          var (text, bytes) = (text, [UInt8]())
          let page = try self.page(from: present, db)
          for row in page.rows { try text.write(row) { bytes += $0.utf8 } }
          try file.write(bytes)
          return (text: text, count: page.rows.count, next: page.next)
        }
        (text, place) = (page.text, page.next)
        count += page.count
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
