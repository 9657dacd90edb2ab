// The terminal with other sizes, after suspending, and after every way to end.
import Foundation
import TestSupport
import Testing

@Suite("The terminal", .serialized)
struct TerminalTests {
  /// Checks that the shell has its terminal back: lines, echo, its own screen.
  private func expectGivenBack(_ pane: Pane, at location: SourceLocation = #_sourceLocation) async throws {
    #expect(try await pane.format("#{alternate_on} #{cursor_flag}") == "0 1", sourceLocation: location)
    try await pane.command("clear; stty -a; echo done")
    let modes = try await pane.wait("the modes") { $0.rows.contains("done") }
    let words = Set(modes.rows.joined(separator: " ").split { " ;".contains($0) }.map(String.init))
    for mode in ["icanon", "echo", "isig", "ixon", "icrnl", "opost", "onlcr"] {
      #expect(words.contains(mode), "\(mode)", sourceLocation: location)
    }
    // Typed text is visible, and pasted text is not bracketed.
    try await pane.command("clear; echo ty''ped")
    try await pane.wait("what was typed") { $0.rows.contains("typed") }
  }

  @Test("another size, and the screen fills it; one that is too small says so")
  func resizing() async throws {
    let book = try await OpenBook.start()
    let pane = book.pane
    func expectFilled(_ columns: Int, _ rows: Int) async throws {
      try await pane.resize(columns: columns, rows: rows)
      try await pane.wait("a screen of \(columns)x\(rows)") { screen in
        screen.rows.count == rows && screen.rows[0].hasSuffix("book.db · live") && screen.rows[0].count == columns - 1
          && screen.rows[rows - 1].contains("quit") && screen.rows[rows - 3].hasPrefix("   ")
      }
    }
    try await expectFilled(110, 30)
    try await expectFilled(70, 12)
    try await pane.resize(columns: 12, rows: 3)
    try await pane.wait("a sentence") { $0.rows == ["Almanac", "needs more", "room."] }
    try await expectFilled(80, 24)
    try await book.quit()
    try await expectGivenBack(pane)
  }

