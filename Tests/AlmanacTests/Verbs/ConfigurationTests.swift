// The configuration file of the real program.
import Foundation
import TestSupport
import Testing

@Suite("the configuration")
struct ConfigurationTests {
  /// A sandbox with a file of songs, and with this configuration.
  private func sandbox(_ configuration: Data) async throws -> Sandbox {
    let sandbox = try Sandbox()
    try await sandbox.sqlite(
      sandbox["songs.db"],
      "CREATE TABLE song(id INTEGER PRIMARY KEY, title TEXT); INSERT INTO song VALUES (1, 'Naima'), (2, 'Nardis')")
    try FileManager.default.createDirectory(atPath: sandbox["config/almanac"], withIntermediateDirectories: true)
    try configuration.write(to: URL(filePath: sandbox["config/almanac/config"]))
    return sandbox
  }

  private func sandbox(_ configuration: String) async throws -> Sandbox { try await sandbox(Data(configuration.utf8)) }

  /// The lines of a configuration without those about keys.
  private func withoutKeys(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.firstIndex(where: { $0.hasPrefix("# key X") }) else { return text }
    let last = lines[first...].firstIndex(of: "") ?? lines.endIndex
    return (lines[..<first] + lines[min(last + 1, lines.endIndex)...]).joined(separator: "\n")
  }

