// The record with the cursor, next to the list.
import AlmanacFeatures
import Foundation
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct BesideScenes {
  private static let wide = Size(width: 140, height: 14)

  @Test func itFollowsTheCursorAndIsLive() async throws {
    try await scene(size: Self.wide) { scene in
      try await scene.press("2,Down")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                                                                                 book.db · live
         / search                                                                               2/5  │ User 2
           Name ▲         E-mail                                                     Active   Added  │
           Ada Byron      ada@example.org                                              ●        2 d  │ ID      2
         ▌ alan mathison  alan@example.com                                             ●        3 d  │ Name    alan mathison
           Annie Easley   annie@example.net                                            ○        3 d  │ E-mail  alan@example.com
           Donald Knuth   don@example.edu                                              ○        9 d  │ Active  yes
           Grace Hopper   grace@example.org                                            ●       1 mo  │ Added   2026-01-28 12:00:00 UTC · 3 d ago
                                                                                                     │
                                                                                                     │
                                                                                                     │
                                                                                                     │

         a add  e edit  Space toggle  d delete  / search  ⏎ open  ? help  q quit
        """)
      try await scene.outside("UPDATE users SET email = 'at@example.com' WHERE id = 2")
      #expect(scene.line(5).hasSuffix("E-mail ~at@example.com~"), "\(scene.line(5))")
      try await scene.press("Up")
      #expect(scene.line(4).hasSuffix("Name    Ada Byron"))
    }
  }

  @Test func pHidesAndShowsItOnEveryList() async throws {
    try await scene(size: Self.wide) { scene in
      #expect(scene.line(1).hasSuffix("│ Fact 3"))
      try await scene.press("p")
      #expect(!scene.lines.contains { $0.contains("│") })
      try await scene.press("2")
      #expect(!scene.lines.contains { $0.contains("│") })
      try await scene.press("p,1")
      #expect(scene.line(1).hasSuffix("│ Fact 3"))
    }
  }

  @Test func aNarrowScreenHasNoRoomForIt() async throws {
    try await scene(size: Size(width: 139, height: 14)) { scene in
      #expect(!scene.lines.contains { $0.contains("│") })
      try await scene.press("p")
      #expect(scene.status == " The record next to the list needs 140 columns.")
      try await scene.press("resize:140x14")
      #expect(scene.line(1).hasSuffix("│ Fact 3"))
    }
  }

  @Test func ofALongRecordItShowsAllThatFits() async throws {
    try await scene(
      "INSERT INTO facts(id, body) VALUES (1, '{\"a\":[1,2],\"b\":null}'), (2, printf('%.9000c', 'x'))",
      size: Self.wide
    ) { scene in
      try await scene.press("Down")
      #expect(scene.line(4).hasSuffix("│ Fact   {"))
      #expect(scene.line(5).hasSuffix("│          \"a\": ["))
    }
  }

  @Test("the side pane is empty if a search finds nothing, and shows the record with the cursor again if it has hits")
  func nothingIsFound() async throws {
    try await scene(size: Self.wide) { scene in
      try await scene.press("2,/,type:zz")
      #expect(
        scene.lines[2...11].allSatisfy { $0.isEmpty || $0.hasSuffix("│") || $0.contains("Nothing matches") },
        "\(scene.lines)")
      try await scene.press("BSpace,BSpace")
      #expect(scene.line(2).hasSuffix("│ User 1") || scene.line(1).hasSuffix("│ User 1"), "\(scene.lines)")
    }
  }
}
