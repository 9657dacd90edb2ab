// A new record with the values of another one, in the form.
import AlmanacFeatures
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct DuplicateScenes {
  private static let albums = """
    CREATE TABLE Album(
      id INTEGER PRIMARY KEY, title TEXT NOT NULL, code TEXT UNIQUE, year INTEGER, cover BLOB, length AS (length(title)));
    INSERT INTO Album(id, title, code, year, cover) VALUES (1, 'One', 'a', 1981, x'00ff'), (2, 'Two', NULL, NULL, NULL);
    """

  @Test("CIT-06: D opens the form with the record's values; its rowid is assigned, and u takes the new record back")
  func duplicating() async throws {
    try await fileScene(Self.albums) { scene in
      try await scene.press("j,D")
      #expect(
        scene.lines.contains { $0.hasPrefix("┌ New record of Album ─") }, "\(scene.lines)")
      #expect(scene.formLines.contains { $0.contains("title  Two") }, "\(scene.formLines)")
      try await scene.press("type:!,C-s")
      #expect(
        try scene.rows("SELECT id, title, quote(code), quote(year) FROM Album ORDER BY id")
          == ["1|One|'a'|1981", "2|Two|NULL|NULL", "3|Two!|NULL|NULL"])
      try await scene.press("u")
      #expect(try scene.rows("SELECT count(*) FROM Album") == ["2"])
    }
  }

  @Test("CIT-06: every value goes with it, bytes too; what must be unique says at once that it is taken")
  func unique() async throws {
    try await fileScene(Self.albums) { scene in
      try await scene.press("D")
      #expect(scene.formLines.contains { $0.contains("taken") }, "\(scene.formLines)")
      try await scene.press("Tab,type:2,C-s")
      #expect(
        try scene.rows("SELECT id, title, code, year, hex(cover) FROM Album WHERE id = 3") == ["3|One|a2|1981|00FF"])
    }
  }

  @Test("CIT-06: a value keeps its storage class, whatever its column takes")
  func storageClasses() async throws {
    let sql = """
      CREATE TABLE T(id INTEGER PRIMARY KEY, v, ok BOOLEAN, n INTEGER);
      INSERT INTO T VALUES (1, 5, 7, 'x'), (2, '5', 1, 2.5);
      """
    try await fileScene(sql) { scene in
      try await scene.press("D,C-s,G,k,D,C-s")
      #expect(
        try scene.rows("SELECT id, quote(v), quote(ok), quote(n) FROM T ORDER BY id")
          == ["1|5|7|'x'", "2|'5'|1|2.5", "3|5|7|'x'", "4|'5'|1|2.5"])
    }
  }

  @Test("CIT-06: the new record does not follow the other one; a record that is gone has nothing to duplicate")
  func following() async throws {
    try await fileScene(Self.albums) { scene in
      try await scene.press("j,D")
      try await scene.outside("UPDATE Album SET title = 'Other' WHERE id = 2")
      #expect(scene.formLines.contains { $0.contains("title  Two") }, "\(scene.formLines)")
      try await scene.outside("DELETE FROM Album WHERE id = 2")
      try await scene.press("C-s")
      #expect(try scene.rows("SELECT id, title FROM Album ORDER BY id") == ["1|One", "2|Two"])
      try await scene.press("g")
      try RawConnection.run("DELETE FROM Album WHERE id = 1", on: scene.path)
      try await scene.pressAtOnce("D,C-s")
      #expect(try scene.rows("SELECT id, title FROM Album ORDER BY id") == ["2|Two"])
    }
  }

  @Test("CIT-06: in a view without a trigger for INSERT D says why not")
  func refused() async throws {
    try await fileScene("CREATE TABLE A(id INTEGER PRIMARY KEY, x); CREATE VIEW V AS SELECT * FROM A") { scene in
      try await scene.outside("INSERT INTO A VALUES (1, 'x')")
      try await scene.press("Tab,D")
      #expect(scene.status.hasPrefix(" Nothing can be added to V"), "\(scene.lines)")
    }
  }
}
