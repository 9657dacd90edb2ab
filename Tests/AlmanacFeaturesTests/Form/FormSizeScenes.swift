// Forms on screens of any size, and texts of any length.
import AlmanacFeatures
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct FormSizeScenes {
  @Test func aSmallScreen() async throws {
    try await scene(size: Size(width: 30, height: 8)) { scene in
      try await scene.press("2,a")
      scene.shows(
        """
         1 Facts 3  2 Users 5  › live
        ┌ New user ──────────────────┐
        │ Name                       │
        │         required           │
        │ Save  needs a name and an… │
        └────────────────────────────┘

         Tab next field  Ctrl-S save
        """)
      try await scene.press("type:Grace Brewster Murray Hopper,Tab,type:ada@example.org")
      scene.shows(
        """
         1 Facts 3  2 Users 5  › live
        ┌ New user ──────────────────┐
        │ E-mail  ada@example.org    │
        │         already taken      │
        │ Save  needs a free e-mail  │
        └────────────────────────────┘

         Tab next field  Ctrl-S save
        """)
      try await scene.press("type:.uk,Tab,Space,C-s")
      #expect(
        try scene.rows("SELECT name, email, active FROM users WHERE id = 6")
          == ["Grace Brewster Murray Hopper|ada@example.org.uk|0"])
    }
  }

  @Test func theLeastScreen() async throws {
    try await scene(size: Size(width: 20, height: 5)) { scene in
      try await scene.press("2,a")
      scene.shows(
        """
        ‹ 2 Users 5  › live
         Name
         required

         Tab next field
        """)
      #expect(scene.terminal.cursor == Point(column: 9, row: 1))
      try await scene.press("type:Grace Hopper,Tab,type:ada@example.org")
      scene.shows(
        """
        ‹ 2 Users 5  › live
         E-mail  …mple.org
         already taken

         Tab next field
        """)
      try await scene.press("type:.uk")
      scene.shows(
        """
        ‹ 2 Users 5  › live
         E-mail  …e.org.uk
         Save

         Tab next field
        """)
      try await scene.press("Tab,Space,Esc")
      scene.shows(
        """
        ‹ 2 Users 5  › live
         Active  [ ]
         Esc again: discard

         Tab next field
        """)
      try await scene.press("C-s")
      #expect(
        try scene.rows("SELECT name, email, active FROM users WHERE id = 6") == ["Grace Hopper|ada@example.org.uk|0"])
    }
  }

  @Test func fourLinesForAForm() async throws {
    try await scene(size: Size(width: 40, height: 7)) { scene in
      try await scene.press("2,e")
      scene.shows(
        """
         1 Facts 3  2 Users 5            › live
         Name    Ada Byron

         E-mail  ada@example.org
         Save                      Ctrl-S · Esc

         Tab next field  Ctrl-S save  Esc leave
        """)
    }
  }

  @Test func twoHundredSizesLoseNothing() async throws {
    try await scene { scene in
      try await scene.press("2,e,type: and a name that is longer than any of these fields,Tab,Left,type:x,Tab")
      let before = (screen: scene.lines, cursor: scene.terminal.cursor)
      var generator = SeededGenerator(seed: 41)
      for step in 0..<200 {
        let size = Size(width: .random(in: 1...120, using: &generator), height: .random(in: 1...40, using: &generator))
        scene.terminal.send(.resize(size))
        if step % 40 == 39 { await scene.run.settle() }
      }
      try await scene.press("resize:80x24")
      #expect(scene.lines == before.screen)
      #expect(scene.terminal.cursor == before.cursor)
      try await scene.press("C-s")
      #expect(
        try scene.rows("SELECT name, email FROM users WHERE id = 1")
          == ["Ada Byron and a name that is longer than any of these fields|ada@example.orxg"])
    }
  }

  @Test func aMegabyteArrivesWholeAndIsEditedInAnyPlace() async throws {
    let words = String(repeating: "0123456 8\r\n", count: 100_000)
    let line = String(repeating: "0123456 8 ", count: 100_000).dropLast()
    try await scene { scene in
      try await scene.press("a")
      scene.terminal.send(.paste(words))
      #expect(scene.lines.contains { $0.contains("│ Fact  …") }, "it is drawn in the same turn")
      try await scene.press("C-a,type:A,C-e,BSpace,type:Z,C-a,Right,Right,BSpace,Right,C-s")
      #expect(
        try scene.rows("SELECT length(body), substr(body, 1, 5), substr(body, -4), id FROM facts WHERE id > 3")
          == ["\(line.count)|A1234|56 Z|4"])
      try await scene.press("e,C-a,type:B,C-s")
      #expect(scene.status == " Edited fact 4 · u undo")
      #expect(try scene.rows("SELECT substr(body, 1, 5) FROM facts WHERE id = 4") == ["BA123"])
      try await scene.press("u")
      #expect(
        try scene.rows("SELECT length(body), substr(body, 1, 3) FROM facts WHERE id = 4") == ["\(line.count)|A12"])
      try await scene.press("/")
      scene.terminal.send(.paste(words))
      try await scene.press("Left,C-a,C-e,BSpace,Esc")
      #expect(scene.cursorRow?.contains("4  A1234") == true)
    }
  }
}
