// The person's own editor on a real terminal.
import Foundation
import TestSupport
import Testing

@Suite("The editor", .serialized)
struct EditorTests {
  /// A file with a text of two lines on a terminal, with a shell script as the editor.
  private func open(_ script: String, variable: String = "EDITOR") async throws -> (sandbox: Sandbox, pane: Pane) {
    let sandbox = try Sandbox()
    try await sandbox.sqlite(
      sandbox["notes.db"],
      """
      CREATE TABLE notes(id INTEGER PRIMARY KEY, body TEXT);
      INSERT INTO notes(body) VALUES ('one' || char(10) || 'two'), ('second');
      """)
    try await sandbox.makeProgram(script, at: sandbox["editor"])
    let pane = try await Pane.start(sandbox, columns: 130)
    try await pane.command(
      "clear; \(variable)='\(sandbox["editor"]) --wait' almanac notes.db --write; echo \"status $?\"")
    try await pane.wait(for: "second")
    return (sandbox, pane)
  }

  private func body(_ sandbox: Sandbox) async throws -> String {
    try await sandbox.sqlite(sandbox["notes.db"], "SELECT quote(body) FROM notes WHERE id = 1")
  }

  @Test(
    "E gives the value to the editor in a private file, takes it back to the byte, and leaves nothing",
    arguments: ["EDITOR", "VISUAL"])
  func editing(_ variable: String) async throws {
    let (sandbox, pane) = try await open(
      """
      #!/bin/sh
      [ "$1" = --wait ] && shift
      stat -c '%a' "$1" "$(dirname "$1")" >"$HOME/modes"; cp "$1" "$HOME/given"; stty -a >"$HOME/terminal"
      printf 'eins\\n\\n\\tzwei\\n' >"$1"; : >"$1~"; mkdir "$(dirname "$1")/more"
      """, variable: variable)
    try await pane.type("L", "E")
    try await pane.wait("the saved value") { $0.contains("Edited notes 1") && $0.rows[0].hasSuffix("live") }
    #expect(try String(contentsOfFile: sandbox["home/modes"], encoding: .utf8) == "600\n700\n")
    #expect(try String(contentsOfFile: sandbox["home/given"], encoding: .utf8) == "one\ntwo")
    // The editor gets the terminal as the shell left it.
    let modes = try String(contentsOfFile: sandbox["home/terminal"], encoding: .utf8).split { " ;\n".contains($0) }
    for mode in ["icanon", "echo", "isig", "icrnl", "ixon"] { #expect(modes.contains(Substring(mode)), "\(mode)") }
    let isSaved = "SELECT body = 'eins' || char(10, 10, 9) || 'zwei' FROM notes WHERE id = 1"
    #expect(try await sandbox.sqlite(sandbox["notes.db"], isSaved) == "1")
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox["tmp"]) == [])
    try await pane.type("u")
    try await pane.wait(for: "Undone: Edited notes 1")
    try await pane.type("q")
    #expect(try await pane.status() == 0)
    #expect(try await pane.format("#{alternate_on} #{cursor_flag}") == "0 1")
  }

  @Test("an editor that fails or is not found leaves the value, and the screen says so", arguments: [true, false])
  func failing(isThere: Bool) async throws {
    let (sandbox, pane) = try await open("#!/bin/sh\nshift; echo changed >\"$1\"; exit 3\n")
    let before = try await body(sandbox)
    if !isThere { try FileManager.default.removeItem(atPath: sandbox["editor"]) }
    try await pane.type("L", "E")
    let reason = isThere ? "ended with status 3." : "can't be started."
    try await pane.wait(for: "Not edited: the editor '\(sandbox["editor"]) --wait' \(reason)")
    #expect(try await body(sandbox) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox["tmp"]) == [])
    try await pane.type("q")
    #expect(try await pane.status() == 0)
  }

  @Test("Ctrl-Z while the editor has the screen stops both; fg goes on with the editor; what came meanwhile is shown")
  func suspending() async throws {
    let (sandbox, pane) = try await open(
      """
      #!/bin/sh
      shift; printf '\\033[2J\\033[Hediting\\n'; read -r line; printf '%s' "$line" >"$1"
      """)
    try await pane.type("L", "E")
    try await pane.wait(for: "editing")
    try await sandbox.sqlite(sandbox["notes.db"], "UPDATE notes SET body = 'theirs' WHERE id = 2")
    try await pane.type("C-z")
    try await pane.wait("the shell") { $0.contains("Stopped") }
    try await pane.command("fg")
    // The shell repeats the command when it hands over the terminal: only then does the editor get a line typed here.
    try await pane.wait("the command that goes on") { $0.rows.contains { $0.hasPrefix("EDITOR=") } }
    try await pane.command("mine")
    try await pane.wait("the list") {
      $0.contains("Edited notes 1") && $0.contains("mine") && $0.contains("theirs") && $0.rows[0].hasSuffix("live")
    }
    #expect(try await body(sandbox) == "'mine'")
    try await pane.type("q")
    try await pane.wait("a prompt") { $0.rows.last { !$0.isEmpty } == "$" }
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox["tmp"]) == [])
  }

  @Test(
    "a program that is asked to end while the editor has the screen ends both, and leaves no file",
    arguments: [SIGTERM, SIGHUP])
  func ending(_ signal: Int32) async throws {
    let (sandbox, pane) = try await open(
      "#!/bin/sh\nshift; echo $PPID >\"$HOME/id\"; echo editing; exec cat\n")
    try await pane.type("L", "E")
    try await pane.wait(for: "editing")
    let screen = try await sandbox.shell("ps -o ppid= -p $(cat \"$HOME/id\")")
    kill(try #require(pid_t(screen.text.trimmingCharacters(in: .whitespacesAndNewlines))), signal)
    #expect(try await pane.status() == 128 + Int(signal))
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox["tmp"]) == [])
    #expect(try await pane.format("#{alternate_on} #{cursor_flag}") == "0 1")
  }

  @Test("a script has no terminal for an editor, and says so")
  func script() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    let screen = try await sandbox.almanac("script", "E", "--size", "60x8", "--file", book)
    #expect(screen.text.contains("\n Not edited: there is no terminal here for an editor.\n"), "\(screen.text)")
  }
}
