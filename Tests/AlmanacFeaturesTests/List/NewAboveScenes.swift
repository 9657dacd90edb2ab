// Arrivals above the screen are counted, at any distance.
import AlmanacFeatures
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct NewAboveScenes {
  @Test(
    "DL-05: arrivals at the start of a list are counted when the person is at its end; the number falls as the person scrolls up"
  )
  func atTheEnd() async throws {
    try await scene(Content.facts(500), size: Size(width: 80, height: 12)) { scene in
      try await scene.press("G")
      try await scene.outside("INSERT INTO facts(body) VALUES ('new'), ('newer'), ('newest')")
      scene.shows(
        """
         Almanac  1 Facts 503  2 Users 0  3 Statistics                   book.db · live
         / search                                                               503/503
          ID ▼  Fact                                                              Added
             7  Fact 7                                                          1 d ago
             6  Fact 6                                                          1 d ago
             5  Fact 5                                                          1 d ago
             4  Fact 4                                                          1 d ago
             3  Fact 3                                                          1 d ago
             2  Fact 2                                                          1 d ago
         ▌   1  Fact 1                                                          1 d ago
                                                                            3 new above
         a add  e edit  d delete  / search  ⏎ open  ? help  q quit
        """)
      try await scene.outside("INSERT INTO facts(body) VALUES ('the newest of all')")
      #expect(scene.status.hasSuffix("   4 new above"))
      try await scene.press("PgUp,PgUp,PgUp,PgUp,PgUp,PgUp,PgUp")
      #expect(scene.status.hasSuffix("   4 new above"), "rows that come into the window are no news")
      try await scene.outside("DELETE FROM facts WHERE body = 'newer'")
      #expect(scene.status.hasSuffix("   3 new above"))
      try await scene.press("g,Down,G")
      #expect(scene.status == "", "they have been seen")
      try await scene.outside("INSERT INTO facts(body) VALUES ('one more')")
      #expect(scene.status.hasSuffix("   1 new above"))
      try await scene.press("n")
      #expect(scene.cursorRow?.contains("one more") == true)
      #expect(scene.status == "")
    }
  }

  @Test("DL-13: what arrives at the very start of a list is seen there, and the cursor goes down with its record")
  func atTheStart() async throws {
    try await scene(Content.facts(500), size: Size(width: 80, height: 8)) { scene in
      // It has a time of its own: the age from SQLite's clock would change as the months pass.
      try await scene.outside("INSERT INTO facts(body, createdAt) VALUES ('new', '2026-01-31 12:00:00.000')")
      scene.shows(
        """
         Almanac  1 Facts 501  2 Users 0  3 Statistics                   book.db · live
         / search                                                                 2/501
          ID ▼  Fact                                                              Added
         + 501  new                                                                 now
         ▌ 500  Fact 500                                                        1 d ago
           499  Fact 499                                                        1 d ago

         a add  e edit  d delete  / search  ⏎ open  ? help  q quit
        """)
      try await scene.outside("INSERT INTO facts(body) VALUES ('three'), ('at'), ('once')")
      #expect(scene.list.map { String($0.prefix(6)) } == [" + 502", " + 501", " ▌ 500"])
      #expect(scene.status.hasSuffix("   2 new above"))
      try await scene.press("g")
      try await scene.outside(
        """
        WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 900)
        INSERT INTO facts(body) SELECT 'new ' || n FROM numbers
        """)
      #expect(scene.cursorLine == 5)
      #expect(scene.cursorRow?.contains("once") == true)
      #expect(scene.status.hasSuffix("   898 new above"))
    }
  }

  @Test func inEveryOrderAndSearchOnlyWhatIsListedAbove() async throws {
    try await scene(Content.users(300), size: Size(width: 80, height: 12)) { scene in
      try await scene.press("2,/,type:user 02,Enter,G")
      try await scene.outside(
        """
        INSERT INTO users(name, email) VALUES ('User 0200 II', 'u2@example.org'), ('User 0100 II', 'u1@example.org'),
          ('User 0299 II', 'u3@example.org')
        """)
      #expect(scene.cursorRow?.contains("User 0299 ") == true)
      #expect(scene.status.hasSuffix("   1 new above"), "one is not found, one stands below")
      try await scene.press("Esc")
      #expect(scene.status == "", "another list: nothing has come to it")
      try await scene.outside("INSERT INTO users(name, email) VALUES ('Abe', 'abe@example.org')")
      #expect(scene.status.hasSuffix("   1 new above"))
    }
  }

  @Test func ofAMultitudeItIsSaidThatThereMayBeMore() async throws {
    try await scene(Content.facts(500), size: Size(width: 80, height: 12)) { scene in
      try await scene.press("G")
      try await scene.outside(
        """
        WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1200)
        INSERT INTO facts(body) SELECT 'new ' || n FROM numbers
        """)
      #expect(scene.status.hasSuffix("   1,000+ new above"))
    }
  }

  @Test func ofLongTextsThatAreSearchedToo() async throws {
    try await scene(Content.facts(500), size: Size(width: 80, height: 12)) { scene in
      try await scene.press("/,type:fact,Enter,G")
      for count in ["1", "2", "2+"] {
        try await scene.outside("INSERT INTO facts(body) VALUES ('A long fact ' || hex(zeroblob(1100000)))")
        #expect(scene.status.hasSuffix("   \(count) new above"), "\(scene.status)")
      }
    }
  }

  @Test func whatArrivesWhileTheWindowSlidesIsToldAndVisitedToo() async throws {
    let gate = StatementGate()
    try await scene(Content.facts(500), size: Size(width: 80, height: 12), trace: gate.trace) { scene in
      defer { gate.open() }
      try await scene.press("PgDn,PgDn,PgDn,PgDn,PgDn,PgDn,PgDn,PgDn,PgDn,PgDn,PgDn,PgDn")
      gate.close("FROM main.`facts`")
      try await scene.pressWhileWaiting("PgDn,PgDn,PgDn,PgDn")
      await gate.arrival()
      try RawConnection.run("INSERT INTO facts(body) VALUES ('new')", on: scene.path)
      gate.open()
      await scene.run.settle()
      #expect(scene.status.hasSuffix("   1 new above"))
      try await scene.press("n")
      #expect(scene.cursorRow?.contains("new") == true)
    }
  }
}
