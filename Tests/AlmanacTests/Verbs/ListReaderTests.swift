// A program reads a list slowly or ends early, and another one writes meanwhile.
import Foundation
import TestSupport
import Testing

@Suite("Who reads a list", .serialized)
struct ListReaderTests {
  /// A book whose list is longer than a pipe and a page: facts 1 to 6000.
  private func longBook(_ sandbox: Sandbox, _ name: String, _ text: String, journal: String) async throws -> String {
    let book = sandbox[name]
    try await sandbox.almanac("list", "facts", "--file", book, "--create", "--empty").check()
    try await sandbox.sqlite(
      book,
      """
      PRAGMA journal_mode=\(journal);
      INSERT INTO facts(id, body) SELECT value, '\(text) ' || hex(zeroblob(100)) FROM generate_series(1, 6000);
      """)
    return book
  }

  /// Starts a list, and returns when its first line has been read; it has more to write than the pipe takes.
  private func startList(_ sandbox: Sandbox, _ book: String, _ options: String...) async throws -> ChildProcess {
    let list = try ChildProcess(
      [Sandbox.binary, "list", "facts", "--file", book] + options, environment: sandbox.environment)
    _ = try await offPool { try list.lines(1) }
    return list
  }

  /// The rest of a list: the ID and the first word of each record.
  private func rest(of list: ChildProcess) async throws -> [(id: Int, word: Substring)] {
    let ending = try await offPool { try list.end() }
    #expect(ending.status == 0 && ending.errors == "")
    return ending.text.split(separator: "\n").map { line in
      let parts = line.split(separator: "\t", maxSplits: 1)
      return (Int(parts[0]) ?? 0, parts[1].prefix { $0 != " " })
    }
  }

  @Test(
    "a reader that takes its time holds no writer up, nor the log; the rest is read as it is",
    arguments: ["wal", "delete"])
  func slowReader(_ journal: String) async throws {
    let sandbox = try Sandbox()
    let book = try await longBook(sandbox, "book.db", "old", journal: journal)
    let list = try await startList(sandbox, book)
    // A snapshot would keep the log from being emptied, or delay the commit.
    #expect(
      try await sandbox.sqlite(
        book,
        """
        BEGIN; DELETE FROM facts WHERE id = 7; UPDATE facts SET body = 'new x' WHERE id = 8;
        INSERT INTO facts(id, body) VALUES (9000, 'new x'); COMMIT;
        PRAGMA wal_checkpoint(TRUNCATE);
        """) == (journal == "wal" ? "0|0|0" : "0|-1|-1"))
    let rows = try await rest(of: list)
    #expect(rows.map(\.id) == (1...5999).reversed().filter { $0 != 7 })
    #expect(rows.filter { $0.word == "new" }.map(\.id) == [8])
  }

  @Test("a list goes on in the file that it has begun, whatever takes its place")
  func replacedFile() async throws {
    let sandbox = try Sandbox()
    let book = try await longBook(sandbox, "book.db", "first", journal: "wal")
    let other = try await longBook(sandbox, "other.db", "second", journal: "wal")
    let list = try await startList(sandbox, book)
    #expect(rename(other, book) == 0)
    let rows = try await rest(of: list)
    #expect(rows.map(\.id) == (1...5999).reversed())
    #expect(rows.allSatisfy { $0.word == "first" })
  }

  @Test("a reader that goes ends a list that waits for a lock, quietly")
  func readerGoesMeanwhile() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    try await sandbox.sqlite(book, "PRAGMA journal_mode=delete")
    let holder = try ChildProcess(["sqlite3", "-batch", book], environment: sandbox.environment)
    defer { holder.killGroup() }
    try holder.type("BEGIN EXCLUSIVE;\n.shell echo held\n")
    _ = try await offPool { try holder.lines(1) }
    let ending = try await sandbox.run(
      ["bash", "-c", "almanac list facts --file '\(book)' | true; echo ${PIPESTATUS[0]}"])
    #expect(ending.text == "0\n" && ending.errors == "")
  }

  @Test("an order without an index is sorted once, then read as it is")
  func slowReaderOfASort() async throws {
    let sandbox = try Sandbox()
    let book = try await longBook(sandbox, "book.db", "old", journal: "delete")
    let list = try await startList(sandbox, book, "--sort", "body")
    try await sandbox.sqlite(
      book, "DELETE FROM facts WHERE id = 5000; UPDATE facts SET body = 'a first' WHERE id = 5001")
    let rows = try await rest(of: list)
    #expect(rows.map(\.id) == (2...6000).filter { $0 != 5000 })
    #expect(rows.filter { $0.word == "a" }.map(\.id) == [5001])
  }
}
