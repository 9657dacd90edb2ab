// Verbs that write, on every kind of table of another program's database.
import Foundation
import TestSupport
import Testing

@Suite("another program's records, changed")
struct AnyFileChangeTests {
  /// A row as SQLite's own shell quotes it.
  private func row(_ sandbox: Sandbox, _ file: String, _ columns: String, _ rest: String) async throws -> String {
    let quoted = columns.split(separator: ",").map { "quote(\($0))" }.joined(separator: ", ")
    return try await sandbox.sqlite(file, "SELECT \(quoted) FROM \(rest)")
  }

  @Test(
    "ANY-05, ANY-32: edit on every kind of key, in every encoding and journal",
    arguments: [("UTF-8", "delete"), ("UTF-8", "wal"), ("UTF-16le", "delete"), ("UTF-16be", "wal")])
  func edit(_ encoding: String, _ journal: String) async throws {
    let sandbox = try Sandbox()
    let file = try await sandbox.tables(encoding: encoding, journal: journal)
    let edited = try await sandbox.done(
      file, "edit", "tracks", "1", "Name=Käse \u{1F9C0}", "milliseconds=2000", "Price:=null", "--json")
    #expect(
      edited
        == "{\"TrackId\":1,\"Name\":\"Käse \u{1F9C0}\",\"Milliseconds\":2000,\"Price\":null,\"Seconds\":2,\"Size\":6}\n"
    )
    #expect(
      try await row(sandbox, file, "Name,Milliseconds,Price", "tracks")
        == "'Käse \u{1F9C0}'|2000|NULL\n'Fast As a Shark'|230619|0.99")
    _ = try await sandbox.done(file, "edit", "codes", "bonap", "name=")
    #expect(try await row(sandbox, file, "code,name,isActive", "codes WHERE code = 'BONAP'") == "'BONAP'|''|0")
    _ = try await sandbox.done(file, "edit", "order details", "10248", "42", "Quantity=11")
    _ = try await sandbox.done(file, "edit", "newest", "2", "v:=\"z\\u00fc\\ud83e\\uddc0\\n\"")
    #expect(try await row(sandbox, file, "v", "newest WHERE id = 2") == "'zü\u{1F9C0}\n'")
    _ = try await sandbox.done(file, "edit", "falling", "x", "2", "v:=1.5")
    _ = try await sandbox.done(file, "edit", "loose", "2", "b:=x'00FF'")
    #expect(try await row(sandbox, file, "a,b", "loose") == "1|'one'\n'1'|X'00FF'\nNULL|'none'")
    // This table has a column `rowid`, so the record's rowid has another name.
    _ = try await sandbox.done(file, "edit", "named", "2", "rowid=t", "v:=true")
    #expect(try await row(sandbox, file, "_rowid_,rowid,v", "named") == "1|'r'|1\n2|'t'|1")
    for (key, value) in [("5", "a"), ("six", "b"), ("7.5", "c"), ("x'00ff'", "d")] {
      _ = try await sandbox.done(file, "edit", "mixed", key, "v=\(value)")
    }
    #expect(try await row(sandbox, file, "k,v", "mixed") == "5|'a'\n7.5|'c'\n'six'|'b'\nX'00FF'|'d'")
    _ = try await sandbox.done(
      file, "edit", "typed", "1", "n=9223372036854775807", "r:=2", "t=null", "b:=x''", "a:=-0.0")
    #expect(try await row(sandbox, file, "n,r,t,b,a", "typed") == "9223372036854775807|2.0|'null'|X''|0.0")
    // SQLite's shell drops the sign.
    #expect(try await sandbox.done(file, "show", "typed", "1", "--json").hasSuffix(",\"a\":-0.0}\n"))
    let odd = "say \"hi\"=x"
    _ = try await sandbox.done(file, "edit", odd, "key", "c=d=p=q", "e:=:", "=", "sel\"ect:=false")
    #expect(
      try await row(sandbox, file, "\"c=d\",\"e:\",\"\",\"sel\"\"ect\"", "\"say \"\"hi\"\"=x\"") == "'p=q'|':'|''|0")
    #expect(
      try await row(sandbox, file, "OrderID,ProductID,Quantity", "\"Order Details\"")
        == "10248|11|12\n10248|42|11\n10249|14|9")
    #expect(try await row(sandbox, file, "a,b,v", "falling") == "'y'|1|'y1'\n'x'|1|'x1'\n'x'|2|1.5")
    #expect(try await sandbox.sqlite(file, "PRAGMA integrity_check") == "ok")
  }

  @Test("ANY-06, ANY-07: a value keeps its storage class, and what holds it already is not written again")
  func values() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["values.db"]
    try await sandbox.sqlite(
      file,
      """
      CREATE TABLE v(id INTEGER PRIMARY KEY, i INTEGER, n NUMERIC, r REAL, t TEXT, b BLOB, writes INTEGER DEFAULT 0);
      CREATE TRIGGER count AFTER UPDATE OF i, n, r, t, b ON v BEGIN UPDATE v SET writes = writes + 1 WHERE id = new.id; END;
      INSERT INTO v(id) VALUES (1);
      """)
    func holds(_ words: [String], _ expected: String) async throws {
      _ = try await sandbox.run([Sandbox.binary, "edit", "v", "1"] + words + ["--file", file]).check()
      #expect(try await row(sandbox, file, "i,n,r,t,b,writes", "v") == expected, "\(words)")
    }
    try await holds(["i=12", "n=1.50", "r=3", "t=4", "b=5"], "12|1.5|3.0|'4'|'5'|1")
    // The same values again, in every spelling that the type converts to them: nothing is written.
    try await holds(["i=12", "n=1.5", "r=3.0", "t=4", "b=5"], "12|1.5|3.0|'4'|'5'|1")
    try await holds(["i=0012"], "12|1.5|3.0|'4'|'5'|1")
    try await holds(["b:=5"], "12|1.5|3.0|'4'|5|2")
    try await holds(["b:=5.0"], "12|1.5|3.0|'4'|5.0|3")
    try await holds(["t:=\"NULL\"", "b=NULL"], "12|1.5|3.0|'NULL'|'NULL'|4")
    try await holds(["t:=null", "b="], "12|1.5|3.0|NULL|''|5")
    try await holds(
      ["i:=-9223372036854775808", "b:=9007199254740993"], "-9223372036854775808|1.5|3.0|NULL|9007199254740993|6")
    try await holds(
      ["n=not a number", "r:=1e-320", "b:=0.1"], "-9223372036854775808|'not a number'|9.99988867182683e-321|NULL|0.1|7")
    try await holds(["r:=1e999", "b:=-1e999"], "-9223372036854775808|'not a number'|Inf|NULL|-Inf|8")
    for (word, sentence) in [
      ("b:=[1]", "b:= takes a value in JSON, and '[1]' is an array; COLUMN=TEXT stores it as a text."),
      ("b:={}", "b:= takes a value in JSON, and '{}' is an object; COLUMN=TEXT stores it as a text."),
      (
        "b:=abc",
        "b:= takes a value in JSON, and 'abc' is not one: write null, true, false, a number, or a text in double quotes."
      ),
      (
        "b:=01",
        "b:= takes a value in JSON, and '01' is not one: write null, true, false, a number, or a text in double quotes."
      ),
      (
        "b:=\"\\ud800\"",
        "b:= takes a value in JSON, and '\"\\ud800\"' is not a text in JSON: \\ud800 is half of a character without its other half (byte 2)."
      ),
      (
        "b:=9223372036854775808",
        "b:= takes a value in JSON, and '9223372036854775808' is too large for an integer; 9223372036854775808.0 is the nearest real number."
      ),
    ] {
      #expect(try await sandbox.refusal(file, "edit", "v", "1", word, status: 2) == sentence)
    }
  }

  @Test("ANY-06: a date in a column whose numbers count time is stored as such a number, by add and edit")
  func dates() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["dates.db"]
    try await sandbox.sqlite(
      file,
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, created_at INTEGER, day TEXT);
      INSERT INTO t VALUES (1, 1700000000, '2023-11-14'), (2, 1700000060, '2023-11-14');
      """)
    _ = try await sandbox.run(
      [Sandbox.binary, "edit", "t", "1", "created_at=2026-01-31 14:05", "day=2026-01-31", "--utc", "--file", file]
    ).check()
    _ = try await sandbox.run(
      [Sandbox.binary, "add", "t", "created_at=2026-01-31", "--utc", "--file", file]
    ).check()
    #expect(
      try await row(sandbox, file, "created_at,day", "t")
        == "1769868300|'2026-01-31'\n1700000060|'2023-11-14'\n1769817600|NULL")
    // As JSON it is the text itself.
    _ = try await sandbox.run(
      [Sandbox.binary, "edit", "t", "2", #"created_at:="2026-01-31""#, "--utc", "--file", file])
    #expect(try await row(sandbox, file, "created_at", "t") == "1769868300\n'2026-01-31'\n1769817600")
    for (words, text) in [(["edit", "t", "1"], "2026-02-31"), (["add", "t"], "")] {
      let ending = try await sandbox.run([Sandbox.binary] + words + ["created_at=\(text)", "--file", file])
      #expect(
        ending.errors
          == "almanac \(words[0]): created_at holds dates as numbers, and '\(text)' is neither a date nor a number. created_at:=JSON stores any value.\n"
      )
      #expect(ending.status == 2)
    }
    try await sandbox.sqlite(file, "ALTER TABLE t ADD COLUMN seen_at REAL; UPDATE t SET seen_at = 1700000000.5")
    _ = try await sandbox.run(
      [Sandbox.binary, "edit", "t", "1", "seen_at=2026-01-31 14:05:00.25", "--utc", "--file", file]
    ).check()
    #expect(
      try await row(sandbox, file, "created_at,seen_at", "t")
        == "1769868300|1769868300.25\n'2026-01-31'|1700000000.5\n1769817600|1700000000.5")
  }

  @Test("ANY-06, ANY-32: a text in a column of numbers, flags or JSON is stored as it is, and edit and add say so")
  func otherThanPromised() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["players.db"]
    try await sandbox.sqlite(
      file, "CREATE TABLE t(id INTEGER PRIMARY KEY, elo INTEGER, meta JSON, b BOOLEAN); INSERT INTO t(id) VALUES (1)")
    let remarks =
      "The value of elo is a text, not a number.\n"
      + "The value of meta is not JSON: a name must be in double quotes (byte 2).\n"
      + "The value of b is a text, not 1 (yes) or 0 (no).\n"
    for words in [["edit", "t", "1"], ["add", "t"]] {
      let ending = try await sandbox.run([Sandbox.binary] + words + ["elo=12,5", "meta={a", "b=maybe", "--file", file])
      #expect(ending.status == 0 && ending.errors == remarks, "\(words): \(ending.errors)")
    }
    #expect(try await row(sandbox, file, "elo,meta,b", "t") == "'12,5'|'{a'|'maybe'\n'12,5'|'{a'|'maybe'")
    // `done` expects no message.
    _ = try await sandbox.done(file, "edit", "t", "1", "elo= 12.5 ", "meta={\"a\": [1]}", "b=1")
    _ = try await sandbox.done(file, "edit", "t", "2", "elo:=null", "meta=7", "b:=null")
    #expect(try await row(sandbox, file, "elo,meta", "t") == "12.5|'{\"a\": [1]}'\nNULL|7")
  }

  @Test(
    "REAL-42: what is no JSON in a column of JSON is stored, and a sentence says what is wrong and where",
    arguments: [
      (#"["\ud800"]"#, #"\ud800 is half of a character without its other half (byte 3)"#),
      (#"{"a": "\q"}"#, #"\q is no escape; a backslash in a text is written \\ (byte 8)"#),
      ("[\"a\tb\"]", #"a tab in a text is written \t (byte 4)"#), ("[1,]", "a comma is not allowed before ] (byte 4)"),
      ("{\n\"a\":1,\n}", "a comma is not allowed before } (line 3, byte 1)"),
      ("['a']", "a text must be in double quotes (byte 2)"),
      ("{a:1}", "a name must be in double quotes (byte 2)"),
      ("[1", "a comma or ] must follow a value (byte 3)"),
      ("{} {}", "nothing may follow the value (byte 4)"),
    ])
  func wrongJSON(_ text: String, _ words: String) async throws {
    let sandbox = try Sandbox()
    let file = sandbox["j.db"]
    try await sandbox.sqlite(file, "CREATE TABLE t(id INTEGER PRIMARY KEY, j JSON); INSERT INTO t(id) VALUES (1)")
    let ending = try await sandbox.almanac("edit", "t", "1", "j=\(text)", "--file", file)
    #expect(ending.status == 0 && ending.errors == "The value of j is not JSON: \(words).\n")
    #expect(try await sandbox.sqlite(file, "SELECT j FROM t") == text)
    // Valid JSON is stored without a message.
    for right in [#"{"a":[1e999,"\ud83d\ude00",-0.5E+2]}"#, "7", "\"x\"", " [ ] ", "null"] {
      _ = try await sandbox.done(file, "edit", "t", "1", "j=\(right)")
    }
  }

  @Test("a key that is edited names the record from then on; a key that is taken is refused")
  func keys() async throws {
    let sandbox = try Sandbox()
    let file = try await sandbox.tables()
    _ = try await sandbox.done(file, "edit", "Order Details", "10248", "42", "OrderID=10250", "Quantity=1")
    #expect(
      try await sandbox.done(file, "show", "Order Details", "10250", "42")
        == "OrderID\t10250\nProductID\t42\nQuantity\t1\ndone\t0\n")
    _ = try await sandbox.done(file, "edit", "tracks", "2", "TrackId:=20")
    _ = try await sandbox.done(file, "edit", "codes", "ALFKI", "code=ZZZ")
    #expect(
      try await sandbox.sqlite(file, "SELECT TrackId FROM tracks; SELECT code FROM codes ORDER BY rowid")
        == "1\n20\nZZZ\nBONAP\n")
    #expect(
      try await sandbox.refusal(file, "edit", "Order Details", "10250", "42", "OrderID=10249", "ProductID=14")
        == "Nothing was changed: another record of Order Details has the same OrderID and ProductID.")
    #expect(
      try await sandbox.refusal(file, "edit", "tracks", "20", "TrackId=x")
        == "Nothing was changed: the key of the record must be an integer.")
  }

  @Test("ANY-32: add prints the key, by which the record is shown; what is not given has its default")
  func add() async throws {
    let sandbox = try Sandbox()
    let file = try await sandbox.tables()
    #expect(try await sandbox.done(file, "add", "tracks", "Name=New", "Milliseconds:=1500") == "3\n")
    #expect(
      try await row(sandbox, file, "Name,Milliseconds,Price,Seconds", "tracks WHERE TrackId = 3") == "'New'|1500|0.99|1"
    )
    #expect(try await sandbox.done(file, "add", "Order Details", "OrderID=1", "ProductID=2") == "1\t2\n")
    #expect(try await sandbox.done(file, "add", "codes", "code=NEW\tONE", "name:=7") == "NEW\tONE\n")
    #expect(try await sandbox.done(file, "add", "loose") == "4\n")
    #expect(try await row(sandbox, file, "a,b", "loose WHERE rowid = 4") == "NULL|NULL")
    #expect(try await sandbox.done(file, "add", "falling", "a=z", "b=0") == "z\t0\n")
    #expect(try await sandbox.done(file, "add", "typed", "k:=2", "a:=1.0") == "2\n")
    #expect(try await row(sandbox, file, "n,a", "typed WHERE k = 2") == "NULL|1.0")
    #expect(try await sandbox.done(file, "add", "mixed", "k:=x'0A'") == "x'0a'\n")
    #expect(try await sandbox.done(file, "show", "mixed", "x'0A'") == "k\tx'0a'\nv\t\n")
    try await sandbox.sqlite(file, "CREATE TABLE hidden(rowid, oid, _rowid_)")
    let hidden = try await sandbox.run([Sandbox.binary, "add", "hidden", "oid=1", "--file", file])
    #expect(hidden.text == "" && hidden.status == 0)
    #expect(hidden.errors == "This can't be undone, since no name finds the rows of hidden.\n")
    #expect(try await row(sandbox, file, "rowid,oid,_rowid_", "hidden") == "NULL|'1'|NULL")
    #expect(
      try await sandbox.refusal(file, "add", "tracks", "x", status: 2) == "'x' is neither COLUMN=TEXT nor COLUMN:=JSON."
    )
    #expect(
      try await sandbox.refusal(file, "add", "tracks", "--name", "x", status: 2)
        == "--name is for the users of a book; say COLUMN=TEXT or COLUMN:=JSON.")
  }

  @Test("ANY-10, ANY-32: toggle and delete take several keys, each as wide as the table's")
  func several() async throws {
    let sandbox = try Sandbox()
    let file = try await sandbox.tables()
    #expect(
      try await sandbox.done(file, "toggle", "codes", "ALFKI", "BONAP", "alfki")
        == "code\tALFKI\nname\tAlfreds\nisActive\t0\n\ncode\tBONAP\nname\t\nisActive\t1\n")
    _ = try await sandbox.done(file, "toggle", "Order Details", "10248", "11", "10249", "14", "--column", "DONE")
    #expect(try await row(sandbox, file, "done", "\"Order Details\"") == "1\n0\n1")
    #expect(
      try await sandbox.refusal(file, "toggle", "Order Details", "10248", "11", status: 2)
        == "Order Details has no column that is declared boolean; --column names one that holds 0 or 1.")
    #expect(
      try await sandbox.refusal(file, "toggle", "Order Details", "10248", "11", "--column", "Quantity")
        == "Nothing was toggled: Quantity of record 10248 11 is neither 0 nor 1: it is 12.")
    try await sandbox.sqlite(file, "UPDATE codes SET isActive = 'f' WHERE code = 'BONAP'")
    #expect(
      try await sandbox.refusal(file, "toggle", "codes", "ALFKI", "BONAP")
        == "Nothing was toggled: isActive of record BONAP is neither 0 nor 1: it is the text 'f'.")
    try await sandbox.sqlite(file, "UPDATE codes SET isActive = NULL WHERE code = 'BONAP'")
    #expect(
      try await sandbox.done(file, "toggle", "codes", "ALFKI", "BONAP")
        == "code\tALFKI\nname\tAlfreds\nisActive\t1\n\ncode\tBONAP\nname\t\nisActive\t1\n")
    #expect(
      try await sandbox.refusal(file, "toggle", "newest", "1", "--column", "id", status: 2)
        == "id names the record: it can't be toggled.")
    try await sandbox.sqlite(file, "INSERT INTO newest VALUES (9, '1')")
    #expect(
      try await sandbox.refusal(file, "toggle", "newest", "9", "--column", "v")
        == "Nothing was toggled: v of record 9 is neither 0 nor 1: it is the text '1'.")
    #expect(
      try await sandbox.refusal(file, "toggle", "tracks", "1", "--column", "Seconds", status: 2)
        == "Seconds can't be set: the file computes it.")
    #expect(
      try await sandbox.refusal(file, "delete", "Order Details", "10248", "11", "10249", status: 2)
        == "A record of Order Details is named by 2 values, its OrderID and ProductID, and you gave 3.")
    #expect(
      try await sandbox.refusal(file, "delete", "Order Details", "10248", "11", "1", "2", "3", "4")
        == "Nothing was deleted: there are no records 1 2 and 3 4 in Order Details.")
    #expect(
      try await sandbox.done(file, "delete", "Order Details", "10249", "14", "10248", "11") == "10249\t14\n10248\t11\n")
    #expect(try await row(sandbox, file, "OrderID,ProductID", "\"Order Details\"") == "10248|42")
    #expect(try await sandbox.done(file, "delete", "codes", "bonap") == "BONAP\n")
    #expect(try await sandbox.done(file, "delete", "newest", "3", "1") == "3\n1\n")
    #expect(try await sandbox.done(file, "delete", "falling", "x", "2", "y", "1") == "x\t2\ny\t1\n")
    #expect(try await sandbox.done(file, "delete", "mixed", "5", "x'00ff'") == "5\nx'00ff'\n")
    #expect(try await sandbox.done(file, "delete", "loose", "2") == "2\n")
    #expect(try await sandbox.done(file, "delete", "say \"hi\"=x", "key") == "key\n")
    #expect(
      try await sandbox.sqlite(
        file,
        "SELECT k FROM mixed; SELECT quote(a) FROM loose; SELECT id FROM newest WHERE id < 9; SELECT a, b FROM falling")
        == "7.5\nsix\n1\nNULL\n2\nx|1")
  }

  @Test("ANY-10: names that are signs, words of SQL, nothing, or 300 characters; 2,000 columns")
  func names() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["names.db"]
    let long = String(repeating: "é", count: 300)
    let names = ["select", "a\u{1B}[2Jb\nc", "\u{1F9C0}", "=", ":=", "a:", "a:=b", "", long, "'", "\"", "--x"]
    for (index, name) in names.enumerated() {
      let quoted = "\"" + name.replacing("\"", with: "\"\"") + "\""
      try await sandbox.sqlite(
        file, "CREATE TABLE \(quoted)(\(quoted) INTEGER PRIMARY KEY, \"\(index)\", \"v=\" TEXT, done BOOLEAN DEFAULT 0)"
      )
      func done(_ verb: String, _ words: String...) async throws -> String {
        let ending = try await sandbox.run([Sandbox.binary, verb, "--file", file, "--", name] + words)
        #expect(ending.status == 0 && ending.errors == "", "\(name): \(ending.errors)")
        return ending.text
      }
      #expect(try await done("add", "\(name)=5", "\(index):=1.5") == "5\n", "\(name)")
      let edited = try await done("edit", "5", "v==x=y", "\(index)=z")
      #expect(edited.hasSuffix("\t5\n\(index)\tz\nv=\tx=y\ndone\t0\n") && !edited.contains("\u{1B}"), "\(name)")
      _ = try await done("toggle", "5")
      #expect(try await done("list") == "5\tz\tx=y\t1\n", "\(name)")
      #expect(try await done("delete", "5") == "5\n")
    }
    let columns = (1..<2000).map { "c\($0)" }.joined(separator: ", ")
    try await sandbox.sqlite(file, "CREATE TABLE wide(id INTEGER PRIMARY KEY, \(columns))")
    #expect(try await sandbox.done(file, "add", "wide", "c1999=last") == "1\n")
    #expect(try await sandbox.done(file, "edit", "wide", "1", "c1:=1").hasSuffix("\nc1999\tlast\n"))
    #expect(
      try await sandbox.refusal(file, "edit", "wide", "1", "zzz=1", status: 2)
        == "There is no column 'zzz' in wide; almanac schema lists them.")
  }

  @Test("ANY-11, ANY-18: an edit writes its own columns alone: generated ones follow, another program's edit stays")
  func otherFields() async throws {
    let sandbox = try Sandbox()
    let file = try await sandbox.tables()
    let other = try SQLiteShell(file)
    try await other.run("BEGIN IMMEDIATE; UPDATE tracks SET Name = 'Theirs', Price = 3 WHERE TrackId = 1")
    let waiting = try ChildProcess(
      [Sandbox.binary, "edit", "tracks", "1", "Milliseconds=5000", "--file", file], environment: sandbox.environment)
    try await other.run("COMMIT")
    let ending = try await offPool { try waiting.end() }
    #expect(ending.text == "TrackId\t1\nName\tTheirs\nMilliseconds\t5000\nPrice\t3.0\nSeconds\t5\nSize\t6\n")
  }

  @Test(
    "ANY-27: one edit changes one field: schema, journal, page size, versions and statistics stay, and nothing is left",
    arguments: ["delete", "wal"])
  func untouched(_ journal: String) async throws {
    let sandbox = try Sandbox()
    let file = try await sandbox.tables(journal: journal)
    let state = """
      PRAGMA journal_mode; PRAGMA page_size; PRAGMA auto_vacuum; PRAGMA encoding; PRAGMA user_version;
      PRAGMA application_id; PRAGMA schema_version; SELECT * FROM sqlite_schema; SELECT * FROM sqlite_stat1;
      """
    let (before, rows) = (try await sandbox.sqlite(file, state), try await sandbox.sqlite(file, ".dump"))
    _ = try await sandbox.done(file, "edit", "codes", "ALFKI", "name=Changed")
    #expect(try await sandbox.sqlite(file, state) == before)
    #expect(try await sandbox.sqlite(file, ".dump") == rows.replacing("'Alfreds'", with: "'Changed'"))
    let files = try FileManager.default.contentsOfDirectory(atPath: sandbox.folder).filter { $0.hasPrefix("tables") }
    #expect(files == ["tables.db"])
  }

  @Test("FILE VERB is the same as VERB --file FILE; the name of a verb is that verb")
  func fileFirst() async throws {
    let sandbox = try Sandbox()
    let file = try await sandbox.tables()
    let listed = try await sandbox.almanac("list", "tracks", "--file", file).text
    #expect(try await sandbox.almanac(file, "list", "tracks").text == listed)
    #expect(
      try await sandbox.almanac("--json", file, "list", "newest", "--limit", "1").text
        == "[\n{\"id\":1,\"v\":\"one\"}\n]\n")
    #expect(try await sandbox.almanac(file, "delete", "newest", "3").text == "3\n")
    try await sandbox.refuses(
      2, "almanac list: Name one file, not both \(file) and x.db.", file, "list", "tracks", "--file", "x.db")
    try await sandbox.refuses(2, "almanac: There is no verb 'lsit'; did you mean 'list'?", file, "lsit", "tracks")
    try await sandbox.refuses(
      2, "almanac: 'frobnicate' is neither a verb nor a file; almanac help lists the verbs.", file, "frobnicate",
      "tracks")
    try await sandbox.refuses(2, "almanac: There is no verb 'lsit'; did you mean 'list'?", "nothing.db", "lsit", "x")
    // A file with the name of a verb is named by --file, or with a slash.
    let moved = try await sandbox.shell("cd '\(sandbox.folder)' && cp tables.db list && almanac ./list list tracks")
    #expect(moved.text == listed)
    try await sandbox.refuses(
      2, "almanac list: There is no table 'list'; almanac schema lists the tables.", "list", "list", "--file",
      file)
  }
}
