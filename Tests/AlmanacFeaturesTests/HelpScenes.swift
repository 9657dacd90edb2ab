// The help.
import AlmanacFeatures
import Databases
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
         A┌ Keys ────────────────────────────────────────────────────────────────────┐e
          │ j ↓     next record                 F          follow the newest         │d
         ▌│ k ↑     previous record             P          pause, catch up           │d
          │ g Home  first record                p          the record beside         │d
          │ G End   last record                 n          next change               │d
          │ PgDn    a page down                 N          previous change           │d
          │ PgUp    a page up                   Esc        clear marks/search/filter │o
          │ Ctrl-D  half a page down            u          undo                      │
          │ Ctrl-U  half a page up              Ctrl-R     redo                      │
          │ a       add                         1          Facts                     │
          │ e       edit                        2          Users                     │
          │ Space   toggle                      3          Statistics                │
          │ d Del   delete                      Tab        next screen               │
          │ /       search                      Shift-Tab  previous screen           │
          │ ⏎ l →   open                        :          jump, do by name          │
          │ x       mark                        ?          help                      │
          │ Ctrl-A  mark all found              q          quit                      │
          │ s       sort by the next column     Ctrl-L     draw again                │
          │ S       other direction             Ctrl-Z     suspend                   │
          │ f       filter                      Ctrl-C     stop, or quit             │
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
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
           User 1

           ID      1
          ┌ Keys ────────────────────────────────────────────────────────────────────┐
          │ Esc h ←      back                   Ctrl-R     redo                      │
          │ e            edit                   1          Facts                     │
          │ Space        toggle                 2          Users                     │
          │ d Del        delete                 3          Statistics                │
          │ j ↓          scroll down            Tab        next screen               │
          │ k ↑          scroll up              Shift-Tab  previous screen           │
          │ PgDn Ctrl-D  a page down            :          jump, do by name          │
          │ PgUp Ctrl-U  a page up              ?          help                      │
          │ g Home       to the top             q          quit                      │
          │ G End        to the bottom          Ctrl-L     draw again                │
          │ P            pause, catch up        Ctrl-Z     suspend                   │
          │ u            undo                   Ctrl-C     stop, or quit             │
          │                                                                          │
          │ /home/ada/book.db                                                        │
          └──────────────────────────────────────────────────────────────────────────┘



         Esc close
        """)
      try await scene.press("Esc")
      #expect(scene.line(1) == "   User 1", "only the help is closed")
    }
  }

  @Test func theKeysOfFacts() async throws {
    try await scene { scene in
      try await scene.press("?")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
          ┌ Keys ────────────────────────────────────────────────────────────────────┐d
         ▌│ j ↓     next record                 p          the record beside         │o
          │ k ↑     previous record             n          next change               │o
          │ g Home  first record                N          previous change           │o
          │ G End   last record                 Esc        clear marks/search/filter │
          │ PgDn    a page down                 u          undo                      │
          │ PgUp    a page up                   Ctrl-R     redo                      │
          │ Ctrl-D  half a page down            1          Facts                     │
          │ Ctrl-U  half a page up              2          Users                     │
          │ a       add                         3          Statistics                │
          │ e       edit                        Tab        next screen               │
          │ d Del   delete                      Shift-Tab  previous screen           │
          │ /       search                      :          jump, do by name          │
          │ ⏎ l →   open                        ?          help                      │
          │ x       mark                        q          quit                      │
          │ Ctrl-A  mark all found              Ctrl-L     draw again                │
          │ S       other direction             Ctrl-Z     suspend                   │
          │ F       follow the newest           Ctrl-C     stop, or quit             │
          │ P       pause, catch up                                                  │
          │                                                                          │
          │ /home/ada/book.db                                                        │
          └──────────────────────────────────────────────────────────────────────────┘
         Esc close
        """)
    }
  }

  @Test func theKeysOfStatistics() async throws {
    try await scene { scene in
      try await scene.press("3,?")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
           Facts                   3   Facts added, by month
           Users                   5   Jan ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 3
             Active                3
          ┌ Keys ────────────────────────────────────────────────────────────────────┐
          │ j ↓          scroll down            2          Users                     │
          │ k ↑          scroll up              3          Statistics                │
          │ PgDn Ctrl-D  a page down            Tab        next screen               │
          │ PgUp Ctrl-U  a page up              Shift-Tab  previous screen           │
          │ g Home       to the top             :          jump, do by name          │
          │ G End        to the bottom          ?          help                      │
          │ P            pause, catch up        q          quit                      │
          │ u            undo                   Ctrl-L     draw again                │
          │ Ctrl-R       redo                   Ctrl-Z     suspend                   │
          │ 1            Facts                  Ctrl-C     stop, or quit             │
          │                                                                          │
          │ /home/ada/book.db                                                        │
          └──────────────────────────────────────────────────────────────────────────┘





         Esc close
        """)
    }
  }

  @Test func withoutUnicode() async throws {
    try await scene(isUnicode: false) { scene in
      try await scene.press("2,?")
      scene.shows(
        """
         A+ Keys --------------------------------------------------------------------+e
          | j Down         next record          F          follow the newest         |d
         >| k Up           previous record      P          pause, catch up           |d
          | g Home         first record         p          the record beside         |d
          | G End          last record          n          next change               |d
          | PgDn           a page down          N          previous change           |d
          | PgUp           a page up            Esc        clear marks/search/filter |o
          | Ctrl-D         half a page down     u          undo                      |
          | Ctrl-U         half a page up       Ctrl-R     redo                      |
          | a              add                  1          Facts                     |
          | e              edit                 2          Users                     |
          | Space          toggle               3          Statistics                |
          | d Del          delete               Tab        next screen               |
          | /              search               Shift-Tab  previous screen           |
          | Enter l Right  open                 :          jump, do by name          |
          | x              mark                 ?          help                      |
          | Ctrl-A         mark all found       q          quit                      |
          | s              sort by the next ... Ctrl-L     draw again                |
          | S              other direction      Ctrl-Z     suspend                   |
          | f              filter               Ctrl-C     stop, or quit             |
          |                                                                          |
          | /home/ada/book.db                                                        |
          +--------------------------------------------------------------------------+
         Esc close
        """)
    }
  }

  @Test func whileALockIsWaitedFor() async throws {
    try await lockedScene { scene, holder in
      try await scene.pressWhileWaiting("d,?")
      await scene.status { $0.waiting == .write }
      await scene.waitWhileWaiting(2)
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · busy
          ┌ Keys ────────────────────────────────────────────────────────────────────┐d
         ▌│ j ↓     next record                 p          the record beside         │o
          │ k ↑     previous record             n          next change               │o
          │ g Home  first record                N          previous change           │o
          │ G End   last record                 Esc        clear marks/search/filter │
          │ PgDn    a page down                 u          undo                      │
          │ PgUp    a page up                   Ctrl-R     redo                      │
          │ Ctrl-D  half a page down            1          Facts                     │
          │ Ctrl-U  half a page up              2          Users                     │
          │ a       add                         3          Statistics                │
          │ e       edit                        Tab        next screen               │
          │ d Del   delete                      Shift-Tab  previous screen           │
          │ /       search                      :          jump, do by name          │
          │ ⏎ l →   open                        ?          help                      │
          │ x       mark                        q          quit                      │
          │ Ctrl-A  mark all found              Ctrl-L     draw again                │
          │ S       other direction             Ctrl-Z     suspend                   │
          │ F       follow the newest           Ctrl-C     stop, or quit             │
          │ P       pause, catch up                                                  │
          │                                                                          │
          │ /home/ada/book.db                                                        │
         W└──────────────────────────────────────────────────────────────────────────┘
         Esc give up  ? close
        """)
      try holder.run("COMMIT")
      await scene.run.settle()
      #expect(scene.line(23) == " Esc close")
    }
  }

  @Test func scrollingIsOfferedWhereThereIsMore() async throws {
    try await scene(size: Size(width: 80, height: 9)) { scene in
      let body = String(repeating: "many words ", count: 100)
      try await scene.outside("UPDATE facts SET body = '\(body)' WHERE id = 3")
      try await scene.press("Enter")
      #expect(scene.line(8) == " Esc back  e edit  d delete  j scroll down  ? help  q quit")
      try await scene.press("j")
      #expect(scene.line(8) == " Esc back  e edit  d delete  j scroll down  k scroll up  ? help  q quit")
      try await scene.press("G")
      #expect(scene.line(8) == " Esc back  e edit  d delete  k scroll up  ? help  q quit")
      try await scene.press("?")
      #expect(scene.line(8) == " Esc close  j scroll down")
      try await scene.press("j")
      #expect(scene.line(8) == " Esc close  j scroll down  k scroll up")
      try await scene.press("G")
      #expect(scene.line(8) == " Esc close  k scroll up")
      try await scene.press("g")
      #expect(scene.line(8) == " Esc close  j scroll down")
    }
  }

  @Test func onASmallScreenItIsScrolled() async throws {
    try await scene(size: Size(width: 50, height: 12)) { scene in
      try await scene.press("?")
      scene.shows(
        """
        ┌ Keys ──────────────────────────────────────────┐
        │ j ↓        next record                         │
        │ k ↑        previous record                     │
        │ g Home     first record                        │
        │ G End      last record                         │
        │ PgDn       a page down                         │
        │ PgUp       a page up                           │
        │ Ctrl-D     half a page down                    │
        │ Ctrl-U     half a page up                      │
        │ /home/ada/book.db                27 more below │
        └────────────────────────────────────────────────┘
         Esc close  j scroll down
        """)
      try await scene.press("j,Down,PgDn")
      scene.shows(
        """
        ┌ Keys ──────────────────────────────────────────┐
        │ d Del      delete                              │
        │ /          search                              │
        │ ⏎ l →      open                                │
        │ x          mark                                │
        │ Ctrl-A     mark all found                      │
        │ S          other direction                     │
        │ F          follow the newest                   │
        │ P          pause, catch up                     │
        │ /home/ada/book.db                17 more below │
        └────────────────────────────────────────────────┘
         Esc close  j scroll down  k scroll up
        """)
      try await scene.press("G")
      scene.shows(
        """
        ┌ Keys ──────────────────────────────────────────┐
        │ Tab        next screen                         │
        │ Shift-Tab  previous screen                     │
        │ :          jump, do by name                    │
        │ ?          help                                │
        │ q          quit                                │
        │ Ctrl-L     draw again                          │
        │ Ctrl-Z     suspend                             │
        │ Ctrl-C     stop, or quit                       │
        │ /home/ada/book.db                              │
        └────────────────────────────────────────────────┘
         Esc close  k scroll up
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
        /home/ada/…  31 more
         Esc close
        """)
    }
  }
}
