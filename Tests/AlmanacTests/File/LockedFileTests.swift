// A file that another program keeps locked as long as it runs, as browsers do.
import Foundation
import TestSupport
import Testing

@Suite("A file that another program keeps locked", .serialized)
struct LockedFileTests {
  /// The history of an open browser, which holds the lock and writes nothing at the moment.
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

  @Test("REAL-50: where a program waits until none has a file open, a verb and the doctor say which, and what to do")
  func waitingProgram() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["a.db"]
    let shell = try SQLiteShell(file)
    try await shell.run("PRAGMA journal_mode=wal; CREATE TABLE foo(t)")
    let descriptor = open(file, O_RDWR | O_CLOEXEC)
    @Sendable func lock(_ place: Int, _ count: Int, _ command: CInt) -> CInt {
      var lock = flock()
      (lock.l_type, lock.l_whence, lock.l_start, lock.l_len) = (Int16(F_WRLCK), Int16(SEEK_SET), place, count)
      return fcntl(descriptor, command, &lock)
    }
    try #require(lock(0x4000_0000, 1, F_SETLK) == 0)
    Thread { _ = lock(0x4000_0002, 510, F_SETLKW) }.start()
    async let list = sandbox.almanac("list", "foo", "--file", file)
    async let doctor = sandbox.almanac("doctor", "--file", file)
    let (listed, checked) = (try await list, try await doctor)
    // The wait of the thread ends with the other program.
    try await shell.end()
    func plain(_ text: String) -> [String] {
      text.replacing(file, with: "FILE").replacing(/[^ \t]+ \([0-9]+\)/, with: "PROGRAM").split(separator: "\n")
        .map(String.init)
    }
    let lines = plain(listed.errors)
    let wait = "PROGRAM waits until no program has FILE open, and keeps new ones out until then"
    #expect(
      lines.first?.hasPrefix("\(wait). Almanac waits five seconds at most. End PROGRAM, or use a copy: ") == true,
      "\(lines)")
    let reason = "\(wait.replacing("has FILE", with: "has it")). End PROGRAM."
    #expect(lines.dropFirst() == ["almanac list: FILE can't be opened: \(reason)"])
    #expect(plain(checked.errors).last == "almanac doctor: FILE can't be opened: \(reason)")
    #expect(
      plain(checked.text).first
        == "locks\tnote\tPROGRAM waits to write until no other program has the file open, and keeps new ones out until then."
    )
    #expect(listed.status == 1 && checked.status == 1)
    close(descriptor)
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
