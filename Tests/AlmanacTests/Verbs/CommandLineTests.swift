// Typed commands, their output, and their status.
import Foundation
import TestSupport
import Testing

@Suite("The command line", .serialized)
struct CommandLineTests {
  @Test("list: plain in a pipe, JSON with real types, CSV, TSV, a search, a limit")
  func list() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    #expect(
      try await sandbox.almanac("list", "users", "--file", book).text == """
        2\tAda Byron\tada@example.org\t0\t2026-01-01 00:00:00.000
        1\tGrace Hopper\tgrace@example.org\t1\t2026-01-01 00:00:00.000

        """)
    #expect(
      try await sandbox.almanac("list", "users", "--json", "--file=\(book)").text == """
        [
        {"id":2,"name":"Ada Byron","email":"ada@example.org","active":false,"createdAt":"2026-01-01 00:00:00.000"},
        {"id":1,"name":"Grace Hopper","email":"grace@example.org","active":true,"createdAt":"2026-01-01 00:00:00.000"}
        ]

        """)
    #expect(
      try await sandbox.almanac("list", "facts", "--csv", "--file", book).text
        == "id,body,createdAt\r\n2,\"Honey keeps, \"\"they say\"\",\nfor ever.\t\\o/\",2026-01-02 00:00:00.000\r\n"
        + "1,A group of cats is called a clowder.,2026-01-01 00:00:00.000\r\n")
    #expect(
      try await sandbox.almanac("list", "facts", "--tsv", "--file", book, "--limit", "1").text
        == "id\tbody\tcreatedAt\n2\tHoney keeps, \"they say\",\\nfor ever.\\t\\\\o/\t2026-01-02 00:00:00.000\n")
    #expect(
      try await sandbox.almanac("list", "users", "--csv", "--file", book).text
        == "id,name,email,active,createdAt\r\n2,Ada Byron,ada@example.org,0,2026-01-01 00:00:00.000\r\n"
        + "1,Grace Hopper,grace@example.org,1,2026-01-01 00:00:00.000\r\n")
    #expect(
      try await sandbox.almanac("list", "users", "--tsv", "--file", book).text
        == "id\tname\temail\tactive\tcreatedAt\n2\tAda Byron\tada@example.org\t0\t2026-01-01 00:00:00.000\n"
        + "1\tGrace Hopper\tgrace@example.org\t1\t2026-01-01 00:00:00.000\n")
    #expect(
      try await sandbox.almanac("list", "facts", "--file", book, "--limit", "1").text
        == "2\tHoney keeps, \"they say\",\nfor ever.\t\\o/\t2026-01-02 00:00:00.000\n")
    #expect(
      try await sandbox.almanac("--file", book, "list", "facts", "--search", "clowd CATS").text
        == "1\tA group of cats is called a clowder.\t2026-01-01 00:00:00.000\n")
    #expect(try await sandbox.almanac("list", "facts", "--search", "nothing", "--json", "--file", book).text == "[]\n")
    #expect(try await sandbox.almanac("list", "facts", "--limit", "0", "--file", book).text == "")
    // Any JSON reader can read it, and it holds the same as the database.
    let json = try await sandbox.almanac("list", "facts", "--json", environment: ["ALMANAC_FILE": book])
    let facts = try JSONSerialization.jsonObject(with: Data(json.output)) as? [[String: Any]]
    #expect(facts?.first?["body"] as? String == "Honey keeps, \"they say\",\nfor ever.\t\\o/")
    #expect(facts?.first?["id"] as? Int == 2)
  }

  @Test("add prints the new ID; an e-mail that is taken is one sentence")
  func add() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    #expect(try await sandbox.almanac("add", "facts", "  Ink is old. ", "--file", book).text == "3\n")
    #expect(try await sandbox.sqlite(book, "SELECT body FROM facts WHERE id = 3") == "Ink is old.")
    let user = ["--name", "Annie Easley", "--email", "annie@example.net", "--inactive", "--file", book]
    #expect(try await sandbox.run([Sandbox.binary, "add", "users"] + user).text == "3\n")
    #expect(
      try await sandbox.sqlite(book, "SELECT name, email, active FROM users WHERE id = 3")
        == "Annie Easley|annie@example.net|0")
    try await sandbox.refuses(
      1, "almanac add: Nothing was added: this e-mail is already taken.", "add", "users", "--name", "Ada",
      "--email", "Ada@Example.ORG", "--file", book)
    #expect(try await sandbox.sqlite(book, "SELECT count(*) FROM users") == "3")
    // No files are left behind, after success or failure.
    #expect(
      Set(try FileManager.default.contentsOfDirectory(atPath: sandbox.folder)) == ["book.db", "home", "state", "tmp"])
    let lost = try await sandbox.shell("almanac add facts 'Kept.' --file '\(book)' >/dev/full")
    #expect(
      lost.errors == "almanac add: Record 4 was added. The output could not be written: No space left on device.\n")
    #expect(lost.status == 1)
  }

  @Test("add facts - takes a fact a line from standard input, all or none; empty lines are left out")
  func addLines() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    func add(_ input: String) async throws -> Ending {
      try await sandbox.shell("printf '\(input)' | almanac add facts - --file '\(book)'")
    }
    let added = try await add("Tea.\\n\\n  body=Ink \\r\\n-x")
    #expect(added.text == "3\n4\n5\n" && added.errors == "" && added.status == 0)
    #expect(
      try await sandbox.sqlite(book, "SELECT body FROM facts WHERE id > 2 ORDER BY id") == "Tea.\nbody=Ink\n-x")
    for (input, sentence) in [
      ("One.\\n\\n\\377\\nTwo.\\n", "line 3 of standard input is not UTF-8."),
      ("\\n \\n", "there is no text on standard input."),
    ] {
      let refused = try await add(input)
      #expect(refused.errors == "almanac add: Nothing was added: \(sentence)\n")
      #expect(refused.text == "" && refused.status == 1)
    }
    #expect(try await sandbox.sqlite(book, "SELECT count(*) FROM facts") == "5")
    #expect(try await sandbox.almanac("add", "facts", "body=-", "--file", book).text == "6\n")
  }

  @Test("add takes COLUMN=VALUE too; a fact that holds an equals sign elsewhere is a text")
  func addColumns() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    func add(_ words: String...) async throws -> String {
      try await sandbox.run([Sandbox.binary, "add", "--file", book] + words).text
    }
    #expect(try await add("users", "name= Annie Easley ", "email=annie@example.net", "active=no") == "3\n")
    #expect(try await add("users", "EMAIL=don@example.edu", "Name=Donald=Knuth") == "4\n")
    #expect(
      try await sandbox.sqlite(book, "SELECT name, email, active FROM users WHERE id > 2 ORDER BY id")
        == "Annie Easley|annie@example.net|0\nDonald=Knuth|don@example.edu|1")
    let facts = ["body=Honey keeps.", "BODY= E=mc2 ", "E=mc2", "id=7", "=body", "body =x", "body=body=x"]
    for (index, fact) in facts.enumerated() {
      #expect(try await add("facts", fact) == "\(index + 3)\n")
    }
    #expect(
      try await sandbox.sqlite(book, "SELECT body FROM facts WHERE id > 2 ORDER BY id")
        == "Honey keeps.\nE=mc2\nE=mc2\nid=7\n=body\nbody =x\nbody=x")
    try await sandbox.refuses(
      1, "almanac add: Nothing was added: this e-mail is already taken.", "add", "users", "name=Ada",
      "email=ada@example.org", "--file", book)
    let can = "in users you can set name, email and active."
    let both = "Give a user by options or by COLUMN=VALUE, not by both"
    let wrong: [(String, [String])] = [
      ("There is no column 'mail' in users; did you mean 'email'?", ["name=A", "mail=a@b"]),
      ("id can't be set; \(can)", ["id=9", "name=A", "email=a@b"]), ("'Ada' is not COLUMN=VALUE; \(can)", ["Ada"]),
      ("A user needs name=NAME and email=E-MAIL.", ["name=A"]),
      ("A user needs name=NAME and email=E-MAIL.", ["active=yes", "email=a@b"]),
      ("name must not be empty.", ["name= ", "email=a@b"]),
      ("name is given twice.", ["name=a", "NAME=b"]),
      ("email must be an e-mail address, not 'x'.", ["name=A", "email=x"]),
      ("active must be yes or no (or true, false, 1, 0), not 'maybe'.", ["name=A", "email=a@b", "active=maybe"]),
      ("\(both) --email and 'name=A'.", ["name=A", "--email", "a@b"]),
      ("\(both) --inactive and 'name=A'.", ["name=A", "email=a@b", "--inactive"]),
    ]
    for (sentence, words) in wrong {
      let ending = try await sandbox.run([Sandbox.binary, "add", "users", "--file", book] + words)
      #expect(ending.errors == "almanac add: \(sentence)\n")
      #expect(ending.status == 2)
    }
    for (sentence, words) in [
      ("Give a fact as one text or as body=TEXT, not both.", ["body=x", "y"]),
      ("Give a fact as one text or as body=TEXT, not both.", ["E=mc2", "body=x"]),
      ("body is given twice.", ["body=x", "body=y"]), ("body must not be empty.", ["body="]),
      ("A fact has no --inactive.", ["body=x", "--inactive"]),
    ] {
      let ending = try await sandbox.run([Sandbox.binary, "add", "facts", "--file", book] + words)
      #expect(ending.errors == "almanac add: \(sentence)\n")
      #expect(ending.status == 2)
    }
    #expect(
      try await sandbox.sqlite(book, "SELECT (SELECT count(*) FROM facts), (SELECT count(*) FROM users)") == "9|4")
  }

  @Test("script prints exactly the rows of its size, and works on a copy without --write")
  func script() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    let now = ["--now", "2026-01-03 12:00", "--file", book]
    let ending = try await sandbox.run([Sandbox.binary, "script", "2", "--size", "72x8"] + now)
    let rows = ending.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      rows.prefix(6) == [
        " Almanac  1 Facts 2  2 Users 2  3 Statistics             book.db · live",
        " / search                                                           1/2",
        "   Name ▲        E-mail                                  Active   Added",
        " ▌ Ada Byron     ada@example.org                           ○        2 d",
        "   Grace Hopper  grace@example.org                         ●        2 d", "",
      ])
    // Eight rows, each with a line feed after it.
    #expect(rows.count == 9 && rows[8] == "")
    // A comma is a key of its own, also within a text; a backslash is text.
    let typed = try await sandbox.run([Sandbox.binary, "script", "/,type:a\\,Comma,type:b", "--size", "72x8"] + now)
    #expect(typed.text.split(separator: "\n")[1].hasPrefix(" / a\\,b   "))
    // Queries run on the copy too.
    let statistics = try await sandbox.run([Sandbox.binary, "script", "3,1,d,3", "--size", "72x12"] + now)
    #expect(
      statistics.text.split(separator: "\n")[1...2] == [
        "   Facts                   1   Facts added, by month",
        "   Users                   2   Jan ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 1",
      ])
    let asked = try await sandbox.run(
      [Sandbox.binary, "script", "", "--size", "72x12", "--query", "SELECT count(*) FROM facts"] + now)
    #expect(asked.text.contains("\n ▌        2\n"), "\(asked.text)")
    let before = try Data(contentsOf: URL(fileURLWithPath: book))
    let deleted = try await sandbox.run([Sandbox.binary, "script", "d", "--size", "80x24"] + now)
    #expect(deleted.text.contains("Deleted fact 2"))
    #expect(deleted.text.filter { $0 == "\n" }.count == 24)
    #expect(try Data(contentsOf: URL(fileURLWithPath: book)) == before)
    #expect(try await sandbox.run([Sandbox.binary, "script", "d", "--write"] + now).status == 0)
    #expect(try await sandbox.sqlite(book, "SELECT group_concat(id) FROM facts") == "1")
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox["tmp"]) == [])
    // A look at a book that does not exist does not make it.
    let new = try await sandbox.almanac("script", "", "--create", "--sample", "--file", sandbox["new.db"])
    #expect(new.text.contains("1 Facts 4"))
    #expect(!FileManager.default.fileExists(atPath: sandbox["new.db"]))
    try await sandbox.refuses(
      2, "almanac script: Give one list of keys, separated by commas: 'Down,Enter'.", "script")
    for size in ["80", "80x", "0x24", "0x0", "80x1001", "80xx24", "80x24x1", "axb"] {
      try await sandbox.refuses(
        2, "almanac script: --size takes COLUMNSxROWS, as 80x24, each from 1 to 1000, not '\(size)'.", "script",
        "q", "--size", size)
    }
    try await sandbox.refuses(
      2, "almanac script: 'noon' is not a time; write it as '2026-01-31 12:00'.", "script", "q", "--now", "noon")
    try await sandbox.refuses(
      2, "almanac script: There is no key 'Foo': write a key as Enter, PgDn or C-d, and text as type:TEXT.",
      "script", "Foo")
  }

  @Test(
    "--file, then ALMANAC_FILE, then the person's own book, which a verb that writes makes, and one that reads does not"
  )
  func whichFile() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    let count = #"tail -n +2 | wc -l | tr -d ' '"#
    #expect(try await sandbox.shell("ALMANAC_FILE='\(book)' almanac list facts --tsv | \(count)").text == "2\n")
    #expect(
      try await sandbox.shell("ALMANAC_FILE=/nowhere/x.db almanac list facts --tsv --file '\(book)' | \(count)").text
        == "2\n"
    )
    let noBook = "You have no book yet: almanac and almanac add make it at"
    for verb in [
      ["list", "facts"], ["list", "facts", "--read-only"], ["show", "facts", "1"], ["delete", "facts", "1"],
    ] {
      let ending = try await sandbox.run([Sandbox.binary] + verb)
      #expect(
        ending.errors == "almanac \(verb[0]): \(noBook) \(sandbox["data"])/almanac/book.db.\n")
      #expect(ending.status == 1)
    }
    #expect(!FileManager.default.fileExists(atPath: sandbox["data"]))
    #expect(try await sandbox.almanac("add", "facts", "First.").text == "1\n")
    let own = sandbox["data/almanac/book.db"]
    #expect(try await sandbox.sqlite(own, "PRAGMA journal_mode; PRAGMA integrity_check") == "wal\nok")
    // A second start finds the book as it is.
    try await sandbox.sqlite(own, "DELETE FROM facts")
    #expect(try await sandbox.almanac("list", "facts", "--json").text == "[]\n")
    // Without XDG_DATA_HOME the book is under HOME; --empty begins without samples.
    #expect(try await sandbox.almanac("list", "facts", "--empty", environment: ["XDG_DATA_HOME": nil]).text == "")
    #expect(FileManager.default.fileExists(atPath: sandbox["home/.local/share/almanac/book.db"]))
    try await sandbox.refuses(
      1, "almanac list: Neither XDG_DATA_HOME nor HOME is set, so --file must name the book.", "list", "facts",
      environment: ["XDG_DATA_HOME": nil, "HOME": nil])
    try await sandbox.refuses(
      1, "almanac list: \(noBook) \(sandbox["other"])/almanac/book.db.", "list",
      "facts", "--read-only", "--empty", environment: ["XDG_DATA_HOME": sandbox["other"]])
    #expect(!FileManager.default.fileExists(atPath: sandbox["other"]))
    try await sandbox.refuses(
      1, "almanac add: Almanac can't make your book at /proc/almanac/book.db: it can't make the folder /proc/almanac.",
      "add",
      "facts", "x", environment: ["XDG_DATA_HOME": "/proc"])
  }

  @Test("--create makes what isn't there and opens what is; --sample fills only an empty book")
  func creating() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["made.db"]
    #expect(try await sandbox.almanac("add", "facts", "First.", "--file", file, "--create").text == "1\n")
    #expect(try await sandbox.almanac("add", "facts", "Second.", "--file", file, "--create").text == "2\n")
    try await sandbox.refuses(
      1, "almanac list: \(file) has records already; --sample fills only an empty book.", "list", "facts",
      "--file", file, "--sample")
    try await sandbox.refuses(
      1, "almanac script: \(file) has records already; --sample fills only an empty book.", "script", "",
      "--file", file, "--sample")
    #expect(try await sandbox.sqlite(file, "SELECT count(*) FROM facts") == "2")
    try await sandbox.sqlite(file, "DELETE FROM facts")
    #expect(try await sandbox.almanac("list", "users", "--file", file, "--sample").status == 0)
    #expect(try await sandbox.sqlite(file, "SELECT count(*) FROM users") == "50")
    for wrong in [["--sample", "--empty"], ["--read-only", "--create"], ["--read-only", "--sample"]] {
      try await sandbox.refuses(
        2, "almanac list: Use only one of \(wrong[0]) and \(wrong[1]).", "list", "facts", wrong[0],
        wrong[1], "--file", file)
    }
  }

  @Test("a reader that goes ends a list quietly")
  func readerGoes() async throws {
    let sandbox = try Sandbox()
    let book = sandbox["book.db"]
    try await sandbox.almanac("list", "facts", "--file", book, "--create", "--sample").check()
    // More than a pipe holds.
    try await sandbox.sqlite(
      book,
      "INSERT INTO facts(body) SELECT 'Padding ' || value || hex(zeroblob(200)) FROM generate_series(1, 3000)")
    let ending = try await sandbox.run(
      ["bash", "-c", "almanac list facts --file '\(book)' | head -1 | wc -l; echo ${PIPESTATUS[0]}"])
    #expect(ending.text == "1\n0\n")
    #expect(ending.errors == "")
    // A full disk is not the same as a reader that has ended.
    let full = try await sandbox.shell("almanac list facts --file '\(book)' >/dev/full")
    #expect(full.errors == "almanac list: The output could not be written: No space left on device.\n")
    #expect(full.status == 1)
    let closed = try await sandbox.shell("almanac list facts --file '\(book)' >&-")
    #expect(closed.errors == "almanac list: The output could not be written: Bad file descriptor.\n")
    #expect(closed.status == 1)
  }

  @Test("--help and --version, for everything")
  func helpAndVersion() async throws {
    let sandbox = try Sandbox()
    let verbs = [
      "list", "show", "add", "edit", "toggle", "delete", "query", "export", "watch", "stats", "schema", "doctor",
      "script", "undo", "redo", "log", "help",
    ]
    for verb in [[]] + verbs.map({ [$0] }) {
      for option in ["--help", "-h"] {
        let help = try await sandbox.run([Sandbox.binary] + verb + [option])
        #expect(help.status == 0 && help.errors == "")
        #expect(help.text.contains("usage: almanac \(verb.first ?? "[FILE ... | FOLDER]")"))
        #expect(help.text.split(separator: "\n").allSatisfy { $0.count <= 120 })
      }
      #expect(try await sandbox.run([Sandbox.binary] + verb + ["--version"]).text == "almanac 0.1.0\n")
    }
    let help = try await sandbox.almanac("--help").text
    #expect(try await sandbox.almanac("help").text == help)
    #expect(try await sandbox.almanac("--file", sandbox["none.db"], "help").text == help)
    for verb in verbs {
      // The same words.
      let own = try await sandbox.almanac(verb, "--help").text
      #expect(try await sandbox.almanac("help", verb).text == own)
      let usage = own.prefix(upTo: try #require(own.range(of: "\n\n")).lowerBound).dropFirst("usage: ".count)
      #expect(usage.hasPrefix("almanac \(verb) ") && help.contains("\n       \(usage)\n"))
    }
    // Even this is text after --.
    #expect(
      try await sandbox.almanac("add", "facts", "--create", "--file", sandbox["b.db"], "--", "--help").text == "1\n")
  }
}
