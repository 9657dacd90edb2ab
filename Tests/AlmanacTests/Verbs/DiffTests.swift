// almanac diff: each form of the output, and what it leaves as it is.
import Foundation
import TestSupport
import Testing

@Suite struct DiffTests {
  private static let schema = """
    CREATE TABLE users(id INTEGER PRIMARY KEY, name TEXT, active INT);
    CREATE TABLE tags(name TEXT COLLATE NOCASE PRIMARY KEY, colour TEXT) WITHOUT ROWID;
    CREATE TABLE visits(page, times);
    CREATE TRIGGER counted AFTER INSERT ON users BEGIN INSERT INTO visits VALUES ('users', 1); END;
    """

  /// Two files that differ in each table.
  private func pair(_ sandbox: Sandbox) async throws -> (old: String, new: String) {
    let (old, new) = (sandbox["old.db"], sandbox["new.db"])
    try await sandbox.sqlite(
      old,
      Self.schema
        + """
        INSERT INTO users VALUES (1, 'Ann', 1), (2, 'Bob', 1), (3, 'Cy', 0);
        INSERT INTO tags VALUES ('red', 'f00'), ('blue', '00f');
        INSERT INTO visits VALUES ('home', 1), ('home', 1), ('about', 2);
        """)
    try await sandbox.sqlite(
      new,
      Self.schema
        + """
        INSERT INTO users VALUES (1, 'Ann', 1), (2, 'Bob', 0), (4, 'Di', NULL);
        INSERT INTO tags VALUES ('Red', 'f00'), ('green', '0f0');
        DELETE FROM visits; INSERT INTO visits VALUES ('about', 2), ('users', 1), ('users', 1), ('users', 1), ('home', 1);
        CREATE INDEX by_name ON users(name);
        """)
    return (old, new)
  }

