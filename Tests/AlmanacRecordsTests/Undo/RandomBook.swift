// Random schemas with what makes undo hard, and random writes to them.
import TestSupport

@testable import AlmanacRecords
@testable import Databases

/// A schema with some of the features that make undo hard, and writes to it.
struct RandomBook {
  var schema: [String] = []
  private var searches: [String] = []
  let tables = ["parents", "children", "pairs", "log"]
  let hasIndex: Bool
  let encoding: String
  static let words = ["honey", "bees", "otter", "moon", "salt", "tea"]

  init(_ random: inout SeededGenerator) {
    func maybe(_ text: String) -> String { Bool.random(using: &random) ? text : "" }
    func one(_ texts: String...) -> String { texts.randomElement(using: &random)! }
    hasIndex = Bool.random(using: &random)
    // A row that REPLACE deletes fires no trigger, so the index would not follow.
    let onConflict = hasIndex ? "" : one("", " ON CONFLICT REPLACE", " ON CONFLICT IGNORE", " ON CONFLICT FAIL")
    encoding = one("UTF-8", "UTF-8", "UTF-16le", "UTF-16be")
    let first = maybe("twice AS (rank * 2) VIRTUAL, ")
    schema.append(
      """
      CREATE TABLE parents(\(first)id INTEGER PRIMARY KEY\(maybe(" AUTOINCREMENT")), name TEXT, \
      \(maybe("stored AS (name || '!') STORED, "))rank REAL, place INTEGER\(maybe(" UNIQUE\(onConflict)")), \
      \(maybe("late AS (name) VIRTUAL, "))extra DEFAULT 'none')
      """)
    let action = one("CASCADE", "SET NULL", "SET DEFAULT", "NO ACTION")
    schema.append(
      """
      CREATE TABLE children(\(one("id INTEGER PRIMARY KEY", "rowid TEXT", "id INT UNIQUE\(onConflict)")), note, \
      parent INTEGER DEFAULT NULL REFERENCES parents ON DELETE \(action) ON UPDATE CASCADE \(maybe("DEFERRABLE INITIALLY DEFERRED")))
      """)
    schema.append(
      """
      CREATE TABLE pairs(a TEXT COLLATE \(one("NOCASE", "BINARY")), b REAL, count, \
      parent REFERENCES parents ON DELETE CASCADE, \(maybe("n AS (count || 1) \(one("STORED", "VIRTUAL")), "))PRIMARY KEY (\(one("a, b", "b, a")))\(onConflict)) WITHOUT ROWID
      """)
    schema.append("CREATE TABLE log(what)")
    for event in ["INSERT", "UPDATE", "DELETE"] where Bool.random(using: &random) {
      let row = event == "DELETE" ? "old" : "new"
      schema.append(
        "CREATE TRIGGER log_\(event) \(one("BEFORE", "AFTER")) \(event) ON parents BEGIN "
          + "INSERT INTO log VALUES ('\(event) ' || \(row).name); \(maybe("UPDATE children SET note = note || '+' WHERE parent = \(row).id;")) END"
      )
    }
    if hasIndex { addIndex(isExternal: Bool.random(using: &random)) }
    for _ in 0..<8 { schema.append(statement(&random)) }
    if Bool.random(using: &random) {
      schema.append("ALTER TABLE parents ADD COLUMN added \(one("", "DEFAULT 5", "TEXT NOT NULL DEFAULT 'x'"))")
      schema.append("ALTER TABLE children ADD COLUMN added DEFAULT 7")
      schema.append("UPDATE parents SET \(one("added = 8", "rank = 1")) WHERE id % 2 = 0")
    }
    for _ in 0..<4 { schema.append(statement(&random)) }
  }

  private mutating func addIndex(isExternal: Bool) {
    searches = ["parents_search"]
    if isExternal {
      schema.append("CREATE VIRTUAL TABLE parents_search USING fts5(name, content='parents', content_rowid='id')")
      schema.append(
        "CREATE TRIGGER index_insert AFTER INSERT ON parents BEGIN INSERT INTO parents_search(rowid, name) VALUES (new.id, new.name); END"
      )
      schema.append(
        "CREATE TRIGGER index_delete AFTER DELETE ON parents BEGIN INSERT INTO parents_search(parents_search, rowid, name) VALUES ('delete', old.id, old.name); END"
      )
      schema.append(
        "CREATE TRIGGER index_update AFTER UPDATE ON parents BEGIN INSERT INTO parents_search(parents_search, rowid, name) VALUES ('delete', old.id, old.name); INSERT INTO parents_search(rowid, name) VALUES (new.id, new.name); END"
      )
    } else {
      schema.append("CREATE VIRTUAL TABLE parents_search USING fts5(name)")
      schema.append(
        "CREATE TRIGGER index_insert AFTER INSERT ON parents BEGIN DELETE FROM parents_search WHERE rowid = new.id; INSERT INTO parents_search(rowid, name) VALUES (new.id, new.name); END"
      )
      schema.append(
        "CREATE TRIGGER index_delete AFTER DELETE ON parents BEGIN DELETE FROM parents_search WHERE rowid = old.id; END"
      )
      schema.append(
        "CREATE TRIGGER index_update AFTER UPDATE OF id, name ON parents BEGIN DELETE FROM parents_search WHERE rowid IN (old.id, new.id); INSERT INTO parents_search(rowid, name) VALUES (new.id, new.name); END"
      )
    }
  }

