// Books with additions to their tables that Almanac did not make.
import Glibc
import Harnesses

extension Trial {
  /// Runs every verb, and a tour with changes that are undone, on a book with random additions to its schema.
  static let randomSchemas = Trial(name: "random-schemas", count: 100) { rig, generator in
    let book = try rig.book(journal: Bool.random(using: &generator) ? "wal" : "delete")
    var made: [String] = []
    let file = try RawConnection(book)
    for sql in additions.shuffled(using: &generator).prefix(Int.random(in: 1...4, using: &generator)) {
      // Some exclude each other.
      if (try? file.run("BEGIN; \(sql); COMMIT")) != nil { made.append(sql) } else { try? file.run("ROLLBACK") }
    }
    func tried(_ words: String..., on path: String? = nil) throws -> Ending {
      do {
        let ending = try rig.run(words + ["--file", path ?? book])
        try expectHarmless(ending, words)
        return ending
      } catch {
        throw Trouble("\(error) The schema has: \(made.joined(separator: "; "))")
      }
    }
    for words in [["list", "facts"], ["list", "users", "--json"], ["show", "users", "3"], ["stats"]] {
      _ = try rig.run(words + ["--file", book])
    }
    _ = try tried("script", "Down,Enter,Esc,2,Down,Enter,Esc,3,1,/,type:honey")
    for keys in ["d", "2,Space", "2,d", "a,type:New,C-s"] {
      let before = try contents(file)
      // The change alone, in a copy: the result of a refused undo.
      let copy = rig.folder + "/changed.db"
      try file.run("VACUUM INTO '\(copy)'")
      _ = try tried("script", keys, "--write", "--fresh", on: copy)
      let changed = try contents(RawConnection(copy))
      unlink(copy)
      let screen = try tried("script", keys + ",u", "--write", "--fresh").text
      let step = UndoneStep(before: before, changed: changed, after: try contents(file), screen: screen)
      if let fault = step.fault {
        throw Trouble("\(keys),u: \(fault). The schema has: \(made.joined(separator: "; "))")
      }
      do {
        try rig.checkSearch(book)
      } catch {
        throw Trouble("\(keys),u: \(error) The schema has: \(made.joined(separator: "; "))")
      }
    }
    let added = try tried("add", "facts", "Added")
    if added.status == 0, !added.text.split(separator: "\n").allSatisfy({ Int($0) != nil }) || added.text == "\n" {
      throw Trouble("add printed \(added.text.debugDescription). The schema has: \(made.joined(separator: "; "))")
    }
    for words in [["edit", "users", "3", "name=Eve"], ["toggle", "users", "3"], ["delete", "facts", "3", "4"]] {
      try expectHarmless(rig.run(words + ["--file", book]), words)
    }
    guard try file.rows("PRAGMA integrity_check") == ["ok"] else { throw Trouble("The file is damaged.") }
    try rig.checkSearch(book)
  }

  private static let additions = [
    "ALTER TABLE facts ADD COLUMN source TEXT DEFAULT 'unknown'",
    "ALTER TABLE facts ADD COLUMN length INTEGER GENERATED ALWAYS AS (length(body)) VIRTUAL",
    "ALTER TABLE users ADD COLUMN domain TEXT GENERATED ALWAYS AS (substr(email, instr(email, '@') + 1)) VIRTUAL",
    "ALTER TABLE users ADD COLUMN note BLOB DEFAULT x'00ff'; UPDATE users SET note = NULL WHERE id % 2",
    """
    CREATE TABLE log(at INTEGER PRIMARY KEY AUTOINCREMENT, what TEXT);
    CREATE TRIGGER log_delete AFTER DELETE ON facts BEGIN INSERT INTO log(what) VALUES ('deleted ' || OLD.id); END;
    CREATE TRIGGER log_insert AFTER INSERT ON facts BEGIN INSERT INTO log(what) VALUES ('added ' || NEW.id); END
    """,
    """
    CREATE TABLE notes(id INTEGER PRIMARY KEY, fact INTEGER REFERENCES facts(id) ON DELETE CASCADE, text TEXT);
    INSERT INTO notes(fact, text) SELECT id, 'Note ' || id FROM facts
    """,
    """
    CREATE TABLE pets(id INTEGER PRIMARY KEY, owner INTEGER REFERENCES users(id) ON DELETE SET NULL, name TEXT);
    INSERT INTO pets(owner, name) SELECT id, 'Pet ' || id FROM users
    """,
    """
    CREATE TABLE orders(id INTEGER PRIMARY KEY, customer INTEGER REFERENCES users(id) ON DELETE RESTRICT);
    INSERT INTO orders(customer) SELECT id FROM users WHERE id % 5 = 0
    """,
    "CREATE TRIGGER refuse BEFORE DELETE ON users WHEN OLD.id % 2 = 0 BEGIN SELECT RAISE(ABORT, 'stays'); END",
    "CREATE TRIGGER ignore BEFORE DELETE ON facts WHEN OLD.id % 2 = 0 BEGIN SELECT RAISE(IGNORE); END",
    "CREATE TRIGGER swallow BEFORE INSERT ON facts BEGIN SELECT RAISE(IGNORE); END",
    "CREATE TRIGGER stamp AFTER UPDATE ON users BEGIN UPDATE users SET name = name || '!' WHERE id = NEW.id; END",
    """
    CREATE TABLE counts(name TEXT PRIMARY KEY, value INTEGER) WITHOUT ROWID;
    INSERT INTO counts SELECT 'facts', count(*) FROM facts;
    CREATE TRIGGER more AFTER INSERT ON facts BEGIN UPDATE counts SET value = value + 1 WHERE name = 'facts'; END;
    CREATE TRIGGER fewer AFTER DELETE ON facts BEGIN UPDATE counts SET value = value - 1 WHERE name = 'facts'; END
    """,
    """
    ALTER TABLE facts RENAME TO facts_stored;
    CREATE VIEW facts AS SELECT * FROM facts_stored;
    CREATE TRIGGER facts_delete INSTEAD OF DELETE ON facts BEGIN DELETE FROM facts_stored WHERE id = OLD.id; END;
    CREATE TRIGGER facts_insert INSTEAD OF INSERT ON facts
      BEGIN INSERT INTO facts_stored(body) VALUES (NEW.body); END
    """,
    "CREATE UNIQUE INDEX one_body ON facts(body) WHERE id < 5",
    "CREATE INDEX lower_body ON facts(lower(body))",
  ]

  /// Every row of every table as a line, except those of the search, which `checkSearch` compares. The table of the
  /// highest used IDs is left out, because undo does not restore it.
  private static func contents(_ file: RawConnection) throws -> [String] {
    let tables = try file.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%\\_search%' ESCAPE '\\' AND name NOT LIKE 'sqlite%'"
    )
    return try tables.flatMap { table in
      try file.rows("SELECT * FROM \"\(table)\"").map { "\(table)|\($0)" }.sorted()
    }
  }
}
