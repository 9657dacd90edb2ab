// The whole content of a file, for the tests that compare it with its earlier content.
import Databases

extension SQLiteConnection {
  /// Each row of each readable table, its values with their classes and bytes; of virtual tables the results of
  /// `checks` instead.
  func everything(_ checks: [String] = []) async throws -> [String] {
    try await read { db in
      var lines: [String] = []
      for row in try db.rows("SELECT name FROM pragma_table_list WHERE type = 'table' AND name NOT LIKE 'sqlite_%'") {
        guard case .text(let name) = row.values[0] else { continue }
        let columns = try db.rows("SELECT name FROM pragma_table_xinfo('\(name)') WHERE hidden = 0").map {
          row -> String in
          guard case .text(let column) = row.values[0] else { return "" }
          return "typeof(\"\(column)\") || quote(CAST(\"\(column)\" AS BLOB))"
        }
        let rows = try db.rows("SELECT \(columns.joined(separator: " || ', ' || ")) FROM \"\(name)\"")
        lines += rows.map { row -> String in
          guard case .text(let text) = row.values[0] else { return name }
          return "\(name): \(text)"
        }.sorted()
      }
      for check in checks { lines.append("\(check): \(try db.rows(check).map(\.values))") }
      return lines
    }
  }
}
