// What a book holds, seen by a connection without faults.
import Foundation
import TestSupport

/// The records of a book as lines, those made during the test without their time.
struct BookContent: Equatable, Sendable {
  var lines: [String]

  /// That of a file that isn't there.
  static let missing = BookContent(lines: ["no book"])
  /// That of a book without records.
  static let empty = BookContent(lines: [])

  init(lines: [String]) { self.lines = lines }

  /// Reads a file, with the file system below the faults. Throws where the file is not whole.
  init(path: String) throws {
    let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    // A file of no bytes may be SQLite's, which made it before it failed.
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
