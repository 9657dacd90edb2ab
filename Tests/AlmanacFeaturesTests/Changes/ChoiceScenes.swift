// The choice between the value of a revert or an undo and the newer one, in the form of the record.
import AlmanacFeatures
import Terminals
import TestSupport
import Testing

private let album = """
  CREATE TABLE Album(AlbumId INTEGER PRIMARY KEY, Title TEXT NOT NULL, Year INTEGER);
  INSERT INTO Album VALUES (1, 'One', 1981), (2, 'Other', 1982);
  """

@Suite(.recordsIssues, .container)
@MainActor
struct ChoiceScenes {
  @Test(
    "HIS-03: after a revert that met a newer value = shows what it wanted, what is there and what it expected; Ctrl-N goes on to the next"
  )
  func reverting() async throws {
    try await fileScene(album) { scene in
      try await scene.outside("UPDATE Album SET Title = 'Two' WHERE AlbumId = 1")
      try await scene.outside("UPDATE Album SET Title = 'Three', Year = 1983 WHERE AlbumId = 1")
      try await scene.press("C,G,R")
      #expect(scene.status == " Not reverted: Album 1 was changed since · = choose")
      try await scene.press("=")
      #expect(scene.lines.contains { $0.hasPrefix("┌ Edit Album 1 ─") }, "\(scene.lines)")
      #expect(scene.lines.contains { $0.contains("wanted “One” · now “Three” · expected “Two”") }, "\(scene.lines)")
      #expect(scene.keyLine.contains("Ctrl-N next choice"), "\(scene.keyLine)")
      for (key, title) in [("C-n", "Three"), ("C-n", "Two"), ("C-n", "One")] {
        try await scene.press(key)
        #expect(scene.formLines.contains { $0.contains("Title    \(title)") }, "\(scene.formLines)")
      }
      try await scene.press("C-s")
      #expect(try scene.rows("SELECT * FROM Album") == ["1|One|1983", "2|Other|1982"])
      try await scene.press("u")
      #expect(try scene.rows("SELECT * FROM Album") == ["1|Three|1983", "2|Other|1982"])
    }
  }

  @Test("HIS-03: bytes and numbers are chosen as they are")
  func exactValues() async throws {
    let sql = "CREATE TABLE T(id INTEGER PRIMARY KEY, v, b BLOB); INSERT INTO T VALUES (1, 5, x'00')"
    try await fileScene(sql) { scene in
      try await scene.outside("UPDATE T SET v = 'x', b = x'01'")
      try await scene.outside("UPDATE T SET v = 'y', b = x'02'")
      try await scene.press("C,G,R,=,C-s")
      #expect(try scene.rows("SELECT quote(v), quote(b) FROM T") == ["5|X'00'"], "\(scene.lines)")
    }
  }

  @Test("HIS-03: after an undo too; their value chosen changes nothing, and without a conflict = says so")
  func undoing() async throws {
    try await fileScene(album) { scene in
      try await scene.press("=")
      #expect(scene.status == " The columns are as they were.", "in a list = is the key of the columns")
      try await scene.press("Enter,=")
      #expect(scene.status == " There is no conflict to choose in.")
      try await scene.press("Esc")
      try await scene.press("e,type:!,C-s")
      try await scene.outside("UPDATE Album SET Title = 'Theirs' WHERE AlbumId = 1")
      try await scene.press("u,=")
      #expect(scene.lines.contains { $0.contains("wanted “One” · now “Theirs” · expected “One!”") }, "\(scene.lines)")
      try await scene.press("C-n,C-s")
      #expect(scene.status.hasPrefix(" Nothing was changed."), "\(scene.status)")
      #expect(try scene.rows("SELECT Title FROM Album WHERE AlbumId = 1") == ["Theirs"])
    }
  }
}
