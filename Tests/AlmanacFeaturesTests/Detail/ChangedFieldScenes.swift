// An open record marks the fields that have just changed.
import AlmanacFeatures
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct ChangedFieldScenes {
  @Test func fieldsThatSomeoneElseChangesAreMarkedForAMoment() async throws {
    try await scene { scene in
      try await scene.press("2,Enter")
      try await scene.outside("UPDATE users SET name = 'Ada Lovelace', active = 0 WHERE id = 1")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
           User 1

           ID      1
           Name   ~Ada Lovelace~
           E-mail  ada@example.org
           Active ~no~
           Added   2026-01-29 12:00:00 UTC · 2 d ago

           Changes seen
           now  ~ name Ada Byron → Ada Lovelace · active 1 → 0  another program












         Esc back  e edit  Space toggle  d delete  ? help  q quit
        """)
      let mark = Point(column: 10, row: 4)
      #expect(scene.terminal.style(at: mark) == Theme().changed)
      await scene.wait(0.5)
      try await scene.outside("UPDATE users SET email = 'ada@example.net' WHERE id = 1")
      #expect(scene.line(4) == "   Name   ~Ada Lovelace~")
      #expect(scene.line(5) == "   E-mail ~ada@example.net~")
      await scene.wait(0.5)
      #expect(scene.line(4) == "   Name    Ada Lovelace")
      #expect(scene.line(5) == "   E-mail ~ada@example.net~", "each for its own moment")
      await scene.wait(0.5)
      #expect(scene.line(5) == "   E-mail  ada@example.net")
    }
  }

  @Test func onesOwnChangesToo() async throws {
    try await scene { scene in
      try await scene.press("2,Enter,Space")
      #expect(scene.line(6) == "   Active ~no~")
      await scene.wait(1)
      #expect(scene.line(6) == "   Active  no")
      try await scene.press("u")
      #expect(scene.line(6) == "   Active ~yes~")
    }
  }

  @Test func whatChangesUnseenIsNotMarked() async throws {
    try await scene { scene in
      try await scene.press("2,Enter,Esc")
      try await scene.outside("UPDATE users SET name = 'Ada Lovelace' WHERE id = 1")
      try await scene.press("Enter")
      #expect(scene.line(4) == "   Name    Ada Lovelace")
      // A growing age is not marked, and neither is another record.
      await scene.wait(60)
      #expect(!scene.lines[..<8].contains { $0.contains("~") })
      try await scene.press("Esc,Down,Enter")
      #expect(!scene.lines.contains { $0.contains("~") }, "\(scene.lines)")
    }
  }

  @Test func everyLineOfALongValueIsMarkedAndWhatIsSaidOfItIsNot() async throws {
    try await scene(#"INSERT INTO facts(id, body, createdAt) VALUES (1, '[1]', '2026-01-31')"#) { scene in
      try await scene.press("Enter")
      let words = String(repeating: "word ", count: 20)
      try await scene.outside("UPDATE facts SET body = '\(words)'")
      scene.shows(
        """
         Almanac  1 Facts 1  2 Users 0  3 Statistics                     book.db · live
           Fact 1

           ID     1
           Fact  ~word word word word word word word word word word word word word word~
                 ~word word word word word word ~
           Added  2026-01-31 00:00:00 UTC · 12 h ago

           Changes seen
           now  ~ body [1] → word word word word word word word word word word word
                word word word word word word word word word
                another program











         Esc back  e edit  d delete  ? help  q quit
        """)
      try await scene.outside("UPDATE facts SET body = '[true]'")
      #expect(
        Array(scene.lines[4...8]) == [
          "   Fact  ~[~", "         ~  true~", "         ~]~", "          JSON, unfolded",
          "   Added  2026-01-31 00:00:00 UTC · 12 h ago",
        ])
    }
  }

  @Test func besideTheListToo() async throws {
    try await scene(size: Size(width: 140, height: 14)) { scene in
      try await scene.press("2,Down")
      try await scene.outside("UPDATE users SET email = 'at@example.com' WHERE id = 2")
      #expect(scene.line(5).hasSuffix("│ E-mail ~at@example.com~"), "\(scene.line(5))")
      await scene.wait(1)
      #expect(scene.line(5).hasSuffix("│ E-mail  at@example.com"), "\(scene.line(5))")
      try await scene.press("Down,Up")
      #expect(scene.line(5).hasSuffix("│ E-mail  at@example.com"), "another record is no change")
    }
  }

  @Test func withoutUnicode() async throws {
    try await scene(isUnicode: false) { scene in
      try await scene.press("2,Enter,Space")
      #expect(scene.line(6) == "   Active ~no~")
    }
  }
}