  /// Makes the tables and fills them.
  func make(_ db: Database) throws {
    for sql in schema {
      if sql.hasPrefix("CREATE") || sql.hasPrefix("ALTER") { try db.execute(sql) } else { run([sql], db) }
    }
  }

  /// A statement that may fail.
  func statement(_ random: inout SeededGenerator) -> String {
    let id = Int.random(in: 1...9, using: &random)
    let other = Int.random(in: 1...9, using: &random)
    let text = text(&random)
    let conflict = hasIndex ? "" : ["", " OR REPLACE", " OR IGNORE", " OR FAIL"].randomElement(using: &random)!
    return [
      "INSERT\(conflict) INTO parents(id, name, rank, place) VALUES (\(id), \(text), \(other), \(other)), (\(id + 10), 'tea', 2.5, \(id + 10))",
      "INSERT INTO children(note, parent) VALUES (\(text), (SELECT max(id) FROM parents)), ('salt', NULL)",
      "INSERT OR REPLACE INTO pairs(a, b, count, parent) VALUES ('\(id % 2 == 0 ? "a" : "A")', \(other), \(text), (SELECT min(id) FROM parents))",
      "UPDATE parents SET name = \(text), rank = rank + 0.5 WHERE id % 3 = \(id % 3)",
      "UPDATE\(conflict) parents SET id = \(id) WHERE id = \(other)",
      "UPDATE parents SET place = -place; UPDATE parents SET place = (SELECT count(*) FROM parents AS o WHERE o.place < parents.place) * 2 WHERE place < 0",
      "UPDATE children SET parent = (SELECT max(id) FROM parents WHERE id < \(id)), note = \(text)",
      "UPDATE pairs SET a = \(id % 2 == 0 ? "upper(a)" : "lower(a)"), count = count || 'x'",
      "UPDATE pairs SET b = -b",
      "DELETE FROM parents WHERE id % 4 = \(id % 4)",
      "DELETE FROM children WHERE parent IS NOT NULL AND length(note) > 4",
      "DELETE FROM pairs WHERE b > \(id)",
      "SAVEPOINT s; DELETE FROM parents; ROLLBACK TO s; RELEASE s",
      "INSERT INTO parents(name, place) VALUES ('moon', 100), (\(text), 100)",
    ].randomElement(using: &random)!
  }

  private func text(_ random: inout SeededGenerator) -> String {
    switch Int.random(in: 0...9, using: &random) {
    case 0: "NULL"
    // In a UTF-16 file FTS5 reads a bound blob differently from a stored one.
    case 1 where !hasIndex || encoding == "UTF-8": "x'00ff'"
    case 2: "CAST(x'61ff0062e9' AS TEXT)"
    case 3: "'a' || char(0) || 'b'"
    default: "'\(Self.words.randomElement(using: &random)!) \(Self.words.randomElement(using: &random)!)'"
    }
  }

  /// Runs the statements one after the other, each in a savepoint: one that fails changes nothing.
  func run(_ statements: [String], _ db: Database) {
    for statement in statements {
      try? db.savepoint {
        try db.execute(statement)
        // A violation of a deferred key would fail the commit.
        guard try db.rows("PRAGMA foreign_key_check").isEmpty else { throw DatabaseError(code: 19, message: "a key") }
      }
    }
  }

  /// All rows with their rowids, the hits of the indexes, and the result of the check of each index.
  func contents(_ connection: SQLiteConnection) async throws -> [String] {
    try await connection.write { db in
      var lines: [String] = []
      for table in tables {
        let columns = try db.rows("PRAGMA table_xinfo(\(table))").map { row -> String in
          guard case .text(let name) = row[1] else { return "" }
          return "typeof(\"\(name)\") || quote(CAST(\"\(name)\" AS BLOB))"
        }
        let rowID = table == "pairs" ? "''" : "_rowid_"
        let rows = try db.rows("SELECT \(rowID) || ' ' || \(columns.joined(separator: " || ', ' || ")) FROM \(table)")
        lines += rows.map { "\(table) \($0[0])" }.sorted()
      }
      for search in searches {
        try db.execute("INSERT INTO \(search)(\(search), rank) VALUES ('integrity-check', 1)")
        for word in Self.words {
          let found = try db.integers("SELECT rowid FROM \(search) WHERE \(search) MATCH '\(word)' ORDER BY rowid")
          lines.append("\(word): \(found)")
        }
      }
      return lines
    }
  }
}
