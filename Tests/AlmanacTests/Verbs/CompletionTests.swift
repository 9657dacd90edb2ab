// What a shell offers for the word that is being typed.
import Glibc
import TestSupport
import Testing

@Suite("completion")
struct CompletionTests {
  private static let schema = """
    CREATE TABLE Album(AlbumId INTEGER PRIMARY KEY, Title TEXT, Sold BLOB);
    INSERT INTO Album VALUES (1, 'For Those About', x'00'), (2, 'Balls $1 "x"', NULL), (12, 'It''s', 'a' || char(10));
    CREATE TABLE "Order Details"(OrderID INT, ProductID INT, PRIMARY KEY (OrderID, ProductID)) WITHOUT ROWID;
    CREATE TABLE Mail(address TEXT PRIMARY KEY) WITHOUT ROWID;
    INSERT INTO Mail VALUES ('bob@example.org'), ('wow!echo'), ('--all');
    CREATE TABLE Pair(a TEXT, b INT, PRIMARY KEY (a, b)) WITHOUT ROWID;
    INSERT INTO Pair VALUES ('', 1), ('', 2), ('x', 3);
    CREATE TABLE Many(id INTEGER PRIMARY KEY);
    WITH RECURSIVE n(i) AS (VALUES (1000) UNION ALL SELECT i + 1 FROM n WHERE i < 1300) INSERT INTO Many SELECT i FROM n;
    INSERT INTO "Order Details" VALUES (10248, 11), (10248, 42), (10249, 14);
    """

  /// The line of words after the file, and what its last word can become.
  private static let words: [(typed: [String], offered: [String])] = [
    (["li"], ["list"]),
    (["list", ""], ["Album", "Mail", "Many", "Order Details", "Pair"]),
    (["delete", "Mail", "-"], ["--count", "--dry-run", "--file", "--help", "--version", "--where"]),
    (["show", "Mail", ""], ["bob@example.org", "wow!echo"]),
    (["show", "Many", ""], []),
    (["show", "Many", "130"], ["1300"]),
    (["list", "--help", "Al"], ["Album"]),
    (["list", "a"], []),
    (["watch", "Album", "O"], ["Order Details"]),
    (["show", "Album", "1"], ["1", "12"]),
    (["show", "Order Details", ""], ["10248", "10249"]),
    (["show", "Order Details", "10248", ""], ["11", "42"]),
    (["show", "Order Details", "10248", "11", ""], ["10248", "10249"]),
    (["delete", "Order Details", "1024"], ["10248", "10249"]),
    (["edit", "Album", "1", ""], ["AlbumId=", "Sold=", "Title="]),
    (["edit", "Album", "1", "Title="], ["Title=Balls $1 \"x\"", "Title=For Those About", "Title=It's"]),
    (["edit", "Album", "--where", "AlbumId=1", "Ti"], ["Title="]),
    (["add", "Album", "Title=F"], ["Title=For Those About"]),
    (["list", "Album", "--wh"], ["--where"]),
    (["list", "Album", "--where=Ti"], ["--where=Title="]),
    (["list", "Album", "--sort", ""], ["AlbumId", "Sold", "Title"]),
    (["list", "--sort", "Title", "O"], ["Order Details"]),
    (["toggle", "Album", "1", "--column", "S"], ["Sold"]),
    (["import", "x.csv", "--into", "A"], ["Album"]),
    (["import", ""], []),
    (["--table", "A"], ["Album"]),
    (["edit", "Album", "1", "--", "Sol"], ["Sold="]),
    (["edit", "Nothing", ""], []),
    (["edit", "Album", "1", "Sold="], []),
  ]

