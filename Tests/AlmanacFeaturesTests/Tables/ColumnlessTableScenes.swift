// A table whose columns can't be named in SQL: its records are counted but not shown.
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct ColumnlessTableScenes {
  @Test("ANY-10: no key of a list goes wrong without columns")
  func keys() async throws {
    let sql = """
      CREATE TABLE t(a); INSERT INTO t VALUES (1), (2);
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = 'CREATE TABLE t("' || CAST(x'78FF' AS TEXT) || '")' WHERE name = 't';
      """
    try await fileScene(sql) { scene in
      let before = scene.lines
      for key in ["H", "L", "f", "s", "S", "i", "E", "e", "a", "Space", "d", "j", "k", "G", "g", "Enter", "/"] {
        try await scene.press("\(key),Esc,Esc,g")
        await scene.wait(10)
      }
      #expect(scene.lines == before)
      #expect(try scene.rows("SELECT count(*) FROM t") == ["2"])
    }
  }
}
