// The names of a file for the completion of a text, read again when the schema has changed.

public import Databases
public import LiveResults

/// The names that can be written in a query on a file.
public struct QueryNames: Equatable, Sendable {
  /// The names.
  public let schema: CompletionSchema
  private let version: Int

  /// Reads the names. Returns nil if the ones that are `known` are still right.
  public static func read(_ connection: SQLiteConnection, unless known: QueryNames?) async throws -> QueryNames? {
    try await connection.read { db in
      let version = try db.schemaVersion
      return known?.version == version ? nil : QueryNames(schema: try CompletionSchema(db), version: version)
    }
  }

  public static func == (a: QueryNames, b: QueryNames) -> Bool { a.version == b.version }
}
