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
        ┌ Keys ────────────────────────────────────────────────────────────────────────┐
        │ j ↓ k ↑    next, previous record      p          record next to list         │
        │ g Home     first record               n N        next, previous change       │
        │ G End      last record                [ ]        one commit earlier, later   │
        │ PgDn PgUp  a page down, up            Esc        clear marks/search/filter   │
        │ Ctrl-D     half a page down           u Ctrl-R   undo, redo                  │
        │ Ctrl-U     half a page up             1 2 3      go to that tab              │
        │ a D        add, duplicate             Tab        next screen                 │
        │ e          edit                       Shift-Tab  previous screen             │
        │ E          the value in $EDITOR       :          jump                        │
        │ Space      toggle                     C          changes                     │
        │ d Del      delete                     !          query                       │
        │ /          search                     ?          help                        │
        │ ⏎ l →      open                       q          quit                        │
        │ x X * ~    mark, up to, equal, others Ctrl-L     draw again                  │
        │ Ctrl-A     mark all found             Ctrl-Z     suspend                     │
        │ y Y        copy as JSON, choose       Ctrl-C     stop, or quit               │
        │ s S f      sort, other way, filter    Ctrl-N     form: NULL                  │
        │ F          follow the newest          Alt-⏎      form: new line              │
        │ P          pause, catch up            Ctrl-O     form: text in $EDITOR       │
        │                                                                              │
        │ /home/ada/book.db                                                            │
        └──────────────────────────────────────────────────────────────────────────────┘
         Esc close
        """)
      // The help stays open: other keys do nothing, in the help and behind it.
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
        ┌ Keys ────────────────────────────────────────────────────────────────────────┐
        │ Esc h ←      back                     u Ctrl-R   undo, redo                  │
        │ e            edit                     1 2 3      go to that tab              │
        │ E            the value in $EDITOR     Tab        next screen                 │
        │ Space        toggle                   Shift-Tab  previous screen             │
        │ d Del        delete                   :          jump                        │
        │ y Y          copy as JSON, choose     C          changes                     │
        │ Ctrl-N       next record              !          query                       │
        │ Ctrl-P       previous record          ?          help                        │
        │ j ↓          scroll down              q          quit                        │
        │ k ↑          scroll up                Ctrl-L     draw again                  │
        │ PgDn Ctrl-D  a page down              Ctrl-Z     suspend                     │
        │ PgUp Ctrl-U  a page up                Ctrl-C     stop, or quit               │
        │ g Home       to the top               Ctrl-N     form: NULL                  │
        │ G End        to the bottom            Alt-⏎      form: new line              │
        │ P            pause, catch up          Ctrl-O     form: text in $EDITOR       │
        │                                                                              │
        │ /home/ada/book.db                                                            │
        └──────────────────────────────────────────────────────────────────────────────┘


         Esc close
        """)
      try await scene.press("Esc")
      #expect(scene.line(1) == "   User 1", "only the help is closed")
    }
  }

  /// The help of the list of facts, above the line of keys.
  private static let ofFacts = """
    ┌ Keys ────────────────────────────────────────────────────────────────────────┐
    │ j ↓ k ↑    next, previous record      n N        next, previous change       │
    │ g Home     first record               [ ]        one commit earlier, later   │
    │ G End      last record                Esc        clear marks/search/filter   │
    │ PgDn PgUp  a page down, up            u Ctrl-R   undo, redo                  │
    │ Ctrl-D     half a page down           1 2 3      go to that tab              │
    │ Ctrl-U     half a page up             Tab        next screen                 │
    │ a D        add, duplicate             Shift-Tab  previous screen             │
    │ e          edit                       :          jump                        │
    │ E          the value in $EDITOR       C          changes                     │
    │ d Del      delete                     !          query                       │
    │ /          search                     ?          help                        │
    │ ⏎ l →      open                       q          quit                        │
    │ x X * ~    mark, up to, equal, others Ctrl-L     draw again                  │
    │ Ctrl-A     mark all found             Ctrl-Z     suspend                     │
    │ y Y        copy as JSON, choose       Ctrl-C     stop, or quit               │
    │ S          turn the order round       Ctrl-N     form: NULL                  │
    │ F          follow the newest          Alt-⏎      form: new line              │
    │ P          pause, catch up            Ctrl-O     form: text in $EDITOR       │
    │ p          record next to list                                               │
    │                                                                              │
    │ /home/ada/book.db                                                            │
    └──────────────────────────────────────────────────────────────────────────────┘

    """

  @Test(arguments: [false, true])
  func theKeysOfFacts(isReadOnly: Bool) async throws {
    try await scene(isReadOnly: isReadOnly) { scene in
      try await scene.press("?")
      scene.shows(Self.ofFacts + " Esc close")
    }
  }

  @Test func theKeysOfStatistics() async throws {
    try await scene { scene in
      try await scene.press("3,?")
      scene.shows(
        """
         Almanac  1 Facts 3 ┌ Keys ────────────────────────────────┐     book.db · live
           Facts            │ j ↓          scroll down             │
           Users            │ k ↑          scroll up               │▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 3
             Active         │ PgDn Ctrl-D  a page down             │
             Inactive       │ PgUp Ctrl-U  a page up               │
                            │ g Home       to the top              │
           Newest users     │ G End        to the bottom           │
           Ada Byron        │ P            pause, catch up         │▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 2
           alan mathison    │ u Ctrl-R     undo, redo              │ 1
           Annie Easley     │ 1 2 3        go to that tab          │ 1
           Donald Knuth     │ Tab          next screen             │ 1
           Grace Hopper     │ Shift-Tab    previous screen         │
                            │ :            jump                    │
                            │ C            changes                 │
                            │ !            query                   │
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
        + Keys ------------------------------------------------------------------------+
        | j Down k Up    next, previous record  p          record next to list         |
        | g Home         first record           n N        next, previous change       |
        | G End          last record            [ ]        one commit earlier, later   |
        | PgDn PgUp      a page down, up        Esc        clear marks/search/filter   |
        | Ctrl-D         half a page down       u Ctrl-R   undo, redo                  |
        | Ctrl-U         half a page up         1 2 3      go to that tab              |
        | a D            add, duplicate         Tab        next screen                 |
        | e              edit                   Shift-Tab  previous screen             |
        | E              the value in $EDITOR   :          jump                        |
        | Space          toggle                 C          changes                     |
        | d Del          delete                 !          query                       |
        | /              search                 ?          help                        |
        | Enter l Right  open                   q          quit                        |
        | x X * ~        mark, up to, equal,... Ctrl-L     draw again                  |
        | Ctrl-A         mark all found         Ctrl-Z     suspend                     |
        | y Y            copy as JSON, choose   Ctrl-C     stop, or quit               |
        | s S f          sort, other way, fi... Ctrl-N     form: NULL                  |
        | F              follow the newest      Alt-Enter  form: new line              |
        | P              pause, catch up        Ctrl-O     form: text in $EDITOR       |
        |                                                                              |
        | /home/ada/book.db                                                            |
        +------------------------------------------------------------------------------+
         Esc close
        """)
    }
  }

  @Test("all keys of a table with foreign keys fit on 80x24: where the file is stands in the frame then")
  func fitting() async throws {
    try await fileScene(OtherDatabase.musicLibrary.schema) { scene in
      try await scene.press("?")
      #expect(scene.line(0).hasPrefix("┌ Keys · /home/ada/music.db ─"), "\(scene.lines)")
      #expect(scene.lines.contains { $0.contains("form: text in $EDITOR") }, "\(scene.lines)")
      #expect(scene.line(22).hasPrefix("└─"), "\(scene.lines)")
      #expect(!scene.lines.joined().contains("more"))
      #expect(!scene.lines.dropFirst().joined().contains("…"), "\(scene.lines)")
      try await scene.press("Esc,Enter,?")
      #expect(!scene.lines.dropFirst().joined().contains("…"), "\(scene.lines)")
    }
  }

  @Test("the digits of many tabs take no room from what the keys do")
  func manyTabs() async throws {
    let tables = (1...9).map { "CREATE TABLE t\($0)(id INTEGER PRIMARY KEY, a, b)" }.joined(separator: ";")
    try await fileScene(tables) { scene in
      try await scene.press("?")
      #expect(scene.lines.contains { $0.contains(" 1 to 9     go to that tab") }, "\(scene.lines)")
      #expect(!scene.lines.dropFirst().joined().contains("…"), "\(scene.lines)")
    }
  }

  @Test("where there is room the help is as wide as what it says")
  func wide() async throws {
    for height in [60, 30] {
      try await fileScene(OtherDatabase.musicLibrary.schema, size: Size(width: 200, height: height)) { scene in
        try await scene.press("?")
        let box = scene.lines.filter { $0.contains("│") }
        #expect(!box.contains { $0.contains("…") }, "\(scene.lines)")
        #expect(box.contains { $0.contains("⏎") && $0.contains("open, or the named record") }, "\(scene.lines)")
      }
    }
  }

  @Test func whileALockIsWaitedFor() async throws {
    try await lockedScene { scene, holder in
      try await scene.pressWhileWaiting("d,?")
      await scene.status { $0.waiting == .write }
      await scene.waitWhileWaiting(2)
      scene.shows(Self.ofFacts + " Esc give up  ? close")
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
        │ j ↓ k ↑    next, previous record               │
        │ g Home     first record                        │
        │ G End      last record                         │
        │ PgDn PgUp  a page down, up                     │
        │ Ctrl-D     half a page down                    │
        │ Ctrl-U     half a page up                      │
        │ a D        add, duplicate                      │
        │ e          edit                                │
        │ /home/ada/book.db                29 more below │
        └────────────────────────────────────────────────┘
         Esc close  j scroll down
        """)
      try await scene.press("j,Down,PgDn")
      scene.shows(
        """
        ┌ Keys ──────────────────────────────────────────┐
        │ /          search                              │
        │ ⏎ l →      open                                │
        │ x X * ~    mark, up to, equal, others          │
        │ Ctrl-A     mark all found                      │
        │ y Y        copy as JSON, choose                │
        │ S          turn the order round                │
        │ F          follow the newest                   │
        │ P          pause, catch up                     │
        │ /home/ada/book.db                19 more below │
        └────────────────────────────────────────────────┘
         Esc close  j scroll down  k scroll up
        """)
      try await scene.press("G")
      scene.shows(
        """
        ┌ Keys ──────────────────────────────────────────┐
        │ ?          help                                │
        │ q          quit                                │
        │ Ctrl-L     draw again                          │
        │ Ctrl-Z     suspend                             │
        │ Ctrl-C     stop, or quit                       │
        │ Ctrl-N     form: NULL                          │
        │ Alt-⏎      form: new line                      │
        │ Ctrl-O     form: text in $EDITOR               │
        │ /home/ada/book.db                              │
        └────────────────────────────────────────────────┘
         Esc close  k scroll up
        """)
      try await scene.press("k,Up,PgUp,g")
      #expect(scene.line(1).contains("next, previous record"))
      try await scene.press("End,Esc,?")
      #expect(scene.line(1).contains("next, previous record"), "it is read from the beginning again")
      // Lines that were scrolled away come back when there is room.
      try await scene.press("End,resize:80x40")
      #expect(scene.lines.contains { $0.contains("next, previous record") })
    }
  }

  @Test func onTheLeastScreen() async throws {
    try await scene(size: Size(width: 20, height: 5)) { scene in
      try await scene.press("?,j")
      scene.shows(
        """
        g Home     first re…
        G End      last rec…
        PgDn PgUp  a page d…
        /home/ada/…  33 more
         Esc close
        """)
    }
  }
}