  @Test("200 sizes while a form is open: what was typed is there, and is saved")
  func resizingAForm() async throws {
    let book = try await OpenBook.start()
    let pane = book.pane
    try await book.sql("DELETE FROM facts; DELETE FROM users")
    try await pane.wait("an empty book") { $0.contains("1 Facts 0  2 Users 0 ") }
    try await pane.type("2", "a")
    try await pane.wait(for: "New user")
    try await pane.type(text: "Katherine Johnson\tkat@")
    // A key that is read after the first size would be dropped: nothing could be shown.
    try await pane.wait(for: "kat@")
    for number in 0..<200 {
      // From a size too small to show anything to one wider than high.
      try await pane.resize(columns: 1 + number * 37 % 160, rows: 1 + number * 13 % 50)
    }
    try await pane.resize(columns: 60, rows: 16)
    let form = try await pane.wait("the form") { $0.contains("E-mail  kat@ ") && $0.row("Save").contains("Ctrl-S") }
    #expect(
      form.rows.joined(separator: "\n") == """
         Almanac  1 Facts 0  2 Users 0  3 Statistics           live
         / search
        ┌ New user ────────────────────────────────────────────────┐
        │                                                          │
        │ Name    Katherine Johnson                                │
        │                                                          │
        │ E-mail  kat@                                             │
        │         not an e-mail address                            │
        │ Active  [x]                                              │
        │                                                          │
        │ Save  needs a valid e-mail                  Ctrl-S · Esc │
        └──────────────────────────────────────────────────────────┘



         Tab next field  Ctrl-S save  ⏎ next or save  Esc leave
        """)
    try await pane.type(text: "example.org")
    try await pane.type("C-s")
    try await pane.wait("the user") { $0.selected?.text.contains("kat@example.org") == true }
    #expect(try await book.sql("SELECT name, email FROM users") == "Katherine Johnson|kat@example.org")
    try await book.quit()
  }

  @Test("Ctrl-C quits")
  func interrupt() async throws {
    let book = try await OpenBook.start()
    // Each part of the statistics has a connection of its own.
    try await book.pane.type("3")
    try await book.pane.wait(for: "example.org")
    try await book.pane.type("C-c")
    #expect(try await book.pane.status() == 0)
    #expect(!FileManager.default.fileExists(atPath: book.file + "-wal"))
    try await expectGivenBack(book.pane)
    #expect(try await book.sql("PRAGMA integrity_check") == "ok")
  }

  @Test("what was asked for just before quitting is done", arguments: ["wal", "delete"])
  func quitAtOnce(_ journal: String) async throws {
    let book = try await OpenBook.start(journal: journal)
    // In one piece, so that the program reads it in one turn.
    try await book.pane.type(text: "dq")
    #expect(try await book.pane.status() == 0)
    #expect(try await book.sql("SELECT count(*), max(id) FROM facts") == "493|493")
    #expect(try await book.sql("PRAGMA integrity_check") == "ok")
  }

  @Test("Ctrl-Z gives the terminal back, fg takes it again, with what changed meanwhile")
  func suspending() async throws {
    let book = try await OpenBook.start()
    let pane = book.pane
    try await pane.type("C-z")
    try await pane.wait(for: "Stopped")
    try await expectGivenBack(pane)
    try await book.sql("DELETE FROM facts WHERE id < 5")
    try await pane.command("fg")
    let screen = try await pane.wait("the screen, live") { $0.contains("1 Facts 490") && $0.contains("quit") }
    #expect(screen.contains(" 494 "))
    #expect(try await pane.format("#{alternate_on}") == "1")
    try await pane.type("2")
    try await pane.wait(for: "E-mail")
    try await pane.type("q")
    try await pane.wait("a prompt") { $0.rows.last { !$0.isEmpty } == "$" }
    try await expectGivenBack(pane)
    #expect(!FileManager.default.fileExists(atPath: book.file + "-wal"))
  }

  @Test(
    "a signal ends it, the terminal is given back first, and the shell sees which it was",
    arguments: [SIGTERM, SIGHUP, SIGUSR1, SIGALRM, SIGXCPU, SIGQUIT, SIGSEGV, SIGABRT])
  func signals(_ signal: Int32) async throws {
    let sandbox = try Sandbox()
    let file = sandbox["book.db"]
    let pane = try await Pane.start(sandbox)
    // The process prints its own ID.
    try await pane.command(
      "sh -c 'echo $$ >\(sandbox["id"]); exec almanac --file \(file) --create --sample'; echo \"status $?\"")
    try await pane.wait("the facts") { $0.selected != nil && $0.contains("1 Facts 494") }
    try await pane.type("d")
    try await pane.wait(for: "1 Facts 493")
    let id = try #require(pid_t(try String(contentsOfFile: sandbox["id"], encoding: .utf8).dropLast()))
    kill(id, signal)
    #expect(try await pane.status() == 128 + Int(signal))
    try await expectGivenBack(pane)
    if ![SIGQUIT, SIGSEGV, SIGABRT].contains(signal) {
      #expect(!FileManager.default.fileExists(atPath: file + "-wal"))
    }
    #expect(try await sandbox.sqlite(file, "PRAGMA integrity_check; SELECT count(*) FROM facts") == "ok\n493")
  }

  @Test("REAL-19: a signal that ends it while a form has typed text says that this is not saved")
  func typedText() async throws {
    let book = try await OpenBook.start()
    try await book.pane.type("a")
    try await book.pane.type(text: "half a fact")
    try await book.pane.wait(for: "half a fact")
    kill(try await book.id(), SIGTERM)
    try await book.pane.wait(for: "What you typed in book.db is not saved.")
    try await expectGivenBack(book.pane)
  }

  @Test("REAL-19: a signal that a failed write sends ends nothing: the write says why", arguments: [SIGPIPE, SIGXFSZ])
  func failedWrites(_ signal: Int32) async throws {
    let book = try await OpenBook.start()
    kill(try await book.id(), signal)
    try await book.pane.type("2")
    try await book.pane.wait(for: "E-mail")
    try await book.quit()
  }

  @Test("when the terminal goes, the program goes")
  func hangup() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["book.db"]
    let pane = try await Pane.start(sandbox)
    // Only the program has the other end open: the pipe ends with it.
    mkfifo(sandbox["alive"], 0o600)
    let alive = open(sandbox["alive"], O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(alive) }
    try await pane.command("almanac --file \(file) --create --sample 9>\(sandbox["alive"])")
    try await pane.wait(for: "1 Facts 494")
    try await pane.closeTerminal()
    let hasEnded = try await offPool {
      var wish = pollfd(fd: alive, events: Int16(POLLIN), revents: 0)
      return poll(&wish, 1, 120_000) == 1 && wish.revents & Int16(POLLHUP) != 0
    }
    #expect(hasEnded)
    #expect(!FileManager.default.fileExists(atPath: file + "-wal"))
    #expect(try await sandbox.sqlite(file, "PRAGMA integrity_check; SELECT count(*) FROM facts") == "ok\n494")
  }
}
