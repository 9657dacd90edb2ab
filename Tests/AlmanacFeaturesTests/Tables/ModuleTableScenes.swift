// Tables that a module of SQLite keeps.
import AlmanacFeatures
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct ModuleTableScenes {
  @Test("ANY-13: FTS5 with its own content, with another table's and with none, and R*Tree are listed live")
  func modules() async throws {
    let sql = """
      CREATE TABLE doc(id INTEGER PRIMARY KEY, body TEXT);
      INSERT INTO doc VALUES (1, 'red fox'), (2, 'blue whale');
      CREATE VIRTUAL TABLE external USING fts5(body, content='doc', content_rowid='id');
      INSERT INTO external(external) VALUES ('rebuild');
      CREATE VIRTUAL TABLE none USING fts5(body, content='');
      INSERT INTO none(rowid, body) VALUES (7, 'words alone');
      CREATE VIRTUAL TABLE own USING fts5(title, body);
      INSERT INTO own VALUES ('first', 'a text');
      CREATE VIRTUAL TABLE area USING rtree(id, minX, maxX);
      INSERT INTO area VALUES (1, 0, 2.5);
      """
    try await fileScene(sql) { scene in
      #expect(scene.line(0).hasPrefix(" music.db  area 1  doc 2  external 2  none 1  own 1 "), "\(scene.lines)")
      for (tab, row) in [("1", "1 0.0 2.5"), ("3", "red fox"), ("4", "NULL"), ("5", "first a text")] {
        try await scene.press(tab)
        #expect(
          scene.cursorRow?.split(separator: " ").joined(separator: " ").hasPrefix(row) == true, "\(tab) \(scene.lines)")
      }
      try await scene.outside("INSERT INTO own VALUES ('second', 'news')")
      #expect(scene.list.contains { $0.contains("second") }, "\(scene.lines)")
      try await scene.press("/,type:news,Enter")
      #expect(scene.line(1).hasSuffix("1 of 2"), "\(scene.lines)")
      try await scene.press("d")
      #expect(scene.said == "own belongs to a module, and can't be changed here.")
      try await scene.press("3")
      try await scene.outside(
        "INSERT INTO doc VALUES (3, 'red kite'); INSERT INTO external(external) VALUES ('rebuild')")
      #expect(scene.list.contains { $0.contains("red kite") }, "\(scene.lines)")
    }
  }
}
