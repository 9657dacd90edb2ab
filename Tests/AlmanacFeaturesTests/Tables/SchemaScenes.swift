// Other programs alter the tables while they are on the screen.
import AlmanacFeatures
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct SchemaScenes {
  @Test func aColumnThatOthersAddIsInTheDetail() async throws {
    try await scene { scene in
      try await scene.press("2,Enter")
      try await scene.shell(
        "ALTER TABLE users ADD COLUMN note TEXT; UPDATE users SET note = 'x' || char(27) WHERE id = 1")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
           User 1

           ID      1
           Name    Ada Byron
           E-mail  ada@example.org
           Active  yes
           Added   2026-01-29 12:00:00 UTC · 2 d ago
           note   ~x␛~

           Changes seen
           now  ~ note NULL → x␛  another program











         Esc back  e edit  Space toggle  d delete  ? help  q quit
        """)
    }
  }

  @Test func aSchemaThatChanges() async throws {
    try await scene { scene in
      try await scene.press("2")
      try await scene.shell("ALTER TABLE users ADD COLUMN note TEXT; UPDATE users SET name = 'Ada' WHERE id = 1")
      #expect(scene.list[0].contains("~Ada~"))
      #expect(scene.line(0).hasSuffix("book.db · live"))
      try await scene.press("d")
      #expect(scene.status == " Deleted user 1 · u undo")
      try await scene.shell("ALTER TABLE users RENAME COLUMN active TO enabled")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 4  3 Statistics            book.db · can't be read
         / search                                                                   1/4
           Name ▲         E-mail                                         Active   Added
         ▌ alan mathison  alan@example.com                                 ●        3 d
           Annie Easley   annie@example.net                                ○        3 d
           Donald Knuth   don@example.edu                                  ○        9 d
           Grace Hopper   grace@example.org                                ●       1 mo














         The list could not be read: no such column: active. What you see is what was
         there before.
         / search  ⏎ open  ? help  q quit
        """)
      try await scene.press("Enter")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 4  3 Statistics            book.db · can't be read
           User 2

           ID       2
           Name     alan mathison
           E-mail   alan@example.com
           Active   no such column
           Added    2026-01-28 12:00:00 UTC · 3 d ago
           enabled  1
           note     NULL












         The list can't be read: no such column: active. You see the old rows.
         Esc back  ? help  q quit
        """)
      try await scene.press("Esc")
      try await scene.shell(
        "ALTER TABLE users RENAME COLUMN enabled TO active; UPDATE users SET name = 'Al' WHERE id = 2")
      #expect(scene.line(0).hasSuffix("book.db · live"))
      #expect(scene.list[0].contains("Al"))
      try await scene.shell("DROP TABLE users")
      #expect(scene.line(0).hasSuffix("book.db · can't be read"))
      #expect(scene.list[0].contains("Al"))
      try await scene.press("1,d")
      #expect(scene.status == " Deleted fact 3 · u undo")
    }
  }

  @Test func whatAnAlteredTableMayHoldKeepsNoRowAway() async throws {
    try await scene { scene in
      try await scene.press("2")
      try await scene.shell(
        """
        DROP INDEX users_by_name; DROP INDEX users_by_email; DROP INDEX users_by_age;
        ALTER TABLE users DROP COLUMN active; ALTER TABLE users ADD COLUMN active;
        UPDATE users SET active = 1 WHERE id = 1;
        """)
      #expect(scene.line(0).hasSuffix("book.db · live"))
      #expect(scene.list.prefix(5).map { $0.contains("●") } == [true, false, false, false, false], "\(scene.list)")
      try await scene.press("Down,Down,Enter")
      #expect(scene.lines.contains { $0.contains("Active") && $0.contains("NULL") }, "\(scene.lines)")
      try await scene.press("3")
      #expect(scene.lines.contains { $0.split(separator: " ").starts(with: ["Active", "1"]) }, "\(scene.lines)")
      #expect(scene.lines.contains { $0.contains("Newest users") } && scene.line(0).hasSuffix("live"))
    }
  }

  @Test func statisticsThatCannotBeRead() async throws {
    try await scene { scene in
      try await scene.press("3")
      try await scene.outside("ALTER TABLE users RENAME TO people")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users ≈5  3 Statistics           book.db · can't be read
           Facts                   3   Facts added, by month
           Users                  ≈5   Jan ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 3
             Active               ≈3
             Inactive             ≈2

           Newest users ≈              Users, by mail domain ≈
           Ada Byron             2 d   example.org ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 2
           alan mathison         3 d   example.com ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 1
           Annie Easley          3 d   example.edu ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 1
           Donald Knuth          9 d   example.net ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 1
           Grace Hopper         1 mo









         The statistics could not be read: no such table: users. What you see is what
         was there before.
         ? help  q quit
        """)
      try await scene.outside("ALTER TABLE people RENAME TO users; ALTER TABLE facts RENAME TO hidden")
      scene.shows(
        """
         Almanac  1 Facts ≈3  2 Users 5  3 Statistics           book.db · can't be read
           Facts                  ≈3   Facts added, by month ≈
           Users                   5   Jan ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 3
             Active                3
             Inactive              2

           Newest users                Users, by mail domain
           Ada Byron             2 d   example.org ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 2
           alan mathison         3 d   example.com ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 1
           Annie Easley          3 d   example.edu ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 1
           Donald Knuth          9 d   example.net ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 1
           Grace Hopper         1 mo









         The statistics could not be read: no such table: facts. What you see is what
         was there before.
         ? help  q quit
        """)
      try await scene.outside("ALTER TABLE hidden RENAME TO facts")
      #expect(scene.status == "")
      #expect(scene.line(0).hasSuffix("book.db · live"))
    }
  }

  @Test func aRecordThatCannotBeRead() async throws {
    try await scene { scene in
      try RawConnection.run("ALTER TABLE facts RENAME TO hidden", on: scene.path)
      try await scene.pressAtOnce("Enter")
      scene.shows(
        """
         Almanac  1 Facts ≈3  2 Users 5  3 Statistics           book.db · can't be read
           Fact 3

           This record could not be read: no such table: facts.

















         The list could not be read: no such table: facts. What you see is what was
         there before.
         Esc back  ? help  q quit
        """)
      try await scene.outside("ALTER TABLE hidden RENAME TO facts")
      #expect(scene.line(4) == "   Fact   An octopus has three hearts.")
    }
  }

  @Test func aRecordThatCannotBeReadIsNotEdited() async throws {
    try await scene { scene in
      try RawConnection.run("ALTER TABLE facts RENAME TO hidden", on: scene.path)
      try await scene.pressAtOnce("e")
      scene.shows(
        """
         Almanac  1 Facts ≈3  2 Users 5  3 Statistics           book.db · can't be read
         / search                                                                  1/≈3
         ID ▼  Fact                                                               Added
         ▌  3  An octopus has three hearts.                                   5 min ago
            2  A group of cats is called a clowder.                             3 h ago
            1  Honey never spoils.                                              5 d ago


        ┌ Edit fact 3 ─────────────────────────────────────────────────────────────────┐
        │                                                                              │
        │ Fact                                                                         │
        │                                                                              │
        │ Not read: no such table: facts.                                          Esc │
        └──────────────────────────────────────────────────────────────────────────────┘







         The list could not be read: no such table: facts. What you see is what was
         there before.
         Esc leave
        """)
      try await scene.outside("ALTER TABLE hidden RENAME TO facts")
      try await scene.press("type:!")
      #expect(scene.lines.contains { $0.contains("│ Fact  An octopus has three hearts.!") }, "it is read again")
    }
  }

  @Test("ANY-12: the top line says of a broken view that it can't be read, and of other tabs that they are live")
  func brokenView() async throws {
    let sql = """
      CREATE TABLE t(id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES (1, 'one');
      CREATE TABLE base(x); CREATE VIEW v AS SELECT x FROM base; DROP TABLE base;
      """
    try await fileScene(sql) { scene in
      try await scene.press("2")
      #expect(scene.line(0).hasSuffix(" can't be read"))
      try await scene.press("1")
      #expect(scene.line(0).hasSuffix(" live"))
      try await scene.outside("UPDATE t SET a = 'two'")
      #expect(scene.cursorRow?.contains("two") == true)
      try await scene.press("2")
      #expect(scene.line(0).hasSuffix(" can't be read"))
    }
  }
}
