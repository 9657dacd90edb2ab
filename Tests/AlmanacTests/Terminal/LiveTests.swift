// Another process changes the file: the screen, and the bytes sent to the terminal.
import Foundation
import TestSupport
import Testing

/// A book on a screen, in a terminal.
struct OpenBook {
  let sandbox: Sandbox
  let file: String
  let pane: Pane

  /// Starts the program with a new book of samples, in a journal mode that a shell has set.
  static func start(journal: String = "wal", columns: Int = 80, rows: Int = 24) async throws -> OpenBook {
    let sandbox = try Sandbox()
    let file = sandbox["book.db"]
    let pane = try await Pane.start(sandbox, columns: columns, rows: rows)
    var options = "--create --sample"
    if journal != "wal" {
      try await sandbox.almanac("list", "facts", "--file", file, "--create", "--sample").check()
      try await sandbox.sqlite(file, "PRAGMA journal_mode=\(journal)")
      options = ""
    }
    try await pane.command("almanac --file \(file) \(options); echo \"status $?\"")
    try await pane.wait("the facts and both counts") {
      $0.selected != nil && $0.contains("1 Facts 494") && $0.contains("2 Users 50")
    }
    return OpenBook(sandbox: sandbox, file: file, pane: pane)
  }

  @discardableResult
  func sql(_ sql: String) async throws -> String { try await sandbox.sqlite(file, sql) }

  /// The ID of the program's process, the only child of the pane's shell.
  func id() async throws -> pid_t {
    let shell = try await pane.format("#{pane_pid}")
    let children = try String(contentsOfFile: "/proc/\(shell)/task/\(shell)/children", encoding: .utf8)
    return try #require(pid_t(children.trimmingCharacters(in: .whitespaces)))
  }

  /// The program's anonymous memory in kB.
  func memory() async throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(try await id())/status", encoding: .utf8)
    let anonymous = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") })
    return try #require(Int(anonymous.filter(\.isNumber)))
  }

  /// Quits the program, and checks the files that it leaves.
  func quit(journal: String = "wal") async throws {
    try await pane.type("q")
    #expect(try await pane.status() == 0)
    #expect(!FileManager.default.fileExists(atPath: file + "-wal"))
    #expect(!FileManager.default.fileExists(atPath: file + "-shm"))
    #expect(!FileManager.default.fileExists(atPath: file + "-journal"))
    #expect(try await sql("PRAGMA integrity_check; PRAGMA journal_mode") == "ok\n\(journal)")
  }
}

@Suite("Changes by another process", .serialized)
struct LiveTests {
  @Test(
    "rows that a shell writes stand on the screen, marked; cursor, line, search and journal stay",
    arguments: ["wal", "delete"])
  func inserts(_ journal: String) async throws {
    let book = try await OpenBook.start(journal: journal)
    let (pane, sandbox) = (book.pane, book.sandbox)
    // A fact is added at the very start: it appears, and the cursor moves down with its record.
    try await pane.type("j", "j")
    let before = try await pane.wait("the cursor on 492") { $0.selected?.text.contains(" 492 ") == true }
    try await book.sql("INSERT INTO facts(body) VALUES('from outside')")
    let after = try await pane.wait("the new fact's count") {
      $0.contains("1 Facts 495") && $0.contains("from outside")
    }
    #expect(after.selected?.index == before.selected.map { $0.index + 1 })
    #expect(after.selected?.text.contains(" 492 ") == true)
    // A user is added in the middle of the list.
    try await pane.type("2")
    let users = try await pane.wait("users") { $0.rows[20].contains("@") }
    try await pane.type("j")
    let name = String(users.rows[4].dropFirst(3).prefix(10))
    let chosen = try await pane.wait("the cursor on the second") { $0.selected?.text.contains(name) == true }
    let next = String(users.rows[5].dropFirst(3)).components(separatedBy: "  ")[0]
    let start = pane.bytes.count
    try await book.sql("INSERT INTO users (name, email, active) VALUES ('\(next)', 'new.user@example.org', 1)")
    let live = try await pane.wait(for: "new.user@example.org")
    // Its mark is shown for one second only, so the test looks at the sent bytes, not at the screen.
    try await pane.endOfBytes("+", from: start)
    #expect(live.index(of: "new.user@example.org") == 6)
    #expect(live.selected?.index == chosen.selected?.index)
    #expect(live.selected?.text.contains(name) == true)
    try await pane.wait("the count of users") { $0.contains("2 Users 51") }
    // The mark disappears by itself.
    try await pane.wait("the new user, unmarked") { $0.row("new.user@").hasPrefix(next) }
    // An active search shows new matching records; others stay hidden.
    try await pane.type("1", "/")
    try await pane.type(text: "magritte")
    try await pane.wait("the hit") { $0.contains("1 of 495") && !$0.contains(" 494 ") }
    try await pane.type("Enter")
    try await book.sql("INSERT INTO facts(body) VALUES('Ceci n''est pas MAGRITTE'), ('nor this')")
    let found = try await pane.wait("both hits") {
      $0.contains("2 of 497") && $0.contains("Ceci n'est pas MAGRITTE")
    }
    #expect(found.contains("1 Facts 497"))
    #expect(found.selected?.text.contains("Under Magritte's painting") == true)
    #expect(!found.contains("nor this"))
    try await pane.type("k")
    try await pane.wait("the new hit") { $0.selected?.text.contains("Ceci n'est pas MAGRITTE") == true }
    _ = sandbox
    try await book.quit(journal: journal)
  }

