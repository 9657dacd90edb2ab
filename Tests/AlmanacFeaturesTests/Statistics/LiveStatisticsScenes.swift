// The statistics while other programs write, and while they are hidden.
import AlmanacFeatures
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct LiveStatisticsScenes {
  @Test("LSQ-21: own and outside commits are followed, and what they change is marked")
  func ownAndOutsideCommitsAreFollowedAndMarked() async throws {
    try await scene { scene in
      try await scene.press("3")
      #expect(scene.line(1) == "   Facts                   3   Facts added, by month")
      try await scene.inside("INSERT INTO facts(body, createdAt) VALUES ('x', '2026-01-31 11:59:50.000')")
      #expect(scene.line(1) == "   Facts                  ~4~  Facts added, by month")
      #expect(scene.line(2).hasSuffix("▇~4~"))
      await scene.wait(1)
      #expect(scene.line(1) == "   Facts                   4   Facts added, by month")
      #expect(scene.line(2).hasSuffix("▇ 4"))
      try await scene.outside(
        """
        INSERT INTO users(name, email, active, createdAt)
        VALUES ('Barbara Liskov', 'barbara@EXAMPLE.org', 1, '2026-01-31 11:59:00.000')
        """)
      scene.shows(
        """
         Almanac  1 Facts 4  2 Users 6  3 Statistics                     book.db · live
           Facts                   4   Facts added, by month
           Users                  ~6~  Jan ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 4
             Active               ~4~
             Inactive              2

           Newest users                Users, by mail domain
         + Barbara Liskov      1 min   example.org ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇~3~
           Ada Byron             2 d   example.com ▇▇▇▇▇▇▇▇▇▇▇ 1
           alan mathison         3 d   example.edu ▇▇▇▇▇▇▇▇▇▇▇ 1
           Annie Easley          3 d   example.net ▇▇▇▇▇▇▇▇▇▇▇ 1
           Donald Knuth          9 d
           Grace Hopper         1 mo










         ? help  q quit
        """)
      await scene.wait(1)
      #expect(!scene.lines.contains { $0.contains("~") || $0.contains("+") })
    }
  }

  @Test func aChangedNameAndADeletedUser() async throws {
    try await scene { scene in
      try await scene.press("3")
      try await scene.outside("UPDATE users SET name = 'Ada Lovelace' WHERE id = 1")
      #expect(scene.line(7).hasPrefix("  ~Ada Lovelace~         2 d"))
      try await scene.outside("UPDATE users SET active = 0, email = 'alan@example.net' WHERE id = 2")
      #expect(scene.line(3) == "     Active               ~2~")
      #expect(scene.line(4) == "     Inactive             ~3~")
      #expect(scene.lines.contains { $0.contains("example.net ▇") && $0.hasSuffix("~2~") })
      await scene.wait(1)
      try await scene.outside("DELETE FROM users")
      #expect(scene.line(7) == "   none yet                    none yet")
    }
  }

  @Test func whoMovesUpIsNotNew() async throws {
    try await scene(StatisticsScenes.content) { scene in
      try await scene.press("3")
      #expect(scene.line(7).hasPrefix("   User 24               7 d"))
      try await scene.outside("DELETE FROM users WHERE id = 24")
      #expect(scene.line(7).hasPrefix("   User 23               8 d"))
      #expect(scene.line(16).hasPrefix("   User 14 "))
      #expect(!scene.lines.contains { $0.hasPrefix(" +") })
    }
  }

  @Test func whatDoesNotChangeTheNumbersIsSilence() async throws {
    try await scene { scene in
      try await scene.press("3")
      let lines = scene.lines
      let cost = try await scene.cost {
        try await scene.inside("UPDATE facts SET body = 'other'; UPDATE users SET active = active")
      }
      #expect(cost.cells == 0)
      try await scene.outside("UPDATE facts SET body = 'another'")
      #expect(scene.lines == lines)
    }
  }

  @Test func anotherTabLetsTheStatisticsRest() async throws {
    try await scene { scene in
      try await scene.press("3,1")
      func add(_ name: String, at second: Int) async throws {
        try await scene.outside(
          """
          INSERT INTO users(name, email, active, createdAt)
          VALUES ('\(name)', '\(name)@example.org', 0, '2026-01-31 11:59:\(second).000')
          """)
      }
      try await add("New", at: 10)
      try await scene.press("3")
      // When the statistics are shown again, they are current and mark nothing as new.
      #expect(scene.line(2).hasPrefix("   Users                   6   Jan "))
      #expect(scene.line(4) == "     Inactive              3")
      #expect(scene.line(7).hasPrefix("   New                   now   example.org"))
      #expect(!scene.lines.contains { $0.contains("~") || $0.contains("+") })
      try await add("Newer", at: 20)
      #expect(scene.line(2).hasPrefix("   Users                  ~7~"))
      #expect(scene.line(4) == "     Inactive             ~4~")
      #expect(scene.line(7).hasPrefix(" + Newer                 now "))
      #expect(scene.line(7).hasSuffix("▇~4~"))
      try await scene.press("2")
      await scene.wait(2)
      #expect(!scene.lines.contains { $0.contains("~") })
    }
  }

  @Test("LSQ-21: statistics that nobody sees cost nothing, and read what a commit concerns when they are shown again")
  func nothingIsReadForStatisticsThatNobodySees() async throws {
    try await scene { scene in
      var seen = 0
      // The passes through a table.
      @MainActor func reads() -> [String] {
        defer { seen = scene.statements.count }
        return scene.statements.dropFirst(seen)
          .filter { $0.contains("FROM main.`users` AS") || $0.contains("FROM main.`facts` AS") }.sorted()
      }
      #expect(reads() == [])
      try await scene.press("3")
      let all = reads()
      #expect(all.count == 4, "\(all)")
      try await scene.press("1,3,1,2")
      #expect(reads() == [], "what is known is current")
      try await scene.inside("UPDATE users SET email = 'new@example.org' WHERE id = 3")
      try await scene.outside("DELETE FROM facts WHERE id = 3")
      #expect(reads() == [])
      try await scene.press("3")
      #expect(reads() == all.filter { $0.contains("createdAt") || $0.contains("email") })
      #expect(scene.line(2).hasSuffix("▇ 2"))
    }
  }

  @Test func agesStepByMinutes() async throws {
    try await scene { scene in
      try await scene.inside(
        "INSERT INTO users(name, email, createdAt) VALUES ('New', 'new@example.org', '2026-01-31 12:00:00.000')")
      try await scene.press("3")
      await scene.wait(1)
      #expect(scene.line(7).hasPrefix("   New                   now"))
      await scene.wait(60)
      #expect(scene.line(7).hasPrefix("   New                 1 min"))
    }
  }

  @Test func theTabsByKeys() async throws {
    try await scene { scene in
      try await scene.press("BTab")
      #expect(scene.line(6).hasPrefix("   Newest users"))
      try await scene.press("Tab")
      #expect(scene.line(2).contains("Fact "))
      try await scene.press("2,Tab")
      #expect(scene.line(6).hasPrefix("   Newest users"))
      try await scene.press("a,d,Space,/,Enter,x,f")
      #expect(scene.line(6).hasPrefix("   Newest users"), "keys of lists do nothing here")
      #expect(try scene.rows("SELECT count(*) FROM users") == ["5"])
    }
  }
}
