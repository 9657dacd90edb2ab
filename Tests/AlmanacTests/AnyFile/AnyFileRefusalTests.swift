// Changes that a schema forbids, with their messages; the effects of triggers; and dry runs.
import Foundation
import TestSupport
import Testing

@Suite("another program's rules")
struct AnyFileRefusalTests {
  @Test("ANY-17: NOT NULL, CHECK, UNIQUE, STRICT, a foreign key, in words; nothing is changed")
  func rules() async throws {
    let sandbox = try Sandbox()
    let file = try await sandbox.tables()
    try await sandbox.sqlite(
      file,
      """
      CREATE TABLE artists(id INTEGER PRIMARY KEY, name TEXT UNIQUE, born INT CONSTRAINT sober CHECK (born > 1000));
      INSERT INTO artists VALUES (1, 'AC/DC', 1973), (2, 'Accept', 1976);
      CREATE TABLE albums(
        title TEXT, side TEXT, artist INTEGER REFERENCES artists, PRIMARY KEY (title, side)) WITHOUT ROWID;
      INSERT INTO albums VALUES ('Balls', 'A', 2);
      CREATE TABLE late(id INTEGER PRIMARY KEY, artist REFERENCES artists DEFERRABLE INITIALLY DEFERRED);
      CREATE TABLE words(word); CREATE UNIQUE INDEX folded ON words(lower(word)); INSERT INTO words VALUES ('tea');
      CREATE TRIGGER sober BEFORE UPDATE OF name ON artists WHEN new.name = 'x' BEGIN
        SELECT RAISE(ABORT, 'not this name'); END;
      """)
    for (sentence, words) in [
      ("Nothing was changed: Name of tracks must not be NULL.", ["edit", "tracks", "1", "Name:=null"]),
      ("Nothing was added: Name of tracks must not be NULL.", ["add", "tracks", "Milliseconds=5"]),
      ("Nothing was changed: the file requires Milliseconds > 0.", ["edit", "tracks", "1", "Milliseconds=0"]),
      ("Nothing was changed: the file requires sober.", ["edit", "artists", "1", "born=7"]),
      ("Nothing was changed: another record of artists has the same name.", ["edit", "artists", "1", "name=Accept"]),
      (
        "Nothing was added: another record has the same values: index 'folded' is unique.",
        ["add", "words", "word=TEA"]
      ),
      (
        "Nothing was added: another record of albums has the same title and side.",
        ["add", "albums", "title=Balls", "side=A"]
      ),
      ("Nothing was changed: n of typed takes INTEGER values only, not TEXT.", ["edit", "typed", "1", "n=two"]),
      ("Nothing was changed: b of typed takes BLOB values only, not TEXT.", ["edit", "typed", "1", "b=x"]),
      (
        "Nothing was added: there is no record of artists for artist 9.",
        ["add", "albums", "title=x", "side=B", "artist=9"]
      ),
      (
        "Nothing was changed: there is no record of artists for artist 9.",
        ["edit", "albums", "Balls", "A", "artist:=9"]
      ),
      ("Nothing was added: there is no record of artists for artist 9.", ["add", "late", "artist:=9"]),
      ("Nothing was added: there is no record of artists for artist 9.", ["add", "late", "artist:=9", "--dry-run"]),
      (
        "Nothing was changed: record 2 of artists is named by 1 record of albums (artist).",
        ["edit", "artists", "2", "id=7"]
      ),
      ("Nothing was changed: not this name.", ["edit", "artists", "1", "name=x"]),
    ] {
      let ending = try await sandbox.run([Sandbox.binary] + words + ["--file", file])
      #expect(ending.errors == "almanac \(words[0]): \(sentence)\n", "\(words)")
      #expect(ending.status == 1 && ending.text == "")
    }
    #expect(
      try await sandbox.sqlite(file, "SELECT * FROM artists; SELECT * FROM albums; SELECT count(*) FROM late, tracks")
        == "1|AC/DC|1973\n2|Accept|1976\nBalls|A|2\n0")
    for (sentence, words) in [
      ("Seconds can't be set: the file computes it.", ["edit", "tracks", "1", "Seconds=5"]),
      ("Size can't be set: the file computes it.", ["add", "tracks", "Name=x", "size:=5"]),
      ("There is no column 'Nmae' in tracks; did you mean 'Name'?", ["edit", "tracks", "1", "Nmae=x"]),
      (
        "There is no column 'x' in codes, which has code, name and isActive.", ["edit", "codes", "ALFKI", "x:=1"]
      ),
      ("Name is given twice.", ["edit", "tracks", "1", "Name=x", "name:=null"]),
      (
        "A record of Order Details is named by 2 values, its OrderID and ProductID; after that, give its new values as COLUMN=TEXT or COLUMN:=JSON.",
        ["edit", "Order Details", "10248", "Quantity=1"]
      ),
    ] {
      let ending = try await sandbox.run([Sandbox.binary] + words + ["--file", file])
      #expect(ending.errors == "almanac \(words[0]): \(sentence)\n", "\(words)")
      #expect(ending.status == 2 && ending.text == "")
    }
  }

  @Test("ANY-12, ANY-13: what can't be changed says why: views, tables of modules, SQLite's own, records without a key")
  func unchangeable() async throws {
    let sandbox = try Sandbox()
    let file = try await sandbox.tables()
    try await sandbox.sqlite(
      file,
      """
      CREATE VIEW fast AS SELECT * FROM tracks;
      CREATE VIRTUAL TABLE texts USING fts5(body); INSERT INTO texts VALUES ('x');
      CREATE TABLE hidden(rowid, oid, _rowid_); INSERT INTO hidden VALUES (1, 2, 3);
      """)
    for (table, sentence) in [
      ("texts", "texts belongs to a module: Almanac lists it, but does not change it."),
      ("texts_data", "texts_data belongs to another table: Almanac does not change it."),
      ("sqlite_stat1", "sqlite_stat1 belongs to SQLite: Almanac does not change it."),
      ("hidden", "Nothing tells the records of hidden apart; almanac list shows them."),
    ] {
      #expect(try await sandbox.refusal(file, "edit", table, "1", "x=y", status: 2) == sentence)
      #expect(try await sandbox.refusal(file, "delete", table, "1", status: 2) == sentence)
    }
    for (words, sentence) in [
      (["add", "fast", "Name=x"], "Nothing can be added to fast: the view has no INSTEAD OF INSERT trigger."),
      (["edit", "fast", "1", "x=y"], "Records of fast can't be changed: the view has no INSTEAD OF UPDATE trigger."),
      (["delete", "fast", "1"], "Records of fast can't be deleted: the view has no INSTEAD OF DELETE trigger."),
    ] {
      let ending = try await sandbox.run([Sandbox.binary] + words + ["--file", file])
      #expect(ending.errors == "almanac \(words[0]): \(sentence)\n" && ending.status == 2)
    }
    #expect(chmod(file, 0o444) == 0)
    let person = getuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
    #expect(chmod(sandbox.folder, 0o755) == 0)
    let ending = try await sandbox.run(person + [Sandbox.binary, "edit", "tracks", "1", "Name=x", "--file", file])
    #expect(ending.errors == "almanac edit: Nothing was changed: the file may not be written.\n")
    #expect(ending.status == 1)
  }

  @Test(
    "ANY-15, ANY-16: a delete that RESTRICT forbids says what names the record; --dry-run tells what goes with others")
  func references() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["shop.db"]
    try await sandbox.sqlite(
      file,
      """
      CREATE TABLE artists(id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE albums(id INTEGER PRIMARY KEY, artist REFERENCES artists ON DELETE CASCADE);
      CREATE TABLE tracks(id INTEGER PRIMARY KEY, album REFERENCES albums ON DELETE CASCADE);
      CREATE TABLE fans(name TEXT PRIMARY KEY, artist REFERENCES artists ON DELETE SET NULL) WITHOUT ROWID;
      CREATE TABLE prizes(id INTEGER PRIMARY KEY, artist REFERENCES artists ON DELETE RESTRICT);
      CREATE TABLE deals(id INTEGER PRIMARY KEY, artist REFERENCES artists);
      CREATE TABLE log(what);
      CREATE TRIGGER logged AFTER DELETE ON artists BEGIN INSERT INTO log VALUES (old.name); END;
      INSERT INTO artists VALUES (1, 'AC/DC'), (2, 'Accept');
      INSERT INTO albums VALUES (1, 1), (2, 1), (3, 2); INSERT INTO tracks VALUES (1, 1), (2, 1), (3, 3);
      INSERT INTO fans VALUES ('Ada', 1), ('Bob', 2); INSERT INTO prizes VALUES (1, 2), (2, 2); INSERT INTO deals VALUES (1, 2);
      """)
    for option in [[], ["--dry-run"]] {
      let ending = try await sandbox.run([Sandbox.binary, "delete", "artists", "1", "2", "--file", file] + option)
      #expect(
        ending.errors
          == "almanac delete: Nothing was deleted: record 2 of artists is named by 1 record of deals (artist) and 2 records of prizes (artist).\n"
      )
      #expect(ending.status == 1 && ending.text == "")
    }
    let before = try Data(contentsOf: URL(fileURLWithPath: file))
    let rehearsed = try await sandbox.almanac("delete", "artists", "1", "--dry-run", "--file", file)
    #expect(rehearsed.text == "1\n" && rehearsed.status == 0)
    #expect(
      rehearsed.errors
        == "Dry run: record 1 of artists would be deleted; 1 record would be changed in fans; 2 records would be deleted from albums; 2 records would be deleted from tracks; 1 record would be added to log. Nothing was written.\n"
    )
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
    let deleted = try await sandbox.almanac("delete", "artists", "1", "--file", file)
    #expect(deleted.text == "1\n" && deleted.status == 0)
    #expect(
      deleted.errors
        == "Also changed 1 record of fans, deleted 2 records of albums, 2 records of tracks and added 1 record of log.\n"
    )
    #expect(
      try await sandbox.almanac("delete", "albums", "3", "--file", file).errors
        == "Also deleted 1 record of tracks.\n")
    try await sandbox.sqlite(
      file,
      """
      CREATE TRIGGER farewell AFTER DELETE ON tracks BEGIN
        UPDATE fans SET name = name || '!'; INSERT INTO tracks VALUES (9, 1); DELETE FROM tracks WHERE id = 9; END;
      INSERT INTO tracks VALUES (4, NULL); INSERT INTO albums VALUES (1, NULL);
      """)
    #expect(
      try await sandbox.almanac("delete", "tracks", "4", "--file", file).errors
        == "Also changed 2 records of fans.\n",
      "no foreign key names tracks")
    try await sandbox.sqlite(file, "UPDATE fans SET name = rtrim(name, '!'); DELETE FROM albums")
    #expect(
      try await sandbox.sqlite(
        file, "SELECT id FROM albums; SELECT id FROM tracks; SELECT name, artist FROM fans; SELECT what FROM log")
        == "Ada|\nBob|2\nAC/DC")
  }

  @Test("ANY-16: the report is what happened: RAISE, triggers that delete or change the row")
  func triggers() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["triggers.db"]
    try await sandbox.sqlite(
      file,
      """
      CREATE TABLE t(a TEXT, b INT, v, done BOOLEAN, PRIMARY KEY (a, b)) WITHOUT ROWID;
      INSERT INTO t(a, b, v) VALUES ('keep', 1, 'x'), ('free', 1, 'x'), ('stay', 1, 'x'), ('lost', 1, 'x');
      CREATE TRIGGER a BEFORE DELETE ON t WHEN old.a = 'keep' BEGIN SELECT RAISE(IGNORE); END;
      CREATE TRIGGER b BEFORE UPDATE ON t WHEN old.a = 'keep' BEGIN SELECT RAISE(IGNORE); END;
      CREATE TRIGGER c BEFORE INSERT ON t WHEN new.a = 'no' BEGIN SELECT RAISE(IGNORE); END;
      CREATE TRIGGER d AFTER INSERT ON t WHEN new.a = 'gone' BEGIN DELETE FROM t WHERE a = 'gone'; END;
      CREATE TRIGGER e AFTER INSERT ON t WHEN new.a = 'new' BEGIN UPDATE t SET v = 'stamped' WHERE a = 'new'; END;
      CREATE TRIGGER g BEFORE DELETE ON t WHEN old.a = 'stay' BEGIN SELECT RAISE(ABORT, 'it stays'); END;
      CREATE TRIGGER h AFTER UPDATE ON t WHEN old.a = 'lost' BEGIN DELETE FROM t WHERE a = 'lost'; END;
      CREATE TRIGGER i BEFORE INSERT ON t WHEN new.a = 'bad' BEGIN SELECT RAISE(ABORT, 'not that'); END;
      CREATE TRIGGER f AFTER UPDATE OF v ON t WHEN new.v = 'back' BEGIN UPDATE t SET v = old.v WHERE a = new.a; END;
      """)
    for option in [[], ["--dry-run"]] {
      for (sentence, words) in [
        (
          "delete: Nothing was deleted: a trigger of the file keeps record keep 1 of t from being deleted.",
          ["keep", "1"]
        ),
        (
          "edit: Nothing was changed: a trigger, or a column's type, keeps record keep 1 of t as it is.",
          ["keep", "1", "v=y"]
        ),
        (
          "edit: Nothing was changed: a trigger, or a column's type, keeps record free 1 of t as it is.",
          ["free", "1", "v=back"]
        ),
        ("delete: Nothing was deleted: it stays.", ["stay", "1"]),
        (
          "edit: Nothing was changed: a trigger, or a column's type, keeps record lost 1 of t as it is.",
          ["lost", "1", "v=y"]
        ),
        (
          "toggle: Nothing was toggled: a trigger, or a column's type, keeps record lost 1 of t as it is.",
          ["free", "1", "lost", "1"]
        ),
        ("add: Nothing was added: not that.", ["a=bad", "b=1"]),
        ("add: Nothing was added: a trigger of the file keeps the record out of t.", ["a=no", "b=1"]),
        ("add: Nothing was added: a trigger of the file keeps the record out of t.", ["a=gone", "b=1"]),
      ] {
        let verb = String(sentence.prefix { $0 != ":" })
        let ending = try await sandbox.run([Sandbox.binary, verb, "t"] + words + ["--file", file] + option)
        #expect(ending.errors == "almanac \(sentence)\n")
        #expect(ending.status == 1 && ending.text == "")
      }
    }
    #expect(try await sandbox.done(file, "add", "t", "a=new", "b=2", "v=mine") == "new\t2\n")
    #expect(
      try await sandbox.sqlite(file, "SELECT * FROM t") == "free|1|x|\nkeep|1|x|\nlost|1|x|\nnew|2|stamped|\nstay|1|x|")
    #expect(try await sandbox.done(file, "edit", "t", "new", "2", "v:=null") == "a\tnew\nb\t2\nv\t\ndone\t\n")
  }

  @Test("--dry-run of add, edit and toggle prints what would be, and changes nothing", arguments: ["delete", "wal"])
  func rehearsals(_ journal: String) async throws {
    let sandbox = try Sandbox()
    let file = try await sandbox.tables(journal: journal)
    let before = try Data(contentsOf: URL(fileURLWithPath: file))
    func rehearsed(_ words: String...) async throws -> [String] {
      let ending = try await sandbox.run([Sandbox.binary] + words + ["--dry-run", "--file", file])
      #expect(ending.status == 0)
      #expect(ending.errors.hasPrefix("Dry run: ") && ending.errors.hasSuffix(". Nothing was written.\n"))
      return [ending.text, String(ending.errors.dropFirst(9).prefix { $0 != "." })]
    }
    #expect(try await rehearsed("add", "loose", "a=x") == ["4\n", "1 record would be added to loose"])
    #expect(
      try await rehearsed("edit", "codes", "alfki", "name=New", "code=Z")
        == ["code\tZ\nname\tNew\nisActive\t1\n", "code and name of record ALFKI of codes would change"])
    #expect(
      try await rehearsed("edit", "codes", "alfki", "name=Alfreds")
        == ["code\tALFKI\nname\tAlfreds\nisActive\t1\n", "nothing would change"])
    #expect(
      try await rehearsed("toggle", "codes", "ALFKI", "BONAP")
        == [
          "code\tALFKI\nname\tAlfreds\nisActive\t0\n\ncode\tBONAP\nname\t\nisActive\t1\n",
          "isActive of records ALFKI and BONAP of codes would change",
        ])
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
    let files = try FileManager.default.contentsOfDirectory(atPath: sandbox.folder).filter { $0.hasPrefix("tables") }
    #expect(files == ["tables.db"])
    // A dry run makes no book.
    let none = try await sandbox.almanac("add", "facts", "x", "--dry-run")
    #expect(none.status == 1 && none.errors.contains("You have no book yet"))
    try await sandbox.refuses(
      2, "almanac add: Use only one of --dry-run and --create.", "add", "facts", "x", "--dry-run", "--create")
  }

  @Test("a line of standard input that the file refuses is named by its number, and none is added")
  func lines() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    try await sandbox.sqlite(
      book, "CREATE TRIGGER no BEFORE INSERT ON facts WHEN new.body = 'bad' BEGIN SELECT RAISE(ABORT, 'not that'); END")
    let ending = try await sandbox.almanac("add", "facts", "-", "--file", book, input: "good\n\nbad\nbetter\n")
    #expect(
      ending.errors
        == "almanac add: Nothing was added: line 3 of standard input: not that.\n")
    #expect(try await sandbox.sqlite(book, "SELECT count(*) FROM facts") == "2")
    // A table that only has the name of a book's table is like any other.
    try await sandbox.sqlite(sandbox["other.db"], "CREATE TABLE facts(subject TEXT)")
    #expect(try await sandbox.done(sandbox["other.db"], "add", "facts", "subject=Tea") == "1\n")
    #expect(
      try await sandbox.refusal(sandbox["other.db"], "add", "facts", "Tea", status: 2)
        == "'Tea' is neither COLUMN=TEXT nor COLUMN:=JSON.")
  }

  @Test("ANY-04, ANY-12, ANY-13: a broken view and a missing module say why, and the rest works; an unknown collation")
  func broken() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["broken.db"]
    try await sandbox.sqlite(
      file,
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT); INSERT INTO t VALUES (1, 'b'), (2, 'a');
      CREATE VIEW lost AS SELECT * FROM t; CREATE VIEW sums AS SELECT abs(-9223372036854775807 - id) AS s FROM t;
      CREATE VIRTUAL TABLE texts USING fts5(body);
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = 'CREATE VIEW lost AS SELECT * FROM gone' WHERE name = 'lost';
      UPDATE sqlite_schema SET sql = replace(sql, 'fts5', 'absent') WHERE name = 'texts';
      UPDATE sqlite_schema SET sql = replace(sql, 'name TEXT', 'name TEXT COLLATE klingon') WHERE name = 't';
      """)
    let schema = try await sandbox.almanac("schema", "--file", file)
    // Without the module, SQLite takes the module's own tables for ordinary ones.
    #expect(
      schema.text.components(separatedBy: "\ntable texts_")[0] == """
        view lost
          can't be read: no such table: gone
          CREATE VIEW lost AS SELECT * FROM gone

        view sums
          s
          CREATE VIEW sums AS SELECT abs(-9223372036854775807 - id) AS s FROM t

        table t
          id    INTEGER  primary key
          name  TEXT     collate klingon

        virtual table texts
          can't be read: the file needs the module absent, which Almanac does not have

        """)
    #expect(schema.status == 0)
    #expect(try await sandbox.done(file, "list", "t") == "1\tb\n2\ta\n")
    #expect(try await sandbox.done(file, "show", "t", "2") == "id\t2\nname\ta\n")
    #expect(
      try await sandbox.refusal(file, "list", "t", "--sort", "name", status: 2)
        == "t can't be sorted by name: the file needs the collation klingon, which Almanac does not have; list it without --sort."
    )
    for verb in ["list", "export", "watch"] {
      #expect(try await sandbox.refusal(file, verb, "lost") == "lost can't be read: no such table: gone.")
      #expect(
        try await sandbox.refusal(file, verb, "texts")
          == "texts can't be read: the file needs the module absent, which Almanac does not have.")
    }
    for (table, reason) in [("lost", "no such table: gone"), ("texts", "the file needs the module absent")] {
      let screen = try await sandbox.almanac(
        "script", "", "--table", table, "--write", "--size", "80x6", "--file", file)
      #expect(screen.text.contains(reason), "\(screen.text)\(screen.errors)")
    }
    #expect(try await sandbox.refusal(file, "list", "sums") == "sums can't be read: integer overflow.")
    #expect(try await sandbox.done(file, "list", "t", "--where", "name=a") == "2\ta\n")
  }

  @Test("ANY-32: export writes every record of a table or a view whole: CSV, JSON or TSV")
  func export() async throws {
    let sandbox = try Sandbox()
    let file = try await sandbox.tables(encoding: "UTF-16le")
    try await sandbox.sqlite(
      file,
      """
      UPDATE mixed SET v = 'a "quoted", long' || char(10) || 'text' || hex(zeroblob(3000)) WHERE k = 5;
      CREATE VIEW many AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500) SELECT i, i / 2.0 AS half FROM n;
      """)
    let zeros = String(repeating: "0", count: 6000)
    #expect(
      try await sandbox.done(file, "export", "mixed")
        == "k,v\r\n5,\"a \"\"quoted\"\", long\ntext\(zeros)\"\r\n7.5,real\r\nsix,text\r\nx'00ff',blob\r\n")
    #expect(
      try await sandbox.done(file, "export", "loose", "--json")
        == "[\n{\"a\":1,\"b\":\"one\"},\n{\"a\":\"1\",\"b\":\"text one\"},\n{\"a\":null,\"b\":\"none\"}\n]\n")
    #expect(
      try await sandbox.done(file, "export", "many")
        == "i,half\r\n" + (1...2500).map { "\($0),\(Double($0) / 2)\r\n" }.joined())
    #expect(
      try await sandbox.done(file, "export", "loose", "--tsv") == "a\tb\n1\tone\n1\ttext one\n\tnone\n")
    try await sandbox.refuses(
      2, "almanac export: Use only one of --json and --csv.", "export", "loose", "--csv", "--json", "--file",
      file)
  }
}
