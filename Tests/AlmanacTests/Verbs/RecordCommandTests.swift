// One record: shown, edited, toggled, deleted.
import Foundation
import TestSupport
import Testing

@Suite("almanac show, edit, toggle, delete")
struct RecordCommandTests {
  private static let grace =
    "id\t1\nname\tGrace Hopper\nemail\tgrace@example.org\nactive\t1\ncreatedAt\t2026-01-01 00:00:00.000\n"

  @Test("show: a line a field in a pipe, an object with real types, fields beside their names on a terminal")
  func show() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    #expect(try await sandbox.almanac("show", "users", "1", "--file", book).text == Self.grace)
    #expect(
      try await sandbox.almanac("show", "users", "2", "--json", "--file", book).text == """
        {"id":2,"name":"Ada Byron","email":"ada@example.org","active":false,"createdAt":"2026-01-01 00:00:00.000"}

        """)
    try await sandbox.refuses(1, "almanac show: There is no record 7 in users.", "show", "users", "7", "--file", book)
    try await sandbox.refuses(1, "almanac show: There is no record -7 in facts.", "show", "facts", "-7", "--file", book)
    try await sandbox.refuses(
      2, "almanac show: The ID of a record is a number, not 'Ada'.", "show", "users", "Ada", "--file", book)
    try await sandbox.refuses(2, "almanac show: Name the records of users by their keys.", "show", "users")
    try await sandbox.refuses(
      2, "almanac show: There is no table 'user'; did you mean 'users'?", "show", "user", "1",
      "--file", book)

    try await sandbox.sqlite(
      book,
      "UPDATE facts SET body = 'A group of cats' || char(10, 27) || '[2J is called, by some, a clowder.' WHERE id = 1")
    let pane = try await Pane.start(sandbox, columns: 40, rows: 12)
    try await pane.command("almanac show facts 1 --file \(book); echo \"status $?\"")
    #expect(try await pane.status() == 0)
    let rows = try await pane.screen().rows
    let first = try #require(rows.firstIndex { $0.hasPrefix("id") })
    #expect(
      rows[first...].prefix(5) == [
        "id         1", "body       A group of cats", "           ␛[2J is called, by some, a",
        "           clowder.", "createdAt  2026-01-01 00:00:00",
      ])
  }

  @Test("ANY-32: show and toggle take several records, all or none")
  func several() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    let ada = "id\t2\nname\tAda Byron\nemail\tada@example.org\nactive\t0\ncreatedAt\t2026-01-01 00:00:00.000\n"
    #expect(try await sandbox.almanac("show", "users", "2", "1", "2", "--file", book).text == "\(ada)\n\(Self.grace)")
    let both = try await sandbox.almanac("toggle", "users", "1", "2", "--column", "Active", "--json", "--file", book)
    #expect(
      both.text == """
        {"id":1,"name":"Grace Hopper","email":"grace@example.org","active":false,"createdAt":"2026-01-01 00:00:00.000"}
        {"id":2,"name":"Ada Byron","email":"ada@example.org","active":true,"createdAt":"2026-01-01 00:00:00.000"}

        """)
    try await sandbox.refuses(
      1, "almanac show: There are no records 7 and 8 in users.", "show", "users", "7", "1", "8", "--file", book)
    try await sandbox.refuses(
      1, "almanac toggle: Nothing was toggled: there is no record 7 in users.", "toggle", "users", "1", "7", "--file",
      book)
    #expect(try await sandbox.sqlite(book, "SELECT group_concat(active) FROM users") == "0,1")
  }

  @Test("columns that others have added are shown, written out, watched for, listed by and compared with")
  func addedColumns() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    try await sandbox.sqlite(
      book,
      """
      ALTER TABLE facts ADD COLUMN source TEXT DEFAULT 'hearsay';
      ALTER TABLE facts ADD COLUMN letters INT AS (length(body));
      UPDATE facts SET source = NULL WHERE id = 2;
      """)
    let first = #"{"id":1,"body":"A group of cats is called a clowder.","createdAt":"2026-01-01 00:00:00.000","#
    #expect(
      try await sandbox.almanac("show", "facts", "1", "--json", "--file", book).text
        == first + "\"source\":\"hearsay\",\"letters\":36}\n")
    #expect(
      try await sandbox.almanac("list", "facts", "--where", "Source=hearsay", "--json", "--file", book).text
        == "[\n" + first + "\"source\":\"hearsay\",\"letters\":36}\n]\n")
    #expect(
      try await sandbox.almanac("list", "facts", "--sort", "letters", "--csv", "--file", book).text.hasPrefix(
        "id,body,createdAt,source,letters\r\n"))
    #expect(
      try await sandbox.almanac("edit", "facts", "2", "body=Tea", "--file", book).text.hasSuffix(
        "\nsource\t\nletters\t3\n"))
    try await sandbox.refuses(
      2, "almanac list: There is no column 'from' in facts, which has id, body, createdAt, source and letters.", "list",
      "facts", "--where", "from=x", "--file", book)
  }

  @Test("names of columns steer no terminal, in a pipe or on it")
  func hostileNames() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    try await sandbox.sqlite(book, "ALTER TABLE facts ADD COLUMN \"\u{1B}[2J字\" DEFAULT 'x'")
    #expect(try await sandbox.almanac("show", "facts", "1", "--file", book).text.hasSuffix("\n␛[2J字\tx\n"))
    let pane = try await Pane.start(sandbox, columns: 60, rows: 12)
    try await pane.command("almanac show facts 1 --file \(book); echo \"status $?\"")
    #expect(try await pane.status() == 0)
    let rows = try await pane.screen().rows
    #expect(rows.contains("id         1"), "\(rows)")
    #expect(rows.contains("␛[2J字     x"), "\(rows)")
  }

  @Test("edit changes columns, all or none, and prints the record as it is now")
  func edit() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    let edited = try await sandbox.almanac(
      "edit", "users", "2", "name= Ada B. ", "active=yes", "--file", book)
    #expect(
      edited.text == "id\t2\nname\tAda B.\nemail\tada@example.org\nactive\t1\ncreatedAt\t2026-01-01 00:00:00.000\n")
    #expect(
      try await sandbox.almanac("edit", "facts", "1", "body=Cats = clowder", "--json", "--file", book).text
        == "{\"id\":1,\"body\":\"Cats = clowder\",\"createdAt\":\"2026-01-01 00:00:00.000\"}\n")
    // A JSON value is converted like the text of a form.
    for (words, row) in [
      (["active:=false", "name:=\" Ada\\u0021 \""], "Ada!|0"), (["active:=1", "name:=\"Ada B.\""], "Ada B.|1"),
    ] {
      try await sandbox.run([Sandbox.binary, "edit", "users", "2", "--file", book] + words).check()
      #expect(try await sandbox.sqlite(book, "SELECT name, active FROM users WHERE id = 2") == row)
    }
    // The search finds the new text.
    #expect(try await sandbox.almanac("list", "facts", "--search", "= clow", "--file", book).text.hasPrefix("1\t"))
    // The same edit again is no error.
    #expect(try await sandbox.almanac("edit", "users", "1", "ACTIVE=1", "--file", book).text == Self.grace)

    try await sandbox.refuses(
      1, "almanac edit: Nothing was changed: this e-mail is already taken.", "edit", "users", "2", "name=Grace",
      "email=Grace@example.org", "--file", book)
    try await sandbox.refuses(
      1, "almanac edit: Nothing was changed: there is no record 9 in users.", "edit", "users", "9", "name=x", "--file",
      book)
    #expect(try await sandbox.sqlite(book, "SELECT name, active FROM users WHERE id = 2") == "Ada B.|1")
    let can = "in users you can set name, email and active."
    let wrong: [(String, [String])] = [
      ("id can't be set; \(can)", ["id=3"]), ("createdAt can't be set; \(can)", ["createdat=now"]),
      ("There is no column 'mail' in users; did you mean 'email'?", ["mail=x"]),
      ("'name' is not COLUMN=VALUE; \(can)", ["name"]), ("name is given twice.", ["name=a", "name=b"]),
      ("name must not be empty.", ["name="]), ("email must not be empty.", ["email=  "]),
      ("email must be an e-mail address, not 'x'.", ["email=x"]),
      ("active must be yes or no (or true, false, 1, 0), not 'maybe'.", ["active=maybe"]),
      ("active must be yes or no (or true, false, 1, 0), not ''.", ["name=x", "active="]),
      ("active must be yes or no (or true, false, 1, 0), not ''.", ["active:=null"]),
      ("name must not be empty.", ["name:=null"]),
    ]
    for (sentence, words) in wrong {
      let ending = try await sandbox.run([Sandbox.binary, "edit", "users", "2", "--file", book] + words)
      #expect(ending.errors == "almanac edit: \(sentence)\n")
      #expect(ending.status == 2)
    }
    try await sandbox.refuses(
      2, "almanac edit: body must not be empty.", "edit", "facts", "1", "body=", "--file", book)
    try await sandbox.refuses(
      2, "almanac edit: Name a table, a record by its key, and new values: almanac edit TABLE KEY COLUMN=TEXT", "edit",
      "users", "2")
    #expect(try await sandbox.sqlite(book, "SELECT name, active FROM users WHERE id = 2") == "Ada B.|1")
    let lost = try await sandbox.shell("almanac edit users 2 name=Ada --file '\(book)' >/dev/full")
    #expect(
      lost.errors == "almanac edit: Record 2 was changed. The output could not be written: No space left on device.\n")
    #expect(lost.status == 1)
    let nothing = try await sandbox.shell("almanac edit users 2 name=Ada --file '\(book)' >/dev/full")
    #expect(
      nothing.errors == "almanac edit: Nothing was changed. The output could not be written: No space left on device.\n"
    )
  }

  @Test("toggle turns active round; facts have nothing to toggle")
  func toggle() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    for active in ["0", "1"] {
      let ending = try await sandbox.almanac("toggle", "users", "1", "--file", book)
      #expect(ending.text.contains("\nactive\t\(active)\n"))
      #expect(try await sandbox.sqlite(book, "SELECT active FROM users WHERE id = 1") == active)
    }
    #expect(
      try await sandbox.almanac("toggle", "users", "2", "--column=active", "--json", "--file", book).text
        .contains("\"active\":true,"))
    try await sandbox.refuses(
      2, "almanac toggle: There is nothing to toggle in facts.", "toggle", "facts", "1", "--file", book)
    try await sandbox.refuses(
      1, "almanac toggle: Nothing was toggled: there is no record 7 in users.", "toggle", "users", "7", "--file", book)
    try await sandbox.refuses(
      2, "almanac toggle: name is neither yes nor no; in users you can toggle active.", "toggle", "users", "1",
      "--column", "name", "--file", book)
    try await sandbox.refuses(
      2, "almanac toggle: Name the records of users by their keys.", "toggle", "users")
  }

  @Test("delete takes all or none away")
  func delete() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    try await sandbox.sqlite(book, "INSERT INTO facts(id, body) VALUES (3, 'three'), (4, 'four'), (-5, 'minus five')")
    try await sandbox.refuses(
      1, "almanac delete: Nothing was deleted: there is no record 9 in facts.", "delete", "facts", "1", "9", "2",
      "--file", book)
    try await sandbox.refuses(
      1, "almanac delete: Nothing was deleted: there are no records 9 and 8 in facts.", "delete", "facts", "9", "1",
      "8",
      "--file", book)
    try await sandbox.refuses(
      1,
      "almanac delete: Nothing was deleted: there are no records 11, 12, 13, 14, 15, 16, 17, 18 and others in facts.",
      "delete", "facts", "11", "12", "13", "14", "15", "16", "17", "18", "19", "--file", book)
    #expect(try await sandbox.sqlite(book, "SELECT count(*) FROM facts") == "5")
    #expect(try await sandbox.almanac("delete", "facts", "4", "1", "4", "-5", "--file", book).text == "4\n1\n-5\n")
    #expect(try await sandbox.sqlite(book, "SELECT group_concat(id) FROM facts") == "2,3")
    #expect(try await sandbox.almanac("list", "facts", "--search", "clowder", "--file", book).text == "")
    try await sandbox.refuses(2, "almanac delete: Name the records of facts by their keys.", "delete", "facts")
    try await sandbox.refuses(
      2, "almanac delete: The ID of a record is a number, not '2,3'.", "delete", "facts", "2,3", "--file", book)
  }

  @Test("what a trigger of the file keeps is not called done")
  func triggers() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    try await sandbox.sqlite(
      book,
      """
      CREATE TRIGGER away AFTER INSERT ON facts BEGIN DELETE FROM facts WHERE id = new.id; END;
      CREATE TRIGGER keep BEFORE DELETE ON users BEGIN SELECT RAISE(IGNORE); END;
      CREATE TRIGGER stay BEFORE UPDATE ON users BEGIN SELECT RAISE(IGNORE); END;
      """)
    try await sandbox.refuses(
      1, "almanac add: Nothing was added: a trigger of the file keeps the record out of facts.", "add", "facts", "Tea",
      "--file", book)
    try await sandbox.refuses(
      1, "almanac delete: Nothing was deleted: a trigger of the file keeps record 1 of users from being deleted.",
      "delete", "users", "1", "--file", book)
    let kept = "a trigger, or a column's type, keeps record 1 of users as it is."
    try await sandbox.refuses(
      1, "almanac toggle: Nothing was toggled: \(kept)", "toggle", "users", "1", "--file", book)
    try await sandbox.refuses(
      1, "almanac edit: Nothing was changed: \(kept)", "edit", "users", "1", "name=Eve", "--file", book)
    let counts = "SELECT (SELECT count(*) FROM facts), (SELECT count(*) FROM users)"
    #expect(try await sandbox.sqlite(book, counts) == "2|2")
  }

  @Test("what the screen could not take back, the verbs change and delete: they take nothing back")
  func largeRecords() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    for table in ["facts", "users"] {
      try await sandbox.sqlite(
        book, "ALTER TABLE \(table) ADD COLUMN note; UPDATE \(table) SET note = zeroblob(67108864) WHERE id = 1")
    }
    // The large value comes last, and the reader ends before it.
    #expect(
      try await sandbox.shell("almanac edit facts 1 body=Large --file '\(book)' | head -n 3").text
        == "id\t1\nbody\tLarge\ncreatedAt\t2026-01-01 00:00:00.000\n")
    #expect(
      try await sandbox.shell("almanac toggle users 1 --file '\(book)' | head -n 5").text
        == Self.grace.replacing("active\t1", with: "active\t0"))
    #expect(try await sandbox.almanac("delete", "facts", "1", "2", "--file", book).text == "1\n2\n")
    #expect(try await sandbox.sqlite(book, "SELECT count(*) FROM facts") == "0")
    try await sandbox.sqlite(
      book, "CREATE TRIGGER large AFTER INSERT ON facts BEGIN UPDATE users SET note = zeroblob(67108864); END")
    #expect(try await sandbox.almanac("add", "facts", "Tea", "--file", book).text == "3\n")
  }

  @Test("a verb waits for another program's lock; after five seconds a sentence says why nothing was done")
  func locks() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    let holder = try SQLiteShell(book)
    try await holder.run("BEGIN IMMEDIATE")
    try "name,email\nx,x@y\n".write(toFile: sandbox["a.csv"], atomically: false, encoding: .utf8)
    let verbs = [
      ["edit", "users", "1", "name=x"], ["toggle", "users", "1"], ["delete", "users", "1"],
      ["import", sandbox["a.csv"], "--into", "users"],
    ]
    let errors = try await withThrowingTaskGroup(of: (Int, Ending).self) { group in
      for (index, verb) in verbs.enumerated() {
        group.addTask { (index, try await sandbox.run([Sandbox.binary] + verb + ["--file", book])) }
      }
      return try await group.reduce(into: [Int: Ending]()) { $0[$1.0] = $1.1 }
    }
    for (index, word) in ["changed", "toggled", "deleted", "imported"].enumerated() {
      #expect(
        errors[index]?.errors.hasSuffix(
          "\nalmanac \(verbs[index][0]): Nothing was \(word): another program has locked the file.\n") == true)
      #expect(errors[index]?.errors.hasPrefix("Another program has locked \(book). Almanac waits ") == true)
      #expect(errors[index]?.status == 1)
    }
    // Reading works meanwhile; a change waits for a lock that is released in time.
    #expect(try await sandbox.almanac("show", "users", "1", "--file", book).text == Self.grace)
    let waiting = try ChildProcess(
      [Sandbox.binary, "edit", "users", "1", "name=Grace", "--file", book], environment: sandbox.environment)
    try await holder.run("COMMIT")
    let ending = try await offPool { try waiting.end() }
    #expect(ending.text.contains("\nname\tGrace\n"))
  }
}
