// A table, with the name of its attached database.

/// A table as SQLite's callbacks name it, in lower case. As in SQLite, only the same bytes are the same name.
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

  package static func == (a: TableKey, b: TableKey) -> Bool {
    ExactText(a.name) == ExactText(b.name) && ExactText(a.schema) == ExactText(b.schema)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(ExactText(name)) }

  /// Temporary tables are this connection's alone, and SQLite's own describe schemas.
  var isReported: Bool { schema != "temp" && !name.hasPrefix("sqlite_") }
}
