// A file that another program keeps locked for as long as it runs, as browsers do.
import Foundation
import TestSupport
import Testing

@Suite("A file that another program keeps locked", .serialized)
struct LockedFileTests {
  /// A history that a browser has open: it has the lock, and writes nothing at the moment.
  private func history(_ sandbox: Sandbox, journal: String) async throws -> (file: String, browser: SQLiteShell) {
    let file = sandbox["it's history.db"]
    let browser = try SQLiteShell(file)
    try await browser.run(
      """
      PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=\(journal); PRAGMA wal_autocheckpoint=0;
      CREATE TABLE places(id INTEGER PRIMARY KEY, url); INSERT INTO places(url) VALUES ('https://example.org/');
      """)
    return (file, browser)
  }

  @Test(
    "the screen says what to do; the file opens by itself once the other program closes it",
    arguments: ["wal", "delete"])
  func waiting(_ journal: String) async throws {
    let sandbox = try Sandbox()
    let (file, browser) = try await history(sandbox, journal: journal)
    let pane = try await Pane.start(sandbox, columns: 120)
    try await pane.command("almanac \"\(file)\"; echo \"status $?\"")
    let screen = try await pane.wait("the advice") { $0.contains("almanac $D/") && $0.counts(1) }
    #expect(screen.contains("Another program has locked it. Wait, or close that program:"))
    #expect(screen.contains("Or open a copy:"))
    #expect(screen.rows[0].hasSuffix("busy"))
    try await browser.end()
    try await pane.wait("the history") { $0.contains("places 1") && $0.contains("https://example.org/") }
    try await pane.type("q")
    #expect(try await pane.status() == 0)
  }

  @Test(
    "a copy, made as the sentence says, has the last changes; the verb itself ends with status 1",
    arguments: ["wal", "delete"])
  func copying(_ journal: String) async throws {
    let sandbox = try Sandbox()
    let (file, browser) = try await history(sandbox, journal: journal)
    let ending = try await sandbox.almanac("list", "places", "--file", file)
    let lines = ending.errors.split(separator: "\n").map(String.init)
    #expect(ending.status == 1 && ending.text == "" && lines.count == 2)
    let advice =
      "Another program has locked \(file). Almanac waits five seconds at most. "
      + "Close that program, or use a copy: "
    #expect(lines[0].hasPrefix(advice))
    #expect(lines[1] == "almanac list: \(file) can't be opened: another program has locked the file.")
    let copy = try await sandbox.shell("\(lines[0].dropFirst(advice.count)) list places --json")
    #expect(
      copy.text == #"""
        [
        {"id":1,"url":"https://example.org/"}
        ]

        """#)
    #expect(
      try await sandbox.almanac("doctor", "--file", file).text.contains(
        " has locked the whole file: it writes, or keeps the file locked until it ends.\n"))
    try await browser.end()
  }

  @Test("a verb that has waited for a second says what to do, once, and goes on when the lock goes")
  func goingOn() async throws {
    let sandbox = try Sandbox()
    let (file, browser) = try await history(sandbox, journal: "delete")
    let verb = try ChildProcess(
      ["sh", "-c", "exec 2>&1; exec almanac list places --file \"$1\"", "sh", file], environment: sandbox.environment)
    #expect(try await offPool { try verb.line() }?.hasPrefix("Another program has locked \(file).") == true)
    try await browser.end()
    #expect(try await offPool { try verb.end() }.text == "1\thttps://example.org/\n")
  }
}
