// The help.
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct HelpScenes {
  @Test func theKeysOfAList() async throws {
    try await scene { scene in
      try await scene.press("2,?")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5                                   book.db · live
           Name           E-mail                                         Active   Added
         ▌ Ada Byron      ada@example.org                                  ●        2 d
          ┌ Keys ────────────────────────────────────────────────────────────────────┐d
          │ j ↓     next record                 ⏎ l →      open                      │d
          │ k ↑     previous record             Esc        clear the search          │d
          │ g Home  first record                u          undo                      │o
          │ G End   last record                 Ctrl-R     redo                      │
          │ PgDn    a page down                 1          facts                     │
          │ PgUp    a page up                   2          users                     │
          │ Ctrl-D  half a page down            Tab        next screen               │
          │ Ctrl-U  half a page up              Shift-Tab  previous screen           │
          │ a       add                         ?          help                      │
          │ e       edit                        q          quit                      │
          │ Space   toggle                      Ctrl-L     draw anew                 │
          │ d Del   delete                      Ctrl-Z     suspend                   │
          │ /       search                      Ctrl-C     quit                      │
          │                                                                          │
          │ /home/ada/book.db                                                        │
          └──────────────────────────────────────────────────────────────────────────┘



         Esc close
        """)
      // It stays: a key that means nothing here does nothing, here and behind it.
      try await scene.press("d,a,Space,1,paste:text")
      #expect(try scene.rows("SELECT count(*) FROM users") == ["5"])
      #expect(scene.lines.contains { $0.contains("┌ Keys ─") })
      for key in ["Esc", "q", "?", "click:3x3"] {
        try await scene.press(key)
        #expect(scene.line(2).hasPrefix(" ▌ Ada"))
        #expect(!scene.lines.contains { $0.contains("┌ Keys ─") }, "\(key) closes it")
        try await scene.press("?")
        #expect(scene.lines.contains { $0.contains("┌ Keys ─") })
      }
    }
  }

  @Test func theKeysOfARecord() async throws {
    try await scene { scene in
      try await scene.press("2,Enter,?")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5                                   book.db · live
           User 1

           ID      1
          ┌ Keys ────────────────────────────────────────────────────────────────────┐
          │ Esc h ←      back                   Ctrl-R     redo                      │
          │ e            edit                   1          facts                     │
          │ Space        toggle                 2          users                     │
          │ d Del        delete                 Tab        next screen               │
          │ j ↓          scroll down            Shift-Tab  previous screen           │
          │ k ↑          scroll up              ?          help                      │
          │ PgDn Ctrl-D  a page down            q          quit                      │
          │ PgUp Ctrl-U  a page up              Ctrl-L     draw anew                 │
          │ g Home       to the top             Ctrl-Z     suspend                   │
          │ G End        to the bottom          Ctrl-C     quit                      │
          │ u            undo                                                        │
          │                                                                          │
          │ /home/ada/book.db                                                        │
          └──────────────────────────────────────────────────────────────────────────┘




         Esc close
        """)
      try await scene.press("Esc")
      #expect(scene.line(1) == "   User 1", "only the help is closed")
    }
  }

  @Test func onASmallScreenItIsScrolled() async throws {
    try await scene(size: Size(width: 50, height: 12)) { scene in
      try await scene.press("?")
      scene.shows(
        """
         Alma┌ Keys ────────────────────────────────┐live
           ID│ j ↓        next record               │dded
         ▌  3│ k ↑        previous record           │ ago
            2│ g Home     first record              │ ago
            1│ G End      last record               │ ago
             │ PgDn       a page down               │
             │ PgUp       a page up                 │
             │ Ctrl-D     half a page down          │
             │ Ctrl-U     half a page up            │
             │ a          add                       │
             │ /home/ada/book.db      17 more below │
         Esc └──────────────────────────────────────┘
        """)
      try await scene.press("j,Down,PgDn")
      scene.shows(
        """
         Alma┌ Keys ────────────────────────────────┐live
           ID│ d Del      delete                    │dded
         ▌  3│ /          search                    │ ago
            2│ ⏎ l →      open                      │ ago
            1│ Esc        clear the search          │ ago
             │ u          undo                      │
             │ Ctrl-R     redo                      │
             │ 1          facts                     │
             │ 2          users                     │
             │ Tab        next screen               │
             │ /home/ada/book.db       6 more below │
         Esc └──────────────────────────────────────┘
        """)
      try await scene.press("G")
      scene.shows(
        """
         Alma┌ Keys ────────────────────────────────┐live
           ID│ 1          facts                     │dded
         ▌  3│ 2          users                     │ ago
            2│ Tab        next screen               │ ago
            1│ Shift-Tab  previous screen           │ ago
             │ ?          help                      │
             │ q          quit                      │
             │ Ctrl-L     draw anew                 │
             │ Ctrl-Z     suspend                   │
             │ Ctrl-C     quit                      │
             │ /home/ada/book.db                    │
         Esc └──────────────────────────────────────┘
        """)
      try await scene.press("k,Up,PgUp,g")
      #expect(scene.line(1).contains("next record"))
      try await scene.press("End,Esc,?")
      #expect(scene.line(1).contains("next record"), "it is read from the beginning again")
      // What is scrolled away comes back when there is room.
      try await scene.press("End,resize:80x40")
      #expect(scene.lines.contains { $0.contains("next record") })
    }
  }

  @Test func onTheLeastScreen() async throws {
    try await scene(size: Size(width: 20, height: 5)) { scene in
      try await scene.press("?,j")
      scene.shows(
        """
        k ↑        previous…
        g Home     first re…
        G End      last rec…
        PgDn       a page d…
        /hom…  21 more below
        """)
    }
  }
}
