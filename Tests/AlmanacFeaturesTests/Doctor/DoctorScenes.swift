// The checks of a file on the screen.
import AlmanacRecords
import QueryClients
import Stores
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct DoctorScenes {
  private static let schema = """
    CREATE TABLE parent(id INTEGER PRIMARY KEY); CREATE TABLE child(p REFERENCES parent);
    INSERT INTO parent VALUES (1); INSERT INTO child VALUES (1);
    """

  @Test("the palette's word doctor checks the file, one check after the other; Esc closes it")
  func healthy() async throws {
    try await fileScene(Self.schema) { scene in
      try await scene.press(":,type:doctor,Enter")
      scene.shows(
        """
        ┌ Doctor · music.db ───────────────────────────────────────────────────────────┐
        │ Live · ok                                                                    │
        │   The file is live: the screen follows other programs' commits.              │
        │ Locks · ok                                                                   │
        │   No program writes.                                                         │
        │   No other program has the file open.                                        │
        │ Journal · ok                                                                 │
        │   The mode is wal: readers and the writer do not wait for one another.       │
        │   Almanac sees the rows of each commit, from the log.                        │
        │ Integrity · ok                                                               │
        │   SQLite finds no damage.                                                    │
        │ Foreign keys · ok                                                            │
        │   Every record is there that another one names.                              │
        │ Search index · ok                                                            │
        │   Almanac keeps no search index in this file: it scans.                      │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        └──────────────────────────────────────────────────────────────────────────────┘
         Esc close  r check again
        """)
      try await scene.press("Esc")
      #expect(!scene.lines.joined().contains("Doctor"))
    }
  }

  @Test("what is wrong is said in words; r checks again")
  func trouble() async throws {
    try await fileScene(Self.schema, size: Size(width: 60, height: 30)) { scene in
      try await scene.outside("INSERT INTO child VALUES (5)")
      try await scene.press(":,type:doctor,Enter")
      #expect(scene.lines.contains { $0.contains("Foreign keys · trouble") })
      #expect(scene.lines.contains { $0.contains("In 1 record of child, ") })
      try await scene.outside("DELETE FROM child WHERE p = 5")
      try await scene.press("r")
      #expect(scene.lines.contains { $0.contains("Foreign keys · ok") })
    }
  }

  @Test("in the least screen there is, it scrolls")
  func small() async throws {
    try await fileScene(Self.schema, size: Size(width: 20, height: 5)) { scene in
      try await scene.press(":,type:doctor,Enter")
      scene.shows(
        """
        ┌ Doctor · music.d…┐
        │ Live · ok        │
        │   The file is    │
        └──────────────────┘
         Esc close
        """)
      try await scene.press("j,j")
      scene.shows(
        """
        ┌ Doctor · music.d…┐
        │   live: the      │
        │   screen follows │
        └──────────────────┘
         Esc close
        """)
    }
  }

  /// Begins the checks and holds back the one for damage.
  private func held(_ play: (Scene, StatementGate) async throws -> Void) async throws {
    let gate = StatementGate()
    try await fileScene(Self.schema, size: Size(width: 80, height: 16), trace: gate.trace) { scene in
      try await scene.press(":,type:doctor")
      gate.close { $0.contains("integrity_check") }
      try await scene.pressWhileWaiting("Enter")
      await gate.arrival()
      // The statement may begin before the screen shows the check.
      await scene.until { $0.state.doctor?.runs.last?.check == .integrity && $0.state.doctor?.isRunning == true }
      do {
        try await play(scene, gate)
      } catch {
        gate.open()
        throw error
      }
      gate.open()
    }
  }

  @Test("Ctrl-C stops the check under way, and no other begins; r checks again")
  func stopped() async throws {
    try await held { scene, gate in
      #expect(scene.lines.contains { $0.contains("Integrity · checking… · Ctrl-C stops") })
      try await scene.pressWhileWaiting("C-c")
      gate.open()
      await scene.run.settle()
      #expect(!scene.session.store.quitting.isBegun)
      #expect(scene.lines.contains { $0.contains("Integrity · stopped") })
      #expect(scene.lines.contains { $0.hasPrefix("│ Foreign keys  ") })
      try await scene.press("r")
      #expect(scene.lines.contains { $0.contains("Foreign keys · ok") })
    }
  }

  @Test("QRY-03: Esc cancels the check that no one looks at any more")
  func left() async throws {
    try await held { scene, gate in
      let store = try #require(scene.session.store.state.doctor?.runs.last?.query.projectedValue.store)
      #expect(store.subscriberCount == 1)
      try await scene.pressWhileWaiting("Esc")
      #expect(store.subscriberCount == 0)
      gate.open()
      await scene.run.settle()
      #expect(store.state.status.isCancelled)
      #expect(scene.session.store.state.doctor == nil)
      #expect(!scene.lines.joined().contains("Doctor"))
    }
  }

  @Test("a file that can only be read is live, and the doctor says why it can't be changed")
  func readOnly() async throws {
    try await fileScene(Self.schema, isReadOnly: true) { scene in
      try await scene.press(":,type:doctor,Enter")
      #expect(scene.line(1).contains("Live · note"))
      #expect(scene.line(2).contains("music.db is open with --read-only: you can't change it."))
      #expect(scene.line(3).contains("The file is live"))
    }
  }
}
