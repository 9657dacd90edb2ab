// The bottom line and the status line on a narrow screen.
import AlmanacFeatures
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct NarrowScenes {
  @Test func everyScreenSaysWhereItsKeysAreTold() async throws {
    try await scene(size: Size(width: 40, height: 8)) { scene in
      scene.shows(
        """
         1 Facts 3  2 Users 5            › live
         / search                           1/3
         ID ▼  Fact                       Added
         ▌  3  An octopus has thre…   5 min ago
            2  A group of cats is …     3 h ago
            1  Honey never spoils.      5 d ago

         a add  e edit  d delete  ? help
        """)
      try await scene.press("/,type:cat")
      #expect(scene.line(7) == " ⏎ keep the search  Esc clear it")
      try await scene.press("Esc,2,Enter")
      scene.shows(
        """
         1 Facts 3  2 Users 5            › live
           User 1

           ID      1
           Name    Ada Byron
           E-mail  ada@example.org

         Esc back  e edit  Space toggle  ? help
        """)
      try await scene.press("e")
      #expect(scene.line(7) == " Tab next field  Ctrl-S save  Esc leave")
      try await scene.press("Esc,3,j")
      scene.shows(
        """
        ‹ 2 Users 5  3 Statistics          live
           Users                              5
             Active                           3
             Inactive                         2

           Newest users

         j scroll down  k scroll up  ? help
        """)
      try await scene.press("?")
      #expect(scene.line(7) == " Esc close  / search  j scroll down")
    }
  }

  @Test func whatHelpsInAnEmptyListIsSaidInWhole() async throws {
    try await scene(size: Size(width: 40, height: 8)) { scene in
      try await scene.press("/,type:cattle,Enter")
      scene.shows(
        """
         1 Facts 3  2 Users 5            › live
         / cattle                        0 of 3
         ID ▼  Fact                       Added

           Nothing matches. Esc clears the
           search.

         a add  / search  ? help  q quit
        """)
      try await scene.press("Esc")
      #expect(scene.line(5) == "    1  Honey never spoils.      5 d ago")
      #expect(scene.line(6) == "")
    }
  }

  @Test func whyAListIsEmptyIsSaidInWhateverRoomThereIs() async throws {
    try await scene(size: Size(width: 20, height: 5)) { scene in
      try await scene.press("/,type:xyz,Enter")
      scene.shows(
        """
         1 Facts 3   › live
         / xyz       0 of 3
           Nothing matches.

         a add  ? help
        """)
      try await scene.press("resize:60x6")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics           live
         / xyz                                               0 of 3
         ID ▼  Fact                                           Added
           Nothing matches. Esc clears the search.

         a add  / search  ? help  q quit
        """)
      try await scene.press("Esc")
      #expect(scene.line(3).hasPrefix("   "), "the sentence is gone: \(scene.lines)")
      #expect(!scene.lines.joined().contains("Nothing"))
      try await scene.outside("DELETE FROM facts")
      try await scene.press("resize:20x5")
      scene.shows(
        """
         1 Facts 0   › live
         ID ▼  Fact
           No facts yet.
                     3 gone
         a add  ? help
        """)
    }
  }

  @Test func whatStandsAtTheRightGivesWayToWhatHappened() async throws {
    try await scene(Content.users(1234), size: Size(width: 48, height: 8)) { scene in
      try await scene.press("2,F,C-a,Space,type:1234,Enter")
      #expect(scene.status == " Toggled 1,234 users · u undo         following", "\(scene.lines)")
      try await scene.press("resize:64x8")
      #expect(
        scene.status == " Toggled 1,234 users · u undo          following · 1,234 marked", "\(scene.lines)")
      try await scene.press("resize:40x8")
      #expect(scene.status == " Toggled 1,234 users · u undo", "\(scene.lines)")
    }
  }
}