  @Test("deletes, REPLACE and updates by a shell are right in list and search", arguments: ["wal", "delete"])
  func deletes(_ journal: String) async throws {
    let book = try await OpenBook.start(journal: journal)
    let pane = book.pane
    try await pane.type("2")
    let users = try await pane.wait("users") { $0.rows[20].contains("@") }
    let name = String(users.rows[4].dropFirst(3)).components(separatedBy: "  ")[0]
    let email = users.rows[4].split(separator: " ").first { $0.contains("@") }.map(String.init) ?? ""
    // REPLACE deletes one record because of its e-mail, without a trigger, and writes another.
    try await book.sql("REPLACE INTO users(name, email, active) VALUES('Zyx Replaced', '\(email)', 0)")
    try await pane.wait("the replaced user gone") { !$0.contains(name) }
    try await pane.type("/")
    try await pane.type(text: "zyx")
    let replaced = try await pane.wait("the new user found") { $0.contains("1 of 50") && $0.contains("Zyx Replaced") }
    #expect(replaced.row("Zyx").contains(email))
    try await pane.type("C-u")
    try await pane.type(text: name)
    try await pane.wait("the old one not found") { $0.contains("0 of 50") && !$0.contains(email) }
    try await pane.type("Escape")
    try await pane.wait("all") { !$0.contains("of 50") }

    try await pane.type("1")
    try await pane.wait("facts") { $0.contains(" 494 ") }
    try await book.sql("UPDATE facts SET body = 'A first sign' WHERE id = 494")
    try await pane.wait(for: "A first sign")
    try await pane.type("/")
    try await pane.type(text: "sign")
    try await pane.wait("the changed fact found") { $0.contains("A first sign") && $0.contains(" of 494") }
    try await book.sql("DELETE FROM facts")
    try await pane.wait("nothing") { $0.contains("1 Facts 0") && $0.contains("0 of 0") && !$0.contains("A first sign") }
    try await book.sql("INSERT INTO facts(id, body) VALUES(7, 'a sign of life')")
    try await pane.wait("a new beginning") { $0.contains("1 Facts 1") && $0.contains("a sign of life") }
    try await book.sql("REPLACE INTO facts(id, body) VALUES(7, 'other words')")
    try await pane.wait("the hit gone") { $0.contains("0 of 1") && !$0.contains("other words") }
    try await pane.type("Escape")
    try await pane.wait(for: "other words")
    try await book.quit(journal: journal)
  }

