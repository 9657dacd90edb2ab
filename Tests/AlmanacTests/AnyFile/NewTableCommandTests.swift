// almanac import with other signs and encodings, and into a table that it makes.
import Foundation
import TestSupport
import Testing

@Suite("almanac import --create", .serialized)
struct NewTableCommandTests {
  private func put(_ text: String, _ name: String, _ sandbox: Sandbox, _ encoding: String.Encoding = .utf8) throws
    -> String
  {
    try text.write(toFile: sandbox[name], atomically: false, encoding: encoding)
    return sandbox[name]
  }

  @Test(
    "CIT-07: what sqlite3 imports of the same file with the same signs, in each encoding, into a table and a new one")
  func oracle() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["a.db"]
    let text = "id;name;price\n1;\"Müller; \"\"Söhne\"\"\";12.50\n2;naïve|x;3.00\n3;\"two\nlines\";0.25\n"
    let source = try put(text, "plain.csv", sandbox)
    try await sandbox.run(
      ["sqlite3", file], input: ".separator ;\n.mode csv\n.separator ;\n.import '\(source)' theirs\n"
    ).check()
    try await sandbox.sqlite(file, "CREATE TABLE ours(id, name, price)")
    for (name, encoding) in [
      ("utf8", String.Encoding.utf8), ("utf16", .utf16), ("utf16le", .utf16LittleEndian), ("utf16be", .utf16BigEndian),
      ("latin1", .isoLatin1), ("windows1252", .windowsCP1252),
    ] {
      let path = try put(text, "\(name).csv", sandbox, encoding)
      let ending = try await sandbox.almanac(
        "import", path, "--delimiter", ";", "--encoding", name, "--into", "ours", "--file", file)
      #expect(ending.errors == "Added 3 records to ours.\n")
      #expect(try await sandbox.sqlite(file, "SELECT * FROM ours EXCEPT SELECT * FROM theirs") == "")
      #expect(try await sandbox.sqlite(file, "SELECT count(*) FROM ours") == "3")
      try await sandbox.sqlite(file, "DELETE FROM ours")
      let made = try await sandbox.almanac(
        file, "import", path, "--delimiter=;", "--encoding=\(name)", "--create")
      #expect(made.text == "CREATE TABLE \"\(name)\"(\n  \"id\" INTEGER,\n  \"name\" TEXT,\n  \"price\" REAL\n);\n")
      #expect(made.errors == "Made \(name), and added 3 records to it.\n" && made.status == 0)
      let compared = "SELECT id || '', name, printf('%.2f', price) FROM \(name) EXCEPT SELECT * FROM theirs"
      #expect(try await sandbox.sqlite(file, compared) == "")
      #expect(
        try await sandbox.sqlite(file, "SELECT DISTINCT typeof(id), typeof(price) FROM \(name)") == "integer|real")
    }
  }

  @Test("CIT-07: standard input and a pipe; a table with the name of --into; undo and redo; a dry run makes nothing")
  func created() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["a.db"]
    try await sandbox.sqlite(file, "CREATE TABLE kept(a)")
    let statement = "CREATE TABLE \"new one\"(\n  \"a\" INTEGER,\n  \"A_2\" TEXT\n);\n"
    let (input, words) = ("a,A\n1,x\n2,\n", ["import", "-", "--csv", "--create", "--into", "new one"])
    let dry = try await sandbox.run([Sandbox.binary, file] + words + ["--dry-run"], input: input)
    #expect(dry.text == statement)
    #expect(dry.errors == "Dry run: new one would be made, and 2 records would be added to it. Nothing was written.\n")
    #expect(try await sandbox.sqlite(file, "SELECT name FROM sqlite_schema") == "kept")
    let made = try await sandbox.run([Sandbox.binary, file] + words, input: input)
    #expect(made.text == statement && made.errors == "Made new one, and added 2 records to it.\n")
    #expect(try await sandbox.sqlite(file, "SELECT a, quote(A_2) FROM [new one]") == "1|'x'\n2|NULL")
    let label = "Imported 2 records into the new table new one"
    #expect(try await sandbox.almanac(file, "undo").errors == "Undone: \(label).\n")
    #expect(try await sandbox.sqlite(file, "SELECT name FROM sqlite_schema") == "kept")
    #expect(try await sandbox.almanac(file, "redo").errors == "Done again: \(label).\n")
    #expect(try await sandbox.sqlite(file, "SELECT a, quote(A_2) FROM [new one]") == "1|'x'\n2|NULL")
    try await sandbox.sqlite(file, "INSERT INTO [new one] VALUES (3, 'theirs')")
    let refused = try await sandbox.almanac(file, "undo")
    #expect(
      refused.errors
        == "almanac undo: Not undone: \(label): new one has 3 records now, not 2; nothing was changed, and the step waits until after the others.\n"
    )
    #expect(try await sandbox.sqlite(file, "SELECT count(*) FROM [new one]") == "3")
    // Nothing is left of the stream.
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox["tmp"]) == [])
  }

  @Test("CIT-07: what keeps such an import away is said, with its line, and nothing is made")
  func refused() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["a.db"]
    try await sandbox.sqlite(file, "CREATE TABLE Kept(a); CREATE VIEW seen AS SELECT * FROM kept")
    let before = try Data(contentsOf: URL(fileURLWithPath: file))
    let start = "almanac import: "
    func refuses(_ status: Int32, _ sentence: String, _ input: String, _ words: String...) async throws {
      let ending = try await sandbox.run([Sandbox.binary, file, "import"] + words, input: input)
      #expect(ending.errors == start + sentence + "\n")
      #expect(ending.status == status && ending.text == "")
      #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
    }
    let line = "Nothing was imported: line"
    try await refuses(
      1, "\(line) 3 of standard input: it has 1 value, but the first line names 2 columns.", "a,b\n1,2\n3\n", "-",
      "--csv", "--create", "--into", "t")
    let latin = try put("a\nok\nGröße\n", "latin.csv", sandbox, .isoLatin1)
    try await refuses(
      1, "\(line) 3 of \(latin): it is not UTF-8: say which encoding it has.", "", latin, "--into", "kept")
    let odd = sandbox["odd.csv"]
    try Data([0x61, 0, 0x0A, 0, 0x31]).write(to: URL(fileURLWithPath: odd))
    try await refuses(
      1, "\(line) 2 of \(odd): it is not UTF-16: its last byte is half of a pair.", "", odd, "--encoding", "UTF-16LE",
      "--create")
    try await refuses(
      2, "There is already a table 'kept'; without --create they are added to it.", "a\n1\n", "-", "--csv", "--create",
      "--into", "kept")
    let seen = try put("a\n1\n", "seen.csv", sandbox)
    try await refuses(
      2, "There is already a table 'seen'; --into TABLE gives the new one another name.", "", seen, "--create")
    try await refuses(2, "Name the table to be made: --into TABLE.", "a\n1\n", "-", "--csv", "--create")
    try await refuses(
      1, "Nothing was imported: names that begin with sqlite_ are SQLite's own.", "a\n1\n", "-", "--csv", "--create",
      "--into", "sqlite_x")
    try await refuses(1, "Nothing was imported: there is no column.", "[]", "-", "--json", "--create", "--into", "t")
    try await refuses(
      2, "There is no encoding 'ebcdic'; there are utf8, utf16, utf16le, utf16be, latin1 and windows1252.", "", seen,
      "--encoding", "ebcdic", "--into", "kept")
    try await refuses(
      2, "--delimiter and --quote are for CSV: add --csv, and no other format.", "", "a.json", "--delimiter", ";",
      "--into", "kept")
    try await refuses(
      2, "The delimiter must be one character, not ';;'.", "", seen, "--delimiter", ";;", "--into", "kept")
    let missing = try await sandbox.almanac(sandbox["none.db"], "import", seen, "--create")
    #expect(missing.status == 1 && !FileManager.default.fileExists(atPath: sandbox["none.db"]))
  }

  @Test("CIT-07: a tab between values, by its name and by its letter; a .tsv file with quotes; no quotes at all")
  func signs() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["a.db"]
    try await sandbox.sqlite(file, "CREATE TABLE t(a, b)")
    for (name, text, words, rows) in [
      ("a.csv", "a\tb\n\"1\t2\"\t3\n", ["--delimiter", "tab"], "1\t2|3"),
      ("b.csv", "a\tb\n1\t3\n", ["--delimiter", "\\t"], "1|3"),
      ("c.tsv", "a\tb\n\"1\\t\"\t3\n", ["--quote", "\""], "1\\t|3"),
      ("d.txt", "a|b\n\"1|\"2\n", ["--delimiter=|", "--quote=none"], "\"1|\"2"),
    ] {
      let path = try put(text, name, sandbox)
      let ending = try await sandbox.run([Sandbox.binary, file, "import", path, "--into", "t"] + words)
      #expect(ending.errors == "Added 1 record to t.\n")
      #expect(try await sandbox.sqlite(file, "SELECT * FROM t") == rows)
      try await sandbox.sqlite(file, "DELETE FROM t")
    }
  }

  @Test("CIT-07: on a terminal the statement is shown and a question asked; anything but a yes makes nothing")
  func asked() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["a.db"]
    try await sandbox.sqlite(file, "CREATE TABLE kept(a)")
    let path = try put("a,b\n1,x\n", "t.csv", sandbox)
    let pane = try await Pane.start(sandbox, columns: 100)
    try await pane.command("clear; almanac import \"\(path)\" --create --file \"\(file)\"")
    let screen = try await pane.wait(for: "Make this table and add 1 record to it? [y/N]")
    #expect(screen.contains("CREATE TABLE \"t\"("))
    try await pane.type("Enter")
    _ = try await pane.wait(for: "almanac import: Nothing was imported.")
    #expect(try await sandbox.sqlite(file, "SELECT name FROM sqlite_schema") == "kept")
    // Another question, so that the former one on the screen is not taken for it.
    let other = try put("a,b\n1,x\n2,y\n", "u.csv", sandbox)
    try await pane.command("clear; almanac import \"\(other)\" --create --file \"\(file)\"")
    _ = try await pane.wait(for: "Make this table and add 2 records to it? [y/N]")
    try await pane.type("y", "Enter")
    _ = try await pane.wait(for: "Made u, and added 2 records to it.")
    #expect(try await sandbox.sqlite(file, "SELECT * FROM u") == "1|x\n2|y")
  }

  @Test("CIT-07: headings steer no terminal: their control characters and line feeds are signs in the shown statement")
  func hostileHeadings() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["a.db"]
    try await sandbox.sqlite(file, "CREATE TABLE kept(a)")
    let path = try put("a,\"x\u{1B}[2J\ny\"\n1,2\n", "t.csv", sandbox)
    let pane = try await Pane.start(sandbox, columns: 100)
    try await pane.command("clear; almanac import \"\(path)\" --create --file \"\(file)\"")
    let screen = try await pane.wait(for: "[y/N]")
    #expect(screen.contains("  \"x␛[2J↵y\" INTEGER"), "\(screen)")
    try await pane.type("y", "Enter")
    _ = try await pane.wait(for: "Made t, and added 1 record to it.")
    #expect(try await sandbox.sqlite(file, "SELECT hex(name) FROM pragma_table_info('t')") == "61\n781B5B324A0A79")
  }

  @Test("CIT-07: an import that is killed leaves no table and no step")
  func killed() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["a.db"]
    try await sandbox.sqlite(file, "CREATE TABLE kept(a)")
    let path = sandbox["big.csv"]
    let text = "a,b\n" + (1...400_000).map { "\($0),text \($0)\n" }.joined()
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    // While its transaction is open.
    let script = """
      almanac '\(file)' import '\(path)' --create & pid=$!
      while [ ! -e '\(file)-journal' ]; do kill -0 $pid 2>/dev/null || break; done
      kill -9 $pid; wait $pid; echo $?
      """
    let ending = try await sandbox.shell(script)
    #expect(ending.text.hasSuffix("137\n"))
    #expect(try await sandbox.sqlite(file, "SELECT name FROM sqlite_schema; PRAGMA integrity_check") == "kept\nok")
    #expect(try await sandbox.almanac(file, "undo").errors == "almanac undo: There is nothing to undo.\n")
  }
}
