// Tables whose own rules replace records, or skip them.
import TestSupport
import Testing

@Suite("conflict clauses of a file")
struct ConflictClauseTests {
  private func file(_ sandbox: Sandbox) async throws -> String {
    let file = sandbox["rules.db"]
    try await sandbox.sqlite(
      file,
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, k TEXT UNIQUE ON CONFLICT REPLACE, l TEXT UNIQUE ON CONFLICT REPLACE,
        n INTEGER NOT NULL ON CONFLICT REPLACE DEFAULT 7);
      INSERT INTO t VALUES (1, 'a', 'x', 1), (2, 'b', 'y', 2), (3, 'c', 'z', 3);
      CREATE TABLE child(id INTEGER PRIMARY KEY, t REFERENCES t(id) ON DELETE CASCADE);
      INSERT INTO child VALUES (10, 3);
      CREATE TABLE g(id INTEGER PRIMARY KEY, k TEXT UNIQUE ON CONFLICT IGNORE, n INTEGER NOT NULL ON CONFLICT IGNORE,
        on1 BOOLEAN, UNIQUE (n, on1) ON CONFLICT IGNORE, CHECK (n > 0) ON CONFLICT IGNORE);
      INSERT INTO g VALUES (1, 'a', 1, 0), (2, 'b', 2, 0), (3, 'c', 2, 1);
      CREATE TABLE own(id INTEGER PRIMARY KEY ON CONFLICT REPLACE, v TEXT);
      INSERT INTO own VALUES (1, 'old'), (2, 'two');
      CREATE TABLE pair(a INTEGER, b INTEGER, v, PRIMARY KEY (a, b) ON CONFLICT REPLACE) WITHOUT ROWID;
      INSERT INTO pair VALUES (1, 1, 'x'), (1, 2, 'y');
      CREATE TABLE r(id INTEGER PRIMARY KEY, v TEXT UNIQUE ON CONFLICT IGNORE);
      CREATE TRIGGER no BEFORE INSERT ON r WHEN new.v = 'no' BEGIN SELECT RAISE(IGNORE); END;
      INSERT INTO r VALUES (1, 'a');
      """)
    return file
  }

  private func errors(_ sandbox: Sandbox, _ file: String, _ words: [String]) async throws -> String {
    try await sandbox.run([Sandbox.binary] + words + ["--file", file]).errors
  }

  @Test("REAL-40: the records that a change replaces are named, by a dry run before and by the change")
  func replaced() async throws {
    let sandbox = try Sandbox()
    let file = try await file(sandbox)
    for (words, rehearsed, done) in [
      (
        ["add", "t", "k=a", "l=y"],
        "Dry run: 1 record would be added to t; records 2 and 1 of t would be deleted. Nothing was written.\n",
        "Also deleted records 2 and 1 of t.\n"
      ),
      (
        ["edit", "t", "4", "k=c"],
        "Dry run: k of record 4 of t would change; record 3 of t would be deleted; "
          + "record 10 of child would be deleted. Nothing was written.\n",
        "Also deleted record 3 of t and deleted record 10 of child.\n"
      ),
      (
        ["add", "own", "id=1", "v=new"],
        "Dry run: 1 record would be added to own; record 1 of own would be replaced. Nothing was written.\n",
        "Also replaced record 1 of own.\n"
      ),
      (
        ["edit", "own", "1", "id=2"],
        "Dry run: id of record 1 of own would change; record 2 of own would be replaced. Nothing was written.\n",
        "Also replaced record 2 of own.\n"
      ),
      (
        ["edit", "pair", "1", "1", "b=2"],
        "Dry run: b of record 1 1 of pair would change; record 1 2 of pair would be replaced. Nothing was written.\n",
        "Also replaced record 1 2 of pair.\n"
      ),
    ] {
      #expect(try await errors(sandbox, file, words + ["--dry-run"]) == rehearsed)
      #expect(try await errors(sandbox, file, words) == done)
    }
    #expect(try await sandbox.sqlite(file, "SELECT id, k, l, n FROM t") == "4|c|y|7")
    #expect(try await sandbox.sqlite(file, "SELECT * FROM own; SELECT * FROM pair") == "2|new\n1|2|x")
    #expect(try await errors(sandbox, file, ["edit", "t", "4", "n=3"]) == "")
    let defaulted = "The value of n is 7, which the file puts in the place of NULL.\n"
    #expect(try await errors(sandbox, file, ["edit", "t", "4", "n:=null"]) == defaulted)
  }

  @Test("REAL-40: a refusal names the rule that passes over a record; a trigger only where it was one")
  func ignored() async throws {
    let sandbox = try Sandbox()
    let file = try await file(sandbox)
    for (words, sentence) in [
      (["add", "g", "k=a", "n=5"], "Nothing was added: another record of g has the same k."),
      (["add", "g", "k=z", "n:=null"], "Nothing was added: n of g must not be NULL."),
      (["add", "g", "k=z", "n=0"], "Nothing was added: the file requires n > 0."),
      (["add", "g", "k=z", "n=2", "on1=0"], "Nothing was added: another record of g has the same n and on1."),
      (["edit", "g", "2", "k=a"], "Nothing was changed: another record of g has the same k."),
      (["edit", "g", "2", "n:=null"], "Nothing was changed: n of g must not be NULL."),
      (["toggle", "g", "2"], "Nothing was toggled: another record of g has the same n and on1."),
      (["add", "r", "v=a"], "Nothing was added: another record of r has the same v."),
      (["add", "r", "v=no"], "Nothing was added: a trigger of the file keeps the record out of r."),
    ] {
      #expect(try await errors(sandbox, file, words) == "almanac \(words[0]): \(sentence)\n")
    }
  }

  @Test("REAL-40: import names what it replaces, and the rule that passes over a line")
  func imported() async throws {
    let sandbox = try Sandbox()
    let file = try await file(sandbox)
    func imported(_ text: String, _ words: String...) async throws -> String {
      try await sandbox.run(
        [Sandbox.binary, "import", "-", "--csv", "--file", file, "--into"] + words, input: text
      ).errors
    }
    #expect(
      try await imported("k,n\nb,1\nnew,\n", "t", "--dry-run")
        == "Dry run: 2 records would be added to t; record 2 of t would be deleted. Nothing was written.\n"
        + "1 line has a NULL that became the column's default (n, line 3).\n")
    #expect(
      try await imported("k,n\nb,1\nnew,\n", "t")
        == "Also deleted record 2 of t.\nAdded 2 records to t.\n"
        + "1 line has a NULL that became the column's default (n, line 3).\n")
    #expect(
      try await imported("id,v\n1,x\n2,y\n3,z\n", "own")
        == "Also replaced records 1 and 2 of own.\nAdded 3 records to own.\n")
    #expect(
      try await imported("k,n\nnew,5\nb,6\n", "g")
        == "almanac import: Nothing was imported: line 3 of standard input: another record of g has the same k.\n")
    #expect(try await sandbox.sqlite(file, "SELECT count(*) FROM g") == "3")
  }
}
