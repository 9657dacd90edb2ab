// Keys that mark several records at once.
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct MarkedPartScenes {
  private static let tracks = """
    CREATE TABLE t(id INTEGER PRIMARY KEY, kind TEXT, size INTEGER);
    INSERT INTO t VALUES (1, 'a', 5), (2, 'b', 4), (3, 'a', 3), (4, NULL, 2), (5, 'b', 1), (6, NULL, 6);
    """

  /// The keys of the marked rows, from above.
  private func marked(_ scene: Scene) -> [String] {
    scene.list.filter { $0.prefix(3).contains("*") }.map { line in
      String(line.split(separator: " ").first { Int($0) != nil } ?? "")
    }
  }

  @Test("CIT-25: X marks from the last mark to the cursor, in the order of the list, upwards too; other marks stay")
  func range() async throws {
    try await fileScene(Self.tracks) { scene in
      try await scene.press("X")
      #expect(scene.status == " Mark the first record with x; X marks all from there to here.")
      try await scene.press("x,Down,Down,x,Down,Down,X")
      #expect(marked(scene) == ["1", "3", "4", "5"])
      try await scene.press("Esc,G,x,Up,Up,X")
      #expect(marked(scene) == ["4", "5", "6"])
      // In another order the same two records have others between them.
      try await scene.press("Esc,g,L,L,s,g")
      try await scene.press("x,Down,Down,X,d")
      #expect(
        scene.lines.contains { $0.contains("3 t marked") || $0.contains("Delete") }
          || scene.status.contains("Deleted 3"))
      #expect(try scene.rows("SELECT id FROM t ORDER BY id") == ["1", "2", "6"])
      try await scene.press("u")
      #expect(try scene.rows("SELECT count(*) FROM t") == ["6"])
    }
  }

  @Test("CIT-25: * marks the records with the same value in the current column, NULL too; ~ marks the others")
  func equalAndOthers() async throws {
    try await fileScene(Self.tracks) { scene in
      try await scene.press("L,Down,*")
      #expect(marked(scene) == ["2", "5"])
      try await scene.press("Down,Down,*")
      #expect(marked(scene) == ["2", "4", "5", "6"])
      try await scene.press("~")
      #expect(marked(scene) == ["1", "3"])
      try await scene.press("C-a,~")
      #expect(scene.status.hasPrefix(" There is nothing to mark."))
    }
  }
}
