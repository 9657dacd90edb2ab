// Where a record stands is looked up while keys go on being pressed.
import Stores
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct LookupScenes {
  @Test("where n finds a record in a list that s has just replaced, the cursor stays on the record that it had")
  func aPlaceInTheListBefore() async throws {
    let gate = StatementGate()
    try await scene(Content.users(3000), trace: gate.trace) { scene in
      try await scene.press("2,End")
      try await scene.outside("UPDATE users SET email = 'changed@example.org' WHERE id = 2998")
      try await scene.press("Home")
      gate.closeToLookups()
      try await scene.pressWhileWaiting("n,s")
      gate.open()
      await scene.session.settle()
      #expect(scene.cursorRow?.hasPrefix("User 0001") == true, "\(scene.lines)")
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
      await scene.session.settle()
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
      scene.session.store.send(.facts(.selectionLost(id: 1)))
      try await scene.pressWhileWaiting("d")
      gate.open()
      await scene.session.settle()
      #expect(try scene.rows("SELECT id FROM facts") == ["1", "2"], "the one that was brought back was deleted")
      #expect(scene.status == " Deleted fact 3 · u undo")
    }
  }
}

extension StatementGate {
  /// Holds back from now on the reads that look where a record stands.
  fileprivate func closeToLookups() {
    close { sql in sql.hasPrefix("SELECT") && !sql.contains("*") && sql.contains(" WHERE id = ") }
  }
}
