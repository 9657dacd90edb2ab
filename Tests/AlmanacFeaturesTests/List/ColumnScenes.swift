// The columns of a list keep their places.
import AlmanacFeatures
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct ColumnScenes {
  @Test func whateverUsersAreSortedBy() async throws {
    try await scene { scene in
      try await scene.press("2")
      var headers = [scene.line(2)]
      for key in ["S", "s", "S", "s", "S"] {
        try await scene.press(key)
        headers.append(scene.line(2))
      }
      #expect(
        headers == [
          "   Name ▲         E-mail                                         Active   Added",
          "   Name ▼         E-mail                                         Active   Added",
          "   Name           E-mail ▲                                       Active   Added",
          "   Name           E-mail ▼                                       Active   Added",
          "   Name           E-mail                                         Active Added ▼",
          "   Name           E-mail                                         Active Added ▲",
        ])
    }
  }

  @Test func namesThatAreShorterThanTheirTitle() async throws {
    try await scene(
      """
      INSERT INTO users(id, name, email, createdAt) VALUES
        (1, 'A', 'a@b', '2026-01-31'), (2, 'B', 'b@c', '2026-01-31')
      """
    ) { scene in
      try await scene.press("2")
      #expect(scene.line(2) == "   Name ▲  E-mail                                                Active   Added")
      try await scene.press("s")
      #expect(scene.line(2) == "   Name    E-mail ▲                                              Active   Added")
      try await scene.press("s")
      #expect(scene.line(2) == "   Name    E-mail                                                Active Added ▼")
    }
  }

  @Test func factsTheOtherWayRound() async throws {
    try await scene { scene in
      #expect(scene.line(2) == " ID ▼  Fact                                                               Added")
      try await scene.press("S")
      #expect(scene.line(2) == " ID ▲  Fact                                                               Added")
      #expect(scene.line(3).hasPrefix("    1  Honey"))
    }
  }

  /// Names, towns, ages and notes of every length; one much longer name comes late.
  private let people = """
    CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT, town TEXT, note TEXT, age INTEGER);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
    INSERT INTO person SELECT i, 'Person ' || i, printf('Town %.*c', 1 + i % 7, 'x'),
      printf('Note %.*c', i % 20, 'y'), i % 90 FROM n;
    UPDATE person SET name = 'A person with quite a long name' WHERE id = 1500;
    """

  @Test(
    "Calm: columns keep their places while the user pages, jumps, searches and filters",
    arguments: [Size(width: 80, height: 24), Size(width: 200, height: 60)])
  func calm(size: Size) async throws {
    try await fileScene(people, size: size) { scene in
      let places = places(scene.line(2))
      #expect(places == (size.width == 80 ? [3, 9, 23, 37, 76] : [3, 9, 23, 37, 156]), "\(scene.line(2))")
      for key in ["PgDn", "PgDn", "PgUp", "G", "PgUp", "g", "/,type:27", "Enter", "PgDn", "Esc", "L,L,L,L,f", "Esc"] {
        try await scene.press(key)
        #expect(self.places(scene.line(2)) == places, "\(key): \(scene.line(2))")
      }
    }
  }

  @Test("Calm: a longer text makes its column wider once; the columns behind the last text stay")
  func growth() async throws {
    try await fileScene(people, size: Size(width: 100, height: 24)) { scene in
      let header = scene.line(2)
      try await scene.press(":,type:1500,Enter")
      let wider = scene.line(2)
      #expect(scene.cursorRow?.contains("A person with quite a long name ") == true, "\(scene.lines)")
      #expect(places(wider) == [3, 9, 43, 57, 96], "\(wider)")
      #expect(wider.hasSuffix("age") && places(header).last == places(wider).last)
      try await scene.press("g,PgDn,PgUp")
      #expect(scene.line(2) == wider)
    }
  }

  @Test("A short title at the right has room for the direction")
  func directionOfAShortTitle() async throws {
    try await fileScene("CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, age INT); INSERT INTO t VALUES (1, 'x', 2)")
    {
      scene in
      try await scene.press("s,s")
      #expect(scene.line(2) == "   id  name                                                               age ▲")
    }
  }

  /// The columns of the screen where the titles begin.
  private func places(_ header: String) -> [Int] {
    let header = Array(header)
    return header.indices.filter { header[$0].isLetter && ($0 == 0 || !header[$0 - 1].isLetter) }
  }
}
