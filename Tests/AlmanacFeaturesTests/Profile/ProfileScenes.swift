// The profile of a column on the screen.
import AlmanacRecords
import Containers
import QueryClients
import Stores
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct ProfileScenes {
  private static let tracks = """
    CREATE TABLE Other(x);
    CREATE TABLE Track(TrackId INTEGER PRIMARY KEY, Name TEXT, Milliseconds INTEGER, Composer TEXT);
    CREATE VIEW View AS SELECT Name FROM Track WHERE Milliseconds < 100;
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
    INSERT INTO Track SELECT i, 'Track ' || i, i * 37 % 500,
      CASE i % 4 WHEN 0 THEN NULL WHEN 1 THEN '' WHEN 2 THEN 'Ada' ELSE 'Grace' END FROM n;
    """

  @Test("i shows the profile of the current column, H and L those beside it, Esc goes back to the list")
  func shown() async throws {
    try await fileScene(Self.tracks) { scene in
      try await scene.press("Tab,L,L,i")
      scene.shows(
        """
         music.db › Track.Milliseconds                                             live
           Milliseconds                                                             now
           Rows      300                          Values
           Distinct  300                          0 to 49    ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 28
           Empty     0                            50 to 99   ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 29
           NULL      0                            100 to 149 ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 34
           Minimum   8                            150 to 199 ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 29
           Maximum   499                          200 to 249 ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 27
                                                  250 to 299 ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 32
           Most common                            300 to 349 ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 31
           No value occurs twice.                 350 to 399 ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 27
                                                  400 to 449 ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 30
                                                  450 to 499 ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 33










         Esc back  H the column before  L the next column  : jump  ? help  q quit
        """)
      try await scene.press("L")
      scene.shows(
        """
         music.db › Track.Composer                                                 live
           Composer                                                                 now
           Rows      300                          Lengths, in characters
           Distinct  3                            0 ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 75
           Empty     75                           1 0
           NULL      75                           2 0
           Minimum   empty                        3 ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 75
           Maximum   Grace                        4 0
                                                  5 ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 75
           Most common
           (empty) ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 75
           Ada     ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 75
           Grace   ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 75










         Esc back  H the column before  L the next column  : jump  ? help  q quit
        """)
      try await scene.press("L,H,H")
      #expect(scene.line(0).hasPrefix(" music.db › Track.Name "))
      try await scene.press("Esc")
      #expect(scene.line(2).contains("TrackId"))
    }
  }

  @Test("a view has a profile too; so has a table without rows")
  func otherTables() async throws {
    try await fileScene(Self.tracks, size: Size(width: 60, height: 14)) { scene in
      try await scene.press("i")
      scene.shows(
        """
         music.db › Other.x                                    live
           x                                                    now
           Rows      0
           Distinct  0
           Empty     0
           NULL      0
           Minimum   none
           Maximum   none

           Most common
           There are no values.


         Esc back  H the column before  L the next column  ? help
        """)
      try await scene.press("Esc,Tab,Tab,i")
      scene.shows(
        """
         music.db › View.Name                                  live
           Name                                                 now
           Rows      57
           Distinct  57
           Empty     0
           NULL      0
           Minimum   Track 1
           Maximum   Track 97

           Most common
           No value occurs twice.


         Esc back  H the column before  L the next column  ? help
        """)
    }
  }

  @Test("only the records count that the list shows, and the profile says so")
  func narrowed() async throws {
    try await fileScene(Self.tracks, size: Size(width: 60, height: 12)) { scene in
      try await scene.press("Tab,/,type:track 29,Enter,i")
      #expect(scene.line(1).hasPrefix("   TrackId, of the records found  "))
      #expect(scene.line(2) == "   Rows      23")
    }
  }

  @Test("on a wide screen the charts have more room; in the least that there is, a line of it and its scrolling")
  func sizes() async throws {
    try await fileScene(Self.tracks, size: Size(width: 200, height: 60)) { scene in
      try await scene.press("Tab,L,L,i")
      #expect(scene.lines.contains { $0.contains("Most common") })
      #expect(scene.line(2).hasSuffix("  Values"))
    }
    try await fileScene(Self.tracks, size: Size(width: 20, height: 5)) { scene in
      try await scene.press("Tab,L,L,i")
      scene.shows(
        """
         music.db › T… live
           Millisecon…  now
           Rows      300

         Esc back  ? help
        """)
      try await scene.press("j,j")
      scene.shows(
        """
         music.db › T… live
           Millisecon…  now
           Empty     0

         Esc back  ? help
        """)
    }
  }

  @Test("QRY-11: a profile is outdated once the database has changed, and r makes it again; its age is told by minutes")
  func outdated() async throws {
    let clock = TestClock()
    Container.shared.queryContext.register {
      var context = QueryContext()
      context.clock = QueryClock(clock)
      return context
    }
    try await fileScene(Self.tracks, size: Size(width: 80, height: 12)) { scene in
      try await scene.press("Tab,L,L,i")
      #expect(scene.line(1).hasSuffix(" now"))
      clock.advance(by: .seconds(150))
      await scene.wait(150)
      #expect(scene.line(1).hasSuffix(" 2 min ago"))
      #expect(!scene.lines.joined().contains("run again"))
      try await scene.inside("INSERT INTO Other VALUES (1)")
      #expect(scene.line(1).hasSuffix(" 2 min ago"))
      #expect(!scene.line(1).contains("changed"))
      try await scene.outside("INSERT INTO Track(Milliseconds) VALUES (9)")
      #expect(scene.line(1).hasSuffix(" changed since · 2 min ago"))
      #expect(scene.line(2).hasPrefix("   Rows      300 "))
      #expect(scene.lines.last?.hasPrefix(" r run again ") == true)
      try await scene.press("r")
      #expect(scene.line(1).hasSuffix(" now"))
      #expect(scene.line(2).hasPrefix("   Rows      301 "))
      // Shown again, the profile is the same; if the table has changed meanwhile, it is made again.
      let before = scene.statements.count
      try await scene.press("Esc,i")
      #expect(scene.statements.dropFirst(before).allSatisfy { !$0.contains("typeof(`Milliseconds`)") })
      try await scene.press("Esc")
      try await scene.inside("UPDATE Track SET Milliseconds = 0")
      try await scene.press("i")
      #expect(scene.line(3).hasPrefix("   Distinct  1"))
      #expect(scene.line(1).hasSuffix(" now"))
    }
  }

  /// More rows than fit in a slice.
  private static let many = """
    CREATE TABLE Many(id INTEGER PRIMARY KEY, x);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) INSERT INTO Many SELECT i, i % 7 FROM n;
    """

  /// Whether a statement reads a later slice than the first.
  private nonisolated static func isLaterSlice(_ sql: String) -> Bool {
    sql.contains("typeof(`x`)") && sql.contains("`id` >")
  }

  /// Begins a profile and holds it after the first slice.
  private func halfway(_ play: (Scene, StatementGate) async throws -> Void) async throws {
    let gate = StatementGate()
    try await fileScene(Self.many, size: Size(width: 80, height: 12), trace: gate.trace) { scene in
      try await scene.press("L")
      gate.close(where: Self.isLaterSlice)
      try await scene.pressWhileWaiting("i")
      await gate.arrival()
      await scene.until { $0.shownProfile?.profile != nil }
      do {
        try await play(scene, gate)
      } catch {
        gate.open()
        throw error
      }
      gate.open()
    }
  }

  @Test("QRY-06: what is known so far is shown while the profile is made, and the keys go on")
  func interim() async throws {
    try await halfway { scene, gate in
      #expect(scene.line(1).hasSuffix(" % · Ctrl-C stops"))
      let percent = Int(scene.line(1).split(separator: " ").dropLast(4).last ?? "")
      #expect(percent.map { (0...99).contains($0) } == true)
      #expect(!scene.line(2).hasPrefix("   Rows      20,000"))
      #expect(scene.line(3).hasPrefix("   Distinct  7 "))
      gate.open()
      await scene.run.settle()
      #expect(scene.line(1).hasSuffix(" now"))
      #expect(scene.line(2).hasPrefix("   Rows      20,000"))
    }
  }

  @Test("Ctrl-C stops a profile, which says how far it came; r begins anew")
  func stopped() async throws {
    try await halfway { scene, gate in
      try await scene.pressWhileWaiting("C-c")
      gate.open()
      await scene.run.settle()
      #expect(scene.line(1).contains(" stopped at "))
      #expect(scene.lines.last?.hasPrefix(" r run again ") == true)
      #expect(!scene.session.store.quitting.isBegun)
      try await scene.press("r")
      #expect(scene.line(2).hasPrefix("   Rows      20,000"))
    }
  }

  @Test("QRY-03: Esc cancels the profile that no one looks at any more")
  func left() async throws {
    try await halfway { scene, gate in
      let store = try #require(scene.session.store.shownProfile?.$profile.store)
      try await scene.pressWhileWaiting("Esc")
      #expect(store.subscriberCount == 0)
      gate.open()
      await scene.run.settle()
      #expect(store.state.status.isCancelled)
      #expect(store.currentValue?.isWhole == false)
      #expect(scene.line(2).contains("id"))
      try await scene.press("i")
      #expect(scene.line(2).hasPrefix("   Rows      20,000"))
    }
  }

  @Test("what a column holds is data: signs, not commands, reach the terminal")
  func harmless() async throws {
    try await fileScene(
      "CREATE TABLE T(x); INSERT INTO T VALUES (char(27) || ']0;evil' || char(7)), (char(27) || ']0;evil' || char(7));",
      size: Size(width: 60, height: 14)
    ) { scene in
      try await scene.press("i")
      #expect(scene.line(6) == "   Minimum   ␛]0;evil␇")
      #expect(!scene.lines.joined().unicodeScalars.contains { $0.value < 32 })
    }
  }

  @Test("keys of the list say where they act; what is typed behind a search is dropped")
  func refused() async throws {
    try await fileScene(Self.tracks, size: Size(width: 80, height: 12)) { scene in
      try await scene.press("i,d")
      #expect(scene.status == " That is done in the list: Esc goes there.")
      try await scene.pressAtOnce("/,type:dq")
      #expect(!scene.session.store.quitting.isBegun)
      #expect(scene.line(0).contains("Other.x"))
    }
  }
}

extension Store<Application.State, Application.Action> {
  /// The open profile. Tracked.
  fileprivate var shownProfile: Profile.State? { state.ofShownList { $0.profile } }
}
