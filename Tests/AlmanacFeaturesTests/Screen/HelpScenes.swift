// The help.
import Databases
import Foundation
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct HelpScenes {
  @Test("CIT-23: a line for newcomers, then the keys of a list by topic; Esc, q, ? and a click close it")
  func theKeysOfAList() async throws {
    try await scene { scene in
      try await scene.press("2,?")
      scene.shows(
        """
        ┌ Help ────────────────────────────────────────────────────────────────────────┐
        │ New here? ↑ ↓ move, ⏎ opens, Esc goes back, / searches, u undoes, q quits.   │
        │ : finds all that can be done by its name.                                    │
        │                                                                              │
        │ Move                                  Changes                                │
        │ j ↓ k ↑    next, previous record      F          follow the newest           │
        │ g Home     first record               P          pause, catch up             │
        │ G End      last record                n N        next, previous change       │
        │ PgDn PgUp  a page down, up            [ ]        one commit earlier, later   │
        │ Ctrl-D     half a page down                                                  │
        │ Ctrl-U     half a page up             Go to                                  │
        │                                       1 2 3      go to that tab              │
        │ Records                               Tab        next screen                 │
        │ a D        add, duplicate             Shift-Tab  previous screen             │
        │ e          edit                       :          jump                        │
        │ E          the value in $EDITOR       C          changes                     │
        │ Space      toggle                     !          query                       │
        │ d Del      delete                     v          chart of the column         │
        │ ⏎ l →      open                       I          schema of this table        │
        │ p          record next to list                                               │
        │ u Ctrl-R   undo, redo                 Almanac                                │
        │ /home/ada/book.db                                              46 more below │
        └──────────────────────────────────────────────────────────────────────────────┘
         Esc close  / search  j scroll down
        """)
      // The help stays open: other keys do nothing, in the help and behind it.
      try await scene.press("d,a,1,paste:text")
      #expect(try scene.rows("SELECT count(*) FROM users") == ["5"])
      #expect(scene.lines[0].hasPrefix("┌ Help ─"))
      for key in ["Esc", "q", "?", "click:3x3"] {
        try await scene.press(key)
        #expect(scene.line(3).hasPrefix(" ▌ Ada"))
        #expect(!scene.lines[0].hasPrefix("┌ Help ─"), "\(key) closes it")
        try await scene.press("?")
        #expect(scene.lines[0].hasPrefix("┌ Help ─"))
      }
    }
  }

  @Test("CIT-23: the keys of a record, then what the signs mean; the newcomers' line has only keys that act")
  func theKeysOfARecord() async throws {
    try await scene { scene in
      try await scene.press("2,Enter,?")
      scene.shows(
        """
        ┌ Help ────────────────────────────────────────────────────────────────────────┐
        │ New here? ↑ ↓ move, Esc goes back, u undoes, q quits. : finds all that can   │
        │ be done by its name.                                                         │
        │                                                                              │
        │ Move                                  Go to                                  │
        │ Esc h ←      back                     1 2 3        go to that tab            │
        │ Ctrl-N       next record              Tab          next screen               │
        │ Ctrl-P       previous record          Shift-Tab    previous screen           │
        │ j ↓          scroll down              :            jump                      │
        │ k ↑          scroll up                C            changes                   │
        │ PgDn Ctrl-D  a page down              !            query                     │
        │ PgUp Ctrl-U  a page up                v            chart of the column       │
        │ g Home       to the top               I            schema of this table      │
        │ G End        to the bottom                                                   │
        │                                       Almanac                                │
        │ Records                               ?            help                      │
        │ e            edit                     q            quit                      │
        │ E            the value in $EDITOR     Ctrl-L       draw again                │
        │ Space        toggle                   Ctrl-Z       suspend                   │
        │ d Del        delete                   Ctrl-C       stop, or quit             │
        │ u Ctrl-R     undo, redo                                                      │
        │ /home/ada/book.db                                              41 more below │
        └──────────────────────────────────────────────────────────────────────────────┘
         Esc close  / search  j scroll down
        """)
      try await scene.press("Space,wheeldown:3x3,j")
      scene.shows(
        """
        ┌ Help ────────────────────────────────────────────────────────────────────────┐
        │ Changes                                                                      │
        │ P            pause, catch up                                                 │
        │                                                                              │
        │ Signs before a record                 In the top line                        │
        │ ▌  the cursor                         live           what any program        │
        │ *  marked                                            changes appears by      │
        │ +  has just come                                     itself                  │
        │                                       paused         this list stays as it   │
        │ Signs in a list                                      is until you go on      │
        │ ~ ~  a value between them has just    read-only      you can't change the    │
        │      changed                                         file; the list is       │
        │ ▲ ▼  sorted by this column, up or                    live                    │
        │      down; 2 is the second one        frozen         the list stays as it    │
        │ ‹ ›  more columns or tabs on that                    was when you opened     │
        │      side                                            it                      │
        │ …    cut text, or a number that is    not live       Almanac can't follow    │
        │      not known yet                                   the file: :doctor       │
        │ ≈    a number that is not current                    says why                │
        │                                       busy           another program has     │
        │ Values                                               locked the file         │
        │ /home/ada/book.db                                              17 more below │
        └──────────────────────────────────────────────────────────────────────────────┘
         Esc close  / search  j scroll down  k scroll up
        """)
      try await scene.press("Esc")
      #expect(scene.line(1) == "   User 1", "only the help is closed")
    }
  }

  @Test(arguments: [false, true])
  func theKeysOfFacts(isReadOnly: Bool) async throws {
    try await scene(isReadOnly: isReadOnly) { scene in
      try await scene.press("?")
      scene.shows(
        """
        ┌ Help ────────────────────────────────────────────────────────────────────────┐
        │ New here? ↑ ↓ move, ⏎ opens, Esc goes back, / searches, u undoes, q quits.   │
        │ : finds all that can be done by its name.                                    │
        │                                                                              │
        │ Move                                  Changes                                │
        │ j ↓ k ↑    next, previous record      F          follow the newest           │
        │ g Home     first record               P          pause, catch up             │
        │ G End      last record                n N        next, previous change       │
        │ PgDn PgUp  a page down, up            [ ]        one commit earlier, later   │
        │ Ctrl-D     half a page down                                                  │
        │ Ctrl-U     half a page up             Go to                                  │
        │                                       1 2 3      go to that tab              │
        │ Records                               Tab        next screen                 │
        │ a D        add, duplicate             Shift-Tab  previous screen             │
        │ e          edit                       :          jump                        │
        │ E          the value in $EDITOR       C          changes                     │
        │ d Del      delete                     !          query                       │
        │ ⏎ l →      open                       v          chart of the column         │
        │ p          record next to list        I          schema of this table        │
        │ u Ctrl-R   undo, redo                                                        │
        │                                       Almanac                                │
        │ /home/ada/book.db                                              45 more below │
        └──────────────────────────────────────────────────────────────────────────────┘
         Esc close  / search  j scroll down
        """)
    }
  }

  @Test func withoutUnicode() async throws {
    try await scene(isUnicode: false) { scene in
      try await scene.press("2,?")
      #expect(
        scene.lines[1] == "| New here? Up Down move, Enter opens, Esc goes back, / searches, u undoes,    |")
      #expect(scene.lines[5].hasPrefix("| j Down k Up    next, previous record "), "\(scene.lines)")
      try await scene.press("/,type:signs")
      scene.shows(
        """
        + Help ------------------------------------------------------------------------+
        | / signs                                                                      |
        |                                                                              |
        | Signs before a record                Signs of changes                        |
        | >  the cursor                        +    added                              |
        | *  marked                            ~    changed: old value, new value      |
        | +  has just come                     -    deleted                            |
        |                                      ?    it is not known which rows         |
        | Signs in a list                      v >  a commit whose lines follow,       |
        | ~ ~  a value between them has just        or are hidden                      |
        |      changed                         .    of the same commit as the line     |
        | ^ v  sorted by this column, up or         above                              |
        |      down; 2 is the second one                                               |
        | < >  more columns or tabs on that                                            |
        |      side                                                                    |
        | ...  cut text, or a number that is                                           |
        |      not known yet                                                           |
        | ~    a number that is not current                                            |
        |                                                                              |
        |                                                                              |
        |                                                                              |
        | /home/ada/book.db                                                            |
        +------------------------------------------------------------------------------+
         Esc clear it  Enter keep the search
        """)
    }
  }

  @Test("CIT-23: / searches as one types, in keys, effects and topics; Esc clears it first, then closes")
  func search() async throws {
    try await scene(size: Size(width: 60, height: 14)) { scene in
      try await scene.press("2,?,/,type:MARK")
      scene.shows(
        """
        ┌ Help ────────────────────────────────────────────────────┐
        │ / MARK                                                   │
        │                                                          │
        │ Search, sort, filter                                     │
        │ Esc      clear marks/search/filter                       │
        │                                                          │
        │ Mark and copy                                            │
        │ x X * ~  mark, up to, equal, others                      │
        │ Ctrl-A   mark all found                                  │
        │ y Y      copy as JSON, choose                            │
        │                                                          │
        │ /home/ada/book.db                           2 more below │
        └──────────────────────────────────────────────────────────┘
         Esc clear it  ⏎ keep the search  ↓ scroll down
        """)
      // Keys are text, and arrows scroll.
      try await scene.press("Down,Down")
      #expect(scene.line(13) == " Esc clear it  ⏎ keep the search  ↑ scroll up", "\(scene.lines)")
      #expect(scene.line(10) == "│ *  marked                                                │", "\(scene.lines)")
      try await scene.press("paste: álL,Enter")
      #expect(
        scene.lines[1...7].map { String($0.dropFirst(2).dropLast()).trimmingCharacters(in: .whitespaces) }
          == ["/ MARK álL", "", "Mark and copy", "Ctrl-A  mark all found", "", "", ""], "\(scene.lines)")
      #expect(scene.line(13) == " Esc clear search  / search")
      // After Enter keys are commands again; / goes on with the text.
      try await scene.press("/,C-u,type:no such words")
      #expect(scene.lines.contains { $0.contains("No key and no sign has these words.") })
      try await scene.press("Esc")
      #expect(scene.line(1).hasPrefix("│ New here? ") && scene.line(13).hasPrefix(" Esc close  / search"))
      try await scene.press("/,type:q,Enter,q")
      #expect(scene.line(1).hasPrefix("│ New here? "), "q clears the search first, too")
      try await scene.press("q")
      #expect(!scene.lines.contains { $0.contains("┌ Help") })
      try await scene.press("?")
      #expect(scene.line(1).hasPrefix("│ New here? "), "the next time it begins anew")
    }
  }

  @Test(
    "CIT-23: each key, topic and sign can be reached by scrolling, whatever the size",
    arguments: [(80, 24), (200, 60), (40, 10)])
  func whole(_ width: Int, _ height: Int) async throws {
    try await fileScene(OtherDatabase.musicLibrary.schema, size: Size(width: width, height: height)) { scene in
      try await scene.press("?")
      var seen: Set<String> = []
      var pages = 0
      while true {
        seen.formUnion(
          scene.lines.flatMap { $0.split(separator: "│") }.joined(separator: " ").split(separator: " ").map(String.init)
        )
        guard scene.keyLine.contains("scroll down"), pages < 60 else { break }
        try await scene.press("PgDn")
        pages += 1
      }
      #expect((pages == 0) == (width == 200), "\(pages) pages")
      let keys = scene.session.screen.allHints.filter { !$0.neverActs }.grouped
      for word in keys.flatMap({ $0.title.split(separator: " ") }) { #expect(seen.contains(String(word)), "\(word)") }
      for group in Legend(signs: Signs(isUnicode: true)).groups {
        for word in group.entries.flatMap({ ($0.caption + " " + $0.text).split(separator: " ") }) {
          #expect(seen.contains(String(word)), "\(word)")
        }
      }
      #expect(scene.lines.allSatisfy { !$0.contains("…") || $0.contains("…    cut text") }, "\(scene.lines)")
    }
  }

  @Test("CIT-23: each sign that the screens draw is in the legend")
  func signs() async throws {
    let legend = Legend(signs: Signs(isUnicode: true)).groups.flatMap(\.entries).map(\.caption).joined()
    var drawn: Set<Character> = []
    let tables = (1...12).map { "CREATE TABLE other\($0)(id INTEGER PRIMARY KEY, a, b);" }.joined()
    let schema = """
      CREATE TABLE a(id INTEGER PRIMARY KEY, done BOOLEAN, n TEXT, b INTEGER REFERENCES b(id), more TEXT);
      CREATE TABLE b(id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO b VALUES (1, 'one'); INSERT INTO a VALUES (1, 1, 'x' || char(27, 9, 10), 1, NULL),
        (2, 0, hex(zeroblob(90)), NULL, '');
      \(tables)
      """
    try await fileScene(schema, size: Size(width: 80, height: 24)) { scene in
      @MainActor func note() {
        for line in scene.lines.dropLast() {
          let signs = line.filter { !$0.isASCII && !$0.isLetter && !"“”─│┌┐└┘▇".contains($0) }
          drawn.formUnion(signs)
        }
      }
      note()
      try await scene.press("s,S,x")
      try await scene.outside("BEGIN; UPDATE a SET n = 'y' WHERE id = 1; INSERT INTO a(id, n) VALUES (3, 'z'); COMMIT")
      note()
      try await scene.press("Tab,Tab,Tab,Tab,Tab,Tab,Tab,Tab,Tab")
      note()
      try await scene.press("C")
      note()
      try await scene.press("Space")
      note()
      try await scene.press("Space,j,Enter")
      note()
      try await scene.press("Esc,Esc,1,:,type:1,Enter,Enter")
      note()
    }
    #expect(drawn.isSubset(of: Set(legend)), "\(drawn.subtracting(legend))")
    #expect(drawn.isSuperset(of: "▌▲…●○‹›␛▾▸·→"), "\(drawn)")
  }

  @Test func whileALockIsWaitedFor() async throws {
    try await lockedScene { scene, holder in
      try await scene.pressWhileWaiting("d,?")
      await scene.status { $0.waiting == .write }
      await scene.waitWhileWaiting(2)
      #expect(scene.line(0).hasPrefix("┌ Help ─") && scene.line(23).hasPrefix(" Esc give up  ? close  / search"))
      try holder.run("COMMIT")
      await scene.run.settle()
      #expect(scene.line(23) == " Esc close  / search  j scroll down")
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
      #expect(scene.line(8) == " Esc close  / search  j scroll down")
      try await scene.press("j")
      #expect(scene.line(8) == " Esc close  / search  j scroll down  k scroll up")
      try await scene.press("G")
      #expect(scene.line(8) == " Esc close  / search  k scroll up")
      try await scene.press("g")
      #expect(scene.line(8) == " Esc close  / search  j scroll down")
    }
  }

  @Test func onASmallScreenItIsScrolled() async throws {
    try await scene(size: Size(width: 50, height: 12)) { scene in
      try await scene.press("?")
      scene.shows(
        """
        ┌ Help ──────────────────────────────────────────┐
        │ New here? ↑ ↓ move, ⏎ opens, Esc goes back, /  │
        │ searches, u undoes, q quits. : finds all that  │
        │ can be done by its name.                       │
        │                                                │
        │ Move                                           │
        │ j ↓ k ↑    next, previous record               │
        │ g Home     first record                        │
        │ G End      last record                         │
        │ /home/ada/book.db               104 more below │
        └────────────────────────────────────────────────┘
         Esc close  / search  j scroll down
        """)
      try await scene.press("j,Down,PgDn")
      scene.shows(
        """
        ┌ Help ──────────────────────────────────────────┐
        │ Ctrl-U     half a page up                      │
        │                                                │
        │ Records                                        │
        │ a D        add, duplicate                      │
        │ e          edit                                │
        │ E          the value in $EDITOR                │
        │ d Del      delete                              │
        │ ⏎ l →      open                                │
        │ /home/ada/book.db                94 more below │
        └────────────────────────────────────────────────┘
         Esc close  / search  j scroll down  k scroll up
        """)
      try await scene.press("k,Up,PgUp,g")
      #expect(scene.line(1).contains("New here?"))
      try await scene.press("End,Esc,?")
      #expect(scene.line(1).contains("New here?"), "it is read from the beginning again")
      // Lines that were scrolled away come back when there is room.
      try await scene.press("End,resize:200x60")
      #expect(scene.lines.contains { $0.contains("next, previous record") })
    }
  }

  @Test func onTheLeastScreen() async throws {
    try await scene(size: Size(width: 20, height: 5)) { scene in
      try await scene.press("?,j")
      scene.shows(
        """
        ⏎ opens, Esc goes
        back, / searches, u
        undoes, q quits. :
        /home/ada…  196 more
         Esc close  / search
        """)
      try await scene.press("/,type:quit")
      #expect(scene.line(0) == "/ quit" && scene.line(1) == "Almanac", "\(scene.lines)")
    }
  }
}
