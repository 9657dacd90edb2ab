public import AlmanacRecords
public import Databases

/// A file that has been opened, and the tables that it had then: a screen begins with them.
public struct OpenedFile: Sendable {
  /// The connection to the file.
  public let connection: SQLiteConnection
  /// The tables that it had when it was opened.
  public let tables: FileTables.Value
  /// Whether it is a book that has just been made, where none was.
  public let isMade: Bool

  /// Reads which tables there are; `showsAll` adds those that modules and SQLite keep for themselves. Those of a book are
  /// known, if it is known that the file is one. If that fails, it closes the connection.
  public init(
    _ connection: SQLiteConnection, isBook: Bool = false, showsAll: Bool = false, isMade: Bool = false
  ) async throws {
    self.connection = connection
    self.isMade = isMade
    if isBook, !showsAll {
      tables = .ofBook
      return
    }
    do {
      tables = try await connection.read { db in try FileTables(showsAll: showsAll).fetch(db) }
    } catch {
      await connection.close()
      throw error
    }
  }
}
