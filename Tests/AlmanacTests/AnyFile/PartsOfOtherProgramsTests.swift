// Files with a collation, a function, a module or a tokenizer that only their own program has, and files with foreign
// keys that SQLite can't use.
import Foundation
import TestSupport
import Testing

@Suite("what only the file's own program has")
struct PartsOfOtherProgramsTests {
  @Test("REAL-36: what SQLite can read is listed, shown and found, and a refusal names the missing part once")
  func missingParts() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["theirs.db"]
    try await sandbox.sqlite(
      file,
      """
      CREATE TABLE deck(id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE, usn INTEGER);
      CREATE UNIQUE INDEX deck_name ON deck(name);
      CREATE TABLE k(name TEXT PRIMARY KEY COLLATE NOCASE, v);
      CREATE TABLE tags(tag TEXT PRIMARY KEY COLLATE NOCASE, usn) WITHOUT ROWID;
      CREATE TABLE fx(id INTEGER PRIMARY KEY, a TEXT CHECK (lower(a) <> 'x'), g AS (lower(a)), h AS (lower(a)) STORED);
      CREATE INDEX fxi ON fx(upper(a)); CREATE INDEX fxp ON fx(a) WHERE upper(a) > 'A';
      CREATE VIRTUAL TABLE ft4 USING fts4(body, tokenize=porter);
      CREATE VIRTUAL TABLE ft5 USING fts5(body, tokenize='porter');
      CREATE VIEW seen AS SELECT lower(a) FROM fx;
      INSERT INTO deck VALUES (1, 'Default', 0), (2, 'French', 0); INSERT INTO k VALUES ('x', 1), ('y', 2);
      INSERT INTO fx(a) VALUES ('Abc');
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(replace(replace(replace(
        sql, 'NOCASE', 'unicase'), 'lower(', 'myfold('), 'upper(', 'myup('), 'porter', 'mytok');
      """)
    for (expected, words) in [
      ("1\tDefault\t0\n2\tFrench\t0\n", ["list", "deck"]),
      ("2\tFrench\t0\n", ["list", "deck", "--where", "name=French"]),
      ("2\tFrench\t0\n", ["list", "deck", "--search", "fren"]),
      ("id\t2\nname\tFrench\nusn\t0\n", ["show", "deck", "2"]),
      ("name\ty\nv\t2\n", ["show", "k", "y"]), ("1\tAbc\tabc\n", ["list", "fx"]),
      ("id\t1\na\tAbc\nh\tabc\n", ["show", "fx", "1"]), ("1\tAbc\tabc\n", ["list", "fx", "--where", "a=Abc"]),
      ("name\ty\nv\t3\n", ["edit", "k", "y", "v=3"]),
    ] {
      let ending = try await sandbox.run([Sandbox.binary] + words + ["--file", file])
      #expect(ending.text == expected && ending.errors == "", "\(words): \(ending.errors)")
    }
    for (expected, words) in [
      ("tags can't be read: the file needs the collation unicase", ["list", "tags"]),
      ("ft4 can't be read: the file needs the tokenizer mytok", ["list", "ft4"]),
      ("ft5 can't be read: the file needs the tokenizer mytok", ["show", "ft5", "1"]),
      ("seen can't be read: the file needs the function myfold", ["list", "seen"]),
      ("Nothing was changed: the file needs the collation unicase", ["edit", "deck", "1", "name=x"]),
      ("Nothing was changed: the file needs the function myup", ["edit", "fx", "1", "a=y"]),
      ("Nothing was deleted: the file needs the function myup", ["delete", "fx", "1"]),
    ] {
      let ending = try await sandbox.run([Sandbox.binary] + words + ["--file", file])
      let sentence = "almanac \(words[0]): \(expected), which Almanac does not have.\n"
      #expect(ending.errors == sentence && ending.status == 1, "\(words): \(ending.errors)")
    }
    let doctor = try await sandbox.almanac("doctor", "--file", file)
    for (table, part) in [("deck", "collation unicase"), ("fx", "function myup"), ("tags", "collation unicase")] {
      let line =
        "integrity\tnote\t\(table) can't be checked: the file needs the \(part), which Almanac does not have.\n"
      #expect(doctor.text.contains(line), "\(doctor.text)")
    }
    #expect(doctor.status == 0)
  }

  @Test("REAL-36: a function that only a module calls is named as any other")
  func functionOfModule() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["packed.db"]
    try await sandbox.sqlite(
      file,
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, body); INSERT INTO t VALUES (1, 'honey'), (2, 'tea');
      CREATE VIRTUAL TABLE packed USING fts4(body, compress=trim, uncompress=trim);
      INSERT INTO packed(docid, body) SELECT id, body FROM t;
      CREATE VIRTUAL TABLE lost USING fts4(content='gone', body);
      CREATE TRIGGER went AFTER DELETE ON t BEGIN DELETE FROM packed WHERE docid = old.id; END;
      CREATE TRIGGER came AFTER INSERT ON t BEGIN INSERT INTO packed(docid, body) VALUES (new.id, new.body); END;
      CREATE VIEW seen AS SELECT body FROM packed;
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema
        SET sql = replace(replace(sql, 'uncompress=trim', 'uncompress=unzip'), ' compress=trim', ' compress=zip')
        WHERE name = 'packed';
      """)
    for (expected, words) in [
      ("packed can't be read: the file needs the function unzip, which Almanac does not have", ["list", "packed"]),
      (
        "packed can't be read: the file needs the function unzip, which Almanac does not have", ["show", "packed", "1"]
      ),
      ("seen can't be read: the file needs the function unzip, which Almanac does not have", ["list", "seen"]),
      ("packed can't be read: the file needs the function unzip, which Almanac does not have", ["export", "packed"]),
      ("Nothing was deleted: the file needs the function unzip, which Almanac does not have", ["delete", "t", "1"]),
      ("Nothing was added: the file needs the function zip, which Almanac does not have", ["add", "t", "body=x"]),
      ("lost can't be read: no such table: gone", ["list", "lost"]),
    ] {
      let ending = try await sandbox.run([Sandbox.binary] + words + ["--file", file])
      #expect(ending.errors == "almanac \(words[0]): \(expected).\n" && ending.status == 1, "\(ending.errors)")
    }
    let screen = try await sandbox.almanac("script", "2", "--file", file)
    let sentence = " The list could not be read: the file needs the function unzip, which Almanac\n does not have."
    #expect(screen.text.contains(sentence), "\(screen.text)")
  }

  @Test("REAL-44: a foreign key that names no table, no column or one that is not UNIQUE is named")
  func foreignKeys() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["keys.db"]
    try await sandbox.sqlite(
      file,
      """
      CREATE TABLE parent(id INTEGER, name TEXT); INSERT INTO parent VALUES (1, 'p');
      CREATE TABLE child(id INTEGER PRIMARY KEY, parent_id INTEGER REFERENCES parent(id));
      CREATE TABLE orphan(id INTEGER PRIMARY KEY, up REFERENCES gone);
      CREATE TABLE odd(id INTEGER PRIMARY KEY, n REFERENCES parent(nowhere));
      CREATE TABLE bare(id INTEGER PRIMARY KEY, p REFERENCES parent);
      """)
    let clauses = [
      "child": "a foreign key of child names id of parent, without PRIMARY KEY or UNIQUE there",
      "orphan": "a foreign key of orphan names the table gone, which is not in the file",
      "odd": "a foreign key of odd names nowhere of parent, and there is no such column",
      "bare": "a foreign key of bare names parent, which has no primary key",
    ]
    for (words, table) in [("parent_id=1", "child"), ("up=1", "orphan"), ("n=1", "odd"), ("p=1", "bare")] {
      #expect(try await sandbox.refusal(file, "add", table, words) == "Nothing was added: \(clauses[table]!).")
    }
    let doctor = try await sandbox.almanac("doctor", "--file", file)
    for table in ["child", "odd", "bare"] {
      #expect(doctor.text.contains("\(table) can't be checked: \(clauses[table]!)."), "\(doctor.text)")
    }
  }

  @Test("REAL-35: the verbs name a record of 2,000 columns without a key by its rowid")
  func widest() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["widest.db"]
    let columns = (1...2000).map { "c\($0)" }
    try await sandbox.sqlite(
      file,
      """
      CREATE TABLE t(\(columns.joined(separator: ", ")));
      INSERT INTO t(c1, c2000) VALUES ('b', 'x'), ('a', 'y'), ('c', 'z');
      """)
    func firsts(_ words: String...) async throws -> [String] {
      try await sandbox.run([Sandbox.binary, "list", "t", "--file", file] + words).text.split(separator: "\n").map {
        $0.split(separator: "\t").joined(separator: " ")
      }
    }
    #expect(try await firsts() == ["b x", "a y", "c z"])
    #expect(try await firsts("--sort", "c1") == ["a y", "b x", "c z"])
    #expect(try await firsts("--where", "c2000=z") == ["c z"])
    #expect(try await sandbox.done(file, "edit", "t", "2", "c2000=new").hasSuffix("\nc2000\tnew\n"))
    #expect(try await sandbox.done(file, "show", "t", "2").hasSuffix("\nc2000\tnew\n"))
    _ = try await sandbox.run([Sandbox.binary, "delete", "t", "1", "--file", file])
    #expect(try await sandbox.done(file, "add", "t", "c3=added") == "4\n")
    #expect(try await sandbox.sqlite(file, "SELECT rowid, c1, c3, c2000 FROM t") == "2|a||new\n3|c||z\n4||added|")
  }

  @Test("REAL-35: watch tells the changes of 2,000 columns, also in statements that another file takes")
  func widestWatched() async throws {
    let sandbox = try Sandbox()
    // One table with a key, one without, and one without whose columns take the names of the rowid.
    let columns = (1...1997).map { "c\($0)" }.joined(separator: ", ")
    let schema = """
      CREATE TABLE gate(a, b, PRIMARY KEY (a, b)); CREATE TABLE t(x, y, z, \(columns)); CREATE TABLE u(rowid, oid, _rowid_, \(columns));
      INSERT INTO t(c1, c1997) VALUES ('b', 'x'), ('a', 'y'); INSERT INTO u SELECT * FROM t;
      """
    let changes = ["t", "u"].map {
      """
      INSERT INTO \($0)(c1, c1997) VALUES ('n', 'm'); UPDATE \($0) SET c1997 = 'u', c2 = x'00' WHERE c1 = 'a';
      DELETE FROM \($0) WHERE c1 = 'b';
      """
    }.joined()
    let (file, copy) = (sandbox["widest.db"], sandbox["copy.db"])
    try await sandbox.sqlite(file, "PRAGMA journal_mode=wal; \(schema)")
    try await sandbox.sqlite(copy, schema)
    let rows = "SELECT c1, c2, c1997 FROM t; SELECT c1, c2, c1997 FROM u"
    let before = try await sandbox.sqlite(file, rows)
    let watch = try await Watch.start(["--sql"], sandbox, file, gate: "gate VALUES ('%', random())")
    let back = try await Watch.start(["--undo-sql"], sandbox, file, gate: "gate VALUES ('% again', random())")
    try await sandbox.sqlite(file, changes)
    let after = try await sandbox.sqlite(file, rows)
    func changed(_ watch: Watch) async throws -> [String] {
      var lines: [String] = []
      while lines.count < 6 { lines += try await watch.lines(1).filter { !$0.contains("\"gate\"") } }
      return lines
    }
    let (forward, backward) = (try await changed(watch), try await changed(back))
    func run(_ statements: [String]) async throws {
      // They are too long for a pipe without a reader.
      try statements.joined(separator: "\n").write(toFile: sandbox["changes.sql"], atomically: true, encoding: .utf8)
      try await sandbox.shell("sqlite3 -bail \(copy) <\(sandbox["changes.sql"])").check()
    }
    try await run(forward)
    #expect(try await sandbox.sqlite(copy, rows) == after)
    try await run(backward.reversed())
    #expect(
      try await sandbox.sqlite(copy, rows + " ORDER BY 1 DESC").split(separator: "\n").sorted()
        == before.split(separator: "\n").sorted())
    for watch in [watch, back] { #expect(try await watch.end(SIGTERM).status == 128 + SIGTERM) }
  }

  @Test("REAL-35: where columns have all names of the rowid, a UNIQUE NOT NULL column tells the records apart")
  func takenNames() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["taken.db"]
    try await sandbox.sqlite(
      file,
      """
      CREATE TABLE taken(rowid, oid, _rowid_, code TEXT NOT NULL UNIQUE);
      INSERT INTO taken VALUES (1, 2, 3, 'a'), (4, 5, 6, 'b');
      """)
    #expect(try await sandbox.done(file, "list", "taken") == "1\t2\t3\ta\n4\t5\t6\tb\n")
    #expect(try await sandbox.done(file, "edit", "taken", "a", "oid=9") == "rowid\t1\noid\t9\n_rowid_\t3\ncode\ta\n")
    _ = try await sandbox.run([Sandbox.binary, "delete", "taken", "b", "--file", file])
    #expect(try await sandbox.sqlite(file, "SELECT * FROM taken") == "1|9|3|a")
  }
}
