// The keys of records as verbs print and accept them.
import Foundation
import TestSupport
import Testing

@Suite("keys, printed and read again")
struct PrintedKeyTests {
  /// Values of keys, in SQL. Each is printed differently.
  private static let values = [
    "3", "'x y'", "x'00ff'", "1.5", "1e20", "-7", "''", "'a' || char(1) || 'b'", "CAST(x'61ff' AS TEXT)", "'é'", "'03'",
    "2.0", "9e999", "-9e999", "9223372036854775807", "'q\"q'", "'a=b'", "x'43'", "'l' || char(10, 9, 27)",
  ]
  private static let types = ["", "BLOB", "TEXT", "NUMERIC", "REAL", "TEXT COLLATE NOCASE"]

  /// The statements that make a table with a row for each value, numbered in the last column.
  private static func table(_ name: String, _ type: String, isPair: Bool, _ rest: String = "") -> (String, rows: String)
  {
    let key = isPair ? "a \(type), b \(type), n, PRIMARY KEY (a, b)" : "a \(type) PRIMARY KEY, n"
    let rows = values.enumerated().map { number, value in
      "INSERT OR IGNORE INTO \(name) VALUES (\(isPair ? "\(value), \(value)" : value), \(number));"
    }
    return ("CREATE TABLE \(name)(\(key))\(rest); ", rows.joined(separator: " "))
  }

  /// The values of `n` in the records that `show` prints.
  private func numbers(_ sandbox: Sandbox, _ file: String, _ table: String, _ words: [String]) async throws -> [String]
  {
    let ending = try await sandbox.run([Sandbox.binary, "show", "--file", file, "--json", "--", table] + words)
    #expect(ending.status == 0, "\(table) \(words): \(ending.errors)")
    return ending.text.split(separator: "\n").map { String($0.split(separator: ":").last?.dropLast() ?? "") }
  }

