// --where compares a value as its column does.
import TestSupport
import Testing

@Suite("almanac list --where") struct WhereTests {
  @Test(
    "ANY-32: --where compares by the column's affinity and collation, in every encoding",
    arguments: ["UTF-8", "UTF-16le"])
  func comparing(_ encoding: String) async throws {
    let sandbox = try Sandbox()
    let file = sandbox["people.db"]
    try await sandbox.sqlite(
      file,
      """
      PRAGMA encoding = '\(encoding)';
      CREATE TABLE people(
        id INTEGER PRIMARY KEY, email TEXT COLLATE NOCASE, code TEXT, size NUMERIC, weight REAL, anything, padded TEXT
        COLLATE RTRIM, isActive BOOLEAN, big INTEGER);
      INSERT INTO people VALUES
        (1, 'Ada@Example.org', '007', 12, 1.5, 5, 'x  ', 1, 9007199254740993),
        (2, 'ÄDA@example.org', '7', '12 kg', 2, '5', 'x', 0, -9223372036854775808),
        (3, '', NULL, NULL, NULL, x'35', 'y', NULL, NULL);
      """)
    for (condition, ids) in [
      ("email=ada@example.ORG", "1"), ("email=äda@example.org", ""), ("email=ÄDA@EXAMPLE.ORG", "2"), ("email=", "3"),
      ("code=7", "2"), ("code=007", "1"), ("size=12", "1"), ("size=12.0", "1"), ("size=1.2e1", "1"),
      ("size=12 kg", "2"), ("weight=2", "2"), ("weight=1.50", "1"), ("anything=5", "2"), ("padded=x", "1\n2"),
      ("padded=x   ", "1\n2"), ("isActive=1", "1"), ("isActive=0", "2"), ("big=9007199254740993", "1"),
      ("big=9007199254740992", ""), ("big=-9223372036854775808", "2"), ("id=3", "3"), ("EMAIL=ADA@EXAMPLE.ORG", "1"),
    ] {
      let list = try await sandbox.almanac("list", "people", "--where", condition, "--file", file)
      #expect(list.status == 0, "\(condition): \(list.errors)")
      #expect(list.text.split(separator: "\n").map { $0.prefix(1) }.joined(separator: "\n") == ids, "\(condition)")
    }
    let both = try await sandbox.almanac(
      "list", "people", "--where", "email=ada@example.org", "--where", "code=007", "--file", file)
    #expect(both.text.hasPrefix("1\tAda@Example.org\t007\t"))
  }

  @Test("CIT-01: --where takes the signs of comparisons and ~; --search takes conditions, as the search line does")
  func comparisons() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["music.db"]
    try await sandbox.sqlite(
      file,
      """
      CREATE TABLE genres(id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE tracks(
        id INTEGER PRIMARY KEY, title TEXT, genre_id INTEGER REFERENCES genres, ms INTEGER, added_at INTEGER);
      INSERT INTO genres VALUES (1, 'Rock'), (2, 'Jazz');
      INSERT INTO tracks VALUES
        (1, 'In the Rain', 1, 300000, 1767225600), (2, 'Étude', 2, 200000, 1767312000), (3, 'Raindrop', NULL, NULL, NULL);
      """)
    func ids(_ options: String...) async throws -> String {
      let list = try await sandbox.run([Sandbox.binary, "list", "tracks", "--utc", "--file", file] + options)
      return list.text.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }.joined(separator: " ")
        + list.errors
    }
    for (condition, expected) in [
      ("ms>200000", "1"), ("ms>=200000", "1 2"), ("ms<300000", "2"), ("ms!=300000", "2 3"), ("title~^r", "3"),
      ("title~rain$", "1"), ("added_at>=2026-01-02", "2"), ("added_at<2026-01-02", "1"),
      ("title~(", "almanac list: '(' is no regular expression that Almanac takes.\n"),
    ] {
      #expect(try await ids("--where", condition) == expected, "\(condition)")
    }
    #expect(try await ids("--search", "rain ms>1") == "1")
    #expect(try await ids("--search", "genre:jazz OR -in") == "2")
    #expect(try await ids("--search", "genre:jazz OR ms:null") == "2 3")
    #expect(try await ids("--where", "ms>1", "--where", "title~e", "--search", "-etude") == "1")
    let shown = try await sandbox.almanac("show", "tracks", "--where", "ms>200000", "--json", "--file", file)
    #expect(shown.text.contains("In the Rain"))
  }

  @Test("CIT-33: --fields, --jsonl and --markdown of list and export")
  func fields() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["t.db"]
    try await sandbox.sqlite(
      file, "CREATE TABLE t(id INTEGER PRIMARY KEY, a, b); INSERT INTO t VALUES (1, 'x|y', NULL)")
    for (verb, options, expected) in [
      ("list", ["--fields", "B,a"], "\tx|y\n"), ("list", ["--jsonl"], "{\"id\":1,\"a\":\"x|y\",\"b\":null}\n"),
      ("list", ["--fields", "a", "--markdown"], "| a |\n| --- |\n| x\\|y |\n"),
      ("export", ["--fields", "a,id"], "a,id\r\nx|y,1\r\n"),
      ("export", ["--jsonl", "--fields=id"], "{\"id\":1}\n"),
    ] {
      let list = try await sandbox.run([Sandbox.binary, verb, "t", "--file", file] + options)
      #expect(list.text == expected && list.errors == "", "\(verb) \(options)")
    }
    let wrong = try await sandbox.almanac("list", "t", "--fields", "c", "--file", file)
    #expect(wrong.errors == "almanac list: There is no column 'c' in t, which has id, a and b.\n" && wrong.status == 2)
  }

  @Test("ANY-32: a line of standard input that is no text is named by its number, and none is added")
  func badLine() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    let ending = try await sandbox.shell(
      "printf 'good\\nno \\377 text\\nbetter\\n' | almanac add facts - --file '\(book)'")
    #expect(ending.errors == "almanac add: Nothing was added: line 2 of standard input is not UTF-8.\n")
    #expect(ending.status == 1 && ending.text == "")
    #expect(try await sandbox.sqlite(book, "SELECT count(*) FROM facts") == "2")
    let added = try await sandbox.almanac("add", "facts", "-", "--file", book, input: "one\r\n\n  two \nthree")
    #expect(added.text == "3\n4\n5\n")
    #expect(try await sandbox.sqlite(book, "SELECT body FROM facts WHERE id > 2") == "one\ntwo\nthree")
  }
}
