// The tables that SQLite and its modules keep for themselves.
import TestSupport
import Testing

@Suite("Tables that SQLite and its modules keep for themselves") struct InternalTableTests {
  private func notes(_ sandbox: Sandbox) async throws -> String {
    let file = sandbox["notes.db"]
    try await sandbox.sqlite(
      file,
      """
      CREATE TABLE notes(id INTEGER PRIMARY KEY AUTOINCREMENT, body);
      INSERT INTO notes(body) VALUES ('one'), ('two'), ('three');
      CREATE INDEX byBody ON notes(body);
      CREATE VIEW shouted AS SELECT upper(body) AS body FROM notes;
      CREATE VIRTUAL TABLE found USING fts5(body); INSERT INTO found VALUES ('one'), ('two');
      ANALYZE;
      """)
    return file
  }

  @Test("ANY-01: a tab for each table and view; shadow and internal tables only with --all; each count is right")
  func tabs() async throws {
    let sandbox = try Sandbox()
    let file = try await notes(sandbox)
    func tabs(_ options: String...) async throws -> Substring {
      let screen = try await sandbox.run(
        [Sandbox.binary, "script", "", "--size", "200x5", "--file", file] + options)
      return try #require(screen.text.split(separator: "\n").first)
    }
    #expect(try await tabs().hasPrefix(" notes.db  found 2  notes 3  shouted 3   "))
    let names = [
      "found 2", "found_config 1", "found_content 2", "found_data", "found_docsize 2", "found_idx", "notes 3",
      "sqlite_schema", "sqlite_sequence 1", "sqlite_stat1", "shouted 3",
    ]
    let all = try await tabs("--all")
    var rest = all
    for name in names {
      let range = try #require(rest.firstRange(of: "  \(name)"), "\(name): \(all)")
      rest = rest[range.upperBound...]
    }
    let table = try await sandbox.almanac(
      "script", "", "--all", "--table", "SQLITE_sequence", "--size", "60x6", "--file", file)
    #expect(table.text.contains(/\n ▌ notes +3\n/))
    #expect(
      try await sandbox.almanac("script", "", "--table", "sqlite_sequence", "--file", file).errors
        == "almanac script: There is no table 'sqlite_sequence'; almanac schema lists the tables.\n")
  }

  @Test("ANY-01: verbs read such a table with --all, and no verb and no key changes one")
  func verbs() async throws {
    let sandbox = try Sandbox()
    let file = try await notes(sandbox)
    let before = try await sandbox.shell("sha256sum '\(file)'").text
    for verb in [["list", "sqlite_stat1"], ["export", "sqlite_stat1"], ["schema", "sqlite_stat1"]] {
      let ending = try await sandbox.run([Sandbox.binary] + verb + ["--file", file])
      #expect(
        ending.errors
          == "almanac \(verb[0]): sqlite_stat1 is a table that SQLite keeps for itself: --all shows it.\n")
      #expect(ending.status == 2 && ending.text == "")
      #expect(try await sandbox.run([Sandbox.binary] + verb + ["--all", "--file", file]).status == 0)
    }
    #expect(
      try await sandbox.almanac("list", "sqlite_stat1", "--all", "--json", "--file", file).text
        .contains(#"{"tbl":"notes","idx":"byBody","stat":"3 1"}"#))
    #expect(try await sandbox.almanac("show", "found_content", "2", "--all", "--file", file).text == "id\t2\nc0\ttwo\n")
    #expect(
      try await sandbox.almanac("show", "found_content", "2", "--file", file).errors
        == "almanac show: found_content is a table that the module of another table keeps for itself: --all shows it.\n"
    )
    for verb in [
      ["add", "found_content", "c0=x"], ["edit", "found_content", "1", "c0=x"], ["delete", "found_content", "1"],
    ] {
      let ending = try await sandbox.run([Sandbox.binary] + verb + ["--file", file])
      #expect(ending.errors.contains("found_content belongs to another table: Almanac does not change it."))
    }
    #expect(
      try await sandbox.almanac("delete", "sqlite_stat1", "1", "--file", file).errors.contains(
        "sqlite_stat1 belongs to SQLite: Almanac does not change it."))
    for (table, sentence) in [
      ("found_content", "found_content belongs to a module, and can't be changed here."),
      ("sqlite_stat1", "sqlite_stat1 belongs to SQLite, and can't be changed."),
    ] {
      for key in ["a", "e", "d", "Space"] {
        let screen = try await sandbox.almanac(
          "script", key, "--write", "--all", "--table", table, "--size", "80x6", "--file", file)
        #expect(screen.text.contains("\n \(sentence)"), "\(key): \(screen.text)")
      }
    }
    #expect(try await sandbox.shell("sha256sum '\(file)'").text == before)
  }

  @Test("--all shows those of a book behind its own two")
  func book() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    let screen = try await sandbox.almanac("script", "", "--all", "--size", "200x5", "--file", book)
    #expect(screen.text.hasPrefix(" 1 Facts 2  2 Users 2  3 almanac_migrations 3  4 facts_search 2 "), "\(screen.text)")
  }
}
