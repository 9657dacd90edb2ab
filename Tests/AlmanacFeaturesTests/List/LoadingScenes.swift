// The screen while values are unknown, outdated or partly known.
import Activities
import AlmanacRecords
import Databases
import LiveQueries
import Stores
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct LoadingScenes {
  @Test func theFirstFrameKnowsNothingYet() async throws {
    let gate = StatementGate()
    gate.close("FROM main.`facts` ORDER BY", "SELECT count(*) FROM main.`")
    try await scene(trace: gate.trace, settles: false) { scene in
      scene.shows(
        """
         Almanac  1 Facts …  2 Users …  3 Statistics                     book.db · live
         / search
         ID ▼  Fact                                                               Added




















         a add  / search  ? help  q quit
        """)
      gate.open()
      await scene.run.settle()
      #expect(scene.line(0).hasPrefix(" Almanac  1 Facts 3  2 Users 5 "))
    }
  }

  @Test("CHG-12: the rows of another program's commit give the counts, which agree with the rows of the list")
  func countsByArithmetic() async throws {
    try await scene { scene in
      try await scene.press("2")
      let before = scene.statements.count
      try await scene.outside(
        "INSERT INTO users(name, email, createdAt) VALUES ('Bob', 'bob@example.org', '2026-01-31 12:00')")
      #expect(!scene.statements[before...].contains { $0.hasPrefix("SELECT count(*) FROM main.`users`") })
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 6  3 Statistics                     book.db · live
         / search                                                                   1/6
           Name ▲         E-mail                                         Active   Added
         ▌ Ada Byron      ada@example.org                                  ●        2 d
           alan mathison  alan@example.com                                 ●        3 d
           Annie Easley   annie@example.net                                ○        3 d
         + Bob            bob@example.org                                  ●        now
           Donald Knuth   don@example.edu                                  ○        9 d
           Grace Hopper   grace@example.org                                ●       1 mo














         a add  e edit  Space toggle  d delete  / search  ⏎ open  ? help  q quit
        """)
    }
  }

  @Test("a partial count is never shown as the whole")
  func aCountUnderWay() async throws {
    let gate = StatementGate()
    try await scene(Content.facts(40_000), trace: gate.trace, frameAsked: gate.frameAsked) { scene in
      try await scene.press("/")
      gate.close("SELECT `id`, `body` FROM")
      try await scene.pressWhileWaiting("type:7")
      await gate.arrival()
      await scene.until { $0.list("facts").work.loading == nil }
      scene.shows(
        """
         Almanac  1 Facts 40,000  2 Users 0  3 Statistics                book.db · live
         / 7                                                                … of 40,000
            ID ▼  Fact                                                            Added
         ▌ 39997  Fact 39997                                                    1 d ago
           39987  Fact 39987                                                    1 d ago
           39979  Fact 39979                                                    1 d ago
           39978  Fact 39978                                                    1 d ago
           39977  Fact 39977                                                    1 d ago
           39976  Fact 39976                                                    1 d ago
           39975  Fact 39975                                                    1 d ago
           39974  Fact 39974                                                    1 d ago
           39973  Fact 39973                                                    1 d ago
           39972  Fact 39972                                                    1 d ago
           39971  Fact 39971                                                    1 d ago
           39970  Fact 39970                                                    1 d ago
           39967  Fact 39967                                                    1 d ago
           39957  Fact 39957                                                    1 d ago
           39947  Fact 39947                                                    1 d ago
           39937  Fact 39937                                                    1 d ago
           39927  Fact 39927                                                    1 d ago
           39917  Fact 39917                                                    1 d ago
           39907  Fact 39907                                                    1 d ago

         ⏎ keep the search  Esc clear it  ↑ previous hit  ↓ next hit
        """)
      gate.openUntilFrames()
      await gate.arrival()
      await scene.frames.settled()
      // The duration of a slice of the scan depends on the machine.
      #expect(scene.line(1).contains(/^ \/ 7 +[1-9][0-9,]* so far · [0-9]?[0-9] %$/), "\(scene.line(1))")
      gate.open()
      await scene.run.settle()
      #expect(scene.line(1).hasSuffix(" 13,756 of 40,000"))
    }
  }

  @Test func markingAllIsStopped() async throws {
    let gate = StatementGate()
    try await scene(trace: gate.trace) { scene in
      try await scene.press("2,f")
      gate.close("SELECT `id` FROM")
      try await scene.pressWhileWaiting("C-a,d")
      await gate.arrival()
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                  active only · 3 of 5
           Name ▲         E-mail                                         Active   Added
         ▌ Ada Byron      ada@example.org                                  ●        2 d
           alan mathison  alan@example.com                                 ●        3 d
           Grace Hopper   grace@example.org                                ●       1 mo

















         a add  e edit  Space toggle  d delete  / search  ⏎ open  ? help  q quit
        """)
      try await scene.pressWhileWaiting("C-c")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                  active only · 3 of 5
           Name ▲         E-mail                                         Active   Added
         ▌ Ada Byron      ada@example.org                                  ●        2 d
           alan mathison  alan@example.com                                 ●        3 d
           Grace Hopper   grace@example.org                                ●       1 mo
















         Stopped.
         a add  e edit  Space toggle  d delete  / search  ⏎ open  ? help  q quit
        """)
      gate.open()
      await scene.run.settle()
      #expect(scene.status == " Stopped.", "and what was pressed behind it is forgotten")
      #expect(try scene.rows("SELECT count(*) FROM users") == ["5"])
    }
  }

  @Test func statisticsThatAreNotReadYet() async throws {
    let gate = StatementGate()
    gate.close("FROM main.`facts`", "FROM main.`users`", "FROM \"facts\"", "FROM \"users\"")
    try await scene(trace: gate.trace, typedAhead: "3", settles: false) { scene in
      scene.shows(
        """
         Almanac  1 Facts …  2 Users …  3 Statistics                     book.db · live
           Facts                   …   Facts added, by month
           Users                   …   …
             Active                …
             Inactive              …

           Newest users                Users, by mail domain
           …                           …















         ? help  q quit
        """)
      gate.open()
      await scene.run.settle()
      #expect(scene.line(7).hasPrefix("   Ada Byron             2 d   example.org ▇"))
    }
  }
}
