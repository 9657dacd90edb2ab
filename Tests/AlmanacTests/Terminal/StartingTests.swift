// The first start, and a book that another program has locked: the real binary on a real terminal.
import Foundation
import TestSupport
import Testing

@Suite("Starting", .serialized)
struct StartingTests {
  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// Starts the program without a book, and waits for its question.
  private func firstStart(_ options: String = "") async throws -> (sandbox: Sandbox, pane: Pane) {
    let sandbox = try Sandbox()
    let pane = try await Pane.start(sandbox)
    try await pane.command("sh -c 'echo $$ >\(sandbox["id"]); exec almanac \(options)'; echo \"status $?\"")
    return (sandbox, pane)
  }

  @Test("the first start asks, and begins with what is chosen", arguments: [("s", "494|50"), ("e", "0|0")])
  func answers(_ key: String, _ counts: String) async throws {
    let (sandbox, pane) = try await firstStart()
    try await pane.wait(for: "You have no book yet.")
    #expect(!exists(sandbox["data"]))
    // The size changes during the question.
    try await pane.resize(columns: 100, rows: 30)
    try await pane.wait("a wide question") { $0.rows[0].count == 99 && $0.contains("▌ s  samples  494 true facts") }
    // The second key is typed before the book exists.
    try await pane.type(text: key + "2")
    try await pane.wait("the users") {
      $0.contains("E-mail") && $0.contains("2 Users \(counts.split(separator: "|")[1]) ")
    }
    try await pane.type("q")
    #expect(try await pane.status() == 0)
    // From the question to the end, the program switches to its screen only once.
    let end = try await pane.endOfBytes("\u{1B}[?1049l", from: 0)
    #expect(pane.bytes[..<end].ranges(of: Array("\u{1B}[?1049h".utf8)).count == 1)
    #expect(pane.bytes[..<end].ranges(of: Array("\u{1B}[?1049l".utf8)).count == 1)
    #expect(pane.bytes[end...].ranges(of: Array("\u{1B}[?1049h".utf8)).count == 0)
    let book = sandbox["data/almanac/book.db"]
    #expect(
      try await sandbox.sqlite(book, "SELECT (SELECT count(*) FROM facts), (SELECT count(*) FROM users)") == counts)
    #expect(try await sandbox.sqlite(book, "PRAGMA journal_mode; PRAGMA integrity_check") == "wal\nok")
    // The second start asks nothing.
    try await pane.command("clear; almanac; echo \"status $?\"")
    try await pane.wait(for: "1 Facts \(counts.split(separator: "|")[0]) ")
    try await pane.type("q")
    #expect(try await pane.status() == 0)
  }

  @Test("leaving the question makes nothing", arguments: ["Escape", "q", "C-c"])
  func leaving(_ key: String) async throws {
    let (sandbox, pane) = try await firstStart()
    try await pane.wait(for: "You have no book yet.")
    try await pane.type(key)
    #expect(try await pane.status() == 0)
    #expect(try await pane.format("#{alternate_on} #{cursor_flag}") == "0 1")
    #expect(!exists(sandbox["data"]))
  }

  @Test("a signal while it asks makes nothing, and is seen by the shell", arguments: [SIGKILL, SIGTERM, SIGHUP])
  func signals(_ signal: Int32) async throws {
    let (sandbox, pane) = try await firstStart()
    try await pane.wait(for: "You have no book yet.")
    kill(try #require(pid_t(try String(contentsOfFile: sandbox["id"], encoding: .utf8).dropLast())), signal)
    #expect(try await pane.status() == 128 + Int(signal))
    #expect(!exists(sandbox["data"]))
  }

  @Test(
    "--sample and --empty answer beforehand", arguments: [("--sample", "494"), ("--empty", "0"), ("--create", "0")])
  func beforehand(_ option: String, _ count: String) async throws {
    let (sandbox, pane) = try await firstStart(option)
    try await pane.wait(for: "1 Facts \(count) ")
    #expect(pane.bytes.firstRange(of: Array("You have no book yet".utf8)) == nil)
    try await pane.type("q")
    #expect(try await pane.status() == 0)
    #expect(exists(sandbox["data/almanac/book.db"]))
  }

  @Test("a script answers the question as a person would, and makes nothing")
  func script() async throws {
    let sandbox = try Sandbox()
    #expect(try await sandbox.almanac("script", "").text.contains("You have no book yet."))
    #expect(try await sandbox.almanac("script", "Esc,2").text.contains("You have no book yet."))
    #expect(try await sandbox.almanac("script", "s,2").text.contains("2 Users 50 "))
    #expect(try await sandbox.almanac("script", "Down,Enter").text.contains("1 Facts 0 "))
    #expect(try await sandbox.almanac("script", "", "--sample").text.contains("1 Facts 494 "))
    #expect(!exists(sandbox["data"]))
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox["tmp"]) == [])
    #expect(try await sandbox.almanac("script", "s", "--write").text.contains("1 Facts 494 "))
    #expect(exists(sandbox["data/almanac/book.db"]))
  }

  // MARK: A locked book

  /// A book that a shell has locked until it is ended.
  private func lockedBook(_ sandbox: Sandbox, journal: String) async throws -> (file: String, holder: SQLiteShell) {
    let file = sandbox["book.db"]
    try await sandbox.almanac("add", "facts", "One.", "--file", file, "--create").check()
    try await sandbox.sqlite(file, "PRAGMA journal_mode=\(journal)")
    let holder = try SQLiteShell(file)
    try await holder.run(
      "PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE; INSERT INTO facts(body) VALUES('Two.')")
    return (file, holder)
  }

  @Test("a locked book is waited for with a counter, and opens when the lock goes", arguments: ["delete", "wal"])
  func lockedBook(_ journal: String) async throws {
    let sandbox = try Sandbox()
    let (file, holder) = try await lockedBook(sandbox, journal: journal)
    let pane = try await Pane.start(sandbox)
    try await pane.command("almanac \(file); echo \"status $?\"")
    try await pane.wait("two seconds") { $0.contains("Waiting · ") && $0.counts(2) }
    let screen = try await pane.screen()
    #expect(screen.contains("Another program has locked it. Wait, or close that program:"))
    #expect(screen.contains("D=$(mktemp -d); cp "))
    try await holder.run("COMMIT")
    try await holder.end()
    try await pane.wait(for: "1 Facts 2 ")
    try await pane.type("q")
    #expect(try await pane.status() == 0)
    #expect(try await sandbox.sqlite(file, "PRAGMA integrity_check; PRAGMA journal_mode") == "ok\n\(journal)")
  }

  @Test("Esc gives up: a sentence, status 1, and the book is as it was", arguments: ["Escape", "q", "C-c"])
  func givingUp(_ key: String) async throws {
    let sandbox = try Sandbox()
    let (file, holder) = try await lockedBook(sandbox, journal: "delete")
    let pane = try await Pane.start(sandbox, columns: 100)
    try await pane.command("almanac \(file); echo \"status $?\"")
    try await pane.wait("a second") { $0.contains("Waiting · ") && $0.counts(1) }
    try await pane.type(key)
    #expect(try await pane.status() == 1)
    #expect(
      try await pane.screen().contains("almanac: \(file) was not opened: another program has locked the file."))
    try await holder.run("COMMIT")
    try await holder.end()
    #expect(try await sandbox.sqlite(file, "PRAGMA integrity_check; SELECT count(*) FROM facts") == "ok\n2")
  }

  @Test("where no person can see a wait, it ends after some seconds in a sentence")
  func lockedForVerbs() async throws {
    let sandbox = try Sandbox()
    let (file, holder) = try await lockedBook(sandbox, journal: "delete")
    // All at once, so that they wait together.
    let verbs = [["list", "facts"], ["stats"], ["watch", "facts"], ["script", ""]]
    let endings = try await withThrowingTaskGroup(of: (String, Ending).self) { group in
      for verb in verbs {
        group.addTask { (verb[0], try await sandbox.run([Sandbox.binary] + verb + ["--file", file])) }
      }
      return try await group.reduce(into: [String: Ending]()) { $0[$1.0] = $1.1 }
    }
    for (verb, ending) in endings {
      #expect(
        ending.errors == """
          Another program has locked \(file). Almanac waits five seconds at most. Close that program, or use a copy: \
          D=$(mktemp -d); cp \(file)* $D; almanac $D/book.db
          almanac \(verb): \(file) can't be opened: another program has locked the file.

          """)
      #expect(ending.status == 1 && ending.text == "")
    }
    // A verb waits for a lock that is released in time.
    let stats = try ChildProcess([Sandbox.binary, "stats", "--file", file], environment: sandbox.environment)
    try await holder.run("COMMIT")
    try await holder.end()
    #expect(try await offPool { try stats.end() }.text.hasPrefix("facts\t2\nusers\t0\n"))
  }
}
