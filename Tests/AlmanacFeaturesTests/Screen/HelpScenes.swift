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
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         /┌ Keys ────────────────────────────────────────────────────────────────────┐5
          │ j ↓     next record                 f          filter                    │d
         ▌│ k ↑     previous record             F          follow the newest         │d
          │ g Home  first record                P          pause, catch up           │d
          │ G End   last record                 p          the record beside         │d
          │ PgDn    a page down                 n          next change               │d
          │ PgUp    a page up                   N          previous change           │o
          │ Ctrl-D  half a page down            Esc        clear marks/search/filter │
          │ Ctrl-U  half a page up              u          undo                      │
          │ a       add                         Ctrl-R     redo                      │
          │ e       edit                        1 2 3      go to that tab            │
          │ Space   toggle                      Tab        next screen               │
          │ d Del   delete                      Shift-Tab  previous screen           │
          │ /       search                      :          jump, do by name          │
          │ ⏎ l →   open                        ?          help                      │
          │ x       mark                        q          quit                      │
          │ Ctrl-A  mark all found              Ctrl-L     draw again                │
          │ s       sort by the next column     Ctrl-Z     suspend                   │
          │ S       other direction             Ctrl-C     stop, or quit             │
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
        #expect(scene.line(3).hasPrefix(" ▌ Ada"))
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
          │ Esc h ←      back                   u          undo                      │
          │ e            edit                   Ctrl-R     redo                      │
          │ Space        toggle                 1 2 3      go to that tab            │
          │ d Del        delete                 Tab        next screen               │
          │ j ↓          scroll down            Shift-Tab  previous screen           │
          │ k ↑          scroll up              :          jump, do by name          │
          │ PgDn Ctrl-D  a page down            ?          help                      │
          │ PgUp Ctrl-U  a page up              q          quit                      │
          │ g Home       to the top             Ctrl-L     draw again                │
          │ G End        to the bottom          Ctrl-Z     suspend                   │
          │ P            pause, catch up        Ctrl-C     stop, or quit             │
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
         /┌ Keys ────────────────────────────────────────────────────────────────────┐3
          │ j ↓     next record                 P          pause, catch up           │d
         ▌│ k ↑     previous record             p          the record beside         │o
          │ g Home  first record                n          next change               │o
          │ G End   last record                 N          previous change           │o
          │ PgDn    a page down                 Esc        clear marks/search/filter │
          │ PgUp    a page up                   u          undo                      │
          │ Ctrl-D  half a page down            Ctrl-R     redo                      │
          │ Ctrl-U  half a page up              1 2 3      go to that tab            │
          │ a       add                         Tab        next screen               │
          │ e       edit                        Shift-Tab  previous screen           │
          │ d Del   delete                      :          jump, do by name          │
          │ /       search                      ?          help                      │
          │ ⏎ l →   open                        q          quit                      │
          │ x       mark                        Ctrl-L     draw again                │
          │ Ctrl-A  mark all found              Ctrl-Z     suspend                   │
          │ S       other direction             Ctrl-C     stop, or quit             │
          │ F       follow the newest                                                │
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
           Facts            ┌ Keys ────────────────────────────────┐
           Users            │ j ↓          scroll down             │▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 3
             Active         │ k ↑          scroll up               │
             Inactive       │ PgDn Ctrl-D  a page down             │
                            │ PgUp Ctrl-U  a page up               │
           Newest users     │ g Home       to the top              │
           Ada Byron        │ G End        to the bottom           │▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 2
           alan mathison    │ P            pause, catch up         │ 1
           Annie Easley     │ u            undo                    │ 1
           Donald Knuth     │ Ctrl-R       redo                    │ 1
           Grace Hopper     │ 1 2 3        go to that tab          │
                            │ Tab          next screen             │
                            │ Shift-Tab    previous screen         │
                            │ :            jump, do by name        │
                            │ ?            help                    │
                            │ q            quit                    │
                            │ Ctrl-L       draw again              │
                            │ Ctrl-Z       suspend                 │
                            │ Ctrl-C       stop, or quit           │
                            │                                      │
                            │ /home/ada/book.db                    │
                            └──────────────────────────────────────┘
         Esc close
        """)
    }
  }

  @Test func withoutUnicode() async throws {
    try await scene(isUnicode: false) { scene in
      try await scene.press("2,?")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db - live
         /+ Keys --------------------------------------------------------------------+5
          | j Down         next record          f          filter                    |d
         >| k Up           previous record      F          follow the newest         |d
          | g Home         first record         P          pause, catch up           |d
          | G End          last record          p          the record beside         |d
          | PgDn           a page down          n          next change               |d
          | PgUp           a page up            N          previous change           |o
          | Ctrl-D         half a page down     Esc        clear marks/search/filter |
          | Ctrl-U         half a page up       u          undo                      |
          | a              add                  Ctrl-R     redo                      |
          | e              edit                 1 2 3      go to that tab            |
          | Space          toggle               Tab        next screen               |
          | d Del          delete               Shift-Tab  previous screen           |
          | /              search               :          jump, do by name          |
          | Enter l Right  open                 ?          help                      |
          | x              mark                 q          quit                      |
          | Ctrl-A         mark all found       Ctrl-L     draw again                |
          | s              sort by the next ... Ctrl-Z     suspend                   |
          | S              other direction      Ctrl-C     stop, or quit             |
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
         /┌ Keys ────────────────────────────────────────────────────────────────────┐3
          │ j ↓     next record                 P          pause, catch up           │d
         ▌│ k ↑     previous record             p          the record beside         │o
          │ g Home  first record                n          next change               │o
          │ G End   last record                 N          previous change           │o
          │ PgDn    a page down                 Esc        clear marks/search/filter │
          │ PgUp    a page up                   u          undo                      │
          │ Ctrl-D  half a page down            Ctrl-R     redo                      │
          │ Ctrl-U  half a page up              1 2 3      go to that tab            │
          │ a       add                         Tab        next screen               │
          │ e       edit                        Shift-Tab  previous screen           │
          │ d Del   delete                      :          jump, do by name          │
          │ /       search                      ?          help                      │
          │ ⏎ l →   open                        q          quit                      │
          │ x       mark                        Ctrl-L     draw again                │
          │ Ctrl-A  mark all found              Ctrl-Z     suspend                   │
          │ S       other direction             Ctrl-C     stop, or quit             │
          │ F       follow the newest                                                │
          │                                                                          │
          │ /home/ada/book.db                                                        │
          └──────────────────────────────────────────────────────────────────────────┘
         Waiting for another program's lock · 2 s · Esc gives up
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
        │ /home/ada/book.db                25 more below │
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
        │ /home/ada/book.db                15 more below │
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
        /home/ada/…  29 more
         Esc close
        """)
    }
  }
}
