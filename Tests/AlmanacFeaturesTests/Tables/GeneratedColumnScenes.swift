// Columns that no statement can write.
import AlmanacFeatures
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct GeneratedColumnScenes {
  @Test("ANY-11: real numbers of a computed column are shown as such whatever the list is sorted by")
  func realInAnyOrder() async throws {
    let sql = """
      CREATE TABLE t(id INTEGER PRIMARY KEY, x REAL, twice REAL AS (x * 2));
      INSERT INTO t(id, x) VALUES (1, 3), (2, 1.25), (3, NULL);
      """
    try await fileScene(sql) { scene in
      try await scene.press("s")
      #expect(
        scene.list.prefix(3).map { $0.dropFirst(3).split(separator: " ") } == [
          ["3", "NULL", "NULL"], ["2", "1.25", "2.5"], ["1", "3.0", "6.0"],
        ], "\(scene.lines)")
    }
  }

  @Test("ANY-11: generated columns, stored and virtual, are shown; delete and undo restore an equal record")
  func deletedAndRestored() async throws {
    let sql = """
      CREATE TABLE t(
        twice AS (x * 2) VIRTUAL, id INTEGER PRIMARY KEY, x REAL, square REAL AS (x * x) STORED, name TEXT,
        upper TEXT GENERATED ALWAYS AS (upper(name)));
      CREATE INDEX by_square ON t(square);
      INSERT INTO t(id, x, name) VALUES (1, 1.5, 'one'), (2, -2, 'two'), (3, NULL, NULL);
      """
    try await fileScene(sql) { scene in
      #expect(
        scene.list.prefix(3).map { $0.dropFirst(3).split(separator: " ") } == [
          ["3.0", "1", "1.5", "2.25", "one", "ONE"], ["-4.0", "2", "-2.0", "4.0", "two", "TWO"],
          ["NULL", "3", "NULL", "NULL", "NULL", "NULL"],
        ], "\(scene.lines)")
      let all = "SELECT quote(twice), id, quote(x), quote(square), quote(name), quote(upper) FROM t ORDER BY id"
      let before = try scene.rows(all)
      try await scene.press("x,j,x,j,x,d,type:3,Enter")
      #expect(try scene.rows(all) == [], "\(scene.lines)")
      try await scene.press("u")
      #expect(try scene.rows(all) == before, "\(scene.lines)")
      try await scene.press("Home,Enter")
      #expect(scene.lines.contains { $0.contains("upper") && $0.contains("ONE") }, "\(scene.lines)")
      try await scene.press("e")
      #expect(!scene.formLines.contains { $0.hasPrefix("twice") || $0.hasPrefix("upper") }, "\(scene.formLines)")
    }
  }
}
