// Which table of which attached database.

/// A table as SQLite's callbacks name it, in lower case.
package struct TableKey: Hashable, Sendable {
  /// `main`, or the name under which a database is attached.
  package let schema: String
  package let name: String

  package init(schema: String?, name: String) {
    self.schema = (schema ?? "main").lowercasedASCII
    self.name = name.lowercasedASCII
  }

  /// How the table is called in read sets and batches.
  package var reportedName: String { schema == "main" ? name : schema + "." + name }

  /// Temporary tables are this connection's alone, and SQLite's own describe schemas.
  var isReported: Bool { schema != "temp" && !name.hasPrefix("sqlite_") }
}
