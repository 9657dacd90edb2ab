// A line for each record that any program adds, changes or deletes.
import Foundation
import Harnesses
import TestSupport
import Testing

/// A running watch.
struct Watch: Sendable {
  let sandbox: Sandbox
  let file: String
  let process: ChildProcess

  /// Starts a watch; when this returns, the watch reports every commit from now on. `gate` is needed for tables that do
  /// not belong to a book: a table and values, with a text for `%`. Each such row must come after those before it,
  /// because a watch prints several commits in the order of the table.
  static func start(
    _ table: String, _ sandbox: Sandbox, _ file: String, blocked: Int32? = nil, gate: String? = nil
  ) async throws -> Watch {
    try await start([table], sandbox, file, blocked: blocked, gate: gate)
  }

  /// The same with other words after `watch`.
  static func start(
    _ words: [String], _ sandbox: Sandbox, _ file: String, blocked: Int32? = nil, gate: String? = nil
  ) async throws -> Watch {
    let table = words.first ?? ""
    let process = try ChildProcess(
      [Sandbox.binary, "watch"] + words + ["--file", file], environment: sandbox.environment, blocked: blocked)
    let watch = Watch(sandbox: sandbox, file: file, process: process)
    let ofBook =
      table == "facts" ? "facts(body) VALUES ('%')" : "users(name, email) VALUES ('%', hex(randomblob(8)))"
    let values = gate ?? ofBook
    // Another program writes until the watch has printed it, with a short pause after each write.
    let insert = "INSERT INTO \(values.replacingOccurrences(of: "%", with: "gate"))"
    // It ends by itself: if it were killed during a write, only a program that may write could repair the file.
    let stop = file + ".stop"
    let script =
      "until [ -e \"$0.stop\" ]; do sqlite3 -cmd '.timeout 30000' \"$0\" \"$1\" || exit; sqlite3 :memory: ''; done"
    let writer = try ChildProcess(["sh", "-c", script, file, insert], environment: sandbox.environment)
    try await watch.offPoolUntilEnd {
      defer { try? Data().write(to: URL(filePath: stop)) }
      _ = try process.lines(1)
    }
    _ = try await offPool { try writer.end() }
    try FileManager.default.removeItem(atPath: stop)
    try await sandbox.sqlite(file, "INSERT INTO \(values.replacingOccurrences(of: "%", with: "gate closed"))")
    try await watch.offPoolUntilEnd { while try !process.lines(1)[0].contains("gate closed") {} }
    return watch
  }

  /// Runs a body that reads lines; if no more lines come, the error says how the watch has ended.
  private func offPoolUntilEnd<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
    try await offPool { [process] in
      do { return try body() } catch { throw Trouble("\(error) The watch ended: \(try process.end())") }
    }
  }

  /// The next lines, without the numbers of their commits.
  func lines(_ count: Int) async throws -> [String] {
    try await offPoolUntilEnd { try process.lines(count) }.map { line in
      let parts = line.components(separatedBy: ",\"commit\":")
      return parts.count == 2 ? parts[0] + "}" : line
    }
  }

  /// Reads lines until all of these have come, in any order.
  func wait(for wanted: String...) async throws {
    var missing = Set(wanted)
    while !missing.isEmpty { missing.subtract(try await lines(1)) }
  }

  /// Sends a signal, and waits for the end.
  func end(_ signal: Int32) async throws -> Ending {
    process.signalGroup(signal)
    return try await offPool { try process.end() }
  }
}

