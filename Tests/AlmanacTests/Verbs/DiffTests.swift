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
    _ = try await sandbox.shell("'\(Sandbox.binary)' diff '\(old)' '\(new)' --sql | sqlite3 '\(old)'")
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
      "('\(Sandbox.binary)' diff '\(old)' '\(new)' --sql) | sqlite3 -cmd '.dbconfig defensive off' '\(old)'")
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
