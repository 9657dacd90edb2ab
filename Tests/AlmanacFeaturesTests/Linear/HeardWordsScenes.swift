// What a person has not heard yet is not read.
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite("What counts as heard on a linear terminal (CIT-29)", .recordsIssues, .container)
@MainActor
struct HeardWordsScenes {
  private static let size = Size(width: 120, height: 40)

  @Test("no key acts on a record that has come under the cursor, until its words are out")
  func exchangedRecord() async throws {
    try await fileScene(LinearTask.schema, size: Self.size, isLinear: true) { scene in
      try await scene.press("2")
      _ = scene.terminal.takeLines()
      try await scene.outside("DELETE FROM Track WHERE TrackId = 1")
      await scene.wait(0.5)
      try await scene.pressAtOnce("d")
      #expect(try scene.rows("SELECT count(*) FROM Track") == ["3"])
      #expect(
        scene.terminal.takeLines() == [
          "another program: 1 deleted in Track", "Another record has just come here: press the key again.",
          "Row 1 of 3: TrackId: 2, Title: Balls to the Wall, Composer: NULL, Seconds: 342, ArtistId: 2 Accept",
        ])
      await scene.wait(0.4)
      try await scene.pressAtOnce("d")
      #expect(try scene.rows("SELECT count(*) FROM Track") == ["2"])
    }
  }

  @Test("no key answers a question before its words are out")
  func question() async throws {
    try await fileScene(LinearTask.schema, size: Self.size, isWriteAllowed: false, isLinear: true) { scene in
      try await scene.press("2,d")
      await scene.wait(0.5)
      try await scene.press("Enter")
      #expect(try scene.rows("SELECT count(*) FROM Track") == ["4"])
      #expect(scene.terminal.takeLines().contains("Write to music.db?"))
      try await scene.press("Enter")
      #expect(try scene.rows("SELECT count(*) FROM Track") == ["3"])
    }
  }

  @Test("a record that is opened again says its present age")
  func ages() async throws {
    try await scene(size: Self.size, isLinear: true) { scene in
      try await scene.press("Enter")
      #expect(scene.terminal.takeLines().last == "Added: 2026-01-31 11:55:00 UTC · 5 min ago")
      try await scene.press("Esc")
      await scene.wait(3600)
      _ = scene.terminal.takeLines()
      try await scene.press("Enter")
      #expect(scene.terminal.takeLines().last == "Added: 2026-01-31 11:55:00 UTC · 1 h ago")
    }
  }

  @Test("of a form that still reads its record only that is said")
  func form() async throws {
    try await fileScene(LinearTask.schema, size: Self.size, isLinear: true) { scene in
      _ = scene.terminal.takeLines()
      scene.terminal.send(.key(.character("e")))
      #expect(scene.terminal.takeLines() == ["Edit Artist 1", "Reading…"])
      await scene.run.settle()
      #expect(
        scene.terminal.takeLines() == [
          "Edit Artist 1: 2 fields",
          "Keys: Tab next field, Ctrl-S save, Enter next or save, Esc leave, Alt-Enter new line", "Name: AC/DC",
        ])
    }
  }

  @Test("without a clipboard nothing is said to be copied")
  func clipboard() async throws {
    try await fileScene(LinearTask.schema, size: Self.size, isLinear: true) { scene in
      scene.terminal.hasClipboard = false
      _ = scene.terminal.takeLines()
      try await scene.press("y")
      #expect(scene.terminal.takeLines() == ["Not copied: this terminal has no clipboard."])
    }
  }
}
