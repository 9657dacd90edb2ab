// Answers of the terminal to requests of other programs, and ends of pastes, on a real terminal.
import Foundation
import TestSupport
import Testing

@Suite("Answers of the terminal", .serialized)
struct TerminalAnswerTests {
  /// A file of two rows, and a pane with a shell.
  private func open() async throws -> (sandbox: Sandbox, pane: Pane) {
    let sandbox = try Sandbox()
    try await sandbox.sqlite(
      sandbox["notes.db"],
      "CREATE TABLE notes(id INTEGER PRIMARY KEY, body TEXT); INSERT INTO notes(body) VALUES ('one'), ('two')")
    return (sandbox, try await Pane.start(sandbox))
  }

  private func rows(_ sandbox: Sandbox) async throws -> String {
    try await sandbox.sqlite(sandbox["notes.db"], "SELECT group_concat(body) FROM notes")
  }

  /// Types a search; keys before it act before it.
  private func search(_ pane: Pane) async throws {
    // One key at a time: several in one read, so soon after a paste, are text.
    try await pane.type("/")
    try await pane.wait("the search") { !$0.rows[1].hasPrefix(" / search") }
    try await pane.type(text: "xyz")
    try await pane.wait("the search, and nothing else") { $0.rows[1].hasPrefix(" / xyz  ") }
    try await pane.type("Escape")
    try await pane.wait("the list") { $0.rows[1].hasPrefix(" / search") }
  }

  @Test("REAL-10: an answer to the program before does nothing")
  func earlierProgram() async throws {
    let (sandbox, pane) = try await open()
    try await sandbox.makeProgram(
      """
      #!/bin/sh
      stty -echo -icanon
      printf '\\033[>q\\033[c\\033]52;c;?\\007\\033]11;?\\033\\\\\\033P$qm\\033\\\\'
      stty sane
      exec "$@"
      """, at: sandbox["ask"])
    try await pane.command("clear; ./ask almanac notes.db --write; s=$?; clear; echo \"status $s\"")
    try await pane.wait(for: "two")
    try await search(pane)
    #expect(try await rows(sandbox) == "one,two")
    try await pane.type("q")
    #expect(try await pane.status() == 0)
  }

  @Test("REAL-10: an answer to the editor does nothing, whether it comes while that runs or later")
  func editor() async throws {
    let (sandbox, pane) = try await open()
    try await sandbox.makeProgram(
      """
      #!/bin/sh
      printf 'changed' >"$1"
      stty -echo -icanon
      printf '\\033[>q\\033[c\\033]52;c;?\\007\\033]11;?\\033\\\\'; sleep 0.1; printf '\\033[>q\\033P$qm\\033\\\\\\033[6n'
      stty sane
      """, at: sandbox["editor"])
    try await pane.command(
      "clear; EDITOR='\(sandbox["editor"])' almanac notes.db --write; s=$?; clear; echo \"status $s\"")
    try await pane.wait(for: "two")
    try await pane.type("L", "E")
    try await pane.wait(for: "Edited notes 1")
    try await search(pane)
    #expect(try await rows(sandbox) == "changed,two")
    try await pane.type("q")
    #expect(try await pane.status() == 0)
  }

  @Test("REAL-10, REAL-11: answers that a slow line cuts do nothing; a paste whose beginning it cuts is a paste")
  func slowLine() async throws {
    let (sandbox, pane) = try await open()
    // A lone Esc waits for one millisecond, and the pauses between the pieces are longer.
    try await pane.command("clear; ESCDELAY=1 almanac notes.db --write; s=$?; clear; echo \"status $s\"")
    try await pane.wait(for: "two")
    for pieces in [
      ["\u{1B}]11;rgb:d", "ddd/dddd/dddd\u{1B}", "\\"], ["\u{1B}P>|d", "d\u{1B}\\"], ["\u{1B}[?62;", "22c"],
      ["\u{1B}_Gd", "d\u{1B}\\"], ["\u{1B}[20", "0~dq\u{1B}[201~"],
    ] {
      for piece in pieces { try await pane.type(bytes: piece) }
    }
    try await pane.wait(for: "Paste text into a search or a form, not here.")
    try await search(pane)
    #expect(try await rows(sandbox) == "one,two")
    try await pane.type("q")
    #expect(try await pane.status() == 0)
  }

  @Test("CIT-11: Almanac asks for the background after its first frame; a late answer amid typing does nothing")
  func background() async throws {
    let (_, pane) = try await open()
    try await pane.command("clear; almanac notes.db; s=$?; clear; echo \"status $s\"")
    try await pane.wait(for: "two")
    let frame = try await pane.endOfBytes("notes.db", from: pane.endOfBytes("[?1049h", from: 0))
    try await pane.endOfBytes("\u{1B}]11;?\u{1B}\\", from: frame)
    try await pane.type("/")
    try await pane.wait("the search") { !$0.rows[1].hasPrefix(" / search") }
    for piece in ["x\u{1B}]11;rgb:dd", "dd/dddd/d", "ddd\u{1B}", "\\y"] { try await pane.type(bytes: piece) }
    try await pane.wait("the search, and nothing else") { $0.rows[1].hasPrefix(" / xy  ") }
    try await pane.type("Escape")
    try await pane.wait("the list") { $0.rows[1].hasPrefix(" / search") }
    try await pane.type("q")
    #expect(try await pane.status() == 0)
  }

  @Test("REAL-12: behind the end of a paste inside a paste there are no keys: on a list nothing, in a form text")
  func endInsidePaste() async throws {
    let (sandbox, pane) = try await open()
    try "hello\u{1B}[201~dy".write(toFile: sandbox["evil"], atomically: true, encoding: .utf8)
    try await pane.command("clear; almanac notes.db --write; s=$?; clear; echo \"status $s\"")
    try await pane.wait(for: "two")
    try await pane.paste(file: sandbox["evil"])
    try await pane.wait(for: "Paste text into a search or a form, not here.")
    try await search(pane)
    #expect(try await rows(sandbox) == "one,two")
    try await pane.type("/")
    try await pane.wait("the search") { !$0.rows[1].hasPrefix(" / search") }
    try await pane.paste(file: sandbox["evil"])
    try await pane.wait("all of it") { $0.rows[1].hasPrefix(" / hellody ") }
    try await pane.type("Escape")
    try await pane.wait("the list") { $0.rows[1].hasPrefix(" / search") }
    try await pane.type("q")
    #expect(try await pane.status() == 0)
  }
}