@Suite("almanac watch", .serialized)
struct WatchTests {
  @Test("what a shell writes is told, record by record, the old values too", arguments: ["wal", "delete"])
  func outside(_ journal: String) async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    try await sandbox.sqlite(book, "PRAGMA journal_mode=\(journal)")
    let watch = try await Watch.start("users", sandbox, book)
    try await sandbox.sqlite(
      book,
      """
      INSERT INTO users(id, name, email, createdAt) VALUES (1001, 'Ann "A"' || char(10), 'ann@example.org', 't'),
        (1002, x'00ff', 'blob@example.org', 't')
      """)
    #expect(
      try await watch.lines(2) == [
        #"{"change":"insert","table":"users","key":{"id":1001},"#
          + #""new":{"id":1001,"name":"Ann \"A\"\n","email":"ann@example.org","active":true,"createdAt":"t"}}"#,
        #"{"change":"insert","table":"users","key":{"id":1002},"#
          + #""new":{"id":1002,"name":"x'00ff'","email":"blob@example.org","active":true,"createdAt":"t"}}"#,
      ])
    // One transaction is one change for each record; a record that is rolled back, or ends as it began, is not
    // reported.
    try await sandbox.sqlite(
      book,
      """
      BEGIN; DELETE FROM users; ROLLBACK;
      UPDATE users SET name = name;
      BEGIN;
      UPDATE users SET active = 0 WHERE id = 1001; UPDATE users SET name = 'Ann' WHERE id = 1001;
      UPDATE users SET id = 1003 WHERE id = 1002;
      INSERT INTO facts(body) VALUES ('of no concern');
      REPLACE INTO users(id, name, email, createdAt) VALUES (1004, 'Grace', 'grace@example.org', 't');
      COMMIT;
      """)
    #expect(
      try await watch.lines(5) == [
        #"{"change":"delete","table":"users","key":{"id":1},"old":{"id":1,"name":"Grace Hopper","#
          + #""email":"grace@example.org","active":true,"createdAt":"2026-01-01 00:00:00.000"}}"#,
        #"{"change":"delete","table":"users","key":{"id":1002},"#
          + #""old":{"id":1002,"name":"x'00ff'","email":"blob@example.org","active":true,"createdAt":"t"}}"#,
        #"{"change":"update","table":"users","key":{"id":1001},"#
          + #""old":{"id":1001,"name":"Ann \"A\"\n","email":"ann@example.org","active":true,"createdAt":"t"},"#
          + #""new":{"id":1001,"name":"Ann","email":"ann@example.org","active":false,"createdAt":"t"}}"#,
        #"{"change":"insert","table":"users","key":{"id":1003},"#
          + #""new":{"id":1003,"name":"x'00ff'","email":"blob@example.org","active":true,"createdAt":"t"}}"#,
        #"{"change":"insert","table":"users","key":{"id":1004},"#
          + #""new":{"id":1004,"name":"Grace","email":"grace@example.org","active":true,"createdAt":"t"}}"#,
      ])
    let ending = try await watch.end(SIGTERM)
    #expect(ending.status == 128 + 15)
    #expect(ending.text == "" && ending.errors == "")
    #expect(try await sandbox.sqlite(book, "PRAGMA journal_mode; PRAGMA integrity_check") == "\(journal)\nok")
  }

  @Test("what other verbs do is told in its order")
  func verbs() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    let watch = try await Watch.start("users", sandbox, book)
    var id = ""
    for (verb, change) in [
      (["add", "users", "--name", "Kay", "--email", "kay@example.org"], "insert"),
      (["edit", "users", "ID", "name=Katherine"], "update"), (["toggle", "users", "ID"], "update"),
      (["delete", "users", "ID"], "delete"),
    ] {
      // A verb ends with a checkpoint, which may overwrite pages that have not been compared. This reader prevents
      // that.
      let reader = try SQLiteShell(book)
      try await reader.run("BEGIN; SELECT count(*) FROM users;")
      let command = verb.map { $0 == "ID" ? id : $0 }
      let ending = try await sandbox.run([Sandbox.binary] + command + ["--file", book])
      try ending.check()
      if id.isEmpty { id = String(ending.text.dropLast()) }
      // Read before the next change begins: several might be reported as one.
      let line = try await watch.lines(1)[0]
      let told = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(told["change"] as? String == change, "\(line)")
      #expect((told["key"] as? [String: Int])?["id"] == Int(id))
      let values = told[change == "delete" ? "old" : "new"] as? [String: Any]
      #expect(values?["email"] as? String == "kay@example.org")
      try await reader.run("COMMIT;")
    }
    _ = try await watch.end(SIGINT)
  }

  @Test("it dies of the signal that ends it, and leaves nothing", arguments: [SIGINT, SIGTERM, SIGHUP])
  func signals(_ signal: Int32) async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    let ending = try await Watch.start("facts", sandbox, book).end(signal)
    #expect(ending.status == 128 + signal)
    #expect(ending.text == "" && ending.errors == "")
    // The shell that has just written may have had its log there before the watch began; the watch does not remove such
    // a log.
    try await sandbox.sqlite(book, "SELECT count(*) FROM facts")
    #expect(Set(try FileManager.default.contentsOfDirectory(atPath: sandbox.folder)) == ["book.db", "home", "tmp"])
  }

  @Test("it dies of the signal though its parent blocked it")
  func blocked() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    let ending = try await Watch.start("facts", sandbox, book, blocked: SIGTERM).end(SIGTERM)
    #expect(ending.status == 128 + SIGTERM)
    #expect(ending.text == "" && ending.errors == "")
  }

  @Test("a reader that goes ends it quietly, though nothing is written")
  func readerGoes() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    let watch = try await Watch.start("facts", sandbox, book)
    watch.process.stopReading()
    let ending = try await offPool { try watch.process.end() }
    #expect(ending.status == 0)
    #expect(ending.errors == "")
    // A reader that ends before the watch begins, and one that ends after the first line.
    let never = try await sandbox.run(
      ["bash", "-c", "almanac watch facts --file '\(book)' | true; echo ${PIPESTATUS[0]}"])
    #expect(never.text == "0\n")
    #expect(never.errors == "")
  }

  @Test("a reader that takes its time holds no writer up, and is told the rest")
  func slowReader() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    try await sandbox.sqlite(book, "PRAGMA journal_mode=delete")
    let watch = try await Watch.start("facts", sandbox, book)
    // Twice more than a pipe holds: the watch waits for its reader, the writers do not wait.
    for first in [10_000, 20_000] {
      try await sandbox.sqlite(
        book,
        "INSERT INTO facts(id, body) SELECT value, hex(zeroblob(100)) FROM generate_series(\(first + 1), \(first + 2000))"
      )
    }
    let ids = try await watch.lines(4_000).map { line in
      Int(line.split(separator: "\"id\":")[1].prefix { $0.isNumber })
    }
    #expect(ids == Array(10_001...12_000) + Array(20_001...22_000))
    // A watch that waits for its reader also ends at once.
    try await sandbox.sqlite(
      book, "INSERT INTO facts(id, body) SELECT value, hex(zeroblob(100)) FROM generate_series(30001, 33000)")
    _ = try await watch.lines(1)
    #expect(try await watch.end(SIGTERM).status == 128 + 15)
  }

  @Test("what a lock keeps away is told when it goes")
  func exclusiveLock() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    try await sandbox.sqlite(book, "PRAGMA journal_mode=delete")
    let watch = try await Watch.start("users", sandbox, book)
    let holder = try SQLiteShell(book)
    // The watch notices the first commit, and finds the file locked.
    try await holder.run(
      """
      PRAGMA locking_mode=EXCLUSIVE; UPDATE users SET active = 0 WHERE id = 1;
      UPDATE users SET active = 1 WHERE id = 2
      """)
    try await holder.end()
    #expect(
      try await watch.lines(2).map { $0.components(separatedBy: ",\"old\"")[0] } == [
        #"{"change":"update","table":"users","key":{"id":1}"#, #"{"change":"update","table":"users","key":{"id":2}"#,
      ])
    #expect(try await watch.end(SIGTERM).status == 128 + SIGTERM)
  }

  @Test("a file that is deleted ends it with a sentence")
  func deletedFile() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    let watch = try await Watch.start("facts", sandbox, book)
    #expect(unlink(book) == 0)
    let ending = try await offPool { try watch.process.end() }
    #expect(
      ending.errors
        == "almanac watch: The file is no longer there; the watch ends. Put it back, and start the watch again.\n")
    #expect(ending.status == 1 && ending.text == "")
  }

  @Test("another book in the file's place ends it, status 1, and none of its records is told as a change")
  func replacedFile() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    let watch = try await Watch.start("users", sandbox, book)
    try await sandbox.sqlite(book, "DELETE FROM users WHERE name LIKE 'gate%'")
    try await sandbox.shell("sqlite3 '\(book)' \".backup '\(sandbox["other.db"])'\"").check()
    try await sandbox.sqlite(sandbox["other.db"], "DELETE FROM users WHERE id = 1")
    #expect(rename(sandbox["other.db"], book) == 0)
    let ending = try await offPool { try watch.process.end() }
    #expect(
      ending.errors
        == "almanac watch: Another file has taken its place; the watch ends. Start it again to watch that one.\n")
    #expect(ending.status == 1 && !ending.text.contains("\"key\":{\"id\":1}"))
  }

  @Test("wrong usage, and a file that is not there")
  func refusals() async throws {
    let sandbox = try Sandbox()
    try await sandbox.refuses(2, "almanac watch: Use only one of --sql and --undo-sql.", "watch", "--sql", "--undo-sql")
    try await sandbox.refuses(
      2, "almanac watch: There is no table 'cats'; almanac schema lists the tables.", "watch", "cats",
      "--file",
      try await sandbox.smallBook())
    try await sandbox.refuses(
      1, "almanac watch: \(sandbox["none.db"]) does not exist.",
      "watch", "facts", "--file", sandbox["none.db"])
  }
}
