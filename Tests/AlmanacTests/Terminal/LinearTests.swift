// The real binary that appends lines, on a terminal and in a pipe.
import Foundation
import TestSupport
import Testing

@Suite("A linear terminal (CIT-29)", .serialized)
struct LinearTests {
  private static let schema = """
    CREATE TABLE Track(TrackId INTEGER PRIMARY KEY, Title TEXT NOT NULL);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600)
    INSERT INTO Track SELECT i, 'Track ' || i FROM n;
    """

  /// Starts the program on a terminal that has a name which no system knows.
  private func start(_ sandbox: Sandbox, terminal: String = "dumb") async throws -> Pane {
    try await sandbox.sqlite(sandbox["m.db"], Self.schema)
    let pane = try await Pane.start(sandbox, columns: 100)
    try await pane.command(
      "sh -c 'echo $$ >\(sandbox["id"]); TERM=\(terminal) exec almanac --linear \(sandbox["m.db"])'; echo \"status $?\""
    )
    try await pane.wait(for: "Row 1 of 600: TrackId: 1, Title: Track 1")
    return pane
  }

  @Test(
    "lines are appended, without an escape sequence, and the cursor is at the end of the last", arguments: ["dumb", ""])
  func lines(_ terminal: String) async throws {
    let sandbox = try Sandbox()
    let pane = try await start(sandbox, terminal: terminal)
    let start = try await pane.endOfBytes("Row 1 of 600", from: 0)
    try await pane.type("j")
    try await pane.wait(for: "Row 2 of 600: TrackId: 2, Title: Track 2")
    #expect(try await pane.format("#{cursor_x} #{alternate_on}") == "40 0")
    try await pane.type("/")
    try await pane.wait(for: "Search:")
    try await pane.type(text: "599")
    let screen = try await pane.wait("the hit") { $0.contains("Row 1 of 1: TrackId: 599, Title: Track 599") }
    #expect(screen.rows.contains("Search: 599") && screen.rows.contains("1 found for \"599\""))
    try await pane.type("Enter", "q")
    #expect(try await pane.status() == 0)
    // The screen may be ahead of the bytes.
    let end = try await pane.endOfBytes("status 0", from: start)
    #expect(!pane.bytes[start..<end].contains(0x1B))
  }

  @Test("500 keys at once are few lines")
  func heldKey() async throws {
    let sandbox = try Sandbox()
    let pane = try await start(sandbox)
    let start = try await pane.endOfBytes("Row 1 of 600", from: 0)
    try await pane.type("j", times: 500)
    try await pane.endOfBytes("Row 501 of 600", from: start)
    let rows = String(decoding: pane.bytes[start...], as: UTF8.self).split(separator: "\n").count {
      $0.contains("Row ")
    }
    #expect(rows <= 10)
    try await pane.type("q")
    #expect(try await pane.status() == 0)
  }

  @Test("another program's commit is said once")
  func news() async throws {
    let sandbox = try Sandbox()
    let pane = try await start(sandbox)
    try await sandbox.sqlite(sandbox["m.db"], "UPDATE Track SET Title = 'New' WHERE TrackId < 4")
    let screen = try await pane.wait(for: "Row 1 of 600: TrackId: 1, Title: New")
    #expect(screen.rows.count { $0.contains("another program: 3 updated in Track") } == 1)
    try await pane.type("q")
    #expect(try await pane.status() == 0)
  }

  @Test("SIGTERM ends it, and the terminal has its modes")
  func termination() async throws {
    let sandbox = try Sandbox()
    let pane = try await start(sandbox)
    let id = try String(contentsOfFile: sandbox["id"], encoding: .utf8)
    _ = try await sandbox.shell("kill \(id)")
    #expect(try await pane.status() == 143)
    try await expectModes(of: pane)
  }

  @Test("Ctrl-Z stops it, and fg says where one is")
  func suspending() async throws {
    let sandbox = try Sandbox()
    let pane = try await start(sandbox)
    try await pane.type("C-z")
    try await pane.wait(for: "Stopped")
    try await expectModes(of: pane)
    try await pane.command("fg")
    try await pane.wait(for: "Row 1 of 600: TrackId: 1, Title: Track 1")
    try await pane.type("j")
    try await pane.wait(for: "Row 2 of 600")
    try await pane.type("q")
    try await pane.wait("a prompt") { $0.rows.last { !$0.isEmpty } == "$" }
    try await expectModes(of: pane)
  }

