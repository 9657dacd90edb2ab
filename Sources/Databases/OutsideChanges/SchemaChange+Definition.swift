// Checks that a definition in a file's schema is one.

extension SchemaChange {
  /// Whether a statement does nothing but create this part of the schema. A hostile file may hold any other statement
  /// instead or after it, and another program would run it.
  public func isDefinition(_ sql: String) -> Bool {
    let start = sql.prefix(24).uppercased()
    let kinds = [
      "table": ["CREATE TABLE ", "CREATE VIRTUAL TABLE "], "index": ["CREATE INDEX ", "CREATE UNIQUE INDEX "],
      "view": ["CREATE VIEW "], "trigger": ["CREATE TRIGGER "],
    ]
    guard kinds[type]?.contains(where: start.hasPrefix) == true, sql.isOneStatement else { return false }
    guard start.hasPrefix("CREATE TABLE ") else { return true }
    return (try? ScratchTable(sql, name: name, encoding: .utf8)) != nil
  }
}
