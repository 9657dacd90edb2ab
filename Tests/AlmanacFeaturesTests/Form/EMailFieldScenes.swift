// Which texts are accepted as an e-mail address.
import AlmanacFeatures
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct EMailFieldScenes {
  @Test func whatIsNoneIsSaidBesideTheField() async throws {
    try await scene { scene in
      try await scene.press("2,a,type:Barbara Liskov,Tab,type:x")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   1/5
           Name ▲         E-mail                                         Active   Added
         ▌ Ada Byron      ada@example.org                                  ●        2 d
           alan mathison  alan@example.com                                 ●        3 d
           Annie Easley   annie@example.net                                ○        3 d
        ┌ New user ────────────────────────────────────────────────────────────────────┐
        │                                                                              │
        │ Name    Barbara Liskov                                                       │
        │                                                                              │
        │ E-mail  x                                                                    │
        │         not an e-mail address                                                │
        │ Active  [x]                                                                  │
        │                                                                              │
        │ Save  needs a valid e-mail                                      Ctrl-S · Esc │
        └──────────────────────────────────────────────────────────────────────────────┘







         Tab next field  Ctrl-S save  ⏎ next or save  Esc leave
        """)
      let remark = Point(column: 12, row: 11)
      #expect(scene.terminal.style(at: remark) == Theme().muted, "while it is typed it is no mistake")
      try await scene.press("Tab")
      #expect(scene.terminal.style(at: remark) == Theme().error)
      try await scene.press("C-s")
      #expect(scene.terminal.cursor == Point(column: 11, row: 10), "on the field that hinders it")
      #expect(scene.terminal.style(at: remark) == Theme().error)
      #expect(try scene.rows("SELECT count(*) FROM users") == ["5"])
      try await scene.press("type:@")
      #expect(scene.line(11).contains("not an e-mail address"))
      try await scene.press("type:y")
      #expect(!scene.line(11).contains("not an e-mail address"))
      try await scene.press("C-s")
      #expect(try scene.rows("SELECT email FROM users WHERE id = 6") == ["x@y"])
    }
  }

  @Test func whatSomeoneElseHasIsTakenWhateverItsCase() async throws {
    try await scene { scene in
      try await scene.press("2,a,type:Ada,Tab,type:ADA@Example.org")
      #expect(scene.lines.contains { $0.contains("│         already taken ") }, "\(scene.lines)")
      try await scene.press("C-s")
      #expect(try scene.rows("SELECT count(*) FROM users") == ["5"])
      // The record's own address may be written in another case.
      try await scene.press("Esc,Esc,e,Tab,C-u,type:Ada@Example.org")
      #expect(!scene.lines.contains { $0.contains("already taken") }, "\(scene.lines)")
      try await scene.press("C-s")
      #expect(try scene.rows("SELECT email FROM users WHERE id = 1") == ["Ada@Example.org"])
    }
  }

  @Test func ofTwoThatDifferInCaseEitherCanBeEditedAndLeaveTheOther() async throws {
    try await scene("INSERT INTO users(id, name, email) VALUES (1, 'Ada', 'a@b'), (2, 'Ada', 'A@B')") { scene in
      try await scene.press("2,e,type:!,C-s")
      #expect(scene.status == " Edited user 1 · u undo")
      try await scene.press("e,Tab,type:.c,C-s")
      #expect(try scene.rows("SELECT name, email FROM users") == ["Ada!|a@b.c", "Ada|A@B"])
      try await scene.press("e,Tab,BSpace,BSpace")
      #expect(scene.lines.contains { $0.contains("│         already taken ") }, "\(scene.lines)")
      try await scene.press("Esc,Esc,u")
      #expect(try scene.rows("SELECT name, email FROM users") == ["Ada!|a@b", "Ada|A@B"])
    }
  }

  @Test func aRecordThatHasNoneCanBeEditedOtherwise() async throws {
    try await scene("INSERT INTO users(id, name, email, createdAt) VALUES (1, 'Ada', 'x', '2026-01-31')") { scene in
      try await scene.press("2,e,type:!")
      #expect(!scene.lines.contains { $0.contains("not an e-mail address") })
      try await scene.press("Tab,type:y")
      #expect(scene.lines.contains { $0.contains("not an e-mail address") })
      try await scene.press("BSpace")
      #expect(!scene.lines.contains { $0.contains("not an e-mail address") }, "it is as it was")
      try await scene.press("C-s")
      #expect(try scene.rows("SELECT name, email FROM users") == ["Ada!|x"])
    }
  }
}
