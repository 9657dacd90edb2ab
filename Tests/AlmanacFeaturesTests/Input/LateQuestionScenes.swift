// A late question is not answered by keys that were pressed before it could be read.
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct LateQuestionScenes {
  private static let schema = """
    CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE kid(id INTEGER PRIMARY KEY, item REFERENCES item ON DELETE CASCADE);
    INSERT INTO item VALUES (1, 'one'), (2, 'two'), (3, 'three'); INSERT INTO kid VALUES (1, 1), (2, 1), (3, 2);
    """
  private static let counts = "SELECT (SELECT count(*) FROM item), (SELECT count(*) FROM kid)"

  /// Plays while Almanac finds out which records go with the first one, until `gate` is opened.
  private func rehearsedScene(_ play: (Scene, StatementGate) async throws -> Void) async throws {
    let gate = StatementGate()
    try await fileScene(Self.schema, size: Size(width: 80, height: 16), trace: gate.trace) { scene in
      gate.close("DELETE FROM")
      try await scene.pressWhileWaiting("d")
      await gate.arrival()
      do { try await play(scene, gate) } catch {
        gate.open()
        throw error
      }
    }
  }

  @Test(
    "REAL-13: what is typed behind d waits for its question, which drops it with a word",
    arguments: [
      "/,type:yesterday", "/,type:yes,Enter", "Space,e,type:y,C-s", ":,type:y,Enter", "2,Enter", "Enter,y", "y", "d,y",
      "C-a,y",
    ])
  func typedBehind(keys: String) async throws {
    try await rehearsedScene { scene, gate in
      #expect(scene.status == " Finding out what goes with item 1 · Esc stops it")
      #expect(scene.line(15).hasPrefix(" Esc stop "), "\(scene.line(15))")
      let before = scene.lines.prefix(14)
      try await scene.pressWhileWaiting(keys)
      #expect(scene.lines.prefix(14) == before, "nothing is edited, opened or left: \(scene.lines)")
      gate.open()
      await scene.run.settle()
      #expect(scene.lines.contains { $0.contains("┌ Delete item 1? ─") }, "\(scene.lines)")
      #expect(scene.status == " What you typed before this question came was dropped.")
      // The rest of the typed word.
      try await scene.pressAtOnce("y")
      #expect(scene.status == " The question has only just come: wait a moment, and press the key again.")
      await scene.wait(0.399)
      try await scene.pressAtOnce("y,n,Space,e")
      #expect(scene.lines.contains { $0.contains("┌ Delete item 1? ─") }, "\(scene.lines)")
      #expect(try scene.rows(Self.counts) == ["3|3"])
      await scene.wait(0.7)
      try await scene.pressAtOnce("y")
      #expect(scene.status == " Deleted item 1 · u undo")
      #expect(try scene.rows(Self.counts) == ["2|1"])
    }
  }

  @Test(
    "REAL-13: a question that has come by itself takes its answer when it was on the screen for 400 ms",
    arguments: [
      (0.399, "3|3"), (0.4, "2|1"),
    ])
  func readingTime(time: Double, counts: String) async throws {
    try await rehearsedScene { scene, gate in
      // The last key was pressed long ago, but the question is new.
      await scene.waitWhileWaiting(5)
      gate.open()
      await scene.run.settle()
      await scene.wait(time)
      try await scene.pressAtOnce("y")
      #expect(try scene.rows(Self.counts) == [counts], "\(scene.lines)")
    }
  }

  @Test(
    "REAL-13: after an answer that came too early, one that comes as soon as a repeat of a held key is too early, too",
    arguments: [(0.3, "2|1"), (0.29, "3|3"), (0.11, "3|3")])
  func again(pause: Double, counts: String) async throws {
    try await rehearsedScene { scene, gate in
      await scene.waitWhileWaiting(5)
      gate.open()
      await scene.run.settle()
      try await scene.pressAtOnce("y")
      for _ in 0..<6 {
        await scene.wait(pause)
        try await scene.pressAtOnce("y")
      }
      #expect(try scene.rows(Self.counts) == [counts], "\(scene.lines)")
    }
  }

  @Test("REAL-13: Esc stops what finds out the question, and what was typed behind it means nothing any more")
  func stopped() async throws {
    try await rehearsedScene { scene, gate in
      try await scene.pressWhileWaiting("Space,Esc")
      gate.open()
      await scene.run.settle()
      #expect(scene.said == "Not deleted: it was stopped. Nothing was changed.", "\(scene.lines)")
      #expect(try scene.rows(Self.counts) == ["3|3"])
      try await scene.press("d,y")
      #expect(try scene.rows(Self.counts) == ["2|1"])
    }
  }

  @Test("REAL-13: what is typed behind d on a record with which nothing goes comes after its deletion")
  func nothingToAsk() async throws {
    try await fileScene(Self.schema) { scene in
      try await scene.press("G")
      try await scene.pressAtOnce("d,/,type:yesterday")
      #expect(scene.line(1).hasPrefix(" / yesterday"), "\(scene.lines)")
      #expect(try scene.rows(Self.counts) == ["2|3"])
    }
  }

  @Test("REAL-13: a number that is typed before it is asked for answers, and another one does not")
  func number() async throws {
    let many =
      "WITH RECURSIVE n(i) AS (SELECT 4 UNION ALL SELECT i + 1 FROM n WHERE i < 300) INSERT INTO item SELECT i, 'n' FROM n"
    try await fileScene(Self.schema + many, size: Size(width: 80, height: 16)) { scene in
      try await scene.pressAtOnce("C-a,d,type:50,Enter")
      #expect(
        scene.lines.contains { $0.contains("That is a different number. Nothing was changed.") }, "\(scene.lines)")
      try await scene.press("Esc")
      try await scene.pressAtOnce("d,type:300,Enter")
      #expect(scene.status == " Deleted 300 records · u undo", "\(scene.lines)")
      #expect(try scene.rows(Self.counts) == ["0|0"])
    }
  }

  @Test(
    "REAL-13: a question that comes while a text is typed waits until that is closed",
    arguments: [
      ("/,type:y", "Enter"), ("a,type:y", "Esc,Esc"), (":,type:y", "Esc"),
    ])
  func textPlace(keys: String, end: String) async throws {
    let gate = StatementGate()
    try await fileScene(Self.schema, size: Size(width: 80, height: 16), trace: gate.trace) { scene in
      try await scene.press("d")
      gate.close("DELETE FROM")
      // Another program adds a record: the question comes again.
      try await scene.outside("INSERT INTO kid VALUES (4, 1)")
      await scene.wait(1)
      try await scene.pressWhileWaiting("y")
      await gate.arrival()
      // It takes long: other keys are allowed.
      await scene.waitWhileWaiting(0.25)
      try await scene.pressWhileWaiting(keys)
      gate.open()
      await scene.run.settle()
      #expect(!scene.lines.contains { $0.contains("Delete item 1?") }, "\(scene.lines)")
      try await scene.pressAtOnce("type:yy")
      for key in end.split(separator: ",") {
        await scene.wait(0.7)
        try await scene.pressAtOnce(String(key))
      }
      #expect(scene.lines.contains { $0.contains("┌ Delete item 1? ─") }, "\(scene.lines)")
      await scene.wait(0.399)
      try await scene.pressAtOnce("y")
      #expect(try scene.rows(Self.counts) == ["3|4"])
      await scene.wait(0.7)
      try await scene.pressAtOnce("y")
      #expect(try scene.rows(Self.counts) == ["2|1"])
    }
  }

  @Test("REAL-13: a question that a key asks at once takes its answer at once, but for one amid other keys")
  func askedAtOnce() async throws {
    try await fileScene(Self.schema, isWriteAllowed: false) { scene in
      try await scene.press("G")
      for event in try Key.parse(script: "d,n,d,x,y") {
        scene.terminal.send(event)
        await scene.run.settle()
      }
      #expect(scene.lines.contains { $0.contains("┌ Write to music.db? ─") }, "\(scene.lines)")
      #expect(scene.status == " The question has only just come: wait a moment, and press the key again.")
      #expect(try scene.rows(Self.counts) == ["3|3"])
      await scene.wait(0.7)
      try await scene.pressAtOnce("y")
      #expect(try scene.rows(Self.counts) == ["2|3"])
    }
  }

  @Test("REAL-10: a key that opens a text and comes together with Esc opens none, and what follows is no command")
  func togetherWithEscape() async throws {
    try await fileScene(Self.schema) { scene in
      for key in ["/", ":", "a"] {
        try await scene.press("G")
        try await scene.pressAtOnce("M-\(key),type:dd")
        #expect(scene.said == "Esc and a key came together, which means nothing: press one after the other.")
        #expect(try scene.rows(Self.counts) == ["3|3"])
        await scene.wait(1)
      }
    }
  }

  @Test("REAL-13: what was typed behind a key that waited and then asks is dropped with a word")
  func askedInItsTurn() async throws {
    let many =
      "WITH RECURSIVE n(i) AS (SELECT 4 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) INSERT INTO item SELECT i, 'n' FROM n"
    try await fileScene(Self.schema + many, isWriteAllowed: false) { scene in
      try await scene.pressAtOnce("G,d,y,y")
      #expect(scene.lines.contains { $0.contains("┌ Write to music.db? ─") }, "\(scene.lines)")
      #expect(scene.status == " What you typed before this question came was dropped.")
      #expect(try scene.rows("SELECT count(*) FROM item") == ["3000"])
    }
  }
}
