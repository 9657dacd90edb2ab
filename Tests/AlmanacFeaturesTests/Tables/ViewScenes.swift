// Views that are changed through their INSTEAD OF triggers.
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct ViewScenes {
  private static let schema = """
    CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE album(id INTEGER PRIMARY KEY, title TEXT, artist REFERENCES artist, sold BOOLEAN DEFAULT 0);
    INSERT INTO artist VALUES (1, 'Accept'), (2, 'AC/DC');
    INSERT INTO album VALUES (1, 'Balls', 1, 0), (2, 'Rock', 2, 1), (3, 'Power', 2, 0), (4, 'Fly', 2, 0);
    CREATE VIEW v AS SELECT title, name, sold FROM album JOIN artist ON artist.id = artist ORDER BY album.id;
    CREATE TRIGGER v_edit INSTEAD OF UPDATE ON v BEGIN
      SELECT RAISE(ABORT, 'an album needs a title') WHERE new.title = '';
      UPDATE album SET title = new.title, sold = new.sold WHERE title = old.title;
      UPDATE artist SET name = new.name WHERE name = old.name;
    END;

    """
  private static let all = """
    CREATE TRIGGER v_add INSTEAD OF INSERT ON v BEGIN
      INSERT INTO album(title, artist) SELECT new.title, id FROM artist WHERE name = new.name;
    END;
    CREATE TRIGGER v_delete INSTEAD OF DELETE ON v BEGIN DELETE FROM album WHERE title = old.title; END;
    """

  @Test("ANY-12: a form edits a record of a view through its trigger; u restores both tables")
  func edit() async throws {
    try await fileScene(Self.schema) { scene in
      try await scene.press("3,j,e")
      #expect(scene.lines.contains { $0.contains("title  Rock") }, "\(scene.lines)")
      try await scene.press("C-u,type:Roll,Tab,C-u,type:ACDC,C-s")
      #expect(scene.status == " Edited v “Roll” · u undo")
      #expect(scene.cursorWords == "~Roll~ ~ACDC~ ●")
      #expect(scene.list.prefix(4).map { $0.contains("ACDC") } == [false, true, true, true])
      try await scene.press("u")
      #expect(scene.status == " Undone: Edited v “Roll” · Ctrl-R redo")
      #expect(scene.cursorWords == "~Rock~ ~AC/DC~ ●")
      #expect(try scene.rows("SELECT name FROM artist") == ["Accept", "AC/DC"])
      try await scene.press("C-r")
      #expect(scene.cursorWords == "~Roll~ ~ACDC~ ●")
      #expect(try scene.rows("SELECT name FROM artist") == ["Accept", "ACDC"])
    }
  }

  @Test("ANY-12: a, Space and d change a view through its triggers, the marked records too, and each is undone")
  func otherDeeds() async throws {
    try await fileScene(Self.schema + Self.all) { scene in
      try await scene.press("3,j,Space")
      #expect(scene.status == " Toggled v “Rock” · u undo")
      #expect(scene.cursorWords == "Rock AC/DC ~○~")
      try await scene.press("d")
      #expect(scene.status == " Deleted v “Rock” · u undo")
      #expect(scene.cursorWords == "Power AC/DC ○")
      try await scene.press("u")
      #expect(scene.cursorWords == "+Rock AC/DC ○")
      try await scene.press("u")
      #expect(scene.cursorWords == "Rock AC/DC ~●~")
      try await scene.press("g,x,G,x,d")
      #expect(scene.status == " Deleted 2 records · u undo")
      #expect(try scene.rows("SELECT title FROM album") == ["Rock", "Power"])
      try await scene.press("u")
      #expect(try scene.rows("SELECT title FROM album") == ["Balls", "Rock", "Power", "Fly"])
      try await scene.press("a,type:Volts,Tab,type:AC/DC,C-s")
      #expect(scene.status == " Added v “Volts” · u undo")
      #expect(try scene.rows("SELECT title, sold FROM album WHERE id = 5") == ["Volts|0"])
      try await scene.press("C-a,d")
      #expect(try scene.rows("SELECT title FROM album") == [])
      try await scene.press("u,u")
      #expect(try scene.rows("SELECT title FROM album") == ["Balls", "Rock", "Power", "Fly"])
    }
  }

  @Test("ANY-12: of a view with a trigger for UPDATE alone, a and d say which one is missing")
  func updateAlone() async throws {
    try await fileScene(Self.schema) { scene in
      try await scene.press("3")
      #expect(scene.keyLine.hasPrefix(" e edit  Space toggle  / search  ⏎ open  "), "\(scene.keyLine)")
      try await scene.press("a")
      #expect(scene.said == "Nothing can be added to v: the view has no INSTEAD OF INSERT trigger.")
      await scene.wait(1)
      try await scene.press("d")
      #expect(scene.said == "Records of v can't be deleted: the view has no INSTEAD OF DELETE trigger.")
      await scene.wait(1)
      try await scene.press("Enter,d")
      #expect(scene.said == "Records of v can't be deleted: the view has no INSTEAD OF DELETE trigger.")
    }
  }

  @Test("ANY-12: the error of a trigger is shown at the bottom of the form, and no typed text is lost")
  func raised() async throws {
    try await fileScene(Self.schema) { scene in
      try await scene.press("3,e,C-u,Tab,C-u,type:Typed,C-s")
      #expect(scene.lines.contains { $0.contains("Not saved: an album needs a title.") }, "\(scene.lines)")
      #expect(scene.lines.contains { $0.contains("name   Typed") }, "\(scene.lines)")
      #expect(try scene.rows("SELECT name FROM artist") == ["Accept", "AC/DC"])
      try await scene.press("BTab,type:Again,C-s")
      #expect(scene.cursorWords == "~Again~ ~Typed~ ○")
    }
  }

  @Test("ANY-12: of records of a view that look the same none is changed; the message counts them")
  func alike() async throws {
    let sql = "UPDATE album SET title = 'Same', sold = 0 WHERE id > 2;"
    try await fileScene(Self.schema + Self.all + sql, size: Size(width: 120, height: 24)) { scene in
      try await scene.press("3,G,d")
      #expect(
        scene.status
          == " Not deleted: 2 records of v are the same in all columns, and nothing tells one from another. Nothing was changed."
      )
      try await scene.press("e,C-u,type:Other,C-s")
      #expect(
        scene.lines.joined().contains("Not saved: 2 records of v are the same in all columns"), "\(scene.lines)")
      try await scene.press("Esc,Esc,x,Space")
      #expect(scene.status.hasPrefix(" Not toggled: 2 records of v are the same in all columns"))
      #expect(try scene.rows("SELECT title FROM album") == ["Balls", "Rock", "Same", "Same"])
    }
  }

  @Test("ANY-12: the open record goes on under what it holds now; where that is not known the list is there again")
  func openRecord() async throws {
    let sql = """
      CREATE VIEW shouted AS SELECT upper(title) AS title FROM album ORDER BY id;
      CREATE TRIGGER shouted_edit INSTEAD OF UPDATE ON shouted BEGIN
        UPDATE album SET title = new.title WHERE upper(title) = old.title; END;
      """
    try await fileScene(Self.schema + sql) { scene in
      try await scene.press("4,j,Enter,e,C-u,type:Roll,C-s")
      #expect(scene.lines.contains { $0.contains("title") && $0.contains("Roll") }, "\(scene.lines)")
      try await scene.press("Space")
      #expect(scene.status == " Toggled v “Roll” · u undo")
      #expect(scene.lines[0].contains("v “Roll”"), "\(scene.lines)")
      try await scene.press("Esc")
      #expect(scene.cursorWords == "Roll AC/DC ~○~")
      try await scene.press("3,j,Enter,e,C-u,type:low,C-s")
      #expect(scene.status == " Edited shouted “ROLL” · u undo")
      #expect(scene.cursorWords == "+LOW")
      try await scene.press("u")
      #expect(scene.cursorWords == "+ROLL")
    }
  }

  @Test("ANY-12: a record of a view that others change while a form has it can't be saved any more")
  func changedMeanwhile() async throws {
    try await fileScene(Self.schema) { scene in
      try await scene.press("3,e,C-u,type:Mine")
      try await scene.outside("UPDATE album SET sold = 1 WHERE id = 1")
      try await scene.press("C-s")
      #expect(scene.lines.contains { $0.contains("This record is gone") }, "\(scene.lines)")
      #expect(scene.lines.contains { $0.contains("Mine") })
      #expect(try scene.rows("SELECT title FROM album WHERE id = 1") == ["Balls"])
    }
  }

  @Test("ANY-25: a view is made again with other columns while a record of it is open: the list is there, all of it")
  func otherColumns() async throws {
    try await fileScene(Self.schema) { scene in
      try await scene.press("3,j,x,Enter")
      try await scene.outside("DROP VIEW v; CREATE VIEW v AS SELECT sold, title FROM album ORDER BY id")
      #expect(
        scene.list.prefix(5).map { $0.split(separator: " ").joined(separator: " ") } == [
          "▌ ○ Balls", "● Rock", "○ Power", "○ Fly", "",
        ], "\(scene.lines)")
      #expect(!scene.status.contains("marked"), "\(scene.lines)")
    }
  }

  @Test("ANY-12: the file is asked about before a view's trigger writes to it; read-only forbids that")
  func permission() async throws {
    try await fileScene(Self.schema + Self.all, isWriteAllowed: false) { scene in
      try await scene.press("3,d")
      #expect(scene.lines.contains { $0.contains(" Write to music.db? ") }, "\(scene.lines)")
      try await scene.press("Enter")
      #expect(scene.status == " Deleted v “Balls” · u undo")
    }
    try await fileScene(Self.schema + Self.all, isReadOnly: true) { scene in
      try await scene.press("3,d")
      #expect(scene.said == "music.db is open with --read-only: you can't change it.")
    }
  }

  @Test("ANY-12: keys follow when another program makes a view's trigger, or drops it")
  func triggersComeAndGo() async throws {
    try await fileScene(Self.schema) { scene in
      try await scene.press("3,j")
      try await scene.outside(Self.all + "DROP TRIGGER v_edit")
      #expect(scene.cursorWords == "Rock AC/DC ●")
      try await scene.press("e")
      #expect(scene.said == "Records of v can't be changed: the view has no INSTEAD OF UPDATE trigger.")
      await scene.wait(1)
      try await scene.press("d")
      #expect(try scene.rows("SELECT title FROM album") == ["Balls", "Power", "Fly"])
    }
  }
}

extension Scene {
  /// The row with the cursor, one space between its columns.
  fileprivate var cursorWords: String? { cursorRow?.split(separator: " ").joined(separator: " ") }
}
