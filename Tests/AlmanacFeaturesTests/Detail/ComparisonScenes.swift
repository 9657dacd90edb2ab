// Two records side by side.
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct ComparisonScenes {
  private static let shop = """
    CREATE TABLE maker(id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO maker VALUES (1, 'Gibson'), (2, 'Fender');
    CREATE TABLE guitar(id INTEGER PRIMARY KEY, name TEXT, maker_id INT REFERENCES maker, price REAL, note TEXT, kind TEXT);
    INSERT INTO guitar VALUES
      (1, 'ES-335', 1, 2999.5, 'a semi-hollow body, and f-holes on both sides of the maple centre block', 'electric'),
      (2, 'ES-339', 2, NULL, 'a semi-hollow body, and f-holes on both sides of the maple centre line', 'electric'),
      (3, 'D-28', 1, 1.0, '', 'acoustic');
    """

  @Test("CIT-06: = with two marked records shows them side by side, first what differs, live")
  func compare() async throws {
    try await fileScene(Self.shop, size: Size(width: 80, height: 18)) { scene in
      try await scene.press("1,x,j,x")
      try await scene.press(":,type:compare,Enter")
      scene.shows(
        """
        ┌ 5 of 6 columns differ ───────────────────────────────────────────────────────┐
        │           guitar 1                        │ guitar 2                         │
        │ id        1                               │ 2                                │
        │ name      ES-335                          │ ES-339                           │
        │ maker_id  1 › Gibson                      │ 2 › Fender                       │
        │ price     2,999.5                         │ NULL                             │
        │ note      …e maple centre block           │ …e maple centre line             │
        │                                                                              │
        │ kind      electric                        │ electric                         │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        └──────────────────────────────────────────────────────────────────────────────┘
         Esc close
        """)
      try await scene.outside("UPDATE guitar SET name = 'ES-335', kind = 'hollow' WHERE id = 2")
      #expect(
        scene.lines.contains { $0.hasPrefix("│ kind      electric                        │ hollow ") }, "\(scene.lines)"
      )
      #expect(scene.line(8).hasPrefix("│ name      ES-335                          │ ES-335 "), "\(scene.lines)")
      try await scene.outside("DELETE FROM guitar WHERE id = 2")
      #expect(scene.line(0).hasPrefix("┌ One of the two records is gone ─"), "\(scene.lines)")
      try await scene.press("Esc")
      #expect(scene.line(0).hasPrefix(" music.db "), "\(scene.lines)")
    }
  }

  @Test("CIT-06: without two marks, = sets the columns back; equal records are said to be equal")
  func otherNumbers() async throws {
    try await fileScene("CREATE TABLE note(a TEXT, b); INSERT INTO note VALUES ('x', 1), ('x', 1), ('x', 2);") {
      scene in
      try await scene.press("x,:,type:compare two,Enter")
      #expect(scene.status.hasPrefix(" Mark two records with x: = shows them side by side."), "\(scene.lines)")
      try await scene.press("=")
      #expect(scene.status.hasPrefix(" The columns are as they were."), "\(scene.lines)")
      try await scene.press("j,x,=")
      #expect(scene.line(0).hasPrefix("┌ Two equal records ─"), "\(scene.lines)")
      try await scene.press("=,j,x,=")
      #expect(scene.status.hasPrefix(" The columns are as they were."), "\(scene.lines)")
    }
  }
}