  @Test("CIT-20: almanac config prints it, and names what can't be followed")
  func printed() async throws {
    let sandbox = try await sandbox("times = utc\nmous = off\nmouse = far\n[file *.db]\nwriting = never\n")
    let ending = try await sandbox.almanac("config")
    #expect(
      withoutKeys(ending.text) == """
        # Almanac reads this at its start from \(sandbox["config"])/almanac/config
        # A line is NAME = VALUE. A line that begins with # is a comment; here it shows what holds by itself.

        # colours on the screen: auto, by the terminal's background, and none if NO_COLOR is set; dusk for dark
        # terminals, dawn for light ones; night and day, the same with more contrast and without red against green;
        # colours, those of the terminal; plain, none
        # theme = auto

        # times on the screen and in verbs: local, in your zone, which TZ names; utc, as with --utc
        times = utc

        # moments in a list: ages up to a month, as 3 h ago, then the day; exact shows date and time. A record has both
        # dates = ages

        # what is between thousands in columns that count or measure: comma, space, apostrophe, none. Copies, exports
        # and forms have the number itself
        # thousands = comma

        # the columns that a list shows first, with commas between them; those without a name here follow
        # columns =

        # so many marked records change at once, from 1 to 1000; for more you type their number
        # confirmation = 100

        # on keeps a private copy of the file when you leave, as --remember does: C of the next start begins with what
        # has changed meanwhile; off
        # remember = off

        # the first change of a file that is not a book: ask; always, without a question, as with --write; never forbids
        # every change, as --read-only does
        # writing = ask

        # the program for a long text, with its options; empty: the one in VISUAL or EDITOR, or vi. It is started
        # without a shell; quotes keep spaces together
        # editor =

        # the mouse: on; off leaves it to the terminal, as --no-mouse does
        # mouse = on

        # on appends a line for each event in place of the screen, for a screen reader, as --linear does; off
        # linear = off

        # command "NAME" = PROGRAM WORDS is a command of your own, by its name in : and with key X = NAME. {Column} is
        # the value of the record, or of each marked one, as an argument of its own; write -- before it, so that it is
        # no option. ! before the program gives it the terminal; in a script after sh: write {Column} without quotes.
        # command "Open in browser" = xdg-open {Url}

        # [file GLOB]: the settings below it hold for files whose path matches, or whose name if it has no slash; *
        # is any text, ? any character, ~/ your home.

        [file *.db]
        writing = never

        """)
    #expect(
      ending.errors == """
        Line 2 of the configuration: there is no setting 'mous'; almanac config prints all settings.
        almanac config: Line 3 of the configuration: mouse takes on or off, not 'far'.

        """)
    #expect(ending.status == 1)
  }

  @Test("CIT-20: the screen names the lines once, until a key; the rest holds")
  func told() async throws {
    let sandbox = try await sandbox("mous = off\nmouse = far\ntimes = utc\ncolumns = title\n")
    let file = sandbox["songs.db"]
    let screen = try await sandbox.almanac(file, "script", "C-l", "--size", "200x8")
    let sentence =
      "Line 1 of the configuration: there is no setting 'mous'; almanac config prints all settings. 1 more: almanac config "
      + "tells all."
    #expect(screen.text.contains(" \(sentence)\n"), "\(screen.text)")
    #expect(screen.text.contains(/\n +title +id ▲/) && screen.errors == "", "\(screen.text)")
    #expect(try await !sandbox.almanac(file, "script", "j", "--size", "200x8").text.contains("configuration"))
    // On a terminal of its own the program shows the same.
    let pane = try await Pane.start(sandbox, columns: 130)
    try await pane.command("clear; almanac songs.db; echo \"status $?\"")
    try await pane.wait(for: "there is no setting 'mous'")
    try await pane.type("j")
    try await pane.wait("no complaint") { !$0.contains("mous") && $0.contains("Nardis") }
    try await pane.type("q")
    #expect(try await pane.status() == 0)
  }

  @Test("CIT-20: a verb names the lines that it needs, on standard error, and does its work")
  func verbs() async throws {
    let sandbox = try await sandbox("mous = off\ntimes = noon\nmouse = far\nwriting = perhaps\n")
    let list = try await sandbox.almanac("list", "song", "--file", sandbox["songs.db"])
    #expect(list.text == "1\tNaima\n2\tNardis\n" && list.status == 0)
    #expect(
      list.errors == """
        Line 2 of the configuration: times takes local or utc, not 'noon'.
        Line 4 of the configuration: writing takes ask, always or never, not 'perhaps'.

        """)
    #expect(try await sandbox.almanac("help").errors == "")
    #expect(try await sandbox.almanac("complete", "--", "lis").errors == "")
  }

  @Test("CIT-20: writing = never forbids a file to verbs and to the screen; options come first")
  func never() async throws {
    let sandbox = try await sandbox("[file songs.db]\nwriting = never\n")
    let file = sandbox["songs.db"]
    let edit = try await sandbox.almanac("edit", "song", "1", "title=Nefertiti", "--file", file)
    #expect(edit.errors == "almanac edit: \(file) is not changed: writing = never in the configuration forbids it.\n")
    #expect(edit.status == 1)
    let screen = try await sandbox.almanac("script", "d", "--file", file)
    #expect(screen.text.contains("read-only") && screen.text.contains("Naima"), "\(screen.text)")
    #expect(try await sandbox.almanac("script", "d", "--write", "--file", file).text.contains("Deleted"))
    #expect(try await sandbox.sqlite(file, "SELECT title FROM song") == "Nardis")
    try FileManager.default.moveItem(atPath: file, toPath: sandbox["other.db"])
    #expect(try await sandbox.almanac("delete", "song", "2", "--file", sandbox["other.db"]).status == 0)
  }

  @Test("CIT-20: times = utc shows and takes times in UTC, as --utc does")
  func times() async throws {
    let sandbox = try await sandbox("times = utc\n")
    try await sandbox.sqlite(
      sandbox["songs.db"],
      "CREATE TABLE played(id INTEGER PRIMARY KEY, played_at INT); INSERT INTO played VALUES (1, 1760000000)")
    for (options, time) in [([], "2025-10-09 08:53"), (["--table", "played"], "2025-10-09 08:53")] {
      let screen = try await sandbox.run(
        [Sandbox.binary, "script", "Enter", "--table", "played", "--file", sandbox["songs.db"]] + options.dropFirst(2),
        environment: ["TZ": "Asia/Tokyo"])
      #expect(screen.text.contains(time), "\(screen.text)")
    }
    try "".write(toFile: sandbox["config/almanac/config"], atomically: false, encoding: .utf8)
    let screen = try await sandbox.run(
      [Sandbox.binary, "script", "Enter", "--table", "played", "--file", sandbox["songs.db"]],
      environment: ["TZ": "Asia/Tokyo"])
    #expect(screen.text.contains("2025-10-09 17:53"), "\(screen.text)")
  }

  @Test(
    "CIT-20: what is no configuration is named, and Almanac works",
    arguments: ["bytes", "folder", "unreadable", "pipe", "large"])
  func noConfiguration(_ kind: String) async throws {
    let sandbox = try await sandbox(Data([0x6d, 0xff, 0xfe]))
    let path = sandbox["config/almanac/config"]
    var reason = "it is not UTF-8"
    if kind != "bytes" { try FileManager.default.removeItem(atPath: path) }
    switch kind {
    case "folder":
      mkdir(path, 0o700)
      reason = "it is no file"
    case "pipe":
      mkfifo(path, 0o600)
      reason = "it is no file"
    case "large":
      try Data(repeating: 0x23, count: 1 << 20 + 1).write(to: URL(filePath: path))
      reason = "it is larger than a megabyte"
    case "unreadable":
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
      reason = "too many levels of symbolic links"
    default: break
    }
    let sentence = "The configuration does not count: \(path) can't be read, since \(reason)."
    let list = try await sandbox.almanac("list", "song", "--file", sandbox["songs.db"])
    #expect(list.text == "1\tNaima\n2\tNardis\n" && list.status == 0)
    #expect(list.errors == sentence + "\n")
    let screen = try await sandbox.almanac("script", "C-l", "--size", "200x8", "--file", sandbox["songs.db"])
    #expect(screen.text.contains(" \(sentence)\n") && screen.text.contains("Nardis"), "\(screen.text)")
  }

  @Test("CIT-20: the editor is started with its words, and no shell reads them")
  func editor() async throws {
    let sandbox = try Sandbox()
    try FileManager.default.createDirectory(atPath: sandbox["config/almanac"], withIntermediateDirectories: true)
    try await sandbox.makeProgram(
      "#!/bin/sh\nprintf '%s|' \"$@\" >\"$HOME/words\"\nfor file; do :; done\nprintf changed >\"$file\"\n",
      at: sandbox["my editor"])
    try "editor = \"\(sandbox["my editor"])\" -w; $(touch \(sandbox["harm"])) \"a b\"\nwriting = always\n".write(
      toFile: sandbox["config/almanac/config"], atomically: false, encoding: .utf8)
    try await sandbox.sqlite(
      sandbox["notes.db"], "CREATE TABLE notes(id INTEGER PRIMARY KEY, body TEXT); INSERT INTO notes VALUES (1, 'one')")
    let pane = try await Pane.start(sandbox, columns: 130)
    try await pane.command("clear; EDITOR=false VISUAL=false almanac notes.db; echo \"status $?\"")
    try await pane.wait(for: "one")
    try await pane.type("L", "E")
    try await pane.wait(for: "Edited notes 1")
    try await pane.type("q")
    #expect(try await pane.status() == 0)
    #expect(try await sandbox.sqlite(sandbox["notes.db"], "SELECT body FROM notes") == "changed")
    let words = try String(contentsOfFile: sandbox["home/words"], encoding: .utf8)
    #expect(words.hasPrefix("-w;|$(touch|\(sandbox["harm"]))|a b|/"), "\(words)")
    #expect(!FileManager.default.fileExists(atPath: sandbox["harm"]))
  }

  @Test("CIT-20: the keys of the configuration act in the real program, and its documents show them")
  func keys() async throws {
    let sandbox = try await sandbox("key x = delete\nkey d = remove\nkey x = mark\n[file *.other]\nkey d = mark\n")
    let ending = try await sandbox.almanac("script", "x,Enter", "--file", sandbox["songs.db"])
    #expect(ending.text.contains("Nardis") && !ending.text.contains("Naima"), "\(ending.text)")
    #expect(ending.text.contains(" x delete"), "\(ending.text)")
    let none = try await sandbox.almanac("script", "d", "--file", sandbox["songs.db"])
    #expect(none.text.contains("Naima"))
    let page = try await sandbox.almanac("help", "--man")
    #expect(page.text.contains("\\fBx Del\\fR\ndelete\n"))
    let printed = try await sandbox.almanac("config")
    #expect(printed.status == 1)
    #expect(
      printed.errors == """
        Line 2 of the configuration: there is no action 'remove'; almanac config prints all actions.
        almanac config: Line 3 of the configuration: line 1 gives x to 'delete' already.

        """)
    #expect(printed.text.contains("\nkey x = delete\n") && printed.text.contains("\n# key x = mark\n"))
    // A verb has no keys.
    #expect(try await sandbox.almanac("list", "song", "--file", sandbox["songs.db"]).errors == "")
  }

  @Test("CIT-20: the page writes through a link and keeps permissions; a folder that can't be written gives a sentence")
  func page() async throws {
    let sandbox = try await sandbox("# mine\ntimes = local\n")
    let (config, real) = (sandbox["config/almanac/config"], sandbox["dotfile"])
    try FileManager.default.moveItem(atPath: config, toPath: real)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: real)
    try FileManager.default.createSymbolicLink(atPath: config, withDestinationPath: real)
    let keys = ":,type:settings,Enter,j,Enter"
    func script(_ options: String...) async throws -> String {
      try await sandbox.run([Sandbox.binary, "script", keys, "--file", sandbox["songs.db"]] + options).text
    }
    // A script without --write leaves the person's file alone.
    #expect(try await script().contains("There is no place for a configuration here, so nothing is changed."))
    #expect(try await script("--write").contains("times         utc"))
    #expect(try String(contentsOfFile: real, encoding: .utf8) == "# mine\ntimes = utc\n")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: config) == real)
    #expect(try FileManager.default.attributesOfItem(atPath: real)[.posixPermissions] as? Int == 0o640)
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox["config/almanac"]) == ["config"])
    try FileManager.default.removeItem(atPath: real)
    #expect(try await script("--write").contains("Nothing is changed: the configuration is a link"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: config) == real)
    // Of two programs, one waits for the other: neither loses a line.
    try FileManager.default.removeItem(atPath: config)
    let folder = open(sandbox["config/almanac"], O_RDONLY | O_CLOEXEC)
    flock(folder, LOCK_EX)
    #expect(
      try await script("--write").contains(
        "Nothing is changed: another Almanac is writing the file. Try again."))
    close(folder)
    #expect(try await script("--write").contains("times         utc"))
    #expect(try String(contentsOfFile: config, encoding: .utf8) == "times = utc\n")
    // Root may write anywhere, but not into a folder that is a file.
    try FileManager.default.removeItem(atPath: sandbox["config/almanac"])
    try Data().write(to: URL(filePath: sandbox["config/almanac"]))
    let refused = try await script("--write")
    #expect(refused.contains("times         local") && refused.contains("Nothing is changed:"), "\(refused)")
  }
}
