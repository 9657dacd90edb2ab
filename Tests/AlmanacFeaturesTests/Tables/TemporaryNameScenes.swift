// Tables of the file that have the same names as our temporary tables.
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct TemporaryNameScenes {
  @Test(
    "ANY-10: a table that is called as our temporary table of rows is listed, changed, and its changes undone",
    arguments: ["(id INTEGER PRIMARY KEY, done BOOLEAN)", "(id TEXT PRIMARY KEY, done BOOLEAN) WITHOUT ROWID"])
  func temporaryRows(_ columns: String) async throws {
    let sql = """
      CREATE TABLE almanac_rows\(columns);
      CREATE TABLE child(id INTEGER PRIMARY KEY, r TEXT REFERENCES almanac_rows ON DELETE CASCADE);
      INSERT INTO almanac_rows VALUES (1, 0), (2, 0), (3, 1); INSERT INTO child VALUES (1, 2), (2, 3);
      """
    try await fileScene(sql) { scene in
      @MainActor func content() throws -> [String] {
        try scene.rows("SELECT * FROM almanac_rows") + scene.rows("SELECT * FROM child")
      }
      let before = try content()
      try await scene.press("x,j,x,Space")
      #expect(try content() == ["1|1", "2|1", "3|1", "1|2", "2|3"], "\(scene.lines)")
      try await scene.press("u,d")
      #expect(scene.lines.contains { $0.contains("Also deletes 1 record of child") }, "\(scene.lines)")
      try await scene.press("y")
      #expect(try content() == ["3|1", "2|3"], "\(scene.lines)")
      try await scene.press("u")
      #expect(try content() == before, "\(scene.lines)")
      try await scene.press("C-r,u")
      #expect(try content() == before, "\(scene.lines)")
    }
  }

  @Test("ANY-10: a table of a book that is called as our temporary table of a search index's terms shows its own rows")
  func terms() async throws {
    try await scene(size: Size(width: 200, height: 12), showsAll: true) { scene in
      try await scene.outside(
        "CREATE TABLE facts_search_terms(id INTEGER PRIMARY KEY, x); INSERT INTO facts_search_terms VALUES (1, 'own')")
      try await scene.press(":,type:facts_search_terms,Enter")
      #expect(scene.cursorRow?.hasPrefix("1  own ") == true, "\(scene.lines)")
    }
  }
}
