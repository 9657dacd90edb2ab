// The statistics of a book as a person sees them.
import AlmanacFeatures
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct StatisticsScenes {
  /// Facts of three years, users at eight domains.
  static let content = """
    INSERT INTO facts(body, createdAt) VALUES
      ('a', '2025-10-01 00:00:00.000'), ('b', '2025-10-31 23:59:59.999'), ('c', '2025-11-05 00:00:00.000'),
      ('d', '2026-01-01 00:00:00.000'), ('e', '2026-01-02 00:00:00.000'), ('f', '2026-01-03 00:00:00.000'),
      ('g', '2026-01-31 11:00:00.000'), ('h', 'some day');
    WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 24)
    INSERT INTO users(id, name, email, active, createdAt)
    SELECT n, printf('User %02d', n),
      printf('user%d@%s', n, CASE WHEN n <= 10 THEN 'Example.org' WHEN n <= 16 THEN 'example.com'
        ELSE printf('mail%d.example.net', n % 6) END),
      n % 4 <> 0, printf('2026-01-%02d 12:00:00.000', n) FROM numbers;
    """

  @Test func theBookInNumbers() async throws {
    try await scene(Self.content) { scene in
      try await scene.press("3")
      scene.shows(
        """
         Almanac  1 Facts 8  2 Users 24  3 Statistics                    book.db · live
           Facts                   8   Facts added, by month
           Users                  24   2025 Oct ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 2
             Active               18        Nov ▇▇▇▇▇▇▇▇▇ 1
             Inactive              6        Dec 0
                                       2026 Jan ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 4
           Newest users
           User 24               7 d   Users, by mail domain
           User 23               8 d   example.org       ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 10
           User 22               9 d   example.com       ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 6
           User 21              10 d   mail0.example.net ▇▇▇▇▇ 2
           User 20              11 d   mail5.example.net ▇▇▇▇▇ 2
           User 19              12 d   mail1.example.net ▇▇▇ 1
           User 18              13 d   mail2.example.net ▇▇▇ 1
           User 17              14 d   mail3.example.net ▇▇▇ 1
           User 16              15 d   mail4.example.net ▇▇▇ 1
           User 15              16 d






         ? help  q quit
        """)
    }
  }

  @Test func theNewestOfAFewUsers() async throws {
    try await scene { scene in
      try await scene.press("3")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
           Facts                   3   Facts added, by month
           Users                   5   Jan ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 3
             Active                3
             Inactive              2

           Newest users                Users, by mail domain
           Ada Byron             2 d   example.org ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 2
           alan mathison         3 d   example.com ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 1
           Annie Easley          3 d   example.edu ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 1
           Donald Knuth          9 d   example.net ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 1
           Grace Hopper         1 mo











         ? help  q quit
        """)
    }
  }

  @Test func anEmptyBook() async throws {
    try await scene(Content.noRows) { scene in
      try await scene.press("3")
      scene.shows(
        """
         Almanac  1 Facts 0  2 Users 0  3 Statistics                     book.db · live
           Facts                   0   Facts added, by month
           Users                   0   none yet
             Active                0
             Inactive              0

           Newest users                Users, by mail domain
           none yet                    none yet















         ? help  q quit
        """)
    }
  }

  @Test func whatLiesInTheFutureMovesNoMonth() async throws {
    try await scene { scene in
      try await scene.outside("INSERT INTO facts(body, createdAt) VALUES ('x', '2099-01-01'), ('y', '2026-02-01')")
      try await scene.press("3")
      #expect(scene.line(1) == "   Facts                   5   Facts added, by month")
      #expect(scene.line(2).contains("  Jan ▇") && scene.line(2).hasSuffix("▇ 3"))
      #expect(!scene.line(3).contains("Feb"))
    }
  }

  @Test func oneRecordOfEach() async throws {
    let one = """
      INSERT INTO facts(body, createdAt) VALUES ('a', '2026-01-31 11:59:59.000');
      INSERT INTO users(name, email, active, createdAt) VALUES ('Ada', 'ada', 0, '2026-01-31 11:00:00.000');
      """
    try await scene(one, size: Size(width: 80, height: 12)) { scene in
      try await scene.press("3")
      scene.shows(
        """
         Almanac  1 Facts 1  2 Users 1  3 Statistics                     book.db · live
           Facts                   1   Facts added, by month
           Users                   1   Jan ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 1
             Active                0
             Inactive              1

           Newest users                Users, by mail domain
           Ada                   1 h   others ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 1



         ? help  q quit
        """)
    }
  }

  @Test func withoutUnicode() async throws {
    try await scene(size: Size(width: 80, height: 16), isUnicode: false) { scene in
      try await scene.press("3")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db - live
           Facts                   3   Facts added, by month
           Users                   5   Jan ######################################### 3
             Active                3
             Inactive              2

           Newest users                Users, by mail domain
           Ada Byron             2 d   example.org ################################# 2
           alan mathison         3 d   example.com ################# 1
           Annie Easley          3 d   example.edu ################# 1
           Donald Knuth          9 d   example.net ################# 1
           Grace Hopper         1 mo



         ? help  q quit
        """)
    }
  }

  @Test func aNarrowScreenIsScrolled() async throws {
    try await scene(size: Size(width: 40, height: 12)) { scene in
      try await scene.press("3")
      scene.shows(
        """
        ‹ 2 Users 5  3 Statistics          live
           Facts                              3
           Users                              5
             Active                           3
             Inactive                         2

           Newest users
           Ada Byron                        2 d
           alan mathison                    3 d
           Annie Easley                     3 d

         j scroll down  ? help  q quit
        """)
      try await scene.press("j,j")
      #expect(scene.line(1) == "     Active                           3")
      try await scene.press("G")
      scene.shows(
        """
        ‹ 2 Users 5  3 Statistics          live

           Facts added, by month
           Jan ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 3

           Users, by mail domain
           example.org ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 2
           example.com ▇▇▇▇▇▇▇▇▇▇▇ 1
           example.edu ▇▇▇▇▇▇▇▇▇▇▇ 1
           example.net ▇▇▇▇▇▇▇▇▇▇▇ 1

         k scroll up  ? help  q quit
        """)
      try await scene.press("j,PgDn")
      #expect(scene.line(9).contains("others") || scene.line(9).contains("example.net"), "the end is the end")
      try await scene.press("k,k,PgUp,PgUp")
      #expect(scene.line(1) == "   Facts                              3")
      try await scene.press("wheeldown:2x3")
      #expect(scene.line(1) == "     Inactive                         2")
      try await scene.press("g,resize:80x24")
      #expect(scene.line(23) == " ? help  q quit", "nothing is left to scroll")
    }
  }

  @Test func theLeast() async throws {
    try await scene(size: Size(width: 20, height: 5)) { scene in
      try await scene.press("3")
      scene.shows(
        """
        ‹ 3 Statistics live
           Facts          3
           Users          5

         j scroll down
        """)
      try await scene.press("PgDn,PgDn,PgDn")
      scene.shows(
        """
        ‹ 3 Statistics live
           Ada Byron    2 d
           alan math…   3 d

         j scroll down
        """)
    }
  }

  @Test func aWideScreenTellsMore() async throws {
    let many = """
      WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < 39)
      INSERT INTO facts(body, createdAt) SELECT n, date('2026-01-15', -n || ' months') FROM numbers;
      WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < 39)
      INSERT INTO users(name, email, createdAt) SELECT n, n || '@d' || n || '.example', '2026-01-01' FROM numbers;
      """
    try await scene(many, size: Size(width: 200, height: 60)) { scene in
      try await scene.press("3")
      #expect(scene.line(1).contains("Facts added, by month"))
      #expect(scene.line(1).contains("Users, by mail domain"))
      #expect(scene.line(2).contains("2022 Oct ▇"))
      #expect(scene.line(41).contains("2026 Jan ▇"))
      #expect(scene.lines.filter { $0.contains(".example ▇") || $0.contains(".example  ▇") }.count == 40)
      #expect(!scene.lines.contains { $0.contains("others") })
      try await scene.press("resize:80x24")
      #expect(scene.lines.contains { $0.contains("others") })
    }
  }

  @Test func ofWhatCannotBeReadNothingIsSaidToBeOnItsWay() async throws {
    try await scene { scene in
      try await scene.outside("ALTER TABLE users RENAME COLUMN active TO enabled")
      try await scene.press("3")
      #expect(scene.line(3) == "     Active         not read", "\(scene.lines)")
      #expect(scene.line(4) == "     Inactive       not read")
      #expect(!scene.lines.contains { $0.contains("…") })
      try await scene.outside("ALTER TABLE users RENAME COLUMN enabled TO active")
      #expect(scene.line(3) == "     Active                3", "\(scene.lines)")
    }
  }

  @Test("the keys of a list say why they can't act, and what is typed behind them runs as no command")
  func keysOfLists() async throws {
    try await scene { scene in
      try await scene.press("3")
      for key in ["a", "e", "/", "Space", "d", "s", "f", "x", "Enter"] {
        try await scene.press(key)
        #expect(scene.status == " The statistics list no records: press 1 for facts, 2 for users.", "\(key)")
        // Keys pressed right after a and / would be meant for their text.
        await scene.wait(0.5)
        try await scene.press("G")
        #expect(scene.status == "", "\(key)")
      }
      try await scene.pressAtOnce("a,type:1q")
      #expect(scene.status == " The statistics list no records: press 1 for facts, 2 for users.")
      #expect(scene.lines.contains { $0.contains("Newest users") })
      #expect(scene.line(23) == " ? help  q quit")
    }
  }

  @Test("With --all the statistics count the tables that they name, whichever stand behind the first tabs")
  func droppedTables() async throws {
    try await scene(size: Size(width: 600, height: 24), showsAll: true) { scene in
      @MainActor func counts() -> [String] {
        (1...2).map { line in
          scene.line(line).split(separator: "  ").prefix(2).map { $0.trimmingPrefix(" ") }.joined(separator: " ")
        }
      }
      try await scene.press(":,type:statistics,Enter")
      #expect(scene.line(0).hasPrefix(" Almanac  1 Facts 3  2 Users 5  3 almanac_migrations 3 "), "\(scene.lines)")
      try await scene.shell("DROP TABLE users")
      #expect(scene.line(0).hasPrefix(" Almanac  1 almanac_migrations 3  2 facts 3 "), "\(scene.lines)")
      #expect(counts() == ["Facts 3", "Users not read"])
      #expect(scene.line(0).hasSuffix(" · can't be read"), "\(scene.lines)")
      try await scene.shell(
        "DROP TABLE facts; DROP TABLE facts_search; DROP TABLE users_search; DROP TABLE almanac_migrations; "
          + "DROP TABLE search_blocks; DROP TABLE search_folds")
      #expect(scene.line(0).hasPrefix(" Almanac  1 sqlite_schema 1  2 sqlite_sequence 0  3 Statistics "))
      #expect(counts() == ["Facts not read", "Users not read"])
    }
  }
}
