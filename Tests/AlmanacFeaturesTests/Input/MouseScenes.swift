// What the mouse does on the screen.
import AlmanacRecords
import Foundation
import Stores
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

private let songs = """
  CREATE TABLE band(id INTEGER PRIMARY KEY, name TEXT); INSERT INTO band VALUES (7, 'Quartet');
  CREATE TABLE song(id INTEGER PRIMARY KEY, title TEXT, year INT);
  INSERT INTO song VALUES (1, 'Naima', 1960), (2, 'Giant', 1959), (3, 'Countdown', 1961), (4, 'Spiral', 1958);
  """

@Suite(.recordsIssues, .container)
@MainActor
struct MouseScenes {
  private let size = Size(width: 70, height: 10)

  @Test("CIT-24: a click on a tab goes there; in a form, a search or a dialog it does nothing")
  func tabs() async throws {
    try await fileScene(songs, size: size) { scene in
      scene.shows(
        """
         music.db  band 1  song 4                                        live
         / search                                                         1/1
         id ▲  name
         ▌  7  Quartet





         a add  e edit  d delete  / search  ⏎ open  : jump  C changes  ? help
        """)
      try await scene.press("click:19x0")
      #expect(scene.line(2).hasPrefix(" id ▲  title "), "\(scene.lines)")
      for keys in ["/", "a", "?"] {
        try await scene.press("\(keys),click:12x0")
        #expect(scene.session.store.tab == .table("song"), "\(keys)")
        try await scene.press("Esc")
      }
      try await scene.press("click:12x0")
      #expect(scene.line(2) == " id ▲  name", "\(scene.lines)")
      try await scene.press("click:3x0,click:69x0")
      #expect(scene.line(2) == " id ▲  name", "\(scene.lines)")
    }
    try await scene(size: size) { scene in
      let column = scene.line(0).distance(of: "3 Statistics")
      try await scene.press("click:\(column)x0")
      #expect(scene.session.store.tab == .statistics, "\(scene.lines)")
    }
  }

  @Test("CIT-24: with too many tabs the signs at the ends go to the tab behind them")
  func manyTabs() async throws {
    let tables = (1...9).map { "CREATE TABLE table\($0)(a);" }.joined()
    try await fileScene(tables, size: Size(width: 50, height: 8)) { scene in
      let sign = scene.line(0).distance(of: "›")
      try await scene.press("click:\(sign)x0")
      #expect(scene.session.store.tab == .table("table4"), "\(scene.lines)")
      let before = scene.line(0).distance(of: "‹")
      try await scene.press("click:\(before)x0")
      #expect(scene.session.store.tab == .table("table1"), "\(scene.lines)")
    }
  }

  @Test("CIT-24: a click on a title sorts by the column, once more the other way, and makes it the current one")
  func titles() async throws {
    try await fileScene(songs, size: size) { scene in
      try await scene.press("2,click:8x2")
      scene.shows(
        """
         music.db  band 1  song 4                                        live
         / search                                                         3/4
           id  title ▲                                                   year
            3  Countdown                                                 1961
            2  Giant                                                     1959
         ▌  1  Naima                                                     1960
            4  Spiral                                                    1958


         a add  e edit  d delete  / search  ⏎ open  : jump  C changes  ? help
        """)
      try await scene.press("click:8x2")
      #expect(scene.line(2).contains("title ▼") && scene.cursorRow?.hasPrefix("1 ") == true, "\(scene.lines)")
      try await scene.press("click:66x2")
      #expect(scene.line(2).contains("year ▲"), "\(scene.lines)")
      try await scene.press("f")
      #expect(scene.list.filter { !$0.isEmpty }.count == 1, "f filters by the year: \(scene.lines)")
      try await scene.press("Esc,s,click:0x2")
      #expect(scene.line(2).hasPrefix(" id ▲"), "no title is there: \(scene.lines)")
    }
    // A book's lists have their own orders.
    try await scene { scene in
      try await scene.press("2")
      let mail = scene.line(2).distance(of: "E-mail")
      try await scene.press("click:\(mail)x2")
      #expect(scene.line(2).contains("E-mail ▲"), "\(scene.lines)")
      let active = scene.line(2).distance(of: "Active")
      try await scene.press("click:\(active)x2")
      #expect(scene.said == "Users can't be sorted by active.", "\(scene.lines)")
    }
  }

