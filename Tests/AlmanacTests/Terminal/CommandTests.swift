// The commands of the person's own on a real terminal.
import Foundation
import TestSupport
import Testing

@Suite("Commands", .serialized)
struct CommandTests {
  /// A file of songs on a terminal, with these commands.
  private func open(_ configuration: String) async throws -> (sandbox: Sandbox, pane: Pane) {
    let sandbox = try Sandbox()
    try await sandbox.sqlite(
      sandbox["songs.db"],
      "CREATE TABLE song(id INTEGER PRIMARY KEY, title TEXT); INSERT INTO song VALUES (1, 'Naima; echo $HOME'), (2, 'b')"
    )
    try FileManager.default.createDirectory(atPath: sandbox["config/almanac"], withIntermediateDirectories: true)
    try Data(configuration.utf8).write(to: URL(filePath: sandbox["config/almanac/config"]))
    let pane = try await Pane.start(sandbox, columns: 130)
    try await pane.command("clear; almanac songs.db; echo \"status $?\"")
    try await pane.wait(for: "Naima")
    return (sandbox, pane)
  }

  @Test(
    "CIT-21: a program in the background has no terminal and no input, and outlives Almanac; what it prints is shown")
  func background() async throws {
    let (sandbox, pane) = try await open(
      """
      command "Say" = printf %s\\n {title}
      command "Look" = sh: cat; (: >/dev/tty) 2>/dev/null && echo terminal; echo "none $((2 + 3))" >&2; exit 4
      command "Stay" = sh: read -r go < "$HOME/go"; echo {title}; echo {title} >"$HOME/done"
      key F5 = Say
      key F6 = Look
      key F7 = Stay
      """)
    try await pane.type("F5")
    try await pane.wait(for: "Say ended with status 0: Naima; echo $HOME")
    try await pane.type("F6")
    try await pane.wait(for: "Look ended with status 4: none 5")
    for name in ["go", "done"] { mkfifo(sandbox["home/\(name)"], 0o600) }
    try await pane.type("F7")
    try await pane.wait(for: "Stay runs.")
    // Ctrl-C and the screen are not its business.
    try await pane.type("j")
    try await pane.wait("the next record") { $0.selected?.text.contains("b") == true }
    try await pane.type("q")
    #expect(try await pane.status() == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox["tmp"]) == [])
    // It still runs, and may still write.
    let left = try await sandbox.shell("echo >\"$HOME/go\"; cat \"$HOME/done\"")
    #expect(left.text == "Naima; echo $HOME\n")
  }

  @Test("CIT-21: with ! a program has the terminal and the keys; then the screen is back, with its status")
  func foreground() async throws {
    let (_, pane) = try await open(
      "command \"Ask\" = !sh: printf '\\033[2J\\033[Hasks %s\\n' {title}; read -r line; exit \"$line\"\nkey F5 = Ask\n")
    try await pane.type("F5")
    try await pane.wait(for: "asks Naima; echo $HOME")
    try await pane.command("7")
    try await pane.wait("the list") {
      $0.contains("Ask ended with status 7.") && $0.contains("Naima") && $0.rows[0].hasSuffix("live")
    }
    try await pane.type("q")
    #expect(try await pane.status() == 0)
    #expect(try await pane.format("#{alternate_on} #{cursor_flag}") == "0 1")
  }

  @Test("CIT-21: a program that is not there gives a sentence, and a script runs none")
  func missing() async throws {
    let (sandbox, pane) = try await open(
      "command \"A\" = no-such-program {id}\ncommand \"B\" = !no-such-program {id}\nkey F5 = A\nkey F6 = B\n")
    try await pane.type("F5")
    try await pane.wait(for: "no-such-program can't be started: No such file or directory.")
    try await pane.type("j")
    try await pane.wait("no message") { !$0.contains("can't be started") }
    try await pane.type("F6")
    try await pane.wait(for: "no-such-program can't be started: No such file or directory.")
    try await pane.type("q")
    #expect(try await pane.status() == 0)
    let screen = try await sandbox.almanac("script", "F5", "--file", sandbox["songs.db"])
    #expect(screen.text.contains("\n There is no terminal here, so no command runs.\n"), "\(screen.text)")
  }
}
