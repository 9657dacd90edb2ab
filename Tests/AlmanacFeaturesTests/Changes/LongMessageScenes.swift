// Messages that are longer than the status line.
import AlmanacFeatures
import Foundation
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct LongMessageScenes {
  private func refusal(_ reason: String) -> String {
    "CREATE TRIGGER refuse BEFORE DELETE ON facts BEGIN SELECT RAISE(ABORT, '\(reason)'); END"
  }

  /// Another program adds three facts above the screen.
  private func addAbove(_ scene: Scene) async throws {
    try await scene.press("G")
    try await scene.outside("INSERT INTO facts(id, body) VALUES (101, 'a'), (102, 'b'), (103, 'c')")
    #expect(scene.status.hasSuffix("3 new above"))
  }

  @Test func anErrorTakesTheRoomOfWhatStandsAtTheRight() async throws {
    try await scene(Content.facts(40)) { scene in
      try await scene.inside(refusal("only on Mondays, and never before noon"))
      try await addAbove(scene)
      try await scene.press("d")
      #expect(scene.status == " Not deleted: only on Mondays, and never before noon. Nothing was changed.")
      try await scene.press("k")
      #expect(scene.status.hasSuffix("3 new above"))
    }
  }

  @Test func anErrorTakesMoreLinesUntilAKeyIsPressed() async throws {
    try await scene(Content.facts(40)) { scene in
      try await scene.inside(
        refusal("deletions are made on Mondays only, and by whoever keeps the book, who can be asked by telephone"))
      try await addAbove(scene)
      try await scene.press("d")
      scene.shows(
        """
         Almanac  1 Facts 43  2 Users 0  3 Statistics                    book.db · live
         / search                                                                 43/43
          ID ▼  Fact                                                              Added
            19  Fact 19                                                         1 d ago
            18  Fact 18                                                         1 d ago
            17  Fact 17                                                         1 d ago
            16  Fact 16                                                         1 d ago
            15  Fact 15                                                         1 d ago
            14  Fact 14                                                         1 d ago
            13  Fact 13                                                         1 d ago
            12  Fact 12                                                         1 d ago
            11  Fact 11                                                         1 d ago
            10  Fact 10                                                         1 d ago
             9  Fact 9                                                          1 d ago
             8  Fact 8                                                          1 d ago
             7  Fact 7                                                          1 d ago
             6  Fact 6                                                          1 d ago
             5  Fact 5                                                          1 d ago
             4  Fact 4                                                          1 d ago
             3  Fact 3                                                          1 d ago
             2  Fact 2                                                          1 d ago
         Not deleted: deletions are made on Mondays only, and by whoever keeps the
         book, who can be asked by telephone. Nothing was changed.
         a add  e edit  d delete  / search  ⏎ open  ? help  q quit
        """)
      let error = scene.terminal.style(at: Point(column: 1, row: 21))
      #expect(error == Theme().error)
      // The same message is shown in full again.
      try await scene.press("d")
      #expect(scene.line(21).hasPrefix(" Not deleted: deletions"))
      try await scene.press("k")
      #expect(scene.line(21).hasSuffix("1 d ago"))
      #expect(scene.status.hasSuffix("3 new above"))
    }
  }

  @Test func whatLastsIsSaidInFewerWordsOnceAKeyWasPressed() async throws {
    try await scene(Content.facts(100)) { scene in
      try await scene.outside("ALTER TABLE facts RENAME TO hidden")
      #expect(
        Array(scene.lines[21...22]) == [
          " The list could not be read: no such table: facts. What you see is what was", " there before.",
        ])
      try await scene.press("j")
      #expect(scene.line(21).hasPrefix("    82  Fact 82"))
      #expect(scene.status == " The list can't be read: no such table: facts. You see the old rows.")
      // The same message is shown in full again, and so is another reason.
      try await scene.outside("ALTER TABLE hidden RENAME TO facts")
      #expect(scene.status == "")
      try await scene.outside("ALTER TABLE facts RENAME TO hidden")
      #expect(scene.status == " there before.")
      try await scene.press("j")
      try await scene.outside("CREATE TABLE facts(id INTEGER PRIMARY KEY, text)")
      #expect(
        Array(scene.lines[21...22]) == [
          " The list could not be read: no such column: body. What you see is what was", " there before.",
        ])
    }
  }

  @Test func whatLastsIsSaidInWholeOnEveryScreen() async throws {
    try await scene(Content.facts(100)) { scene in
      try await scene.outside("ALTER TABLE facts RENAME TO hidden")
      for (size, sentence) in [
        ("80x24", "The list can't be read: no such table: facts. You see the old rows."),
        ("66x24", "List not read: no such table: facts. You see the old rows."),
        ("50x10", "The list can't be read: no such table: facts."), ("40x10", "Not read: no such table: facts."),
        ("30x5", "The list can't be read."), ("20x5", "Can't be read."),
      ] {
        try await scene.press("resize:\(size),j")
        #expect(scene.status == " " + sentence, "\(size)")
      }
    }
    try await scene { scene in
      try FileManager.default.removeItem(atPath: scene.path)
      await scene.run.settle()
      for (size, sentence) in [
        ("80x24", "The file is gone. You see what was in it; nothing is written. Put it back."),
        ("60x24", "The file is gone; nothing is written."), ("40x10", "The file is gone; nothing is written."),
        ("20x5", "File gone."),
      ] {
        try await scene.press("resize:\(size),j")
        #expect(scene.status == " " + sentence, "\(size)")
      }
    }
  }

  @Test func onAScreenThatIsTooSmallForItTheEndIsCut() async throws {
    try await scene(size: Size(width: 20, height: 5)) { scene in
      try await scene.inside(
        refusal("deletions are made on Mondays only, and by whoever keeps the book, who can be asked by telephone"))
      try await scene.press("d")
      scene.shows(
        """
         1 Facts 3   › live
         Not deleted:
         deletions are made
         on Mondays only, …
         a add  ? help
        """)
      try await scene.press("resize:26x9")
      scene.shows(
        """
         1 Facts 3         › live
         / search             1/3
         Not deleted: deletions
         are made on Mondays
         only, and by whoever
         keeps the book, who can
         be asked by telephone.
         Nothing was changed.
         a add  e edit  ? help
        """)
    }
  }

  @Test func aFormThatCouldNotBeSavedSaysWhyInWhole() async throws {
    try await scene { scene in
      let reason = "facts are added on Mondays only, and by whoever keeps the book, who can be asked by telephone"
      try await scene.inside("CREATE TRIGGER refuse BEFORE INSERT ON facts BEGIN SELECT RAISE(ABORT, '\(reason)'); END")
      try await scene.press("a,type:One more.,C-s")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   1/3
         ID ▼  Fact                                                               Added
         ▌  3  An octopus has three hearts.                                   5 min ago
            2  A group of cats is called a clowder.                             3 h ago
            1  Honey never spoils.                                              5 d ago


        ┌ New fact ────────────────────────────────────────────────────────────────────┐
        │                                                                              │
        │ Fact  One more.                                                              │
        │                                                                              │
        │ Not saved: facts are added on Mondays only, and by whoever keeps the book, … │
        └──────────────────────────────────────────────────────────────────────────────┘







         Not saved: facts are added on Mondays only, and by whoever keeps the book, who
         can be asked by telephone.
         Ctrl-S save  ⏎ next or save  Esc leave
        """)
      try await scene.press("Left")
      #expect(scene.status == " Not saved: facts are added on Mondays only, and by whoever keeps the book, wh…")
      try await scene.press("type:x")
      #expect(scene.status == "")
    }
  }

  @Test func anOpenRecordThatCannotBeReadSaysWhyInWhole() async throws {
    try await scene(size: Size(width: 40, height: 12)) { scene in
      try await scene.press("2,Enter")
      try await scene.outside("ALTER TABLE users RENAME TO somewhere_else_for_the_time_being")
      try await scene.press("Esc,Enter")
      scene.shows(
        """
         1 Facts 3  2 Users ≈5  › can't be read
           User 1

           This record could not be read: no
           such table: users.





         Not read: no such table: users.
         Esc back  ? help  q quit
        """)
    }
  }
}
