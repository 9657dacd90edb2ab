// A save overwrites only values that the person has had time to read.
import Stores
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct UnreadValueScenes {
  private static let table = "CREATE TABLE t(id INTEGER PRIMARY KEY, c); INSERT INTO t VALUES (1, 'old')"
  nonisolated private static let moments: [(journal: String, time: Double)] = [
    ("wal", 0), ("wal", 0.399), ("wal", 0.4), ("delete", 0), ("delete", 0.399), ("delete", 0.4),
  ]

  /// Presses the keys and saves at once. If the save is refused, the form shows why, and a later save succeeds.
  private func save(_ keys: String, in scene: Scene, over read: String = "old", isMade: Bool) async throws {
    try await scene.pressAtOnce(keys)
    guard !isMade else { return #expect(try scene.rows("SELECT c FROM t") == ["6"], "\(scene.lines)") }
    #expect(try scene.rows("SELECT c FROM t") == ["theirs"])
    scene.showsForm(
      """
      id  1

      c   6
          now “theirs” · was “\(read)”
      Not saved: another program has just changed this record.        Ctrl-S · Esc
      """)
    await scene.wait(0.399)
    try await scene.pressAtOnce("C-s")
    #expect(try scene.rows("SELECT c FROM t") == ["theirs"])
    await scene.wait(0.4)
    try await scene.pressAtOnce("C-s")
    #expect(try scene.rows("SELECT c FROM t") == ["6"], "\(scene.lines)")
  }

  @Test(
    "REAL-16: what another program writes beside what was typed is overwritten when it was shown for 400 ms",
    arguments: moments)
  func besideWhatWasTyped(journal: String, time: Double) async throws {
    try await fileScene(Self.table, journal: journal) { scene in
      try await scene.press("e,C-u,type:6")
      try await scene.outside("UPDATE t SET c = 'theirs'")
      #expect(scene.formLines.contains("    now “theirs” · was “old”"), "\(scene.formLines)")
      await scene.wait(time)
      try await save("C-s", in: scene, isMade: time == 0.4)
    }
  }

  @Test("REAL-16: what another program has just written is not typed over unseen", arguments: moments)
  func underWhatIsTyped(journal: String, time: Double) async throws {
    try await fileScene(Self.table, journal: journal) { scene in
      try await scene.press("e")
      try await scene.outside("UPDATE t SET c = 'theirs'")
      #expect(scene.formLines.contains("c   theirs"), "\(scene.formLines)")
      await scene.wait(time)
      try await save("C-u,type:6,C-s", in: scene, isMade: time == 0.4)
    }
  }

  @Test("REAL-16: of several values in a row the last one must have been shown for 400 ms")
  func severalValues() async throws {
    try await fileScene(Self.table) { scene in
      try await scene.press("e,C-u,type:6")
      try await scene.outside("UPDATE t SET c = 'first'")
      await scene.wait(0.4)
      try await scene.outside("UPDATE t SET c = 'theirs'")
      try await save("C-s", in: scene, over: "first", isMade: false)
    }
  }

  @Test("REAL-16: a value behind a dialog does not count as shown")
  func covered() async throws {
    try await fileScene(Self.table) { scene in
      try await scene.press("e,C-u,type:6")
      scene.session.store.send(.dialog(.helpKeyPressed))
      try await scene.outside("UPDATE t SET c = 'theirs'")
      await scene.wait(1)
      try await save("Esc,C-s", in: scene, isMade: false)
    }
  }
}
