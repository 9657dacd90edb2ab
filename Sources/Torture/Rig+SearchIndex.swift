// Checks that the search indexes of a book match their tables.
import Glibc
import Harnesses

extension Rig {
  /// The indexed columns of each table that has a search index.
  private static let indexed = ["facts": ["body"], "users": ["name", "email"]]

  /// Throws if a table's search index is damaged, or has other rows than its triggers would write now. Skips a table
  /// that is gone or has lost triggers.
  func checkSearch(_ path: String) throws {
    for (table, columns) in Self.indexed.sorted(by: { $0.key < $1.key }) {
      let index = "\(table)_search"
      let triggers = try RawConnection.rows(
        """
        SELECT (SELECT count(*) FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = '\(table)'
          AND name IN ('\(index)_insert', '\(index)_update', '\(index)_delete'))
          FROM sqlite_schema WHERE type = 'table' AND name = '\(table)'
        """, on: path)
      guard triggers == ["3"] else { continue }
      let copy = folder + "/search.db"
      for suffix in ["", "-wal", "-journal"] { unlink(copy + suffix) }
      try RawConnection.run("VACUUM INTO '\(copy)'", on: path)
      do {
        try RawConnection.run("INSERT INTO \(index)(\(index)) VALUES ('integrity-check')", on: copy)
      } catch {
        throw Trouble("The search index of \(table) is damaged: \(error).")
      }
      try Self.compareRows(of: index, table, columns, in: copy)
    }
  }

  /// Compares the rows of the index with the rows that the triggers write again, in a copy of the file.
  private static func compareRows(of index: String, _ table: String, _ columns: [String], in copy: String) throws {
    let file = try RawConnection(copy)
    func rows() throws -> [String] { try file.rows("SELECT rowid, * FROM \(index) ORDER BY rowid") }
    for other in try file.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name NOT LIKE '\(table)_search_%'")
    {
      try file.run("DROP TRIGGER \"\(other)\"")
    }
    let kept = try rows()
    let (changed, back) = (
      columns.map { "\($0) = \($0) || 'x'" }.joined(separator: ", "),
      columns.map { "\($0) = substr(\($0), 1, length(\($0)) - 1)" }.joined(separator: ", ")
    )
    try file.run("DELETE FROM \(index); UPDATE \(table) SET \(changed); UPDATE \(table) SET \(back)")
    let fresh = try rows()
    guard kept == fresh else {
      let lost = fresh.filter { !kept.contains($0) }.prefix(3)
      let more = kept.filter { !fresh.contains($0) }.prefix(3)
      throw Trouble("The search index of \(table) is not what its triggers make: it lacks \(lost), and has \(more).")
    }
  }
}
