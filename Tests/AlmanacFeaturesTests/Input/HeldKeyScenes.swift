// A held key does not answer the question that it has asked.
import AlmanacRecords
import Databases
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct HeldKeyScenes {
  private static let schema = """
    CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT, count INTEGER);
    INSERT INTO item VALUES (1, 'one', 1);
    """
  /// A keyboard waits so long before it repeats a held key: the shortest and the longest usual time.
  nonisolated private static let delays = [0.15, 0.25, 0.5, 0.66]

  /// Holds a key: it comes once, after `delay` again, and then every 30 ms for two seconds.
  private func hold(_ key: String, delay: Double, _ scene: Scene) async throws {
    try await scene.pressAtOnce(key)
    for pause in [delay] + Array(repeating: 0.03, count: 60) {
      await scene.waitWhileWaiting(pause)
      try await scene.pressWhileWaiting(key)
      await scene.run.settle()
    }
  }

  @Test("REAL-17: Esc and Ctrl-C, held in a form with typed text, ask and wait", arguments: delays)
  func discarding(delay: Double) async throws {
    try await fileScene(Self.schema, size: Size(width: 80, height: 20)) { scene in
      var hasEnded = false
      scene.run.onEnd = { hasEnded = true }
      try await scene.press("a,type:x")
      try await hold("Esc", delay: delay, scene)
      #expect(scene.formLines.contains { $0.hasPrefix("Esc again discards what you typed") }, "\(scene.lines)")
      try await scene.press("End")
      try await hold("C-c", delay: delay, scene)
      #expect(scene.status == " What you typed is not saved. The same key again quits all the same.")
      #expect(!hasEnded)
      // The line may stall.
      await scene.wait(0.69)
      try await scene.pressAtOnce("C-c")
      #expect(!hasEnded)
      await scene.wait(0.69)
      try await scene.pressAtOnce("C-c")
      #expect(hasEnded)
    }
  }

  @Test("REAL-17: a key that comes again too soon, and then a little later, answers", arguments: [0.15, 0.35, 0.69])
  func tapping(first: Double) async throws {
    try await fileScene(Self.schema, size: Size(width: 80, height: 20)) { scene in
      try await scene.press("a,type:x")
      try await scene.pressAtOnce("Esc")
      await scene.wait(first)
      try await scene.pressAtOnce("Esc")
      #expect(scene.formLines.contains { $0.hasPrefix("Esc again discards what you typed") }, "\(scene.lines)")
      await scene.wait(0.3)
      try await scene.pressAtOnce("Esc")
      #expect(scene.formLines.isEmpty, "\(scene.lines)")
    }
  }

  @Test(
    "REAL-17: Ctrl-S and Enter, held in the last field of a form, ask whether to save such a value, and save nothing",
    arguments: ["C-s", "Enter"], delays)
  func saving(key: String, delay: Double) async throws {
    try await fileScene(Self.schema, size: Size(width: 80, height: 20)) { scene in
      try await scene.press("a,Tab,type:many")
      try await hold(key, delay: delay, scene)
      #expect(scene.formLines.contains { $0.hasPrefix("Not saved yet: count would hold a text") }, "\(scene.lines)")
      #expect(try scene.rows("SELECT count(*) FROM item") == ["1"])
      await scene.wait(0.7)
      try await scene.pressAtOnce(key)
      #expect(try scene.rows("SELECT count FROM item") == ["1", "many"])
    }
  }

  @Test("REAL-17: Enter, held in a form, does not allow writing to the file that it asks about", arguments: delays)
  func writing(delay: Double) async throws {
    try await fileScene(Self.schema, size: Size(width: 80, height: 20), isWriteAllowed: false) { scene in
      try await scene.press("a,Tab,type:7")
      try await hold("Enter", delay: delay, scene)
      #expect(scene.lines.contains { $0.contains("┌ Write to music.db? ─") }, "\(scene.lines)")
      #expect(try scene.rows("SELECT count(*) FROM item") == ["1"])
      // Another key answers as soon as the held one has come no more for the time of reading.
      await scene.wait(0.4)
      try await scene.pressAtOnce("y")
      #expect(try scene.rows("SELECT count FROM item") == ["1", "7"])
    }
  }

  @Test("REAL-17: another key than the one that asked answers at once")
  func anotherKey() async throws {
    try await fileScene(Self.schema, size: Size(width: 80, height: 20), isWriteAllowed: false) { scene in
      try await scene.press("a,Tab,type:7")
      try await scene.pressAtOnce("Enter")
      try await scene.pressAtOnce("y")
      #expect(try scene.rows("SELECT count FROM item") == ["1", "7"])
    }
  }

  @Test("REAL-17: q, held while a change waits for a lock, asks and waits", arguments: delays)
  func quitting(delay: Double) async throws {
    try await lockedScene { scene, holder in
      var hasEnded = false
      scene.run.onEnd = { hasEnded = true }
      try await scene.pressWhileWaiting("d")
      await scene.status { $0.waiting == .write }
      try await scene.pressWhileWaiting("q")
      for pause in [delay] + Array(repeating: 0.03, count: 60) {
        await scene.waitWhileWaiting(pause)
        try await scene.pressWhileWaiting("q")
      }
      #expect(!hasEnded)
      #expect(scene.status == " The last change is not written. The same key again quits all the same.")
      await scene.waitWhileWaiting(0.7)
      try await scene.press("q")
      #expect(hasEnded)
    }
  }

  @Test("REAL-17: q, held behind a deletion that waits for rows, does not drop the deletion")
  func waiting() async throws {
    try await scene(Content.facts(5000), size: Size(width: 80, height: 8)) { scene in
      var hasEnded = false
      scene.run.onEnd = { hasEnded = true }
      for event in try Key.parse(script: "End,d,q,q,q") { scene.terminal.send(event) }
      #expect(!hasEnded)
      await scene.run.settle()
      #expect(hasEnded)
      #expect(try scene.rows("SELECT min(id) FROM facts") == ["2"])
    }
  }

  @Test("REAL-17: the Enter that started the program, still held, begins no book")
  func heldEnter() async throws {
    let scene = OpeningScene(isAsked: true, startedBy: .key(.enter)) { _, _ in
      try await OpenedFile(SQLiteConnection.open(storage: .memory))
    }
    for pause in [0.66] + Array(repeating: 0.03, count: 60) {
      scene.clock.advance(by: pause)
      try scene.press("Enter")
    }
    #expect(scene.ending == "not yet")
    #expect(scene.terminal.screen.contains { $0.contains("You have no book yet.") })
    scene.clock.advance(by: 0.7)
    try scene.press("Enter")
    await scene.opening.settle()
    #expect(scene.ending == "opened")
  }
}
