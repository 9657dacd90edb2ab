// A table, with the name of its attached database.

/// A table as SQLite's callbacks name it, in lower case. As in SQLite, names are equal only if their bytes are.
package struct TableKey: Hashable, Sendable {
  /// `main`, or the name of an attached database.
  package let schema: String
  package let name: String

  package init(schema: String?, name: String) {
    self.schema = (schema ?? "main").lowercasedASCII
    self.name = name.lowercasedASCII
  }

  /// The table's name in read sets and batches.
  package var reportedName: String { schema == "main" ? name : schema + "." + name }

  package static func == (a: TableKey, b: TableKey) -> Bool {
    ExactText(a.name) == ExactText(b.name) && ExactText(a.schema) == ExactText(b.schema)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(ExactText(name)) }

  /// False for temporary tables, which only this connection sees, and SQLite's own tables, which describe schemas.
  var isReported: Bool { schema != "temp" && !name.hasPrefix("sqlite_") }
}
