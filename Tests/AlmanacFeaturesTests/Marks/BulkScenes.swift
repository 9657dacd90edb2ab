// Changes of very many records at once.
import AlmanacFeatures
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct BulkScenes {
  @Test func aboveAHundredTheNumberIsTyped() async throws {
    try await scene(Content.facts(101)) { scene in
      try await scene.press("C-a,d")
      scene.shows(
        """
         Almanac  1 Facts 101  2 Users 0  3 Statistics                   book.db · live
         / search                                                                 1/101
          ID ▼  Fact                                                              Added
         ▌*101  Fact 101                                                        1 d ago
         * 100  Fact 100                                                        1 d ago
         *  99  Fact 99                                                         1 d ago
         *  98  Fact 98                                                         1 d ago
         *  97  Fact 97                                                         1 d ago
         *  96  Fact 96 ┌ Delete 101 facts? ───────────────────────────┐        1 d ago
         *  95  Fact 95 │                                              │        1 d ago
         *  94  Fact 94 │ Type 101 to go on                            │        1 d ago
         *  93  Fact 93 │                                              │        1 d ago
         *  92  Fact 92 │                                              │        1 d ago
         *  91  Fact 91 │                                              │        1 d ago
         *  90  Fact 90 └──────────────────────────────────────────────┘        1 d ago
         *  89  Fact 89                                                         1 d ago
         *  88  Fact 88                                                         1 d ago
         *  87  Fact 87                                                         1 d ago
         *  86  Fact 86                                                         1 d ago
         *  85  Fact 85                                                         1 d ago
         *  84  Fact 84                                                         1 d ago
         *  83  Fact 83                                                         1 d ago
                                                                             101 marked
         ⏎ go on  Esc cancel
        """)
      try await scene.press("type:100,Enter")
      scene.shows(
        """
         Almanac  1 Facts 101  2 Users 0  3 Statistics                   book.db · live
         / search                                                                 1/101
          ID ▼  Fact                                                              Added
         ▌*101  Fact 101                                                        1 d ago
         * 100  Fact 100                                                        1 d ago
         *  99  Fact 99                                                         1 d ago
         *  98  Fact 98                                                         1 d ago
         *  97  Fact 97                                                         1 d ago
         *  96  Fact 96 ┌ Delete 101 facts? ───────────────────────────┐        1 d ago
         *  95  Fact 95 │                                              │        1 d ago
         *  94  Fact 94 │ Type 101 to go on  100                       │        1 d ago
         *  93  Fact 93 │                                              │        1 d ago
         *  92  Fact 92 │ That is a different number. Nothing was      │        1 d ago
         *  91  Fact 91 │ changed.                                     │        1 d ago
         *  90  Fact 90 └──────────────────────────────────────────────┘        1 d ago
         *  89  Fact 89                                                         1 d ago
         *  88  Fact 88                                                         1 d ago
         *  87  Fact 87                                                         1 d ago
         *  86  Fact 86                                                         1 d ago
         *  85  Fact 85                                                         1 d ago
         *  84  Fact 84                                                         1 d ago
         *  83  Fact 83                                                         1 d ago
                                                                             101 marked
         ⏎ go on  Esc cancel
        """)
      #expect(try scene.rows("SELECT count(*) FROM facts") == ["101"])
      try await scene.press("C-u,paste:101")
      scene.shows(
        """
         Almanac  1 Facts 101  2 Users 0  3 Statistics                   book.db · live
         / search                                                                 1/101
          ID ▼  Fact                                                              Added
         ▌*101  Fact 101                                                        1 d ago
         * 100  Fact 100                                                        1 d ago
         *  99  Fact 99                                                         1 d ago
         *  98  Fact 98                                                         1 d ago
         *  97  Fact 97                                                         1 d ago
         *  96  Fact 96 ┌ Delete 101 facts? ───────────────────────────┐        1 d ago
         *  95  Fact 95 │                                              │        1 d ago
         *  94  Fact 94 │ Type 101 to go on  101                       │        1 d ago
         *  93  Fact 93 │                                              │        1 d ago
         *  92  Fact 92 │                                              │        1 d ago
         *  91  Fact 91 │                                              │        1 d ago
         *  90  Fact 90 └──────────────────────────────────────────────┘        1 d ago
         *  89  Fact 89                                                         1 d ago
         *  88  Fact 88                                                         1 d ago
         *  87  Fact 87                                                         1 d ago
         *  86  Fact 86                                                         1 d ago
         *  85  Fact 85                                                         1 d ago
         *  84  Fact 84                                                         1 d ago
         *  83  Fact 83                                                         1 d ago
                                                                             101 marked
         ⏎ go on  Esc cancel
        """)
      try await scene.press("Enter")
      #expect(scene.status == " Deleted 101 facts · u undo")
      #expect(try scene.rows("SELECT count(*) FROM facts") == ["0"])
      try await scene.press("u")
      #expect(try scene.rows("SELECT count(*) FROM facts") == ["101"])
    }
  }

  @Test func aToggleOfMoreThanAHundredIsOneStep() async throws {
    try await scene(Content.users(101)) { scene in
      try await scene.press("2,C-a,Space")
      scene.shows(
        """
         Almanac  1 Facts 0  2 Users 101  3 Statistics                   book.db · live
         / search                                                                 1/101
           Name ▲        E-mail                                          Active   Added
         ▌*User 0001     user1@example.org                                 ●        1 d
         * User 0002     user2@example.org                                 ●        1 d
         * User 0003     user3@example.org                                 ○        1 d
         * User 0004     user4@example.org                                 ●        1 d
         * User 0005     user5@example.org                                 ●        1 d
         * User 0006    ┌ Toggle 101 users? ───────────────────────────┐   ○        1 d
         * User 0007    │                                              │   ●        1 d
         * User 0008    │ Type 101 to go on                            │   ●        1 d
         * User 0009    │                                              │   ○        1 d
         * User 0010    │                                              │   ●        1 d
         * User 0011    │                                              │   ●        1 d
         * User 0012    └──────────────────────────────────────────────┘   ○        1 d
         * User 0013     user13@example.org                                ●        1 d
         * User 0014     user14@example.org                                ●        1 d
         * User 0015     user15@example.org                                ○        1 d
         * User 0016     user16@example.org                                ●        1 d
         * User 0017     user17@example.org                                ●        1 d
         * User 0018     user18@example.org                                ○        1 d
         * User 0019     user19@example.org                                ●        1 d
                                                                             101 marked
         ⏎ go on  Esc cancel
        """)
      try await scene.press("type:101,Enter")
      scene.shows(
        """
         Almanac  1 Facts 0  2 Users 101  3 Statistics                   book.db · live
         / search                                                                 1/101
           Name ▲        E-mail                                          Active   Added
         ▌*User 0001     user1@example.org                                ~○~       1 d
         * User 0002     user2@example.org                                ~○~       1 d
         * User 0003     user3@example.org                                ~●~       1 d
         * User 0004     user4@example.org                                ~○~       1 d
         * User 0005     user5@example.org                                ~○~       1 d
         * User 0006     user6@example.org                                ~●~       1 d
         * User 0007     user7@example.org                                ~○~       1 d
         * User 0008     user8@example.org                                ~○~       1 d
         * User 0009     user9@example.org                                ~●~       1 d
         * User 0010     user10@example.org                               ~○~       1 d
         * User 0011     user11@example.org                               ~○~       1 d
         * User 0012     user12@example.org                               ~●~       1 d
         * User 0013     user13@example.org                               ~○~       1 d
         * User 0014     user14@example.org                               ~○~       1 d
         * User 0015     user15@example.org                               ~●~       1 d
         * User 0016     user16@example.org                               ~○~       1 d
         * User 0017     user17@example.org                               ~○~       1 d
         * User 0018     user18@example.org                               ~●~       1 d
         * User 0019     user19@example.org                               ~○~       1 d
         Toggled 101 users · u undo                                          101 marked
         a add  e edit  Space toggle  d delete  / search  ⏎ open  u undo  ? help  q quit
        """)
      #expect(try scene.rows("SELECT count(*) FROM users WHERE active") == ["33"])
      try await scene.press("u")
      scene.shows(
        """
         Almanac  1 Facts 0  2 Users 101  3 Statistics                   book.db · live
         / search                                                                 1/101
           Name ▲        E-mail                                          Active   Added
         ▌*User 0001     user1@example.org                                ~●~       1 d
         * User 0002     user2@example.org                                ~●~       1 d
         * User 0003     user3@example.org                                ~○~       1 d
         * User 0004     user4@example.org                                ~●~       1 d
         * User 0005     user5@example.org                                ~●~       1 d
         * User 0006     user6@example.org                                ~○~       1 d
         * User 0007     user7@example.org                                ~●~       1 d
         * User 0008     user8@example.org                                ~●~       1 d
         * User 0009     user9@example.org                                ~○~       1 d
         * User 0010     user10@example.org                               ~●~       1 d
         * User 0011     user11@example.org                               ~●~       1 d
         * User 0012     user12@example.org                               ~○~       1 d
         * User 0013     user13@example.org                               ~●~       1 d
         * User 0014     user14@example.org                               ~●~       1 d
         * User 0015     user15@example.org                               ~○~       1 d
         * User 0016     user16@example.org                               ~●~       1 d
         * User 0017     user17@example.org                               ~●~       1 d
         * User 0018     user18@example.org                               ~○~       1 d
         * User 0019     user19@example.org                               ~●~       1 d
         Undone: Toggled 101 users · Ctrl-R redo                             101 marked
         a add  e edit  Space toggle  d delete  / search  ⏎ open  ? help  q quit
        """)
      #expect(try scene.rows("SELECT count(*) FROM users WHERE active") == ["68"])
      try await scene.press("C-r")
      #expect(scene.status == " Toggled 101 users · u undo" + String(repeating: " ", count: 42) + "101 marked")
      #expect(try scene.rows("SELECT count(*) FROM users WHERE active") == ["33"])
      try await scene.press("u,u")
      #expect(scene.status.hasPrefix(" Nothing to undo."))
      #expect(try scene.rows("SELECT count(*) FROM users WHERE active") == ["68"])
    }
  }

  @Test func aboveAThousandItIsSaidThatItHasBegun() async throws {
    let gate = StatementGate()
    try await scene(Content.users(1001), trace: gate.trace) { scene in
      try await scene.press("2,C-a,Space,type:1001")
      gate.close("UPDATE main.`users`")
      try await scene.pressWhileWaiting("Enter")
      await gate.arrival()
      scene.shows(
        """
         Almanac  1 Facts 0  2 Users 1,001  3 Statistics                 book.db · live
         / search                                                               1/1,001
           Name ▲        E-mail                                          Active   Added
         ▌*User 0001     user1@example.org                                 ●        1 d
         * User 0002     user2@example.org                                 ●        1 d
         * User 0003     user3@example.org                                 ○        1 d
         * User 0004     user4@example.org                                 ●        1 d
         * User 0005     user5@example.org                                 ●        1 d
         * User 0006     user6@example.org                                 ○        1 d
         * User 0007     user7@example.org                                 ●        1 d
         * User 0008     user8@example.org                                 ●        1 d
         * User 0009     user9@example.org                                 ○        1 d
         * User 0010     user10@example.org                                ●        1 d
         * User 0011     user11@example.org                                ●        1 d
         * User 0012     user12@example.org                                ○        1 d
         * User 0013     user13@example.org                                ●        1 d
         * User 0014     user14@example.org                                ●        1 d
         * User 0015     user15@example.org                                ○        1 d
         * User 0016     user16@example.org                                ●        1 d
         * User 0017     user17@example.org                                ●        1 d
         * User 0018     user18@example.org                                ○        1 d
         * User 0019     user19@example.org                                ●        1 d
         Toggling 1,001 users · others wait to write · Ctrl-C stops it     1,001 marked
         a add  e edit  / search  ⏎ open  ? help  q quit
        """)
      gate.open()
      await scene.run.settle()
      #expect(scene.status.hasPrefix(" Toggled 1,001 users · u undo "))
      try await scene.press("d,type:1001")
      gate.close("DELETE FROM main.`users`")
      try await scene.pressWhileWaiting("Enter")
      await gate.arrival()
      #expect(scene.status.hasPrefix(" Deleting 1,001 users "))
      gate.open()
      await scene.run.settle()
      #expect(scene.status == " Deleted 1,001 users · u undo")
    }
  }

  @Test func allOfThemHaveGoneAlready() async throws {
    try await scene { scene in
      try await scene.press("C-a")
      try RawConnection.run("DELETE FROM facts", on: scene.path)
      try await scene.pressAtOnce("d")
      #expect(scene.status == " 3 facts have gone already.")
      try await scene.press("2")
      try RawConnection.run("DELETE FROM users", on: scene.path)
      try await scene.pressAtOnce("C-a")
      #expect(scene.status.hasPrefix(" There is nothing to mark.  "))
    }
  }

  @Test func aHundredNeedNoNumberAndEscLeavesAllAsItIs() async throws {
    try await scene(Content.users(101)) { scene in
      try await scene.press("2,C-a,Space,Esc")
      #expect(scene.status == " Nothing was changed." + String(repeating: " ", count: 48) + "101 marked")
      #expect(try scene.rows("SELECT count(*) FROM users WHERE active") == ["68"])
      try await scene.press("x,Space")
      #expect(try scene.rows("SELECT count(*) FROM users WHERE active") == ["34"])
    }
  }

  @Test func someOfThemHaveGoneAlready() async throws {
    try await scene { scene in
      try await scene.press("C-a")
      try RawConnection.run("DELETE FROM facts WHERE id = 2", on: scene.path)
      try await scene.pressAtOnce("d")
      #expect(scene.status.hasPrefix(" Deleted 2 facts · u undo"))
    }
  }
}
