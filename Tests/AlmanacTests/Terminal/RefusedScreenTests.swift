// The screen of a file that can't be shown, on a terminal: the person sees only the shell's screen.
import Foundation
import TestSupport
import Testing

@Suite("The screen of a file that can't be used", .serialized)
struct RefusedScreenTests {
  @Test("a sentence on the shell's own screen, status 1, the terminal as it was, and nothing made")
  func unusableFiles() async throws {
    let sandbox = try Sandbox()
    let make = """
      set -e; cd '\(sandbox.folder)'; mkdir files; cd files
      almanac add facts One. --file later.db --create; cp later.db half.db; truncate -s 20000 half.db
      sqlite3 later.db "INSERT INTO almanac_migrations(name) VALUES('Fly')"
      yes 'This is no database.' | head -c 9000 >letter.txt
      """
    try await sandbox.shell(make).check()
    let before = try await sandbox.shell("cd '\(sandbox["files"])'; ls -R; md5sum *.*").text
    let pane = try await Pane.start(sandbox)
    try await pane.command("cd files; modes=$(stty -g); clear; echo rea''dy")
    try await pane.endOfBytes("ready", from: 0)
    // The shell draws the typed line before this command writes its first word.
    try await pane.command(
      "echo be''gun; for f in missing.db letter.txt half.db later.db; do almanac $f; echo $?; done; "
        + "test \"$modes\" = \"$(stty -g)\"; echo \"status $?\"")
    #expect(try await pane.status() == 0)
    let start = try await pane.endOfBytes("begun", from: 0)
    _ = try await pane.endOfBytes("status 0", from: start)
    let screen = try await pane.screen()
    #expect(
      screen.rows.prefix(15).joined(separator: "\n") == """
        ready
        $ echo be''gun; for f in missing.db letter.txt half.db later.db; do almanac $f;
        echo $?; done; test "$modes" = "$(stty -g)"; echo "status $?"
        begun
        almanac: missing.db does not exist; --create makes it.
        1
        almanac: letter.txt is not a database.
        1
        almanac: half.db is damaged: parts of it are missing, or not what they should be
        .
        1
        almanac: later.db was made by a later version: it has the unknown migrations Fly
        .
        1
        status 0
        """)
    #expect(try await sandbox.shell("cd '\(sandbox["files"])'; ls -R; md5sum *.*").text == before)
  }
}
