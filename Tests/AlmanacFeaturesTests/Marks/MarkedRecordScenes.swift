// A mark belongs to a record that the list shows: it ends with the record, and with another search, order or filter.
import AlmanacRecords
import Databases
import Stores
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct MarkedRecordScenes {
  private static let size = Size(width: 80, height: 12)
  /// The statement that reads the IDs of all users.
  nonisolated private static let identities = "SELECT `id` FROM main.`users`"

  @Test func marksOfRecordsFarOffGoWithThem() async throws {
    try await scene(Content.facts(500), size: Self.size) { scene in
      try await scene.press("C-a")
      #expect(scene.status.hasSuffix("   500 marked"))
      try await scene.outside("DELETE FROM facts WHERE id BETWEEN 1 AND 100")
      #expect(scene.status.hasSuffix("   400 marked"))
      try await scene.press("d")
      #expect(scene.lines.contains { $0.contains("Delete 400 facts?") })
      try await scene.press("type:400,Enter")
      #expect(scene.status.hasPrefix(" Deleted 400 facts · u undo"))
      try await scene.press("u")
      #expect(try scene.rows("SELECT count(*) FROM facts") == ["400"])
      #expect(!scene.status.contains("marked"), "what comes back is not marked")
    }
  }

  @Test func whatIsAskedAboutIsWhatIsThere() async throws {
    try await scene(Content.facts(500), size: Self.size) { scene in
      try await scene.press("C-a,d,type:500")
      // Some of these are on the screen, and some far from it.
      try await scene.outside("DELETE FROM facts WHERE id > 495 OR id < 11")
      #expect(scene.lines.contains { $0.contains("Delete 485 facts?") })
      try await scene.press("Enter")
      #expect(try scene.rows("SELECT count(*) FROM facts") == ["485"])
      #expect(scene.lines.contains { $0.contains("Delete 485 facts?") }, "500 is not the number any more")
      try await scene.outside("DELETE FROM facts")
      #expect(scene.status.hasPrefix(" The marked facts have gone.  "))
      #expect(!scene.lines.contains { $0.contains("Delete") && $0.contains("?") })
    }
  }

  @Test func whatTheFilterHidesIsNotMarkedEither() async throws {
    try await scene(Content.users(300), size: Self.size) { scene in
      try await scene.press("2,f,C-a")
      #expect(scene.status.hasSuffix("   200 marked"))
      try await scene.outside("UPDATE users SET active = 0 WHERE id > 280")
      #expect(scene.status.hasSuffix("   187 marked"))
    }
  }

  @Test func aMarkThatIsTakenAwayHasNothingLookedFor() async throws {
    try await scene(Content.facts(500), size: Self.size) { scene in
      var lookups: Int {
        scene.statements.filter { $0 == "SELECT `id` FROM main.`facts`" }.count
      }
      try await scene.press("C-a")
      let first = lookups
      #expect(first > 0)
      try await scene.press("x,Down,x")
      #expect(scene.status.hasSuffix("   498 marked"))
      #expect(lookups == first)
      // The records that stay marked are still looked for, and the unmarked ones are not counted as gone.
      try await scene.outside("DELETE FROM facts WHERE id < 11 OR id = 500")
      #expect(scene.status.hasSuffix("   488 marked · 1 gone"))
      let second = lookups
      try await scene.press("x")
      #expect(scene.status.hasSuffix("   489 marked"))
      #expect(lookups == second)
    }
  }

  @Test func anotherOrderKeepsTheMarksAndASearchThoseThatItFinds() async throws {
    try await scene(Content.users(300), size: Self.size) { scene in
      try await scene.press("2,C-a,S")
      #expect(scene.status.hasSuffix("   300 marked"))
      try await scene.press("s")
      #expect(scene.status.hasSuffix("   300 marked"))
      try await scene.press("f")
      #expect(scene.status == " 100 users are not marked any more." + String(repeating: " ", count: 34) + "200 marked")
      try await scene.press("/,type:2,Enter")
      #expect(scene.status.hasSuffix("   91 marked"))
      #expect(try scene.rows("SELECT count(*) FROM users WHERE active AND email LIKE '%2%'") == ["91"])
    }
  }

  @Test func whatIsPressedForTheMarkedWaitsUntilAnotherListHasThem() async throws {
    try await scene(Content.users(300), size: Self.size) { scene in
      try await scene.press("2,C-a")
      try await scene.pressAtOnce("f,d")
      #expect(scene.lines.contains { $0.contains("Delete 200 users?") }, "\(scene.lines)")
    }
  }

  @Test("Ctrl-A, f and d typed at once: the marks are set first, and only those that the filter shows are deleted")
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

  @Test("a search is typed while the identities are read, and not all of its rows are loaded when they arrive")
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
        $0.list("users").live.page.window?.list.search.isEmpty == false && $0.list("users").work.loading == nil
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
        $0.list("users").live.page.window?.list.search.isEmpty == false && $0.list("users").work.loading == nil
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
      let all = try await scene.connection.read { db in try ListQuery(.facts).identities(db) }
      let deletion = try await scene.connection.write { db in try ListedTable.facts.delete([3], db) }
      store.send(.lists(.element(id: .facts, action: .marks(.allFound(all, in: ListQuery(.facts))))))
      store.send(.lists(.element(id: .facts, action: .change(.stepTaken(deletion)))))
      await scene.run.settle()
      #expect(scene.status.hasSuffix("   2 marked · 1 gone"), "\(scene.status)")
    }
  }
}