  /// Checks that the shell has its terminal as it was.
  private func expectModes(of pane: Pane) async throws {
    try await pane.command("clear; stty -a; echo done")
    let modes = try await pane.wait("the modes") { $0.rows.contains("done") }
    let words = Set(modes.rows.joined(separator: " ").split { " ;".contains($0) })
    for mode in ["icanon", "echo", "isig", "ixon", "icrnl", "opost", "onlcr"] as [Substring] {
      #expect(words.contains(mode), "\(mode)")
    }
  }

  @Test("in a pipe each line is complete, and the end of the keys is the end")
  func pipe() async throws {
    let sandbox = try Sandbox()
    try await sandbox.sqlite(sandbox["m.db"], Self.schema)
    let lines = try await offPool {
      let process = try ChildProcess(
        [Sandbox.binary, "--linear", sandbox["m.db"]],
        environment: sandbox.environment.filter { $0.key != "TERM" })
      var lines = try process.lines(3)
      try process.type("2G")
      lines += try process.lines(1)
      let ending = try process.end()
      #expect(ending.status == 0 && ending.text == "" && ending.errors == "")
      return lines
    }
    #expect(
      lines == [
        "m.db: live", "Track: 600 records, sorted by TrackId", "Row 1 of 600: TrackId: 1, Title: Track 1",
        "Row 600 of 600: TrackId: 600, Title: Track 600",
      ])
  }

  @Test("at the end of a pipe the change that its keys asked for is made and said, however long it takes")
  func slowChange() async throws {
    let sandbox = try Sandbox()
    try await sandbox.sqlite(
      sandbox["m.db"],
      Self.schema + """
        CREATE TRIGGER slow AFTER DELETE ON Track BEGIN
          SELECT count(*) FROM Track a, Track b, (SELECT 1 FROM Track LIMIT 60) WHERE a.Title || b.Title = '';
        END;
        """)
    let ending = try await offPool {
      try ChildProcess([Sandbox.binary, "--linear", "--write", sandbox["m.db"]], environment: sandbox.environment)
        .end(input: "d")
    }
    #expect(ending.status == 0 && ending.errors == "")
    #expect(ending.text.split(separator: "\n").contains("Deleted Track 1. u undo"), "\(ending.text)")
    #expect(try await sandbox.sqlite(sandbox["m.db"], "SELECT count(*) FROM Track") == "599")
  }

  @Test("the end of a pipe is the end, whatever other programs go on writing")
  func busyFile() async throws {
    let sandbox = try Sandbox()
    try await sandbox.sqlite(sandbox["m.db"], "PRAGMA journal_mode=wal;" + Self.schema)
    let writer = try ChildProcess(
      [
        "sh", "-c", "while sqlite3 -cmd '.timeout 30000' \"$0\" \"$1\"; do :; done", sandbox["m.db"],
        "UPDATE Track SET Title = Title || '!' WHERE TrackId = 600",
      ], environment: sandbox.environment)
    let ending = try await offPool {
      defer { writer.killGroup() }
      return try ChildProcess([Sandbox.binary, "--linear", sandbox["m.db"]], environment: sandbox.environment)
        .end(input: "j")
    }
    #expect(ending.status == 0 && ending.errors == "")
    #expect(ending.text.contains("Row 2 of 600: TrackId: 2, Title: Track 2\n"), "\(ending.text)")
  }

  @Test("with keys from a pipe the terminal keeps its own: Ctrl-C ends the program")
  func pipedKeys() async throws {
    let sandbox = try Sandbox()
    try await sandbox.sqlite(sandbox["m.db"], Self.schema)
    let pane = try await Pane.start(sandbox, columns: 100)
    try await pane.command("sleep 1000 | almanac --linear \(sandbox["m.db"])")
    try await pane.wait(for: "Row 1 of 600: TrackId: 1, Title: Track 1")
    try await pane.type("C-c")
    try await pane.wait("a prompt") { $0.rows.last { !$0.isEmpty } == "$" }
    try await expectModes(of: pane)
  }
}
