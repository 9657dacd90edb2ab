public import AlmanacRecords
public import Databases

/// A file that has been opened, and the tables that it had then: a screen begins with them.
public struct OpenedFile: Sendable {
  public let connection: SQLiteConnection
  public let tables: FileTables.Value

  /// Reads which tables there are. Closes the connection where that fails.
  public init(_ connection: SQLiteConnection) async throws {
    self.connection = connection
    do {
      tables = try await connection.read { db in try FileTables().fetch(db) }
    } catch {
      await connection.close()
      throw error
    }
  }
}
