// Queries with parameters on the query screen.
import AlmanacRecords
import Containers
import Databases
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct ParameterScenes {
  @Test("LSQ-24: Enter asks for the values of the parameters, which are bound, and remembers them")
  func form() async throws {
    try await fileScene(shop, size: Size(width: 80, height: 14)) { scene in
      try await scene.query("SELECT id, note, :tag AS tag FROM orders WHERE customer = :who ORDER BY id")
      scene.shows(
        """
         music.db › Query                                                          live
         ! SELECT id, note, :tag AS tag FROM orders WHERE customer = :who ORDER BY id

           Type ┌ Values of the parameters ────────────────────────────────────┐
                │ :tag                                                         │
                │ :who                                                         │
                │                                                              │
                │ 12 is a number, "12" a text, null is NULL.                   │
                └──────────────────────────────────────────────────────────────┘




         ⏎ next  Tab next value  Esc back to the text
        """)
      try await scene.press("type:it's,Tab,1,Enter")
      #expect(scene.line(0).hasPrefix(" music.db › Query 2 · live"), "\(scene.lines)")
      #expect(
        scene.result() == ["id note tag", "▌ 1 tea it's", "3 milk it's"].dropFirst(1).map(\.self), "\(scene.lines)")
      try await scene.outside("INSERT INTO orders VALUES (9, 1, 7, 'pot')")
      #expect(
        scene.result().map { $0.replacing("~", with: "").replacing("+", with: "") }.last?.hasSuffix("9 pot it's")
          == true, "\(scene.lines)")
      // The values are there again; Esc goes back to the text.
      try await scene.press("!,Enter")
      #expect(scene.lines.contains { $0.contains("│ :tag  it's ") }, "\(scene.lines)")
      #expect(scene.lines.contains { $0.contains("│ :who  1 ") }, "\(scene.lines)")
      try await scene.press("Esc")
      #expect(scene.line(13) == " ⏎ run  Alt-⏎ new line  Tab complete  Ctrl-O text in $EDITOR  Esc to the result")
      try await scene.press("Enter,Enter,C-u,2,Enter")
      #expect(scene.result() == ["▌ 2 NULL it's"], "\(scene.lines)")
    }
  }

  @Test(
    "LSQ-24: what a typed value means",
    arguments: [
      ("12", "integer|12"), ("1.5", "real|1.5"), ("007", "text|007"), ("\"12\"", "text|12"), ("null", "null|NULL"),
      ("true", "integer|1"), ("x'41'", "blob|x'41'"), ("", "text|"), ("a b", "text|a b"), ("'a'", "text|'a'"),
    ])
  func values(typed: String, expected: String) {
    let value = ParameterForm.value(typed)
    let kind =
      switch value {
      case .integer: "integer"
      case .real: "real"
      case .text: "text"
      case .blob: "blob"
      case .null, .utf16: "null"
      }
    #expect("\(kind)|\(ShownValue(value).text)" == expected)
  }

  @Test("LSQ-24: a named query remembers its values while the program runs, and the board uses them")
  func named() async throws {
    let kept = [NamedQuery(name: "Of", sql: "SELECT count(*) FROM orders WHERE customer = :who")]
    Container.shared.keptQueries.register { KeptQueries(named: { kept }) }
    try await fileScene(shop) { scene in
      try await scene.press(":,type:board,Enter")
      #expect(
        scene.lines[1...4].map(\.self) == [
          " ▌ Of", "   The query did not run: the parameter :who has no value. Enter opens it.", "", "",
        ], "\(scene.lines)")
      try await scene.press("Enter")
      #expect(scene.lines.contains { $0.contains("│ :who ") }, "\(scene.lines)")
      try await scene.press("1,Enter")
      #expect(scene.result() == ["▌ 2"], "\(scene.lines)")
      try await scene.press("Esc")
      #expect(scene.lines[1...3].map(\.self) == [" ▌ Of", "   2", ""], "\(scene.lines)")
      try await scene.press("1,3")
      #expect(scene.result() == ["▌ 2"], "\(scene.lines)")
    }
  }

  @Test("LSQ-24: a statement that writes asks for its values, and binds them")
  func statement() async throws {
    try await fileScene(shop, size: Size(width: 80, height: 14)) { scene in
      try await scene.query("UPDATE orders SET note = :note WHERE id = ?")
      try await scene.press("type:x'); DROP TABLE orders; --,Tab,4,Enter")
      #expect(scene.lines.contains { $0.contains("│ Changes 1 record of orders ") }, "\(scene.lines)")
      try await scene.press("y")
      #expect(try scene.rows("SELECT note FROM orders WHERE id = 4") == ["x'); DROP TABLE orders; --"])
      try await scene.press("u")
      #expect(try scene.rows("SELECT note FROM orders WHERE id = 4") == ["bread"])
    }
  }
}