  /// HIS-12
  @Test func linesOfADifference() async throws {
    let sandbox = try Sandbox()
    let (old, new) = try await pair(sandbox)
    let ending = try await sandbox.almanac("diff", old, new)
    #expect(
      ending.text == """
        + index by_name was made
        - tags blue  00f
        + tags green  0f0
        ~ tags Red  name red → Red
        ~ users 2  active 1 → 0
        - users 3  Cy · active 0
        + users 4  Di
        - visits 4  home · times 1

        """)
    #expect(ending.errors == "")
    #expect(ending.status == 3)
  }

  /// HIS-12
  @Test func countsOfADifference() async throws {
    let sandbox = try Sandbox()
    let (old, new) = try await pair(sandbox)
    let ending = try await sandbox.almanac("diff", old, new, "--stat")
    #expect(
      ending.text == """
        + index by_name was made
        tags  1 added, 1 updated, 1 deleted
        users  1 added, 1 updated, 1 deleted
        visits  0 added, 0 updated, 1 deleted

        """)
    #expect(ending.status == 3)
  }

  /// HIS-12
  @Test func jsonOfATable() async throws {
    let sandbox = try Sandbox()
    let (old, new) = try await pair(sandbox)
    let ending = try await sandbox.almanac("diff", old, new, "USERS", "--json")
    #expect(
      ending.text == """
        {"change":"schema","type":"index","name":"by_name","table":"users","new":"CREATE INDEX by_name ON users(name)"}
        {"change":"update","table":"users","key":{"id":2},"old":{"id":2,"name":"Bob","active":1},"new":{"id":2,"name":"Bob","active":0}}
        {"change":"delete","table":"users","key":{"id":3},"old":{"id":3,"name":"Cy","active":0}}
        {"change":"insert","table":"users","key":{"id":4},"new":{"id":4,"name":"Di","active":null}}

        """)
  }

  /// HIS-12
  @Test func statementsMakeTheOtherFile() async throws {
    let sandbox = try Sandbox()
    let (old, new) = try await pair(sandbox)
    let ending = try await sandbox.almanac("diff", old, new, "--sql")
    #expect(
      ending.text == """
        BEGIN;
        DROP TRIGGER "counted";
        DELETE FROM "tags" WHERE "name" IS 'blue';
        UPDATE "tags" SET "name" = 'Red' WHERE "name" IS 'red';
        INSERT INTO "tags"("name", "colour") VALUES ('green', '0f0');
        DELETE FROM "users" WHERE "id" IS 3;
        UPDATE "users" SET "active" = 0 WHERE "id" IS 2;
        INSERT INTO "users"("id", "name", "active") VALUES (4, 'Di', NULL);
        DELETE FROM "visits" WHERE rowid = 4;
        CREATE INDEX by_name ON users(name);
        CREATE TRIGGER counted AFTER INSERT ON users BEGIN INSERT INTO visits VALUES ('users', 1); END;
        COMMIT;

        """)
    _ = try await sandbox.shell("'\(Sandbox.binary)' diff '\(old)' '\(new)' --sql | sqlite3 -bail '\(old)'")
    let after = try await sandbox.almanac("diff", old, new)
    #expect(after.text == "")
    #expect(after.status == 0)
  }

  /// HIS-12
  @Test func filesWithoutADifferenceAreLeftAsTheyAre() async throws {
    let sandbox = try Sandbox()
    let (old, _) = try await pair(sandbox)
    try await sandbox.sqlite(old, "PRAGMA journal_mode = WAL")
    let bytes = try Data(contentsOf: URL(filePath: old))
    let copy = sandbox["copy.db"]
    try FileManager.default.copyItem(atPath: old, toPath: copy)
    for form in ["--stat", "--json", "--sql"] {
      let ending = try await sandbox.almanac("diff", old, copy, form)
      #expect(ending.text == "")
      #expect(ending.status == 0)
    }
    #expect(try Data(contentsOf: URL(filePath: old)) == bytes)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: sandbox.folder).filter { $0.contains("db-") } == [])
  }

  /// HIS-12
  @Test func aTableOfAnotherShapeAndASearchIndex() async throws {
    let sandbox = try Sandbox()
    let (old, new) = (sandbox["old.db"], sandbox["new.db"])
    try await sandbox.sqlite(
      old,
      """
      CREATE TABLE a(x PRIMARY KEY, y); INSERT INTO a VALUES (1, 2), (3, 4); CREATE TABLE gone(z);
      INSERT INTO gone VALUES (5); CREATE TABLE b(x PRIMARY KEY); CREATE VIRTUAL TABLE found USING fts5(body);
      """)
    try await sandbox.sqlite(
      new,
      """
      CREATE TABLE a(x PRIMARY KEY, y, z DEFAULT 7); INSERT INTO a VALUES (1, 2, NULL), (3, 4, 7);
      CREATE TABLE b(y PRIMARY KEY); CREATE VIRTUAL TABLE found USING fts5(body); INSERT INTO found VALUES ('one');
      """)
    #expect(
      try await sandbox.almanac("diff", old, new).text == """
        ~ table a was changed
        ~ table b was changed
        - table gone was dropped
        ~ a 3  z NULL → 7
        ? b  its records are not compared: its key is another one
        - gone 1  z 5
        ? found  its module keeps other data

        """)
    #expect(
      try await sandbox.almanac("diff", old, new, "a", "b", "gone", "--sql").text == """
        -- "found", which a module keeps, differs too: these statements leave it as it is. Name it as well, or compare the whole files.
        BEGIN;
        DROP TABLE "a";
        DROP TABLE "b";
        DROP TABLE "gone";
        CREATE TABLE a(x PRIMARY KEY, y, z DEFAULT 7);
        CREATE TABLE b(y PRIMARY KEY);
        INSERT INTO "a"("x", "y", "z") VALUES (1, 2, NULL);
        INSERT INTO "a"("x", "y", "z") VALUES (3, 4, 7);
        COMMIT;

        """)
  }

  /// HIS-12
  @Test func aModuleThatOnlyOneFileHas() async throws {
    let sandbox = try Sandbox()
    let (old, new) = (sandbox["old.db"], sandbox["new.db"])
    try await sandbox.sqlite(old, "CREATE TABLE t(a)")
    try await sandbox.sqlite(
      new, "CREATE TABLE t(a); CREATE VIRTUAL TABLE found USING fts5(body); INSERT INTO found VALUES ('one')")
    #expect(try await sandbox.almanac("diff", old, new).text == "+ table found was made\n")
    _ = try await sandbox.shell(
      "('\(Sandbox.binary)' diff '\(old)' '\(new)' --sql) | sqlite3 -bail -cmd '.dbconfig defensive off' '\(old)'")
    #expect(try await sandbox.almanac("diff", old, new).text == "")
    #expect(try await sandbox.sqlite(old, "SELECT body FROM found WHERE found MATCH 'one'") == "one")
  }

  /// HIS-12
  @Test func aSearchIndexThatIsNotNamedIsLeftOut() async throws {
    let sandbox = try Sandbox()
    let (old, new) = (sandbox["old.db"], sandbox["new.db"])
    let schema = "CREATE TABLE t(a); CREATE VIRTUAL TABLE found USING fts5(body);"
    try await sandbox.sqlite(old, schema)
    try await sandbox.sqlite(new, schema + "INSERT INTO t VALUES (1); INSERT INTO found VALUES ('one')")
    #expect(
      try await sandbox.almanac("diff", old, new, "t", "--sql").text == """
        -- "found", which a module keeps, differs too: these statements leave it as it is. Name it as well, or compare the whole files.
        BEGIN;
        INSERT INTO "t"("a") VALUES (1);
        COMMIT;

        """)
  }

  /// Pairs whose statements once did not run: the old file, the new file.
  private static let hardPairs: [(String, String)] = [
    (
      """
      CREATE TABLE t(a INTEGER PRIMARY KEY, n, act); CREATE UNIQUE INDEX u ON t(n) WHERE act = 1;
      INSERT INTO t VALUES (1, 'x', 0), (2, 'x', 1);
      """,
      """
      CREATE TABLE t(a INTEGER PRIMARY KEY, n, act); CREATE UNIQUE INDEX u ON t(n) WHERE act = 1;
      INSERT INTO t VALUES (1, 'x', 1), (2, 'x', 0);
      """
    ),
    (
      "CREATE TABLE t(a, b DEFAULT 'autoincrement')",
      "CREATE TABLE t(a, b DEFAULT 'autoincrement'); INSERT INTO t(a) VALUES (1)"
    ),
    (
      "CREATE TABLE f(a); CREATE TABLE f_data(id INTEGER PRIMARY KEY, block BLOB); INSERT INTO f_data VALUES (7, 8)",
      "CREATE VIRTUAL TABLE f USING fts5(body); INSERT INTO f VALUES ('one')"
    ),
    (
      "CREATE VIRTUAL TABLE f USING fts5(body); INSERT INTO f VALUES ('one')",
      "CREATE TABLE f(a); CREATE TABLE f_data(id INTEGER PRIMARY KEY, block BLOB); INSERT INTO f_data VALUES (7, 8)"
    ),
  ]

  /// HIS-12
  @Test(arguments: hardPairs.indices) func statementsOfAHardPair(number: Int) async throws {
    let sandbox = try Sandbox()
    let (old, new) = (sandbox["old.db"], sandbox["new.db"])
    try await sandbox.sqlite(old, Self.hardPairs[number].0)
    try await sandbox.sqlite(new, Self.hardPairs[number].1)
    let script = sandbox["diff.sql"]
    _ = try await sandbox.shell("'\(Sandbox.binary)' diff '\(old)' '\(new)' --sql >'\(script)'")
    try await sandbox.shell("sqlite3 -bail -cmd '.dbconfig defensive off' '\(old)' <'\(script)'").check()
    let after = try await sandbox.almanac("diff", old, new)
    #expect(after.text == "")
    #expect(after.status == 0)
  }

  /// HIS-12
  @Test func aViewThatEndsInAnOpenComment() async throws {
    let sandbox = try Sandbox()
    let (old, new) = (sandbox["old.db"], sandbox["new.db"])
    try await sandbox.sqlite(old, "CREATE TABLE t(a)")
    try await sandbox.sqlite(new, "CREATE TABLE t(a)")
    _ = try await sandbox.shell("printf 'CREATE VIEW v AS SELECT 1 /* c' | sqlite3 '\(new)'")
    #expect(
      try await sandbox.almanac("diff", old, new, "--sql").text == """
        BEGIN;
        CREATE VIEW v AS SELECT 1 /* c*/;
        COMMIT;

        """)
  }

  /// HIS-12
  @Test func equalPagesHaveNoObstacle() async throws {
    let sandbox = try Sandbox()
    let (old, new) = (sandbox["old.db"], sandbox["new.db"])
    try await sandbox.sqlite(
      old, "CREATE TABLE t(a, b, PRIMARY KEY(a COLLATE NOCASE)) WITHOUT ROWID; INSERT INTO t VALUES ('x', 1)")
    try FileManager.default.copyItem(atPath: old, toPath: new)
    for form in ["--stat", "--json", "--sql"] {
      let ending = try await sandbox.almanac("diff", old, new, form)
      #expect(ending.text == "")
      #expect(ending.status == 0)
    }
    try await sandbox.sqlite(new, "INSERT INTO t VALUES ('y', 2)")
    #expect(
      try await sandbox.almanac("diff", old, new).text
        == "? t  its records are not compared: nothing tells its records apart\n")
  }

  /// HIS-12
  @Test func aKeyOfAnotherType() async throws {
    let sandbox = try Sandbox()
    let (old, new) = (sandbox["old.db"], sandbox["new.db"])
    try await sandbox.sqlite(old, "CREATE TABLE t(a TEXT PRIMARY KEY, b); INSERT INTO t VALUES ('1', 2), ('01', 3)")
    try await sandbox.sqlite(new, "CREATE TABLE t(a INT PRIMARY KEY, b); INSERT INTO t VALUES (1, 2)")
    #expect(
      try await sandbox.almanac("diff", old, new).text == """
        ~ table t was changed
        ? t  its records are not compared: its key has another type

        """)
  }

  /// HIS-12
  @Test func whatATerminalMayObeyIsLeftOut() async throws {
    let sandbox = try Sandbox()
    let (old, new) = (sandbox["old.db"], sandbox["new.db"])
    try await sandbox.sqlite(old, "CREATE TABLE t(a); CREATE TABLE c(a); INSERT INTO c VALUES (1)")
    try await sandbox.sqlite(
      new,
      """
      CREATE TABLE t(a); INSERT INTO t VALUES (1);
      CREATE TABLE "e\u{1B}[2J"(a); INSERT INTO "e\u{1B}[2J" VALUES (2); CREATE INDEX i ON "e\u{1B}[2J"(a);
      CREATE TABLE c(a, "b\u{1B}"); INSERT INTO c VALUES (1, 2); CREATE INDEX j ON c(a);
      """)
    #expect(
      try await sandbox.almanac("diff", old, new, "--sql").text == """
        -- The statements for table c and its records are left out: it has characters that a terminal may obey.
        -- The statements for table e\\u001b[2J and its records are left out: it has characters that a terminal may obey.
        -- The statement for index i is left out: its table is left out.
        -- The statement for index j is left out: its table is left out.
        BEGIN;
        INSERT INTO "t"("a") VALUES (1);
        COMMIT;

        """)
  }

  /// HIS-12
  @Test func countersAloneAreNoDifference() async throws {
    let sandbox = try Sandbox()
    let (old, new) = (sandbox["old.db"], sandbox["new.db"])
    let schema = "CREATE TABLE t(a INTEGER PRIMARY KEY AUTOINCREMENT); CREATE TABLE u(b);"
    try await sandbox.sqlite(old, schema)
    try await sandbox.sqlite(new, schema + "INSERT INTO t VALUES (5); DELETE FROM t")
    for form in ["--stat", "--json", "--sql"] {
      let ending = try await sandbox.almanac("diff", old, new, form)
      #expect(ending.text == "")
      #expect(ending.status == 0)
    }
    try await sandbox.sqlite(new, "INSERT INTO u VALUES (6)")
    #expect(
      try await sandbox.almanac("diff", old, new, "--sql").text == """
        BEGIN;
        INSERT INTO "u"("b") VALUES (6);
        DELETE FROM sqlite_sequence WHERE name = 't';
        INSERT INTO sqlite_sequence(name, seq) VALUES ('t', 5);
        COMMIT;

        """)
  }

  /// HIS-12
  @Test func aTextThatTheOtherEncodingCannotHold() async throws {
    let sandbox = try Sandbox()
    let (old, new) = (sandbox["old.db"], sandbox["new.db"])
    try await sandbox.sqlite(old, "CREATE TABLE t(a INTEGER PRIMARY KEY, b); INSERT INTO t VALUES (1, 'x')")
    try await sandbox.sqlite(
      new,
      """
      PRAGMA encoding = 'UTF-16be'; CREATE TABLE t(a INTEGER PRIMARY KEY, b);
      INSERT INTO t VALUES (1, CAST(x'd800' AS TEXT)), (2, 'y');
      """)
    #expect(
      try await sandbox.almanac("diff", old, new, "--sql").text == """
        BEGIN;
        -- A statement for table t is left out: the other encoding of the file can't hold a text in it.
        INSERT INTO "t"("a", "b") VALUES (2, 'y');
        COMMIT;

        """)
  }

  /// HIS-12
  @Test func wrongWords() async throws {
    let sandbox = try Sandbox()
    let (old, new) = try await pair(sandbox)
    let one = try await sandbox.almanac("diff", old)
    #expect(one.errors == "almanac diff: Name two files; almanac diff A B compares them.\n")
    #expect(one.status == 2)
    let other = try await sandbox.almanac("diff", old, new, "user")
    #expect(other.errors == "almanac diff: Neither file has a table 'user'; did you mean 'users'?\n")
    #expect(other.status == 2)
    let missing = try await sandbox.almanac("diff", old, sandbox["none.db"])
    #expect(missing.errors == "almanac diff: \(sandbox["none.db"]) does not exist.\n")
    #expect(missing.status == 1)
  }

  /// HIS-12
  @Test func namesOfTablesAreCompleted() async throws {
    let sandbox = try Sandbox()
    let (old, new) = try await pair(sandbox)
    #expect(try await sandbox.almanac("complete", "--", "diff", old, "").text == "")
    #expect(try await sandbox.almanac("complete", "--", "diff", old, new, "").text == "tags\nusers\nvisits\n")
  }
}