  @Test(
    "DL-08: what changes nothing sends no byte: a rollback, an update to the same, a row that comes and goes",
    arguments: ["wal", "delete"])
  func silence(_ journal: String) async throws {
    let book = try await OpenBook.start(journal: journal)
    let pane = book.pane
    // These ages do not change while the test runs.
    try await book.sql("UPDATE facts SET createdAt = '2001-01-01'; UPDATE users SET createdAt = '2001-01-01'")
    try await pane.wait("old facts") { $0.row(" 492 ").hasSuffix(" y ago") && !$0.contains("~") }
    /// Changes a fact, waits until it is on the screen without its mark, and returns the end of its text in the sent
    /// bytes.
    func show(_ text: String) async throws -> Int {
      let start = pane.bytes.count
      try await book.sql("UPDATE facts SET body = '\(text)' WHERE id = 492")
      try await pane.wait("\(text), no longer marked") { $0.row(" 492 ").contains(" \(text) ") && !$0.contains("~") }
      return try await pane.endOfBytes(text, from: start)
    }
    // The texts differ in every cell, so each is sent whole; all other cells are the same.
    let (first, second) = ("abcdefgh", "ijklmnop")
    _ = try await show(second)
    let a = try await show(first)
    let b = try await show(second)
    try await book.sql("BEGIN; DELETE FROM facts; INSERT INTO facts(body) VALUES('taken back'); ROLLBACK")
    try await book.sql("UPDATE facts SET body = body; UPDATE users SET active = active, name = name")
    try await book.sql("BEGIN; INSERT INTO facts(body) VALUES('gone'); DELETE FROM facts WHERE body = 'gone'; COMMIT")
    let c = try await show(first)
    // The bytes between two changes are the same, with or without writes without effect between them.
    let between = { (start: Int, end: Int) in String(decoding: pane.bytes[start..<end - 8], as: UTF8.self) }
    #expect(between(b, c) == between(a, b))
    #expect(!between(b, c).contains("≈"))
    try await book.quit(journal: journal)
  }

  @Test("escapes, NUL, invalid UTF-8 and directions are shown harmless, and never reach the terminal")
  func hostileText() async throws {
    let book = try await OpenBook.start()
    let pane = book.pane
    try await book.sql(
      """
      DELETE FROM facts; DELETE FROM users;
      INSERT INTO facts(id, body) VALUES
        (1, 'title' || char(27) || ']0;pwned' || char(7) || 'end'),
        (2, CAST(x'6e756c00616674657200' AS TEXT)),
        (3, CAST(x'626164fffec0af656e64' AS TEXT)),
        (4, 'turn' || char(0x202E, 0x2066) || 'live' || char(0x200F)),
        (5, 'c1' || char(0x9B) || '31m' || char(0x85, 10, 13, 9) || 'end'),
        (6, '');
      INSERT INTO users(name, email) VALUES('esc' || char(27) || '[2J', CAST(x'00ff1b5b41' AS TEXT));
      """)
    let list = try await pane.wait("the facts") { $0.contains("1 Facts 6") && $0.rows[8].contains(" 1 ") }
    #expect(list.row("title").contains("title␛]0;pwned␇end"))
    #expect(list.row("nul").contains("nul␀after␀"))
    #expect(list.row("bad").contains("bad����end"))
    #expect(list.row("turn").contains("turn␦␦live␦"))
    #expect(list.row("c1").contains("c1␦31m␦↵␍→end"))
    // In the record of each, in the search, in the other list.
    for _ in 1...6 {
      try await pane.type("Enter")
      try await pane.wait("a record") { $0.rows.contains { $0.contains(" ID ") && !$0.contains(" Fact ") } }
      try await pane.type("Escape")
      try await pane.wait("the list") { $0.rows.contains { $0.contains(" ID ") && $0.contains(" Fact ") } }
      try await pane.type("j")
    }
    try await pane.type("/")
    try await pane.type(text: "pwned")
    try await pane.wait(for: "1 of 6")
    try await pane.type("Escape", "2")
    let users = try await pane.wait("the user") { $0.contains("␛[2J") }
    #expect(users.row("esc").contains("␀�␛[A"))
    try await pane.type("Enter")
    try await pane.wait("the user's record") { $0.contains("␛[2J") && $0.contains("E-mail") }
    try await pane.type("Escape")
    try await pane.wait("the users") { $0.rows[2].hasPrefix("   Name") }
    try await book.quit()
    // The lists of the command line, on a terminal, in every form.
    for form in ["", "--csv", "--tsv", "--json"] {
      try await pane.command(
        "clear; almanac list facts \(form) --file \(book.file); almanac list users \(form) --file \(book.file); echo \"status $?\""
      )
      try await pane.wait("the lists") { $0.contains("pwned") && $0.contains("[2J") && $0.contains("status 0") }
    }
    let bytes = pane.bytes
    for hostile in [
      Array("\u{1B}]0;".utf8), Array("esc\u{1B}".utf8), [0x00], [0xFF], [0xFE], [0xC0], Array("\u{202E}".utf8),
      Array("\u{2066}".utf8), Array("\u{200F}".utf8), Array("\u{9B}".utf8), Array("\u{85}".utf8),
    ] {
      #expect(bytes.firstRange(of: hostile) == nil, "\(hostile)")
    }
  }
}
