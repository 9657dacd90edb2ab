// Deleting a record that others name by a foreign key.
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct ForeignKeyDeleteScenes {
  @Test("ANY-15: what names a record by RESTRICT or NO ACTION keeps it: the refusal names the tables, and how many")
  func restricted() async throws {
    let sql = """
      CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE record(id INTEGER PRIMARY KEY, a REFERENCES artist ON DELETE RESTRICT);
      CREATE TABLE tour(id INTEGER PRIMARY KEY, a REFERENCES artist, b REFERENCES artist ON DELETE CASCADE);
      INSERT INTO artist VALUES (1, 'AC/DC'), (2, 'Accept'), (3, 'Axel');
      INSERT INTO record VALUES (1, 2), (2, 2); INSERT INTO tour VALUES (1, 2, 2), (2, NULL, 2), (3, 3, 1);
      """
    try await fileScene(sql, size: Size(width: 110, height: 12)) { scene in
      try await scene.press("j,d")
      #expect(
        scene.status
          == " Not deleted: artist 2 is named by 2 records of record (a), 1 record of tour (a). Nothing was changed.")
      try await scene.press("j,d")
      #expect(scene.status == " Not deleted: artist 3 is named by 1 record of tour (a). Nothing was changed.")
      #expect(try scene.rows("SELECT count(*) FROM artist") == ["3"])
    }
  }

  @Test("ANY-15: u brings back with a record all that CASCADE deleted, and what SET NULL and SET DEFAULT changed")
  func undone() async throws {
    let sql = """
      CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE record(id INTEGER PRIMARY KEY, a REFERENCES artist ON DELETE CASCADE);
      CREATE TABLE song(id INTEGER PRIMARY KEY, r REFERENCES record ON DELETE CASCADE);
      CREATE TABLE tour(
        id INTEGER PRIMARY KEY, a REFERENCES artist ON DELETE SET NULL, b DEFAULT 1 REFERENCES artist ON DELETE SET DEFAULT);
      INSERT INTO artist VALUES (1, 'AC/DC'), (2, 'Accept');
      INSERT INTO record VALUES (1, 2), (2, 1); INSERT INTO song VALUES (7, 1), (8, 1), (9, 2);
      INSERT INTO tour VALUES (1, 2, 2);
      """
    let all =
      "SELECT 'a', id, name, '' FROM artist UNION ALL SELECT 'r', id, a, '' FROM record "
      + "UNION ALL SELECT 's', id, r, '' FROM song UNION ALL SELECT 't', id, a, b FROM tour"
    try await fileScene(sql) { scene in
      let before = try scene.rows(all)
      try await scene.press("j,d")
      #expect(try scene.rows(all) == ["a|1|AC/DC|", "r|2|1|", "s|9|2|", "t|1|NULL|1"])
      try await scene.press("u")
      #expect(try scene.rows(all) == before)
    }
  }
}