  @Test("CIT-24: a click on a key of the bottom line presses it, and so answers every dialog")
  func bottomLine() async throws {
    try await fileScene(songs, size: Size(width: 110, height: 10), isWriteAllowed: false) { scene in
      @MainActor func click(_ title: String) async throws {
        let line = scene.line(9)
        let column = line.distance(of: title)
        #expect(column >= 0, "\(line)")
        try await scene.press("click:\(column)x9")
      }
      try await scene.press("2")
      try await click("delete")
      #expect(scene.lines.contains { $0.contains("Write to music.db?") }, "\(scene.lines)")
      try await click("leave it as it is")
      #expect(try scene.rows("SELECT count(*) FROM song") == ["4"])
      try await click("d delete")
      try await click("write")
      #expect(try scene.rows("SELECT id FROM song") == ["2", "3", "4"])
      try await click("undo")
      #expect(try scene.rows("SELECT count(*) FROM song") == ["4"])
      try await click("search")
      #expect(scene.session.store.lists.last?.isSearchTyped == true)
      try await scene.press("type:giant")
      try await click("keep the search")
      #expect(scene.line(1).hasPrefix(" / giant"), "\(scene.lines)")
      try await click("help")
      #expect(scene.session.store.isHelpShown)
      try await click("close")
      #expect(!scene.session.store.isHelpShown)
      // Between two keys there is none.
      try await scene.press("click:0x9,click:109x9")
      #expect(scene.session.store.dialog == nil && !scene.session.store.quitting.isBegun)
      try await click("quit")
      #expect(scene.session.store.quitting.isBegun)
    }
  }

  @Test("CIT-24: dragging marks the records from the press on, also when the mouse comes back, next to former marks")
  func drag() async throws {
    try await fileScene(songs, size: size) { scene in
      try await scene.press("2,G,x,click:10x3,drag:10x4,drag:10x5")
      scene.shows(
        """
         music.db  band 1  song 4                                        live
         / search                                                         3/4
         id ▲  title                                                     year
         *  1  Naima                                                     1960
         *  2  Giant                                                     1959
         ▌* 3  Countdown                                                 1961
         *  4  Spiral                                                    1958

                                                                     4 marked
         a add  e edit  d delete  / search  ⏎ open  : jump  ? help  q quit
        """)
      try await scene.press("drag:11x4")
      #expect(scene.status.hasSuffix("3 marked"), "\(scene.lines)")
      try await scene.press("drag:11x3")
      #expect(scene.status.hasSuffix("1 marked"), "the press alone marks nothing: \(scene.lines)")
      // Without a press on a record there is nothing to mark from.
      try await scene.press("Esc,click:3x1,drag:10x5")
      #expect(!scene.status.contains("marked"), "\(scene.lines)")
      try await scene.press("click:10x4,drag:10x8,X")
      #expect(scene.status.hasSuffix("2 marked"), "beyond the end it scrolls: \(scene.lines)")
    }
  }

  @Test("CIT-24: the wheel turned sideways goes to another column")
  func sideways() async throws {
    try await fileScene(songs, size: size) { scene in
      try await scene.press("2,wheelright:3x3,wheelright:3x3,f")
      #expect(scene.line(1).contains("year = 1960 only") && scene.line(4) == "", "\(scene.lines)")
      try await scene.press("Esc,wheelleft:3x3,wheelleft:3x3,wheelleft:3x3,s")
      #expect(scene.line(2).hasPrefix("   id") || scene.line(2).hasPrefix(" id"), "\(scene.lines)")
      #expect(scene.session.store.lists.last?.model.column == "id")
    }
  }

  @Test("CIT-24: in the palette a click chooses, a double click does it, and the wheel moves the choice")
  func palette() async throws {
    try await fileScene(songs, size: Size(width: 70, height: 20)) { scene in
      try await scene.press(":")
      let row = try #require(scene.lines.firstIndex { $0.contains("song") && !$0.contains("music.db") })
      try await scene.press("click:20x\(row)")
      #expect(scene.line(row).contains("▌"), "\(scene.lines)")
      try await scene.press("wheeldown:20x9,wheelup:20x9,click:20x19,doubleclick:20x\(row)")
      #expect(scene.session.store.tab == .table("song") && scene.session.store.dialog == nil, "\(scene.lines)")
    }
  }

  @Test("CIT-24: text behind a click on a key that opens a place for it is text")
  func textBehindClick() async throws {
    try await fileScene(songs, size: size) { scene in
      try await scene.press("2")
      let column = scene.line(9).distance(of: "search")
      try await scene.pressAtOnce("click:\(column)x9,type:dgiant")
      #expect(scene.line(1).hasPrefix(" / dgiant"), "\(scene.lines)")
      #expect(try scene.rows("SELECT count(*) FROM song") == ["4"])
    }
  }

  @Test("CIT-24: the question of the first start is answered by a click")
  func opening() throws {
    let scene = OpeningScene(isAsked: true)
    let column = scene.terminal.screen[23].distance(of: "leave")
    try scene.press("click:\(column)x23")
    #expect(scene.ending == "left")
  }
}

extension String {
  /// The column of a text in a line of the screen; -1 if it is not there.
  fileprivate func distance(of text: String) -> Int {
    range(of: text).map { distance(from: startIndex, to: $0.lowerBound) } ?? -1
  }
}