  /// The line of a shell, with FILE for the file, and what bash inserts.
  private static let lines: [(typed: String, inserted: [String])] = [
    ("almanac FILE show Or", ["Order\\ Details"]),
    ("almanac FILE show 'Or", ["Order Details"]),
    ("almanac FILE show Order\\ Details 10248 4", ["42"]),
    ("almanac FILE edit Album 2 Title=I", ["It\\'s"]),
    ("almanac FILE edit Album 2 'Title=I", ["Title=It'\\''s"]),
    ("almanac FILE edit Album 2 \"Title=B", ["Title=Balls \\$1 \\\"x\\\""]),
    ("almanac FILE edit Album 2 Ti", ["Title="]),
    ("almanac help ex", ["export"]),
    ("almanac FILE show Mail bob@e", ["@example.org"]),
    ("almanac FILE show Mail \"wo", ["wow\"'!'\"echo"]),
    ("almanac FILE show Pair '' ", ["1", "2"]),
  ]

  @Test("CIT-32: verbs, options, tables, columns, keys and values of the named file")
  func words() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["shop.db"]
    try await sandbox.sqlite(file, Self.schema)
    for (typed, offered) in Self.words {
      let answer = try await sandbox.run([Sandbox.binary, "complete", "--", file] + typed)
      #expect(answer.text == offered.map { $0 + "\n" }.joined(), "\(typed)")
    }
    for (typed, inserted) in Self.lines {
      let line = typed.replacing("FILE", with: file)
      let answer = try await sandbox.almanac("complete", "--bash", line, "--breaks", " \t\n\"'@><=;|&(:")
      #expect(answer.text == inserted.map { $0 + "\n" }.joined(), "\(typed)")
    }
  }

  @Test("CIT-32: a book's flags are yes and no; a file that is missing, no database or locked offers nothing")
  func files() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    func offered(_ words: String...) async throws -> String {
      let answer = try await sandbox.run([Sandbox.binary, "complete", "--"] + words)
      #expect(answer.status == 0 && answer.errors.isEmpty, "\(words)")
      return answer.text
    }
    #expect(try await offered(book, "edit", "users", "1", "active=") == "active=no\nactive=yes\n")
    #expect(try await offered(sandbox["none.db"], "list", "") == "")
    #expect(try await offered("/dev/null", "list", "") == "")
    #expect(access(sandbox["none.db"], F_OK) != 0)
    let writer = try SQLiteShell(book)
    try await writer.run("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE")
    #expect(try await offered(book, "list", "") == "")
  }

  @Test("CIT-32: bash completes a name with a space, and a value behind a sign")
  func bash() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["shop.db"]
    try await sandbox.sqlite(file, Self.schema)
    let script =
      #filePath.replacing("Tests/AlmanacTests/Verbs/CompletionTests.swift", with: "")
      + "Resources/Completions/almanac.bash"
    func reply(_ line: String) async throws -> String {
      let text = """
        source '\(script)'; COMP_LINE="\(line)"; COMP_POINT=${#COMP_LINE}; COMP_WORDBREAKS='=:@'; compopt() { echo "$@"; }
        read -ra COMP_WORDS <<< "$COMP_LINE"; COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _almanac '\(Sandbox.binary)' "${COMP_WORDS[COMP_CWORD]}"; printf '<%s>' "${COMPREPLY[@]}"
        """
      return try await sandbox.run(["bash", "-c", text]).text
    }
    #expect(try await reply("almanac \(file) show Or") == "<Order\\ Details>")
    #expect(try await reply("almanac \(file) edit Album 1 Ti") == "-o nospace\n<Title=>")
    #expect(try await reply("almanac \(file) edit Album 1 Title=F") == "<For\\ Those\\ About>")
    // Behind a file, a second one may come: the screen shows several.
    try await sandbox.sqlite(sandbox["export.db"], "CREATE TABLE t(a)")
    let typed = sandbox["exp"]
    #expect(try await reply("almanac \(file) \(typed)") == "-o filenames\n<\(sandbox["export.db"])>")
    #expect(try await reply("almanac \(file) exp") == "-o filenames\n<export>")
  }
}
