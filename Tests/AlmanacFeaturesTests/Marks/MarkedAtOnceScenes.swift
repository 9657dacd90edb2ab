// Ctrl-A marks the records that the list shows at that moment, whatever is added, changed and deleted before the next
// key.
import AlmanacRecords
import Databases
import DiffableLists
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct MarkedAtOnceScenes {
  private static let size = Size(width: 80, height: 12)

  nonisolated private static let tables = [
    ("CREATE TABLE t(k INTEGER PRIMARY KEY, v TEXT)", "INSERT INTO t(k, v) SELECT i, 'v' || i FROM n"),
    ("CREATE TABLE t(k TEXT PRIMARY KEY, v TEXT)", "INSERT INTO t(k, v) SELECT i, 'v' || i FROM n"),
    (
      "CREATE TABLE t(k TEXT, n INT, v TEXT, PRIMARY KEY (k, n))",
      "INSERT INTO t(k, n, v) SELECT i, 1, 'v' || i FROM n"
    ),
    (
      "CREATE TABLE t(k TEXT, n INT, v TEXT, PRIMARY KEY (k, n)) WITHOUT ROWID",
      "INSERT INTO t(k, n, v) SELECT i, 1, 'v' || i FROM n"
    ),
  ]

  private static func insertion(_ insertion: String, _ first: Int, _ last: Int) -> String {
    "WITH RECURSIVE n(i) AS (SELECT \(first) UNION ALL SELECT i + 1 FROM n WHERE i < \(last)) \(insertion);"
  }

  @Test("records that arrive later are not marked; records that disappear are not asked about", arguments: tables)
  func whatComesLater(schema: String, insertion: String) async throws {
    let content = "\(schema); \(Self.insertion(insertion, 11, 160))"
    try await fileScene(content, size: Self.size) { scene in
      try await scene.press("C-a")
      #expect(scene.status.hasSuffix(" 150 marked"), "\(scene.status)")
      // Records come before, among and after them; an edit moves one out of the list and back.
      try await scene.outside(Self.insertion(insertion, 1, 3) + Self.insertion(insertion, 200, 204))
      #expect(scene.status.contains("150 marked"), "\(scene.status)")
      try await scene.outside("DELETE FROM t WHERE v = 'v20'")
      #expect(scene.status.contains("149 marked"), "\(scene.status)")
      try await scene.press("d,type:149,Enter")
      #expect(scene.status.hasPrefix(" Deleted 149 records · u undo"), "\(scene.status)")
      #expect(
        try scene.rows("SELECT v FROM t ORDER BY CAST(k AS INT)")
          == ["v1", "v2", "v3", "v200", "v201", "v202", "v203", "v204"])
      try await scene.press("u")
      #expect(try scene.rows("SELECT count(*), min(CAST(k AS INT)) FROM t WHERE v <> 'v20'") == ["157|1"])
      #expect(!scene.status.contains("marked"))
    }
  }

  @Test("a record that an edit brings into the search is not marked; one that an edit takes out is not either")
  func whatIsEdited() async throws {
    try await scene(Content.users(30), size: Self.size) { scene in
      try await scene.press("2,/,type:user1,Enter,C-a")
      #expect(scene.status.hasSuffix("   11 marked"))
      try await scene.outside("UPDATE users SET email = 'user1x@example.org' WHERE id = 2")
      #expect(scene.status.contains("11 marked"), "\(scene.status)")
      try await scene.outside("UPDATE users SET email = 'other@example.org' WHERE id = 12")
      #expect(scene.status.contains("10 marked"), "\(scene.status)")
      scene.shows(
        """
         Almanac  1 Facts 0  2 Users 30  3 Statistics                    book.db · live
         / user1                                                               11 of 30
           Name ▲     E-mail                                             Active   Added
         ▌*User 0001  user1@example.org                                    ●        1 d
         + User 0002  user1x@example.org                                   ●        1 d
         * User 0010  user10@example.org                                   ●        1 d
         * User 0011  user11@example.org                                   ●        1 d
         * User 0013  user13@example.org                                   ●        1 d
         * User 0014  user14@example.org                                   ●        1 d
         * User 0015  user15@example.org                                   ○        1 d
                                                                              10 marked
         a add  e edit  Space toggle  d delete  / search  ⏎ open  ? help  q quit
        """)
      try await scene.press("d")
      #expect(scene.status.hasPrefix(" Deleted 10 users · u undo"))
      #expect(try scene.rows("SELECT count(*), count(*) FILTER (WHERE id IN (2, 12)) FROM users") == ["20|2"])
    }
  }

  @Test("x takes records out and marks others; the search that comes next takes marks away, Esc shows what stays")
  func takenOutAndNarrowed() async throws {
    try await scene(Content.users(30), size: Self.size) { scene in
      try await scene.press("2,C-a,x,Down,Down,x")
      #expect(scene.status.hasSuffix("   28 marked"))
      try await scene.press("x")
      #expect(scene.status.hasSuffix("   29 marked"), "what was taken out is marked again")
      try await scene.outside(
        """
        INSERT INTO users(id, name, email, active, createdAt)
        VALUES (99, 'User 0000', 'user0@example.org', 1, '2026-01-30 12:00:00.000')
        """)
      try await scene.press("g,x")
      #expect(scene.status.contains("30 marked"), "\(scene.status)")
      try await scene.press("/,type:user 000,Enter")
      scene.shows(
        """
         Almanac  1 Facts 0  2 Users 31  3 Statistics                    book.db · live
         / user 000                                                            10 of 31
           Name ▲     E-mail                                             Active   Added
         ▌+User 0000  user0@example.org                                    ●        1 d
           User 0001  user1@example.org                                    ●        1 d
         * User 0002  user2@example.org                                    ●        1 d
         * User 0003  user3@example.org                                    ○        1 d
         * User 0004  user4@example.org                                    ●        1 d
         * User 0005  user5@example.org                                    ●        1 d
         * User 0006  user6@example.org                                    ○        1 d
         21 users are not marked any more.                                     9 marked
         a add  e edit  Space toggle  d delete  / search  ⏎ open  ? help  q quit
        """)
      try await scene.press("Esc")
      #expect(scene.status.contains("marked") == false)
      try await scene.press("Esc,C-a,/,type:user 000,Enter,/,C-u,Enter,g")
      scene.shows(
        """
         Almanac  1 Facts 0  2 Users 31  3 Statistics                    book.db · live
         / search                                                                  1/31
           Name ▲     E-mail                                             Active   Added
         ▌+User 0000  user0@example.org                                    ●        1 d
         * User 0001  user1@example.org                                    ●        1 d
         * User 0002  user2@example.org                                    ●        1 d
         * User 0003  user3@example.org                                    ○        1 d
         * User 0004  user4@example.org                                    ●        1 d
         * User 0005  user5@example.org                                    ●        1 d
         * User 0006  user6@example.org                                    ○        1 d
                                                                              10 marked
         a add  e edit  Space toggle  d delete  / search  ⏎ open  ? help  q quit
        """)
    }
  }

  @Test("where the number has changed in the moment in which it is confirmed, the dialog asks again")
  func theNumberChangesWhenItIsTyped() async throws {
    try await scene(Content.facts(150), size: Self.size) { scene in
      scene.connection.waitForLocks(atMost: nil)
      defer { scene.connection.giveUpWaiting() }
      try await scene.press("C-a,d,type:150")
      let holder = try RawConnection(scene.path)
      try holder.run("BEGIN IMMEDIATE; DELETE FROM facts WHERE id = 7")
      try await scene.pressWhileWaiting("Enter")
      await scene.status { $0.waiting == .write }
      try holder.run("COMMIT")
      await scene.run.settle()
      scene.shows(
        """
         Almanac  1 Facts 149  2 Users 0  3 Statistics                   book.db · live
         / search       ┌ Delete 149 facts? ───────────────────────────┐          1/149
          ID ▼  Fact    │                                              │          Added
         ▌*150  Fact 150│ Type 149 to go on                            │        1 d ago
         * 149  Fact 149│                                              │        1 d ago
         * 148  Fact 148│ The number has changed. Nothing was changed. │        1 d ago
         * 147  Fact 147│                                              │        1 d ago
         * 146  Fact 146│                                              │        1 d ago
         * 145  Fact 145│                                              │        1 d ago
         * 144  Fact 144└──────────────────────────────────────────────┘        1 d ago
                                                                             149 marked
         ⏎ go on  Esc cancel
        """)
      #expect(try scene.rows("SELECT count(*) FROM facts") == ["149"])
      try await scene.press("type:149,Enter")
      #expect(scene.status.hasPrefix(" Deleted 149 facts · u undo"))
      try await scene.press("u")
      #expect(try scene.rows("SELECT count(*), count(*) FILTER (WHERE id = 7) FROM facts") == ["149|0"])
    }
  }

  @Test("another program deletes thousands of the marked records: the others stay marked, and only they are deleted")
  func thousandsGo() async throws {
    try await scene(Content.facts(12_000), size: Self.size) { scene in
      try await scene.press("C-a")
      #expect(scene.status.hasSuffix("   12,000 marked"))
      try await scene.outside("DELETE FROM facts WHERE id % 2; INSERT INTO facts(id, body) VALUES (20000, 'new')")
      #expect(scene.status.contains(" 6,000 marked"), "\(scene.status)")
      try await scene.press("d,type:6000,Enter")
      #expect(try scene.rows("SELECT id FROM facts") == ["20000"])
    }
  }
}
