// The content of a book, read by a connection without faults.
import Foundation
import TestSupport

/// The records of a book as lines; records made during the test are without their time.
struct BookContent: Equatable, Sendable {
  var lines: [String]

  /// The content if there is no file.
  static let missing = BookContent(lines: ["no book"])
  /// The content of a book without records.
  static let empty = BookContent(lines: [])

  init(lines: [String]) { self.lines = lines }

  /// Reads a file through the real file system. Throws if the file is damaged.
  init(path: String) throws {
    let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    // SQLite may have made an empty file before it failed.
    guard let size, size > 0 else {
      self = .missing
      return
    }
    let file = try RawConnection(path, fileSystem: "unix")
    let integrity = try file.rows("PRAGMA integrity_check")
    guard integrity == ["ok"] else { throw Trouble("the file is damaged: \(integrity)") }
    guard try file.rows("SELECT count(*) FROM sqlite_schema") != ["0"] else {
      self = .missing
      return
    }
    for table in ["facts", "users"] {
      try file.run("INSERT INTO \(table)_search(\(table)_search) VALUES ('integrity-check')")
      let isFound = try file.rows(
        """
        SELECT (SELECT group_concat(id) FROM (SELECT id FROM \(table) ORDER BY id))
          IS (SELECT group_concat(rowid) FROM (SELECT rowid FROM \(table)_search ORDER BY rowid))
        """)
      guard isFound == ["1"] else { throw Trouble("the search of \(table) does not find what is there") }
    }
    lines = try file.rows(
      """
      SELECT 'fact', id, body, iif(createdAt < '2026-06', createdAt, 'now') FROM facts ORDER BY id;
      SELECT 'user', id, name, email, active, iif(createdAt < '2026-06', createdAt, 'now') FROM users ORDER BY id;
      """)
  }
}
