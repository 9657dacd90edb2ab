// The checks of a file, and the programs that use it.
import Foundation
import TestSupport
import Testing

@Suite("almanac doctor", .serialized)
struct DoctorCommandTests {
  private static let schema = """
    CREATE TABLE p(id INTEGER PRIMARY KEY); CREATE TABLE c(id INTEGER PRIMARY KEY, p REFERENCES p);
    INSERT INTO p VALUES (1); INSERT INTO c VALUES (1, 1);
    """

  @Test("a sound file: a line for each finding in a pipe, one array as JSON")
  func sound() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["a.db"]
    try await sandbox.sqlite(file, "PRAGMA journal_mode=wal; \(Self.schema)")
    let lines = try await sandbox.almanac("doctor", "--file", file)
    #expect(
      lines.text == """
        live\tok\tThe file is live: the screen follows other programs' commits.
        locks\tok\tNo program writes.
        locks\tok\tNo other program has the file open.
        journal\tok\tThe mode is wal: readers and the writer do not wait for one another.
        journal\tok\tAlmanac sees the rows of each commit, from the log.
        integrity\tok\tSQLite finds no damage.
        foreign-keys\tok\tEvery record is there that another one names.
        search-index\tok\tAlmanac keeps no search index in this file: it scans.

        """)
    #expect(lines.errors == "" && lines.status == 0)
    let json = try await sandbox.almanac("doctor", "--json", "--read-only", "--file", file)
    #expect(
      json.text == """
        [{"check":"live","verdict":"note","findings":["a.db is open with --read-only: you can't change it.",\
        "The file is live: the screen follows other programs' commits."]},
        {"check":"locks","verdict":"ok","findings":["No program writes.",\
        "No other program has the file open."]},
        {"check":"journal","verdict":"ok","findings":["The mode is wal: readers and the writer do not wait for one \
        another.","Almanac sees the rows of each commit, from the log."]},
        {"check":"integrity","verdict":"ok","findings":["SQLite finds no damage."]},
        {"check":"foreign-keys","verdict":"ok","findings":["Every record is there that another one names."]},
        {"check":"search-index","verdict":"ok","findings":["Almanac keeps no search index in this file: it scans."]}]

        """)
    #expect(json.status == 0)
  }

  @Test("REAL-50: a copy that Litestream keeps in WAL mode is not live, and with a rollback journal it is")
  func litestream() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["a.db"]
    try await sandbox.sqlite(file, "PRAGMA journal_mode=wal; \(Self.schema)")
    try Data("0000000000000002\n".utf8).write(to: URL(filePath: file + "-txid"))
    let kept = try await sandbox.almanac("doctor", "--file", file)
    #expect(
      kept.text.hasPrefix(
        """
        live\tnote\ta.db is not live: Litestream keeps it as a copy, and can't write it in WAL mode while a program has it open.
        live\tnote\tEnd the programs that have it open, this one too; then run sqlite3 FILE 'PRAGMA journal_mode=delete' on it.
        live\tnote\tIf Litestream no longer keeps it, remove a.db-txid.
        locks\t
        """), "\(kept.text)")
    #expect(kept.status == 0)
    try await sandbox.sqlite(file, "PRAGMA journal_mode=delete")
    let followed = try await sandbox.almanac("doctor", "--file", file)
    #expect(followed.text.hasPrefix("live\tok\tThe file is live: the screen follows other programs' commits.\n"))
  }

  @Test("damage, a record that names none, and a book's index that lacks a record are trouble: status 1")
  func trouble() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["a.db"]
    try await sandbox.sqlite(
      file,
      """
      \(Self.schema) INSERT INTO c VALUES (2, 7); CREATE INDEX c_p ON c(p);
      PRAGMA writable_schema=ON; UPDATE sqlite_schema SET sql = 'CREATE INDEX c_p ON c(p + 1)' WHERE name = 'c_p';
      """)
    let lines = try await sandbox.almanac("doctor", "--file", file)
    #expect(lines.text.contains("\nintegrity\ttrouble\trow 1 missing from index c_p.\n"), "\(lines.text)")
    #expect(
      lines.text.contains("\nforeign-keys\ttrouble\tIn 1 record of c, p names a record of p that is not there: 2.\n"))
    #expect(lines.errors == "almanac doctor: There is trouble: integrity, foreign-keys.\n")
    #expect(lines.status == 1)

    let book = try await sandbox.smallBook()
    try await sandbox.sqlite(book, "DELETE FROM facts_search WHERE rowid = 1")
    let drift = try await sandbox.almanac("doctor", "--file", book)
    #expect(drift.text.hasSuffix("search-index\ttrouble\t1 of the facts are missing from their search index.\n"))
    #expect(drift.errors == "almanac doctor: There is trouble: search-index.\n")
    #expect(drift.status == 1)
  }

  @Test("a page that another program has written over is told as SQLite tells it, and the other checks go on")
  func damage() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["a.db"]
    try await sandbox.sqlite(
      file,
      """
      CREATE TABLE t(x);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) INSERT INTO t SELECT i FROM n;
      """)
    let bytes = try FileHandle(forUpdating: URL(fileURLWithPath: file))
    try bytes.seek(toOffset: 9000)
    try bytes.write(contentsOf: Data("garbage".utf8))
    try bytes.close()
    let ending = try await sandbox.almanac("doctor", "--file", file)
    let found = ending.text.split(separator: "\n").filter { $0.hasPrefix("integrity") }
    #expect(!found.isEmpty && found.allSatisfy { $0.hasPrefix("integrity\ttrouble\t") }, "\(ending.text)")
    #expect(found.first?.hasPrefix("integrity\ttrouble\tOn tree page ") == true, "\(ending.text)")
    #expect(ending.text.contains("\nforeign-keys\tok\tThe file has no foreign keys.\n"))
    #expect(ending.errors == "almanac doctor: There is trouble: integrity.\n" && ending.status == 1)
  }

  @Test("a program that writes is named, also where its lock keeps the file from being opened")
  func locked() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["a.db"]
    try await sandbox.sqlite(file, Self.schema)
    let shell = try SQLiteShell(file)
    for (lock, deed) in [
      ("IMMEDIATE", "writes: other changes wait until that is done."),
      ("EXCLUSIVE", "has locked the whole file: it writes, or keeps the file locked until it ends."),
    ] {
      try await shell.run("BEGIN \(lock)")
      let ending = try await sandbox.almanac("doctor", "--file", file)
      let first = ending.text.split(separator: "\n").first { $0.hasPrefix("locks") }
      let said = first.map { $0.replacing(/\([0-9]+\)/, with: "(PID)") }
      #expect(said == "locks\tnote\tsqlite3 (PID) \(deed)", "\(ending.text)")
      if lock == "EXCLUSIVE" {
        #expect(!ending.text.contains("integrity"))
        #expect(
          ending.errors.hasSuffix(
            "almanac doctor: \(file) can't be opened: another program has locked the file.\n"))
      }
      #expect(ending.status == (lock == "EXCLUSIVE" ? 1 : 0))
      try await shell.run("ROLLBACK")
    }
    try await shell.end()
  }

  @Test("an empty file is sound; what is no database is refused in a sentence")
  func others() async throws {
    let sandbox = try Sandbox()
    let (empty, text) = (sandbox["empty.db"], sandbox["text.db"])
    try Data().write(to: URL(fileURLWithPath: empty))
    try Data("This is a text, and not a database.".utf8).write(to: URL(fileURLWithPath: text))
    let ending = try await sandbox.almanac("doctor", "--file", empty)
    #expect(ending.text.contains("\nintegrity\tok\tSQLite finds no damage.\n") && ending.status == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: empty)).isEmpty)
    try await sandbox.refuses(1, "almanac doctor: \(text) is not a database.", "doctor", "--file", text)
    try await sandbox.refuses(
      1, "almanac doctor: \(sandbox["none.db"]) does not exist.", "doctor", "--file", sandbox["none.db"])
  }

  @Test("on a terminal the findings of a check stand below one another")
  func terminal() async throws {
    let sandbox = try Sandbox()
    try await sandbox.sqlite(sandbox["a.db"], Self.schema)
    let pane = try await Pane.start(sandbox)
    try await pane.command("clear; almanac doctor --file a.db; echo \"status $?\"")
    let screen = try await pane.wait("the end") { $0.contains("status 0") }
    #expect(
      screen.rows[..<4] == [
        "live:         ok       The file is live: the screen follows other programs' comm",
        "its.",
        "locks:        ok       No program writes.",
        "                       No other program reads or writes.",
      ])
  }
}
