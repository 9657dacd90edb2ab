// One record, and the help.
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct DetailScenes {
  @Test func everyFieldOfAUser() async throws {
    try await scene { scene in
      try await scene.press("2,Enter")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5                                   book.db · live
           User 1

           ID      1
           Name    Ada Byron
           E-mail  ada@example.org
           Active  yes
           Added   2026-01-29 12:00:00 UTC · 2 d ago















         Esc back  Space toggle  d delete  ? help  q quit
        """)
      try await scene.press("Space")
      #expect(scene.line(6) == "   Active  no")
      #expect(scene.status == " Toggled user 1 · u undo")
    }
  }

  @Test func keysThatOpenAndLeave() async throws {
    for open in ["Enter", "l", "Right"] {
      for leave in ["Esc", "h", "Left"] {
        try await scene { scene in
          try await scene.press("Down,\(open)")
          #expect(scene.line(1) == "   Fact 2")
          try await scene.press(leave)
          #expect(scene.cursorRow?.hasPrefix("2 ") == true)
        }
      }
    }
  }

  @Test func aRecordThatSomeoneElseDeletes() async throws {
    try await scene { scene in
      try await scene.press("Enter")
      try await scene.outside("DELETE FROM facts WHERE id = 3")
      scene.shows(
        """
         Almanac  1 Facts 2  2 Users 5                                   book.db · live
           Fact 3

           This record is gone



















         Esc back  ? help  q quit
        """)
      try await scene.press("d,Space")
      #expect(scene.status == "", "nothing is there to act on")
      try await scene.press("Esc")
      #expect(scene.cursorRow?.hasPrefix("2 ") == true)
    }
  }

  @Test func aRecordThatWeDelete() async throws {
    try await scene { scene in
      try await scene.press("Enter,d")
      #expect(scene.line(3) == "   This record is gone")
      #expect(scene.status == " Deleted fact 3 · u undo")
      try await scene.press("u")
      #expect(scene.line(4) == "   Fact   An octopus has three hearts.")
    }
  }

  @Test func theDetailIsLive() async throws {
    try await scene { scene in
      try await scene.press("Enter")
      try await scene.outside("UPDATE facts SET body = 'An octopus has nine brains.' WHERE id = 3")
      #expect(scene.line(4) == "   Fact   An octopus has nine brains.")
    }
  }

  @Test func aLongRecordIsScrolled() async throws {
    let lines = (1...100).map { "line \($0)" }.joined(separator: "\n")
    try await scene("INSERT INTO facts(id, body, createdAt) VALUES (1, '\(lines)', '2026-01-31')") { scene in
      try await scene.press("Enter")
      #expect(scene.line(4) == "   Fact   line 1")
      try await scene.press("j,j,Down,k")
      #expect(scene.line(3) == "          line 2")
      try await scene.press("PgDn")
      #expect(scene.line(3) == "          line 21", "\(scene.line(3))")
      try await scene.press("End")
      #expect(scene.line(21).hasPrefix("   Added  2026-01-31 00:00:00 UTC"))
      try await scene.press("Home")
      #expect(scene.line(3) == "   ID     1")
    }
  }

  @Test func theKeysOfEachScreen() async throws {
    try await scene { scene in
      try await scene.press("2,?")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5                                   book.db · live
          ┌ Keys ────────────────────────────────────────────────────────────────────┐d
         ▌│ j ↓        next record              f          filter                    │d
          │ k ↑        previous record          F          follow the newest         │d
          │ g Home     first record             P          pause, catch up           │d
          │ G End      last record              n          next change               │d
          │ PgDn       a page down              N          previous change           │o
          │ PgUp       a page up                Esc        clear marks, search, fil… │
          │ Ctrl-D     half a page down         u          undo                      │
          │ Ctrl-U     half a page up           Ctrl-R     redo                      │
          │ a          add                      1          facts                     │
          │ Space      toggle                   2          users                     │
          │ d Del      delete                   Tab        next screen               │
          │ /          search                   Shift-Tab  previous screen           │
          │ ⏎ l →      open                     ?          help                      │
          │ x          mark                     q          quit                      │
          │ Ctrl-A     mark all found           Ctrl-L     draw anew                 │
          │ s          sort by the next column  Ctrl-Z     suspend                   │
          │ S          other direction          Ctrl-C     stop, or quit             │
          │                                                                          │
          │                                                                          │
          │ /home/ada/book.db                                                        │
          └──────────────────────────────────────────────────────────────────────────┘
         a add  Space toggle  d delete  / search  ⏎ open  ? help  q quit
        """)
      // Any key closes it, and does nothing more.
      try await scene.press("d")
      #expect(try scene.rows("SELECT count(*) FROM users") == ["5"])
      #expect(scene.line(2).hasPrefix(" ▌ Ada"))
      try await scene.press("Enter,?")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5                                   book.db · live
           User 1

           ID      1
          ┌ Keys ────────────────────────────────────────────────────────────────────┐
          │ Esc h ←      back                   Ctrl-R       redo                    │
          │ Space        toggle                 1            facts                   │
          │ d Del        delete                 2            users                   │
          │ j ↓          scroll down            Tab          next screen             │
          │ k ↑          scroll up              Shift-Tab    previous screen         │
          │ PgDn Ctrl-D  a page down            ?            help                    │
          │ PgUp Ctrl-U  a page up              q            quit                    │
          │ g Home       to the top             Ctrl-L       draw anew               │
          │ G End        to the bottom          Ctrl-Z       suspend                 │
          │ u            undo                   Ctrl-C       stop, or quit           │
          │                                                                          │
          │                                                                          │
          │ /home/ada/book.db                                                        │
          └──────────────────────────────────────────────────────────────────────────┘




         Esc back  Space toggle  d delete  ? help  q quit
        """)
      try await scene.press("Esc")
      #expect(scene.line(1) == "   User 1", "only the help is closed")
    }
  }

  @Test func helpOnASmallScreen() async throws {
    try await scene(size: Size(width: 50, height: 12)) { scene in
      try await scene.press("?")
      scene.shows(
        """
        ┌ Keys ──────────────────────────────────────────┐
        │ j ↓        next record Ctrl-U     half a page… │
        │ k ↑        previous r… a          add          │
        │ g Home     first reco… Space      toggle       │
        │ G End      last record d Del      delete       │
        │ PgDn       a page down /          search       │
        │ PgUp       a page up   ⏎ l →      open         │
        │ Ctrl-D     half a pag… x          mark         │
        │                                                │
        │                                                │
        │ /home/ada/book.db                              │
        └────────────────────────────────────────────────┘
        """)
    }
  }
}
