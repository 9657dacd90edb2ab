// Marks that come when the list is another by then: what is pressed means what both show.
import AlmanacRecords
import Databases
import Stores
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct MarksOfAnotherListScenes {
  private static let size = Size(width: 80, height: 12)
  /// The read of the identities of all users.
  nonisolated private static let identities = "SELECT \"id\" FROM \"users\""

  @Test("Ctrl-A, f and d in one breath: the marks come first, and of them those are deleted that the filter lists")
  func aFilterBehindMarkingAll() async throws {
    let gate = StatementGate()
    try await scene(Content.users(100), size: Self.size, trace: gate.trace) { scene in
      defer { gate.open() }
      try await scene.press("2,End,Home")
      gate.close { $0 == Self.identities }
      try await scene.pressWhileWaiting("C-a")
      await gate.arrival()
      try await scene.pressWhileWaiting("f,d")
      #expect(!scene.lines.contains { $0.contains("active only") })
      gate.open()
      await scene.run.settle()
      #expect(scene.status == " Deleted 67 users · u undo")
      #expect(try scene.rows("SELECT count(*), sum(active) FROM users") == ["33|0"])
    }
  }

  @Test("a search is typed while the identities are read, and not all of its rows are at hand when they come")
  func aSearchBehindMarkingAll() async throws {
    let gate = StatementGate()
    let content = Content.users(100) + "UPDATE users SET name = 'Zed ' || id WHERE id <= 80"
    try await scene(content, size: Self.size, trace: gate.trace) { scene in
      defer { gate.open() }
      try await scene.press("2,End,Home")
      gate.close { $0 == Self.identities }
      try await scene.pressWhileWaiting("C-a")
      await gate.arrival()
      try await scene.pressWhileWaiting("/,type:zed,Enter")
      await scene.until {
        $0.list("users").page.window?.list.search.isEmpty == false && $0.list("users").loading == nil
      }
      try await scene.pressWhileWaiting("d")
      gate.open()
      await scene.run.settle()
      #expect(scene.status == " Deleted 80 users · u undo")
      #expect(try scene.rows("SELECT count(*), min(id) FROM users") == ["20|81"])
    }
  }

  @Test("the same where nothing is pressed for the marked: it is told how many are not marked", arguments: [3, 80])
  func howManyAreNotMarked(found: Int) async throws {
    let gate = StatementGate()
    let content = Content.users(100) + "UPDATE users SET name = 'Zed ' || id WHERE id <= \(found)"
    try await scene(content, size: Self.size, trace: gate.trace) { scene in
      defer { gate.open() }
      try await scene.press("2,End,Home")
      gate.close { $0 == Self.identities }
      try await scene.pressWhileWaiting("C-a")
      await gate.arrival()
      try await scene.pressWhileWaiting("/,type:zed,Enter")
      await scene.until {
        $0.list("users").page.window?.list.search.isEmpty == false && $0.list("users").loading == nil
      }
      gate.open()
      await scene.run.settle()
      #expect(scene.status.hasPrefix(" \(100 - found) users are not marked any more. "), "\(scene.status)")
      #expect(scene.status.hasSuffix(" \(found) marked"))
    }
  }

  @Test("a deletion takes its marks away in the turn in which all are marked: both count")
  func marksThatComeAndGoInOneTurn() async throws {
    try await scene(size: Self.size) { scene in
      let store = scene.session.store
      let deletion = try await scene.connection.write { db in try ListedTable.facts.delete([3], db) }
      store.send(.lists(.element(id: .facts, action: .allFound([1, 2, 3], in: ListQuery(.facts)))))
      store.send(.lists(.element(id: .facts, action: .stepTaken(deletion))))
      await scene.run.settle()
      #expect(scene.status.hasSuffix("   2 marked"), "\(scene.status)")
    }
  }
}
