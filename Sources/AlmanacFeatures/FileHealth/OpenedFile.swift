public import AlmanacRecords
public import Databases

/// An opened file, and its tables at that time, with which a screen begins.
public struct OpenedFile: Sendable {
  /// The connection to the file.
  public let connection: SQLiteConnection
  /// The tables when the file was opened.
  public let tables: FileTables.Value
  /// Whether it is a book that has just been made.
  public let isMade: Bool
  /// The bytes of its pages; `nil` if they could not be read.
  let byteCount: Int?

  /// Reads the tables. `showsAll`: also tables that modules and SQLite keep for themselves. With `isBook` and without
  /// `showsAll`, the tables are already known. Closes the connection on failure.
  public init(
    _ connection: SQLiteConnection, isBook: Bool = false, showsAll: Bool = false, isMade: Bool = false
  ) async throws {
    self.connection = connection
    self.isMade = isMade
    if isBook, !showsAll {
      tables = .ofBook
      byteCount = try? await connection.read { try TableSizes.fileByteCount($0) }
      return
    }
    do {
      (tables, byteCount) = try await connection.read { db in
        (try FileTables(showsAll: showsAll).fetch(db), try TableSizes.fileByteCount(db))
      }
    } catch {
      await connection.close()
      throw error
    }
  }
}
