// Deleting a record that others reference by a foreign key.
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
          == " Not deleted: artist 2 is named by 2 records of record (a) and 1 record of tour (a). Nothing was changed."
      )
      try await scene.press("j,d")
      #expect(scene.status == " Not deleted: artist 3 is named by 1 record of tour (a). Nothing was changed.")
      #expect(try scene.rows("SELECT count(*) FROM artist") == ["3"])
    }
  }

  @Test("ANY-15: what keeps a record that a cascade would delete is named too")
  func restrictedBehindCascade() async throws {
    let sql = """
      CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE album(id INTEGER PRIMARY KEY, a REFERENCES artist ON DELETE CASCADE);
      CREATE TABLE song(id INTEGER PRIMARY KEY, r REFERENCES album ON DELETE CASCADE);
      CREATE TABLE prize(s REFERENCES song ON DELETE RESTRICT);
      INSERT INTO artist VALUES (1, 'AC/DC'), (2, 'Accept');
      INSERT INTO album VALUES (1, 1), (2, 2), (3, 2); INSERT INTO song VALUES (7, 1), (8, 2), (9, 3);
      INSERT INTO prize VALUES (9), (9);
      """
    try await fileScene(sql, size: Size(width: 110, height: 12)) { scene in
      try await scene.press("2,j,d")
      #expect(scene.line(0).hasPrefix(" music.db  album 3  artist 2 "), "\(scene.lines)")
      #expect(
        scene.said
          == "Not deleted: song 9, which would go with it, is named by 2 records of prize (s). Nothing was changed.",
        "\(scene.lines)")
      #expect(try scene.rows("SELECT count(*) FROM song") == ["3"])
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
      #expect(
        scene.lines[8...15].map { $0.drop { $0 != "┌" && $0 != "│" && $0 != "└" } } == [
          "┌ Delete artist 2? ────────────────────────────────────────────┐",
          "│                                                              │",
          "│ Also changes 1 record of tour                                │",
          "│ Also deletes 1 record of record                              │",
          "│ Also deletes 2 records of song                               │",
          "│                                                              │",
          "└──────────────────────────────────────────────────────────────┘", "",
        ], "\(scene.lines)")
      #expect(scene.line(23) == " y delete  Esc cancel")
      try await scene.press("Enter,Esc")
      #expect(scene.status == " Nothing was changed.")
      #expect(try scene.rows(all) == before)
      try await scene.press("d,y")
      #expect(scene.status == " Deleted artist 2 · u undo")
      #expect(try scene.rows(all) == ["a|1|AC/DC|", "r|2|1|", "s|9|2|", "t|1|NULL|1"])
      try await scene.press("u")
      #expect(try scene.rows(all) == before)
      // Redo asks again, and after Esc it can still be redone.
      try await scene.press("C-r")
      #expect(scene.lines.contains { $0.contains("│ Also deletes 2 records of song ") }, "\(scene.lines)")
      #expect(try scene.rows(all) == before)
      try await scene.press("Esc")
      #expect(scene.status == " Nothing was changed.")
      try await scene.press("C-r,y")
      #expect(scene.status == " Deleted artist 2 · u undo")
      #expect(try scene.rows(all) == ["a|1|AC/DC|", "r|2|1|", "s|9|2|", "t|1|NULL|1"])
      try await scene.press("u")
      #expect(try scene.rows(all) == before)
      // The same from the open record.
      try await scene.press("l,d,y")
      #expect(scene.line(1) == "   This record is gone")
      try await scene.press("u")
      #expect(try scene.rows(all) == before)
    }
  }

  @Test("ANY-15: the question names rows that a trigger deletes, as for a cascade; not rows that it only adds")
  func triggered() async throws {
    let sql = """
      CREATE TABLE book(id INTEGER PRIMARY KEY, title TEXT); CREATE TABLE page(id INTEGER PRIMARY KEY, book INT);
      CREATE TABLE word(page INT, text TEXT); CREATE TABLE log(text TEXT);
      CREATE VIRTUAL TABLE found USING fts5(title);
      CREATE TRIGGER pages AFTER DELETE ON book BEGIN
        DELETE FROM page WHERE book = old.id; INSERT INTO log VALUES ('book'); DELETE FROM found WHERE rowid = old.id;
      END;
      CREATE TRIGGER words AFTER DELETE ON page BEGIN DELETE FROM word WHERE page = old.id; END;
      CREATE TRIGGER logged AFTER DELETE ON log BEGIN INSERT INTO log VALUES ('log'); END;
      CREATE VIEW shelf AS SELECT id, title FROM book;
      CREATE TRIGGER shelved INSTEAD OF DELETE ON shelf BEGIN DELETE FROM book WHERE id = old.id; END;
      INSERT INTO book VALUES (1, 'One'), (2, 'Two'), (3, 'Three'); INSERT INTO found(rowid, title) SELECT * FROM book;
      INSERT INTO page VALUES (1, 1), (2, 1), (3, 3); INSERT INTO word VALUES (1, 'a'), (2, 'b'), (2, 'c'), (3, 'd');
      """
    let counts =
      "SELECT (SELECT count(*) FROM book), (SELECT count(*) FROM page), (SELECT count(*) FROM word), "
      + "(SELECT count(*) FROM log)"
    try await fileScene(sql, size: Size(width: 80, height: 16)) { scene in
      try await scene.press("j,d")
      #expect(scene.said == "Deleted book 2", "a log and a search index are no loss: \(scene.lines)")
      try await scene.press("g,d")
      #expect(scene.lines.contains { $0.contains("┌ Delete book 1? ─") }, "\(scene.lines)")
      #expect(scene.lines.contains { $0.contains("│ Also deletes 2 records of page ") }, "\(scene.lines)")
      #expect(scene.lines.contains { $0.contains("│ Also deletes 3 records of word ") }, "\(scene.lines)")
      #expect(try scene.rows(counts) == ["2|3|4|1"])
      try await scene.press("y")
      #expect(try scene.rows(counts) == ["1|1|1|2"])
      try await scene.press("u")
      #expect(try scene.rows(counts) == ["2|3|4|1"])
      // Redo asks again.
      try await scene.press("C-r")
      #expect(scene.lines.contains { $0.contains("│ Also deletes 2 records of page ") }, "\(scene.lines)")
      try await scene.press("Esc")
      // A row of a view does not count as another record.
      try await scene.press(":,type:shelf,Enter,G,d")
      #expect(scene.lines.contains { $0.contains("│ Also deletes 1 record of page ") }, "\(scene.lines)")
      try await scene.press("Esc")
      try await scene.outside("DELETE FROM page")
      try await scene.press("d")
      #expect(try scene.rows("SELECT id FROM book") == ["1"], "\(scene.lines)")
    }
  }

  @Test("ANY-15: a record that no other names is deleted at once; of many marked the question is one")
  func asked() async throws {
    let sql = """
      CREATE TABLE folder(id INTEGER PRIMARY KEY, parent REFERENCES folder ON DELETE CASCADE);
      CREATE INDEX parents ON folder(parent);
      INSERT INTO folder VALUES (1, NULL), (2, 1), (3, 2), (4, 1), (5, NULL), (6, NULL);
      WITH RECURSIVE n(i) AS (SELECT 7 UNION ALL SELECT i + 1 FROM n WHERE i < 300) INSERT INTO folder SELECT i, 6 FROM n;
      """
    try await fileScene(sql, size: Size(width: 80, height: 16)) { scene in
      try await scene.press("j,j,d")
      #expect(scene.status == " Deleted folder 3 · u undo")
      try await scene.press("u,g,x,j,x,d")
      #expect(scene.lines.contains { $0.contains("┌ Delete 2 records? ─") })
      #expect(scene.lines.contains { $0.contains("│ Also deletes 2 records of folder ") })
      // Keys pressed before the question was shown do not answer it.
      try await scene.press("Esc")
      try await scene.pressAtOnce("d,j,y,y")
      #expect(scene.lines.contains { $0.contains("│ Also deletes 2 records of folder ") })
      #expect(try scene.rows("SELECT count(*) FROM folder") == ["300"])
      // There is one more record now: the question is a new one.
      try await scene.outside("INSERT INTO folder VALUES (301, 3)")
      try await scene.press("y")
      #expect(scene.lines.contains { $0.contains("│ Also deletes 3 records of folder ") }, "\(scene.lines)")
      #expect(
        scene.status.hasPrefix(" The deletion would now change other records than it said. Nothing was deleted."))
      #expect(try scene.rows("SELECT count(*) FROM folder") == ["301"])
      try await scene.press("Esc")
      try await scene.outside("DELETE FROM folder WHERE id = 301")
      // The same with no row left.
      try await scene.press("d")
      try await scene.outside("UPDATE folder SET parent = NULL WHERE id IN (3, 4)")
      try await scene.press("y")
      #expect(scene.lines.contains { $0.contains("┌ Delete 2 records? ─") }, "\(scene.lines)")
      #expect(scene.lines.contains { $0.contains("│ Changes no other records any more. ") }, "\(scene.lines)")
      #expect(try scene.rows("SELECT count(*) FROM folder") == ["300"])
      try await scene.press("Esc")
      try await scene.outside("UPDATE folder SET parent = iif(id = 3, 2, 1) WHERE id IN (3, 4)")
      try await scene.press("d,y")
      #expect(scene.status == " Deleted 2 records · u undo")
      #expect(try scene.rows("SELECT count(*) FROM folder") == ["296"])
      try await scene.press("u")
      #expect(try scene.rows("SELECT count(*), count(parent) FROM folder") == ["300|297"])
      try await scene.press("C-a,d")
      #expect(scene.lines.contains { $0.contains("Type 300 to go on") })
      try await scene.press("type:300,Enter")
      #expect(try scene.rows("SELECT count(*) FROM folder") == ["0"])
      try await scene.press("u")
      #expect(try scene.rows("SELECT count(*), count(parent) FROM folder") == ["300|297"])
    }
  }
}
