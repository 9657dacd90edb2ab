// Where a record stands is looked up while keys go on being pressed.
import Dispatch
import Locks
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
    let gate = LookupGate()
    try await scene(Content.users(3000), trace: gate.trace) { scene in
      try await scene.press("2,End")
      try await scene.outside("UPDATE users SET email = 'changed@example.org' WHERE id = 2998")
      try await scene.press("Home")
      gate.close()
      try await scene.pressWhileWaiting("n,s")
      gate.open()
      await scene.session.settle()
      #expect(scene.cursorRow?.hasPrefix("User 0001") == true, "\(scene.lines)")
    }
  }

  @Test("what hid a record in the list before is not said of the list that f has put in its place")
  func whatHidItInTheListBefore() async throws {
    let gate = LookupGate()
    try await scene(trace: gate.trace) { scene in
      try await scene.press("2,f,End")
      gate.close()
      try await scene.pressWhileWaiting("Space")
      await gate.isWaitedAt()
      try await scene.pressWhileWaiting("f")
      gate.open()
      await scene.session.settle()
      #expect(scene.list.contains { $0.contains("Grace Hopper") }, "\(scene.lines)")
      #expect(scene.status == " Toggled user 5 · u undo")
    }
  }

  @Test("a cursor that has lost its record does not keep an undo from showing the one that it brings back")
  func theCursorsRecordGoesDuringAnUndo() async throws {
    let gate = LookupGate()
    try await scene(trace: gate.trace) { scene in
      try await scene.press("d,End")
      gate.close()
      try await scene.pressWhileWaiting("u")
      await gate.isWaitedAt()
      scene.session.store.send(.facts(.selectionLost(id: 1)))
      try await scene.pressWhileWaiting("d")
      gate.open()
      await scene.session.settle()
      #expect(try scene.rows("SELECT id FROM facts") == ["1", "2"], "the one that was brought back was deleted")
      #expect(scene.status == " Deleted fact 3 · u undo")
    }
  }
}

/// Holds up the reads that look where a record stands, while it is closed.
private final class LookupGate: Sendable {
  private let isClosed = Lock(false)
  private let semaphore = DispatchSemaphore(value: 0)
  private let arrivals = AsyncStream<Void>.makeStream()

  func close() { isClosed.withLock { $0 = true } }

  func open() {
    isClosed.withLock { $0 = false }
    semaphore.signal()
  }

  /// Returns when a read is held up.
  func isWaitedAt() async { for await _ in arrivals.stream { break } }

  /// Is told every statement.
  var trace: @Sendable (String) -> Void {
    { [self] sql in
      guard isClosed.withLock(\.self), sql.hasPrefix("SELECT"), !sql.contains("*"), sql.contains(" WHERE id = ")
      else { return }
      arrivals.continuation.yield()
      semaphore.wait()
      semaphore.signal()
    }
  }
}
