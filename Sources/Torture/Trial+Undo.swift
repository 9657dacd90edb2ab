// Files of other programs, in which a change is easy to make and hard to undo.
import Glibc
import Harnesses

extension Trial {
  /// Undoes a deletion, an edit and an addition in a file whose triggers maintain an index in only one direction and
  /// call missing functions, and whose rows violate their table's constraints.
  static let undo = Trial(name: "undo", count: 100) { rig, generator in
    let path = rig.folder + "/other.db"
    let (schema, index) = schema(&generator)
    try RawConnection.run(schema, on: path)
    // Rows that violate constraints are listed in the result, and a CHECK that calls a missing function ends the check.
    let whole = integrity(of: path)
    for deeds in ["d", "Down,d", "x,Down,x,d", "C-a,d", "e,type:z,C-s", "a,Tab,type:7,C-s"] {
      // After `child`, `found` and `parent`.
      let keys = "4," + deeds
      do {
        let before = try rows(of: path)
        let copy = rig.folder + "/changed.db"
        try Rig.write(try Rig.bytes(of: path), to: copy)
        try expectHarmless(try rig.run("script", keys, "--write", "--fresh", "--file", copy), [keys])
        let changed = try rows(of: copy)
        let ending = try rig.run("script", keys + ",u", "--write", "--fresh", "--file", path)
        try expectHarmless(ending, [keys])
        let step = UndoneStep(before: before, changed: changed, after: try rows(of: path), screen: ending.text)
        if let fault = step.fault { throw Trouble(fault) }
        guard integrity(of: path) == whole else { throw Trouble("the file is not as whole as it was") }
        if let index { try RawConnection.run(index, on: path) }
      } catch {
        throw Trouble("\(keys),u: \(error) The schema is: \(schema)")
      }
    }
  }

  /// A schema with its rows, and a statement that checks its index.
  private static func schema(_ generator: inout SeededGenerator) -> (sql: String, check: String?) {
    func one(_ texts: String...) -> String { texts.randomElement(using: &generator)! }
    func maybe(_ text: String) -> String { Bool.random(using: &generator) ? text : "" }
    let (module, check): (String, String?) =
      [
        ("fts3(body)", "INSERT INTO found(found) VALUES ('integrity-check')"),
        ("fts4(body)", "INSERT INTO found(found) VALUES ('integrity-check')"),
        ("fts5(body)", "INSERT INTO found(found) VALUES ('integrity-check')"),
        ("fts5(body, content='')", nil), ("rtree(id, low, high)", nil),
      ].randomElement(using: &generator)!
    let isTree = module.hasPrefix("rtree")
    let removal =
      module.contains("content=''")
      ? "INSERT INTO found(found, rowid, body) VALUES ('delete', old.id, old.body)"
      : "DELETE FROM found WHERE rowid = old.id"
    let row = isTree ? "id, id, id + length(body)" : "id, body"
    let names = isTree ? "id, low, high" : "rowid, body"
    let came = isTree ? "new.id, new.id, new.id + length(new.body)" : "new.id, new.body"
    let rules = one(
      "body TEXT", "body TEXT CHECK (is_good(body))", "body TEXT CHECK (length(body) < 3)", "body TEXT NOT NULL",
      "body INTEGER", "body TEXT, made AS (my_function(body))", "body TEXT REFERENCES parent(id)")
    return (
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, body TEXT);
      CREATE TABLE parent(id TEXT PRIMARY KEY);
      CREATE TABLE child(
        t INTEGER REFERENCES t ON DELETE \(one("CASCADE", "SET NULL", "NO ACTION")), parent REFERENCES parent(id), n);
      CREATE VIRTUAL TABLE found USING \(module);
      INSERT INTO t VALUES (1, 'honey'), (2, '007'), (3, \(one("NULL", "'tea and salt'"))), (4, '');
      \(maybe("INSERT INTO child VALUES (2, 'gone', 1), (2, NULL, 2), (3, 'gone', 3);"))
      INSERT INTO found(\(names)) SELECT \(row) FROM t WHERE body IS NOT NULL;
      \(maybe("CREATE TRIGGER gone \(one("BEFORE", "AFTER")) DELETE ON t BEGIN \(removal); END;"))
      \(maybe("CREATE TRIGGER came AFTER INSERT ON t BEGIN INSERT INTO found(\(names)) VALUES (\(came)); END;"))
      \(maybe("CREATE TRIGGER stamp AFTER INSERT ON t BEGIN UPDATE t SET body = title_sort(new.body); END;"))
      \(maybe("CREATE TRIGGER kept BEFORE INSERT ON t WHEN new.id < 4 BEGIN SELECT RAISE(ABORT, 'no'); END;"))
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = 'CREATE TABLE t(id INTEGER PRIMARY KEY, \(rules))' WHERE name = 't';
      """, check
    )
  }

  private static func integrity(of path: String) -> [String]? {
    (try? RawConnection.rows("PRAGMA integrity_check", on: path))?.filter {
      !$0.hasPrefix("NULL value") && !$0.hasPrefix("CHECK")
    }
  }

  /// Every row of every table, including those in which modules keep their data.
  private static func rows(of path: String) throws -> [String] {
    let file = try RawConnection(path)
    let tables = try file.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE 'sqlite%'"
    )
    return try tables.flatMap { table in
      let columns = try file.rows("SELECT 'quote(\"' || name || '\")' FROM pragma_table_info('\(table)')")
      return try file.rows("SELECT \(columns.joined(separator: " || ', ' || ")) FROM \"\(table)\"").map {
        "\(table): \($0)"
      }
    }
  }
}