  @Test("REAL-33: each key that a list prints names its record: numbers, texts, bytes, NULL and signs, in any type")
  func printedKeys() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["keys.db"]
    for type in Self.types {
      for isPair in [false, true] {
        let name = "t\(type.filter(\.isLetter))\(isPair)"
        let (schema, rows) = Self.table(name, type, isPair: isPair)
        try await sandbox.sqlite(file, schema + rows)
        // The value with a line break is the last one.
        let lines = try await sandbox.done(file, "list", name).split(separator: "\n").dropLast(isPair ? 3 : 2)
        #expect(lines.count >= Self.values.count - 3)
        let cells = lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
        let found = try await numbers(sandbox, file, name, cells.flatMap { $0.dropLast() })
        #expect(found == cells.map { $0.last! }, "\(name)")
      }
    }
  }

  @Test("REAL-33: each key that watch and add print names its record, as words and as --where takes values")
  func otherVerbs() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["keys.db"]
    let tables = Self.types.enumerated().flatMap { number, type in
      [
        ("t\(number)", Self.table("t\(number)", type, isPair: false)),
        ("w\(number)", Self.table("w\(number)", type, isPair: true, " WITHOUT ROWID")),
      ]
    }
    try await sandbox.sqlite(
      file, "PRAGMA journal_mode=wal; CREATE TABLE gate(a); " + tables.map(\.1.0).joined())
    let watch = try await Watch.start([], sandbox, file, gate: "gate VALUES ('%')")
    for (name, (_, rows)) in tables {
      let count = try await sandbox.sqlite(file, "BEGIN; \(rows) COMMIT; SELECT count(*) FROM \(name)")
      let lines = try await watch.lines(Int(count) ?? 0)
      var words: [String] = []
      var expected: [String] = []
      for line in lines {
        // A text with a brace would end the key early, but no text has one.
        let match = try #require(line.firstMatch(of: /"table":"(.*?)","key":\{(.*)\},"new":\{.*"n":([0-9]+)\}/))
        let members = match.2.matches(of: /"([ab])":("(?:[^"\\]|\\.)*"|[^,]+)/).map { ("\($0.1)", "\($0.2)") }
        let values = try members.map { _, value in
          value.hasPrefix("\"") ? try JSONDecoder().decode(String.self, from: Data(value.utf8)) : value
        }
        words += values
        expected.append("\(match.3)")
        // Text that is not UTF-8 has no JSON form.
        guard name == "t0" || name == "w5", !line.contains("\u{FFFD}") else { continue }
        let conditions = members.flatMap { ["--where", "\($0):=\($1)"] }
        let ending = try await sandbox.run([Sandbox.binary, "show", name] + conditions + ["--file", file])
        #expect(ending.text.hasSuffix("n\t\(match.3)\n"), "\(name) \(conditions): \(ending.errors)")
      }
      #expect(try await numbers(sandbox, file, name, words) == expected, "\(name)")
    }
    #expect(try await watch.end(SIGTERM).status == 128 + SIGTERM)
    for (number, value) in ["7.0", "\"x'41'\"", "x'42'", "\"a b\"", "12"].enumerated() {
      let key = try await sandbox.done(file, "add", "w0", "a:=\(value)", "b:=\(value)", "n=\(100 + number)")
      let cells = key.dropLast().split(separator: "\t").map(String.init)
      #expect(try await numbers(sandbox, file, "w0", cells) == ["\"\(100 + number)\""], "\(key)")
    }
  }

  @Test("REAL-33: a key in another order than its columns is printed and taken in the order of the columns")
  func order() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["order.db"]
    for rest in ["", " WITHOUT ROWID"] {
      try await sandbox.sqlite(
        file,
        """
        DROP TABLE IF EXISTS t; CREATE TABLE t(b, n, a, PRIMARY KEY (a, b))\(rest);
        INSERT INTO t VALUES (1, 'one two', 2), (2, 'two one', 1);
        """)
      #expect(try await sandbox.done(file, "list", "t", "--where", "n=one two") == "1\tone two\t2\n")
      #expect(try await sandbox.done(file, "show", "t", "1", "2") == "b\t1\nn\tone two\na\t2\n")
      #expect(try await sandbox.done(file, "edit", "t", "1", "2", "n=x") == "b\t1\nn\tx\na\t2\n")
      #expect(try await sandbox.done(file, "add", "t", "a=8", "b=9") == "9\t8\n")
      #expect(try await sandbox.done(file, "delete", "t", "9", "8") == "9\t8\n")
      #expect(
        try await sandbox.refusal(file, "show", "t", "1", status: 2)
          == "A record of t is named by 2 values, its b and a, and you gave 1.")
    }
  }

  @Test(
    "REAL-33: a key that is not UTF-8 names its record by the number of each byte, as the refusal of the bytes says")
  func bytes() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["bytes.db"]
    try await sandbox.sqlite(
      file,
      "CREATE TABLE t(k TEXT PRIMARY KEY, n); INSERT INTO t VALUES (CAST(x'61ff' AS TEXT), 1), (CAST(x'61fe' AS TEXT), 2)"
    )
    for (number, bytes) in [("1", "61ff"), ("2", "61fe")] {
      let refused = try await sandbox.shell(
        "almanac '\(file)' show t \"$(almanac '\(file)' list t --where n:=\(number) | cut -f1)\" --json")
      #expect(
        refused.errors == """
          almanac: The argument 'a\u{FFFD}' is not UTF-8: almanac would misread it. As the key of a record, write \
          'x'\\''\(bytes)'\\'''.

          """)
      let shown = try await sandbox.shell("almanac '\(file)' show t 'x'\\''\(bytes)'\\''' --json")
      #expect(shown.text.hasSuffix("\"n\":\(number)}\n"), "\(shown.errors)")
    }
  }

  @Test("REAL-33: keys that are printed alike are refused, and the sentence says what names each")
  func alike() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["alike.db"]
    try await sandbox.sqlite(
      file,
      """
      CREATE TABLE t(k PRIMARY KEY, n);
      INSERT INTO t VALUES (1, 'number'), ('1', 'text'), (1.5, 'real'), ('1.5', 'its text'), (x'31', 'bytes'),
        ('x''31''', 'like bytes'), ('', 'empty'), (NULL, 'nothing'), (-0.5, 'half'), ('it''s', 'quoted');
      CREATE TABLE pair(a, b, n, PRIMARY KEY (a, b)) WITHOUT ROWID;
      INSERT INTO pair VALUES (1, 'x', 'number'), ('1', 'x', 'text');
      CREATE TABLE nulls(k PRIMARY KEY, n); INSERT INTO nulls VALUES (NULL, 1), (NULL, 2);
      """)
    for (table, words, names) in [
      ("t", ["1"], ["--where k:=1", "--where 'k:=\"1\"'"]), ("t", ["1.5"], ["--where k:=1.5", "--where 'k:=\"1.5\"'"]),
      ("t", ["x'31'"], [#"--where 'k:="\u0078'\''31'\''"'"#, #"--where 'k:=x'\''31'\'''"#]),
      ("t", [""], ["--where k:=null", "--where 'k:=\"\"'"]),
      ("pair", ["1", "x"], ["--where a:=1 --where 'b:=\"x\"'", "--where 'a:=\"1\"' --where 'b:=\"x\"'"]),
    ] {
      for verb in [["show"], ["delete"], ["edit"]] {
        let refusal = try await sandbox.run(
          [Sandbox.binary] + verb + [table] + words + (verb == ["edit"] ? ["n=z"] : []) + ["--file", file])
        let key = words == [""] ? "an empty key" : "the key \(words.joined(separator: " "))"
        let sentences = [names, names.reversed()].map {
          "almanac \(verb[0]): More than one record of \(table) has \(key): say \($0.joined(separator: " or ")).\n"
        }
        #expect(refusal.status == 2 && sentences.contains(refusal.errors), "\(refusal.errors)")
      }
      // A shell accepts the words as they are printed.
      var shown: Set<String> = []
      for name in names {
        let ending = try await sandbox.run(
          ["/bin/sh", "-c", "\(Sandbox.binary) show \(table) \(name) --file \(file)"])
        shown.insert(String(ending.text.split(separator: "\t").last ?? ""))
      }
      #expect(shown.count == 2 && !shown.contains(""), "\(names): \(shown)")
    }
    #expect(
      try await sandbox.refusal(file, "show", "nulls", "", status: 2)
        == "More than one record of nulls has an empty key: name one by --where COLUMN=VALUE.")
    #expect(try await sandbox.done(file, "show", "nulls", "--where", "n:=2") == "k\t\nn\t2\n")
    for (key, n) in [("-0.5", "half"), ("it's", "quoted")] {
      let shown = try await sandbox.run([Sandbox.binary, "show", "--file", file, "--", "t", key])
      #expect(shown.text == "k\t\(key)\nn\t\(n)\n")
    }
  }
}
