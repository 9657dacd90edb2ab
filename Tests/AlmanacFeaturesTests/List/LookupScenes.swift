// The place of a record is looked up while further keys are pressed.
import AlmanacRecords
import Stores
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct LookupScenes {
  @Test("where n finds a record in a list that a search has just replaced, the cursor is on the first that it finds")
  func aPlaceInTheListBefore() async throws {
    try await cursorGoesTo("User 0001", behind: "n,/,type:user,Enter")
  }

  @Test("s right behind n: the cursor goes to the record that n finds, and stays on it in the other order")
  func anotherOrderBehindALookup() async throws {
    try await cursorGoesTo("User 2998", behind: "n,s")
  }

  private func cursorGoesTo(_ record: String, behind keys: String) async throws {
    let gate = StatementGate()
    try await scene(Content.users(3000), trace: gate.trace) { scene in
      try await scene.press("2,End")
      try await scene.outside("UPDATE users SET email = 'changed@example.org' WHERE id = 2998")
      try await scene.press("Home")
      gate.closeToLookups()
      try await scene.pressWhileWaiting(keys)
      gate.open()
      await scene.run.settle()
      #expect(scene.cursorRow?.hasPrefix(record) == true, "\(scene.lines)")
    }
  }

  @Test("a look-up that fails because the file can't compute a column says so; the table is what it was")
  func aColumnThatCantBeComputed() async throws {
    let sql = """
      CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
      INSERT INTO t(id, a) SELECT i, iif(i = 2990, 'no JSON', '{"x":1}') FROM n;
      ALTER TABLE t ADD COLUMN g AS (json_extract(a, '$.x'));
      """
    try await fileScene(sql) { scene in
      try await scene.press("L,L,f,:,type:2990,Enter")
      #expect(scene.status == " t 2990 could not be looked up: malformed JSON.", "\(scene.lines)")
    }
  }

  @Test("what hid a record in the list before is not said of the list that f has put in its place")
  func whatHidItInTheListBefore() async throws {
    let gate = StatementGate()
    try await scene(trace: gate.trace) { scene in
      try await scene.press("2,f,End")
      gate.closeToLookups()
      try await scene.pressWhileWaiting("Space")
      await gate.arrival()
      try await scene.pressWhileWaiting("f")
      gate.open()
      await scene.run.settle()
      #expect(scene.list.contains { $0.contains("Grace Hopper") }, "\(scene.lines)")
      #expect(scene.status == " Toggled user 5 · u undo")
    }
  }

  @Test("a cursor that has lost its record does not keep an undo from showing the one that it brings back")
  func theCursorsRecordGoesDuringAnUndo() async throws {
    let gate = StatementGate()
    try await scene(trace: gate.trace) { scene in
      try await scene.press("d,End")
      gate.closeToLookups()
      try await scene.pressWhileWaiting("u")
      await gate.arrival()
      scene.session.store.send(.lists(.element(id: .facts, action: .cursor(.selectionLost(id: 1)))))
      try await scene.pressWhileWaiting("d")
      gate.open()
      await scene.run.settle()
      #expect(try scene.rows("SELECT id FROM facts") == ["1", "2"], "the one that was brought back was deleted")
      #expect(scene.status == " Deleted fact 3 · u undo")
    }
  }
}

extension StatementGate {
  /// From now on holds back the reads that look up the place of a record.
  fileprivate func closeToLookups() {
    close { sql in sql.hasPrefix("SELECT") && !sql.contains("*") && sql.contains(" WHERE `id` = ") }
  }
}
