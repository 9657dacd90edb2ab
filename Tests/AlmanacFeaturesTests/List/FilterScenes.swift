// Filtering a list.
import Stores
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct FilterScenes {
  @Test func activeInactiveAll() async throws {
    try await scene { scene in
      try await scene.press("2,Down,f")
      // The cursor stays on its record, which passes the filter.
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                  active only · 3 of 5
           Name ▲         E-mail                                         Active   Added
           Ada Byron      ada@example.org                                  ●        2 d
         ▌ alan mathison  alan@example.com                                 ●        3 d
           Grace Hopper   grace@example.org                                ●       1 mo

















         a add  e edit  Space toggle  d delete  / search  ⏎ open  ? help  q quit
        """)
      try await scene.press("f")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                inactive only · 2 of 5
           Name ▲         E-mail                                         Active   Added
         ▌ Annie Easley   annie@example.net                                ○        3 d
           Donald Knuth   don@example.edu                                  ○        9 d


















         a add  e edit  Space toggle  d delete  / search  ⏎ open  ? help  q quit
        """)
      try await scene.press("f")
      #expect(scene.names.count == 5)
      #expect(scene.line(2).hasPrefix("   Name ▲"))
    }
  }

  @Test func aFilteredListIsLive() async throws {
    try await scene { scene in
      try await scene.press("2,f")
      try await scene.outside("UPDATE users SET active = NOT active WHERE name IN ('Ada Byron', 'Annie Easley')")
      #expect(scene.names == ["alan", "Annie", "Grace"])
      #expect(scene.line(1).hasSuffix("active only · 3 of 5"))
      try await scene.press("Space")
      #expect(scene.names == ["Annie", "Grace"], "who is not active any more goes")
      try await scene.press("u")
      #expect(scene.names == ["alan", "Annie", "Grace"])
    }
  }

  @Test func aFilterAndASearchNarrowTogether() async throws {
    try await scene { scene in
      try await scene.press("2,f,/,type:an,Enter")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / an                                                      active only · 1 of 5
           Name ▲         E-mail                                         Active   Added
         ▌ alan mathison  alan@example.com                                 ●        3 d



















         a add  e edit  Space toggle  d delete  / search  ⏎ open  ? help  q quit
        """)
      try await scene.press("Esc")
      #expect(scene.names == ["Ada", "alan", "Grace"], "Esc takes the search away first")
      try await scene.press("Esc")
      #expect(scene.names.count == 5)
      #expect(scene.cursorRow?.hasPrefix("alan") == true)
    }
  }

  @Test func nothingToFilterByAndNothingLetThrough() async throws {
    try await scene { scene in
      try await scene.press("f")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   1/3
         ID ▼  Fact                                                               Added
         ▌  3  An octopus has three hearts.                                   5 min ago
            2  A group of cats is called a clowder.                             3 h ago
            1  Honey never spoils.                                              5 d ago
















         Facts have nothing to filter by.
         a add  e edit  d delete  / search  ⏎ open  ? help  q quit
        """)
      try await scene.inside("UPDATE users SET active = 1")
      try await scene.press("2,f,f")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                inactive only · 0 of 5
           Name ▲         E-mail                                         Active   Added

           There are no inactive users. Esc shows all.


















         a add  / search  ? help  q quit
        """)
    }
  }
}
