// Importing records from a file or standard input into a table of any file.
import Foundation
import TestSupport
import Testing

@Suite("almanac import", .serialized)
struct ImportCommandTests {
  private static let schema = """
    CREATE TABLE p(id INTEGER PRIMARY KEY, name TEXT NOT NULL, n INT, twice AS (n * 2));
    CREATE TABLE c(k TEXT PRIMARY KEY, p INT REFERENCES p) WITHOUT ROWID;
    CREATE VIEW names AS SELECT name FROM p;
    CREATE TRIGGER names_add INSTEAD OF INSERT ON names BEGIN INSERT INTO p(name) VALUES (upper(new.name)); END;
    CREATE VIEW fixed AS SELECT name FROM p;
    """

  private func file(_ sandbox: Sandbox) async throws -> String {
    let file = sandbox["a.db"]
    try await sandbox.sqlite(file, Self.schema)
    return file
  }

  @Test("every format, by the name of the file or by an option, from a file or standard input; a table, a view")
  func formats() async throws {
    let sandbox = try Sandbox()
    let file = try await file(sandbox)
    func put(_ text: String, _ name: String) throws -> String {
      try text.write(toFile: sandbox[name], atomically: false, encoding: .utf8)
      return sandbox[name]
    }
    for (words, input, sentence) in [
      ([try put("id,name,twice\r\n1,\"A, B\",9\r\n", "a.csv"), "--into", "p"], "", "Added 1 record to p."),
      ([try put("name\tn\nx\\ty\t5\n", "a.tab"), "--into", "P"], "", "Added 1 record to p."),
      ([try put("[{\"name\":\"é\",\"n\":null}]", "a.JSON"), "--into", "p"], "", "Added 1 record to p."),
      ([try put("{\"name\":\"l\"}\n{\"name\":\"m\"}\n", "a.ndjson"), "--into", "p"], "", "Added 2 records to p."),
      (["-", "--csv", "--into", "c"], "k,p\na,1\nb,\n", "Added 2 records to c."),
      (["-", "--jsonl", "--into", "names"], "{\"name\":\"v\"}", "Added 1 record to names."),
      (["-", "--json", "--into", "names"], "[]", "Added 0 records to names."),
    ] {
      let ending = try await sandbox.run([Sandbox.binary, "import"] + words + ["--file", file], input: input)
      #expect(ending.errors == sentence + "\n" && ending.text == "" && ending.status == 0, "\(words)")
    }
    #expect(
      try await sandbox.sqlite(file, "SELECT * FROM p")
        == "1|A, B||\n2|x\ty|5|10\n3|é||\n4|l||\n5|m||\n6|V||")
    #expect(try await sandbox.sqlite(file, "SELECT k, quote(p) FROM c") == "a|1\nb|NULL")
  }

  @Test("what keeps a line out is told in the words of add, and nothing is kept; wrong usage is status 2")
  func refused() async throws {
    let sandbox = try Sandbox()
    let file = try await file(sandbox)
    func refuses(_ status: Int32, _ sentence: String, _ input: String, _ words: String...) async throws {
      let before = try Data(contentsOf: URL(fileURLWithPath: file))
      let ending = try await sandbox.run([Sandbox.binary, "import"] + words + ["--file", file], input: input)
      #expect(ending.errors == "almanac import: \(sentence)\n")
      #expect(ending.status == status && ending.text == "")
      #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
    }
    let line = "Nothing was imported: line 3 of standard input"
    try await refuses(
      1, "\(line): another record of p has the same id.", "id,name\n1,a\n1,b\n", "-", "--csv", "--into", "p")
    try await refuses(1, "\(line): there is no record of p for p 7.", "k,p\na,\nb,7\n", "-", "--csv", "--into", "c")
    try await refuses(
      1, "\(line): it has 1 value, but the first line names 2 columns.", "k,p\na,\nb\n", "-", "--csv", "--into", "c")
    try await refuses(
      1, "\(line): name of p must not be NULL.", "\n{\"name\":\"a\"}\n{\"name\":null}", "-", "--json", "--into", "p")
    try await refuses(
      1, "Nothing was imported: line 1 of standard input: there is no column 'q' in c, which has k and p.",
      "k,q\na,1\n", "-", "--csv", "--into", "c")
    try await refuses(
      1, "Nothing was imported: gone.csv can't be read: No such file or directory.", "", "gone.csv", "--into", "c")
    try await refuses(2, "There is no table 'zz'; almanac schema lists the tables.", "", "-", "--csv", "--into", "zz")
    try await refuses(
      2, "Nothing can be added to fixed: the view has no INSTEAD OF INSERT trigger.", "", "-", "--csv", "--into",
      "fixed")
    try await refuses(2, "Name the table that the records are to be added to: --into TABLE.", "", "a.csv")
    try await refuses(2, "Name the file whose records are to be added, or - for standard input.", "")
    try await refuses(
      2, "Say what standard input is; there are --csv, --tsv, --json and --jsonl.", "", "-", "--into", "c")
    try await refuses(
      2, "Say what 'a.txt' is: its name doesn't tell; there are --csv, --tsv, --json and --jsonl.", "", "a.txt",
      "--into", "c")
  }

  @Test("--dry-run says what would be added, refuses what would be refused, and leaves the file as it is")
  func rehearsed() async throws {
    let sandbox = try Sandbox()
    let file = try await file(sandbox)
    let before = try Data(contentsOf: URL(fileURLWithPath: file))
    for (input, status, errors) in [
      (
        "name\na\nb\n", 0,
        "Dry run: 2 records would be added to names; 2 records would be added to p. Nothing was written."
      ),
      (
        "nam\na\n", 1,
        "almanac import: Nothing was imported: line 1 of standard input: there is no column 'nam' in names, which has name."
      ),
    ] {
      let ending = try await sandbox.almanac(
        "import", "-", "--csv", "--into", "names", "--dry-run", "--file", file, input: input)
      #expect(ending.errors == errors + "\n" && ending.status == status && ending.text == "")
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
  }

  @Test("a book takes what its forms take, and what export wrote of another book")
  func book() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    for (table, format) in [("facts", "--csv"), ("users", "--json"), ("users", "--tsv")] {
      let text = try await sandbox.done(book, "export", table, format)
      let other = sandbox["other\(table)\(format).db"]
      #expect(try await sandbox.almanac("list", "facts", "--file", other, "--create", "--empty").status == 0)
      #expect(
        try await sandbox.almanac("import", "-", format, "--into", table, "--file", other, input: text).status == 0)
      #expect(try await sandbox.done(other, "export", table, format) == text)
    }
    for (input, reason) in [
      ("name,email\nAda,ada@example.org\n", "this e-mail is already taken"),
      ("name,email\nAda,nowhere\n", "email must be an e-mail address, not 'nowhere'"),
      ("name,email,active\nAda,a@b,maybe\n", "active must be yes or no (or true, false, 1, 0), not 'maybe'"),
      ("name,email\n ,a@b\n", "name must not be empty"),
    ] {
      let ending = try await sandbox.almanac("import", "-", "--csv", "--into", "users", "--file", book, input: input)
      #expect(ending.errors == "almanac import: Nothing was imported: line 2 of standard input: \(reason).\n")
    }
    #expect(
      try await sandbox.almanac(
        "import", "-", "--csv", "--into", "users", "--file", book, input: "name,email,active\n Eve ,e@f,no\n"
      ).status == 0)
    #expect(try await sandbox.sqlite(book, "SELECT name, active FROM users WHERE id = 3") == "Eve|0")
  }

  @Test("ANY-07: what export --json writes of values of every storage class is read back equal; --csv where it can be")
  func roundTrip() async throws {
    let sandbox = try Sandbox()
    let (file, copy) = (sandbox["a.db"], sandbox["b.db"])
    let schema = """
      CREATE TABLE t(id INTEGER PRIMARY KEY, x, t TEXT, n NUMERIC, i INTEGER, r REAL, b BOOLEAN, v AS (x) VIRTUAL)
      """
    try await sandbox.sqlite(copy, schema)
    var generator = SeededGenerator(seed: 11)
    var rows: [String] = []
    for id in 1...400 {
      let values = (0..<6).map { _ in Self.values.randomElement(using: &generator)! }
      rows.append("(\(id), \(values.joined(separator: ", ")))")
    }
    try await sandbox.sqlite(file, "\(schema); INSERT INTO t VALUES \(rows.joined(separator: ",\n"))")
    let json = try await sandbox.done(file, "export", "t", "--json")
    try json.write(toFile: sandbox["t.json"], atomically: false, encoding: .utf8)
    let ending = try await sandbox.almanac("import", sandbox["t.json"], "--into", "t", "--file", copy)
    #expect(
      ending.errors
        == "Added 400 records to t.\n336 lines have a text in a column of numbers (n, line 2).\n")
    let dump = """
      SELECT id, typeof(x), hex(x), printf('%!.20g', x), typeof(t), hex(t), typeof(n), hex(n), printf('%!.20g', n),
        typeof(i), hex(i), typeof(r), printf('%!.20g', r), typeof(b), hex(b) FROM t
      """
    var held = try await sandbox.sqlite(file, dump)
    #expect(try await sandbox.sqlite(copy, dump) == held)
    #expect(try await sandbox.done(copy, "export", "t", "--json") == json)
    // Text that is not UTF-8 is imported as it was exported.
    try await sandbox.sqlite(file, "DELETE FROM t; INSERT INTO t(x) VALUES (CAST(x'61ff62' AS TEXT))")
    try await sandbox.sqlite(copy, "DELETE FROM t")
    let repaired = try await sandbox.done(file, "export", "t", "--json")
    #expect(
      try await sandbox.almanac("import", "-", "--json", "--into", "t", "--file", copy, input: repaired).status == 0)
    #expect(try await sandbox.sqlite(copy, "SELECT quote(x) FROM t") == "'a\u{FFFD}b'")
    // NULL and empty text, quotes and line breaks, and numbers that the column converts.
    try await sandbox.sqlite(
      file,
      """
      DELETE FROM t; INSERT INTO t VALUES (1, NULL, '', 5, 9223372036854775807, 0.1, 1),
        (2, '"', ',' || char(10), -1.5, NULL, 1e300, 7), (3, char(13, 10), 'x''00''', NULL, -1, -5e-324, 'maybe');
      """)
    try await sandbox.sqlite(copy, "DELETE FROM t")
    let csv = try await sandbox.done(file, "export", "t", "--csv")
    #expect(try await sandbox.almanac("import", "-", "--csv", "--into", "t", "--file", copy, input: csv).status == 0)
    held = try await sandbox.sqlite(file, dump)
    #expect(try await sandbox.sqlite(copy, dump) == held)
  }

  /// Values of every storage class, in SQL.
  private static let values = [
    "NULL", "0", "-1", "9223372036854775807", "-9223372036854775808", "9007199254740993", "0.1", "-0.0", "1e-320",
    "9e999", "-9e999", "1e16", "123456789012345678.0", "5e-324", "1.7976931348623157e308", "''", "'abc'", "'1'",
    "'1.50'", "'x''00ff'''", "'X'''''", "'x''0'''", "x''", "x'00ff'", "x'782730302727'", "'a' || char(0) || 'b'",
    "char(9, 10, 13, 34, 92, 47, 8, 12, 127, 133)", "'é😀'", "char(8232, 8233, 65279, 8238)", "'{\"a\":[1,null]}'",
    "'null'", "'true'",
  ]

  @Test("on a terminal a line tells after a second how far an import is, and goes when it ends")
  func progress() async throws {
    let sandbox = try Sandbox()
    let file = try await file(sandbox)
    let pane = try await Pane.start(sandbox, columns: 120)
    try await pane.command("clear; yes name | almanac import - --csv --into p --file \"\(file)\"")
    let line = try await pane.wait(for: " records; Ctrl-C stops").row("Ctrl-C stops")
    #expect(line.wholeMatch(of: /[\d,]+ records; Ctrl-C stops/) != nil, "\(line)")
    try await pane.type("C-c")
    let screen = try await pane.wait(for: "almanac import: It was stopped. Nothing was imported.")
    #expect(!screen.contains("Ctrl-C stops"))
    #expect(try await sandbox.sqlite(file, "SELECT count(*) FROM p") == "0")
  }

  @Test("a signal stops an import: nothing is kept, nothing is left beside the file, and the signal ends the program")
  func stopped() async throws {
    let sandbox = try Sandbox()
    let file = try await file(sandbox)
    let pipe = sandbox["pipe.csv"]
    #expect(mkfifo(pipe, 0o600) == 0)
    let process = try ChildProcess(
      [Sandbox.binary, "import", pipe, "--into", "p", "--file", file], environment: sandbox.environment)
    let ending = try await offPool {
      // Waits until the pipe has been opened.
      let source = FileHandle(forWritingAtPath: pipe)
      try source?.write(contentsOf: Data("name\na\nb\n".utf8))
      process.signalGroup(SIGINT)
      return try process.end()
    }
    #expect(ending.errors == "almanac import: It was stopped. Nothing was imported.\n")
    #expect(ending.status == 128 + SIGINT)
    #expect(try await sandbox.sqlite(file, "SELECT count(*) FROM p") == "0")
    #expect(
      Set(try FileManager.default.contentsOfDirectory(atPath: sandbox.folder)) == ["a.db", "home", "pipe.csv", "tmp"])
  }
}
