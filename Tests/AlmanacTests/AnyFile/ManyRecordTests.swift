// Verbs that change all records that a condition names.
import TestSupport
import Testing

@Suite("Changes of many records", .serialized)
struct ManyRecordTests {
  private static let content = """
    CREATE TABLE item(id INTEGER PRIMARY KEY, kind TEXT, size INTEGER CHECK (size < 100), live BOOLEAN);
    INSERT INTO item VALUES (1, 'a', 5, 0), (2, 'b', 4, 1), (3, 'a', 3, 1);
    """

  @Test("CIT-33: edit, toggle and delete of many records by --where want their number, which --dry-run tells")
  func numbers() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["items.db"]
    try await sandbox.sqlite(file, Self.content)
    func rows() async throws -> String { try await sandbox.sqlite(file, "SELECT * FROM item") }
    let before = "1|a|5|0\n2|b|4|1\n3|a|3|1"
    for (verb, values) in [("edit", ["size=9"]), ("toggle", []), ("delete", [])] {
      func run(_ options: String...) async throws -> Ending {
        try await sandbox.run(
          [Sandbox.binary, verb, "item", "--where", "kind=a"] + values + options + ["--file", file])
      }
      var ending = try await run()
      #expect(
        ending.errors == "almanac \(verb): 2 records of item have kind=a: --count 2 takes them all.\n"
          && ending.status == 2, "\(ending)")
      ending = try await run("--count", "3")
      #expect(ending.errors == "almanac \(verb): 2 records of item have kind=a, not 3.\n" && ending.status == 2)
      ending = try await run("--dry-run")
      #expect(ending.status == 0 && ending.errors.contains("records 1 and 3 of item would "), "\(ending)")
      #expect(try await rows() == before)
      ending = try await run("--count", "2")
      #expect(ending.status == 0 && ending.errors == "", "\(ending)")
      let after =
        switch verb {
        case "edit": "1|a|9|0\n2|b|4|1\n3|a|9|1"
        case "toggle": "1|a|5|1\n2|b|4|1\n3|a|3|0"
        default: "2|b|4|1"
        }
      #expect(try await rows() == after, "\(verb)")
      // One step takes all of it back.
      try await sandbox.run([Sandbox.binary, "undo", "--file", file]).check()
      #expect(try await rows() == before, "\(verb)")
    }
    #expect(
      try await sandbox.refusal(file, "delete", "item", "1", "--count", "1", status: 2)
        == "--count belongs to --where: keys name the records one by one.")
    #expect(
      try await sandbox.refusal(file, "edit", "item", "--where", "kind=a", "--count", "2", "size=100")
        .hasPrefix("Nothing was changed: "))
    #expect(try await rows() == before)
  }

  @Test("CIT-01: a column of numbers is not compared with a text, which would hold for all records or for none")
  func comparisons() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["items.db"]
    try await sandbox.sqlite(
      file,
      Self.content
        + """
        ALTER TABLE item ADD COLUMN created_at INTEGER; ALTER TABLE item ADD COLUMN day DATETIME;
        ALTER TABLE item ADD COLUMN state STRING;
        UPDATE item SET created_at = 1700000000 + id, day = '2009-01-0' || id || ' 00:00:00', state = 'new'
        """)
    for (condition, problem) in [
      ("size!=many", "size holds numbers, and 'many' is no number."),
      ("size<", "size holds numbers, and '' is no number."),
      ("created_at>=2026-02-31", "created_at holds numbers, and '2026-02-31' is neither a number nor a date."),
      ("created_at!=yesterday", "created_at holds numbers, and 'yesterday' is neither a number nor a date."),
    ] {
      #expect(try await sandbox.refusal(file, "list", "item", "--where", condition, status: 2) == problem)
      #expect(
        try await sandbox.refusal(file, "delete", "item", "--where", condition, "--count", "3", status: 2) == problem)
    }
    for (condition, count) in [
      ("size>3", 2), ("created_at<2026-01", 3), ("created_at>=2026-02-28", 0), ("kind!=a", 1), ("live!=yes", 1),
      ("size=many", 0), ("day>=2009-01-02", 2), ("day<2009-01-02", 1), ("state!=done", 3),
    ] {
      let ending = try await sandbox.run([
        Sandbox.binary, "list", "item", "--where", condition, "--jsonl", "--file", file,
      ])
      #expect(ending.status == 0 && ending.text.split(separator: "\n").count == count, "\(condition): \(ending)")
    }
  }
}
