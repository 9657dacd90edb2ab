// The commands of the person's own, on the screen.
import Containers
import Stores
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

private let songs = """
  CREATE TABLE Song(id INTEGER PRIMARY KEY, title TEXT, artist TEXT, cover BLOB);
  INSERT INTO Song VALUES (1, 'Blue in Green', 'Miles Davis', NULL), (2, 'Naima', 'John Coltrane', x'00ff'),
    (3, '-rf', 'a' || char(0) || 'b', NULL), (4, '$(reboot); "`x`" ' || char(39, 10), '', NULL);
  """

// What is wrong with a column.
private let alone =
  "write {n} alone, between spaces and outside of quotes: it is quoted already; elsewhere write set -- {n}; first, and "
  + "\"$1\" in its place"
private let asProgram = "the value of {n} would be run: write a program before it"
private let asScript = "a shell would read the value of {n} as a script"

/// Programs that end when the test says so.
@MainActor
private final class FakePrograms {
  /// The arguments of the programs that were started.
  private(set) var started: [[String]] = []
  /// The arguments of the programs that had the terminal, and the status of the next one.
  private(set) var lent: [[String]] = []
  var status: Int32 = 0
  /// How many programs have the terminal, and the most that had it at one time.
  private var guests = (present: 0, most: 0)
  var mostGuests: Int { guests.most }
  /// Why no program starts.
  var refusal: CommandFailure?
  private var ends: [@MainActor @Sendable (CommandEnding) -> Void] = []

  /// Makes them the programs of the following scenes.
  init() {
    Container.shared.commandStarter.register { [self] in
      CommandStarter(
        start: { arguments, ended in
          if let refusal = self.refusal { throw refusal }
          self.started.append(arguments)
          self.ends.append(ended)
        },
        lend: { arguments in
          await self.takeTerminal(arguments)
          return self.status
        })
    }
    Container.shared.textEditor.register { [self] in
      TextEditor { text in
        await self.takeTerminal(["editor", text])
        return text
      }
    }
  }

  /// A program has the terminal for so many turns of the main actor that another one could take it.
  private func takeTerminal(_ arguments: [String]) async {
    lent.append(arguments)
    guests.present += 1
    guests.most = max(guests.most, guests.present)
    for _ in 0..<1000 { await Task.yield() }
    guests.present -= 1
  }

  /// Ends the program that was started first.
  func end(_ status: Int32 = 0, _ output: String = "", of scene: Scene) async {
    ends.removeFirst()(CommandEnding(status: status, output: Array(output.utf8)))
    await scene.run.settle()
  }
}

@Suite(.recordsIssues, .container)
@MainActor
struct CommandScenes {
  private func set(_ text: String) {
    let configuration = Configuration(text)
    #expect(configuration.complaints == [])
    configuration.settings(for: nil, home: nil).use()
  }

  @Test("CIT-21: a command gets the values of the record as arguments; the screen goes on, and shows how it has ended")
  func running() async throws {
    set("command \"Show it\" = show --title={title} '{artist} live' {{}} --\nkey F5 = Show it")
    let programs = FakePrograms()
    try await fileScene(songs) { scene in
      try await scene.press(":,type:show it,Enter")
      #expect(programs.started == [["show", "--title=Blue in Green", "Miles Davis live", "{}", "--"]])
      #expect(scene.status == " Show it runs.")
      try await scene.press("j,Enter,F5")
      #expect(programs.started.last == ["show", "--title=Naima", "John Coltrane live", "{}", "--"])
      await programs.end(0, "\n  \u{1B}[31mred\u{1B}]0;title\u{7} and\tgreen\u{7}\rmore\n", of: scene)
      #expect(scene.status == " Show it ended with status 0: red and green")
      await programs.end(3, "", of: scene)
      #expect(scene.status == " Show it ended with status 3.")
      try await scene.press("Esc")
      #expect(scene.status == "")
      programs.refusal = CommandFailure("show can't be started: No such file or directory.")
      try await scene.press("F5")
      #expect(scene.status == " show can't be started: No such file or directory.")
    }
  }

  @Test("CIT-21: a command runs for one marked record after the other, in the list's order, until one fails")
  func marked() async throws {
    set("command \"Tag\" = tag -- {title}\nkey t = Tag\nconfirmation = 3")
    let programs = FakePrograms()
    try await fileScene(songs) { scene in
      try await scene.press("x,G,x,S,t")
      #expect(scene.status.hasPrefix(" Tag runs for 2 records. "), "\(scene.status)")
      #expect(programs.started == [["tag", "--", "$(reboot); \"`x`\" '\n"]])
      await programs.end(of: scene)
      #expect(programs.started.last == ["tag", "--", "Blue in Green"])
      await programs.end(0, "tagged", of: scene)
      #expect(scene.status.hasPrefix(" Tag ended with status 0 for 2 records: tagged"), "\(scene.status)")
      try await scene.press("t")
      await programs.end(139, "no room\n", of: scene)
      #expect(
        scene.status.hasPrefix(" Tag ended with status 139 for Song 4, 1 not run: no room"), "\(scene.status)")
      #expect(programs.started.count == 3)
      try await scene.press("C-a,t")
      #expect(scene.status.hasPrefix(" A command runs for 3 records at most. Nothing was run."), "\(scene.status)")
      #expect(programs.started.count == 3)
    }
  }

  @Test("CIT-21: what can't be an argument, or may act as an option, is refused with a sentence")
  func refused() async throws {
    set(
      """
      command "Title" = show {title}
      command "Cover" = show {cover}
      command "Artist" = show {artist}
      command "Script" = sh: test x && show {title}
      command "Behind" = sh: show -- {title} '{title}' ${HOME} {1,2}; echo {artist}
      command "Url" = open {url}
      command "Top" = top
      """)
    let programs = FakePrograms()
    try await fileScene(songs) { scene in
      @MainActor func run(_ name: String) async throws -> String {
        try await scene.press("Esc,:,type:\(name),Enter")
        return scene.status
      }
      #expect(try await run("Cover") == " cover is NULL, which can't be an argument. Nothing was run.")
      #expect(try await run("Url") == " Url takes {url}, but Song has no such column.")
      try await scene.press("j")
      #expect(try await run("Cover") == " cover is a blob, which can't be an argument. Nothing was run.")
      try await scene.press("j")
      let option = " was not run: write -- before {title}, since its value begins with -."
      #expect(try await run("Title") == " Title" + option, "\(scene.lines)")
      #expect(try await run("Script") == " Script" + option)
      #expect(
        try await run("Artist") == " artist has a NUL character, so it can't be an argument. Nothing was run.")
      try await scene.press("j")
      #expect(try await run("Artist") == " Artist runs.")
      #expect(programs.started == [["show", ""]])
      #expect(try await run("Behind") == " Behind runs.")
      #expect(
        programs.started.last == [
          "/bin/sh", "-c", "show -- \"${1}\" '{title}' ${HOME} {1,2}; echo \"${2}\"", "sh",
          "$(reboot); \"`x`\" '\n", "",
        ])
      // Without a record.
      try await scene.press("Esc,/,type:nothing has this,Enter,:,type:Artist,Enter")
      #expect(scene.status == " There is no record here.", "\(scene.lines)")
      try await scene.press(":,type:Top,Enter")
      #expect(scene.status == " Top runs.")
      #expect(programs.started.last == ["top"])
    }
  }

  @Test("CIT-21: with ! a command has the terminal, and the screen says its status when it is back")
  func onTheTerminal() async throws {
    set("command \"Page\" = ! less {title}\nkey F5 = Page")
    let programs = FakePrograms()
    try await fileScene(songs) { scene in
      try await scene.press("F5")
      #expect(programs.lent == [["less", "Blue in Green"]] && programs.started == [])
      #expect(scene.status == " Page ended with status 0.")
      programs.status = 127
      try await scene.press("x,j,x,F5")
      #expect(programs.lent.count == 2)
      #expect(scene.status.hasPrefix(" Page ended with status 127 for Song 1, 1 not run."), "\(scene.status)")
      #expect(scene.run.session.store.withState { $0.isTerminalLent } == false)
    }
  }

  @Test("CIT-21: one program at a time has the terminal: keys that come with the one for it wait until it has ended")
  func oneGuest() async throws {
    set("command \"Page\" = ! less {title}\ncommand \"Top\" = ! top\nkey F5 = Page\nkey F6 = Top")
    let programs = FakePrograms()
    try await fileScene(songs) { scene in
      try await scene.pressAtOnce("F5,F5,j,F5,F6,F6,E")
      #expect(
        programs.lent == [
          ["less", "Blue in Green"], ["less", "Blue in Green"], ["less", "Naima"], ["top"], ["top"],
          ["editor", "2"],
        ])
      #expect(programs.mostGuests == 1)
    }
  }

  @Test("CIT-21: from the palette a command is for the record with which it was opened, or for none")
  func exchanged() async throws {
    set("command \"Zap it\" = zap {id}")
    let programs = FakePrograms()
    try await fileScene(songs) { scene in
      try await scene.press(":,type:zap")
      try await scene.outside("DELETE FROM Song WHERE id = 1")
      try await scene.press("type: it,Enter")
      #expect(programs.started == [])
      #expect(scene.status.hasPrefix(" The cursor was not on this record: press the key again."), "\(scene.status)")
      try await scene.press(":,type:zap it,Enter")
      #expect(programs.started == [["zap", "2"]])
      // The last marked record goes.
      try await scene.press("j,x,:,type:zap it")
      try await scene.outside("DELETE FROM Song WHERE id = 3")
      try await scene.press("Enter")
      #expect(programs.started.count == 1, "\(scene.lines)")
    }
  }

  @Test("CIT-21: a value of a query's result and of a list of changes; without a list there is no record")
  func otherLists() async throws {
    set("command \"Show\" = show {Name}\nkey F5 = Show")
    let programs = FakePrograms()
    try await fileScene(songs) { scene in
      try await scene.press("!,type:SELECT upper(title) AS Name FROM Song ORDER BY id LIMIT 1,Enter,F5")
      #expect(programs.started == [["show", "BLUE IN GREEN"]], "\(scene.lines)")
      try await scene.press("!,F5")
      #expect(programs.started.count == 1, "keys of a text stay")
      set("key F5 = Show\n[file *.other]\ncommand \"Show\" = show")
      try await scene.press("Esc,Esc,F5")
      #expect(scene.status == " The configuration has no command Show for this file.")
      set("command \"Show\" = show {Name}\nkey F5 = Show")
    }
    try await scene { scene in
      try await scene.press("3,F5")
      #expect(scene.status == " There is no record here.")
      try await scene.press("2,F5")
      #expect(programs.started.last == ["show", "Ada Byron"], "\(scene.lines)")
    }
  }

  @Test("CIT-21: the help lists the commands, with their keys")
  func help() async throws {
    set("command \"Show it\" = show\nkey F5 = Show it\ncommand \"Open it\" = open {title}")
    try await fileScene(songs, size: Size(width: 50, height: 12)) { scene in
      try await scene.press("?,/,type:your commands")
      scene.shows(
        """
        ┌ Help ──────────────────────────────────────────┐
        │ / your commands                                │
        │                                                │
        │ Your commands                                  │
        │ F5  Show it                                    │
        │ :   Open it                                    │
        │                                                │
        │                                                │
        │                                                │
        │ /home/ada/music.db                             │
        └────────────────────────────────────────────────┘
         Esc clear it  ⏎ keep the search
        """)
      try await scene.press("Esc,Esc,:,type:it")
      #expect(scene.lines.contains { $0.contains("Show it") && $0.contains("F5") }, "\(scene.lines)")
      #expect(scene.lines.contains { $0.contains("Open it") && $0.contains("command") }, "\(scene.lines)")
    }
  }

  @Test("CIT-21: what is wrong with a command is named with its line; the rest is printed as it is read")
  func configuration() {
    let configuration = Configuration(
      """
      key F5 = Open in browser
      command "Open in browser" = xdg-open -- {Url}
      command = x
      command "" = x
      command "delete" = x
      command "Open in browser" = y
      command "a" =
      command "b" = {Url} x
      command "c" = x "y
      command "d" = x {Url
      command "e" = !sh: a = {b}
      command "f" = sh:
      key F6 = g
      commands = 1
      [file *.db]
      command "e" = z
      """)
    #expect(
      configuration.complaints.map(\.sentence) == [
        "Line 3 of the configuration: 'command = x' is no command: write command \"NAME\" = PROGRAM WORDS.",
        "Line 4 of the configuration: 'command \"\" = x' is no command: write command \"NAME\" = PROGRAM WORDS.",
        "Line 5 of the configuration: Almanac has an action 'delete' already: give the command another name.",
        "Line 6 of the configuration: line 2 makes the command 'Open in browser' already.",
        "Line 7 of the configuration: the command 'a' can't run: it names no program.",
        "Line 8 of the configuration: the command 'b' can't run: its program can't come from a record.",
        "Line 9 of the configuration: the command 'c' can't run: a quotation mark has no end.",
        "Line 10 of the configuration: the command 'd' can't run: a { has no }: write {{ for the sign itself.",
        "Line 12 of the configuration: the command 'f' can't run: it names no program.",
        "Line 13 of the configuration: there is no action 'g'; almanac config prints all actions.",
        "Line 14 of the configuration: there is no setting 'commands'; almanac config prints all settings.",
      ])
    let printed = Configuration(configuration.text(path: "/config"))
    #expect(printed.complaints == [])
    for path in ["/a.db", "/a"] {
      let settings = configuration.settings(for: path, home: nil)
      #expect(printed.settings(for: path, home: nil) == settings)
      #expect(settings.commands.map(\.name) == ["Open in browser", "e"])
      #expect(settings.commands[1].takesTerminal == (path == "/a"))
    }
    #expect(Configuration().text(path: "/config").contains("\n# command \"Open in browser\" = xdg-open {Url}\n"))
  }

  @Test(
    "CIT-21: a column in a script becomes an argument, which may be an option unless -- is before it",
    arguments: [
      ("echo {a b}", "echo \"${1}\"", ["a b"], [true]),
      ("f -- {a}; g {b}", "f -- \"${1}\"; g \"${2}\"", ["a", "b"], [false, true]),
      ("set -- {a} {b}; f \"$1\"", "set -- \"${1}\" \"${2}\"; f \"$1\"", ["a", "b"], [false, false]),
      ("A=1 f <{a} >>{b}|g", "A=1 f <\"${1}\" >>\"${2}\"|g", ["a", "b"], [true, true]),
      ("f '{a}' \\{a} \"it's\" {b}", "f '{a}' \\{a} \"it's\" \"${1}\"", ["b"], [true]),
      ("{ f {} ; } | awk '{print $1}' ${a} {1..3}", "{ f {} ; } | awk '{print $1}' ${a} {1..3}", [], []),
      ("(f {a} 2>&1) | g \"it's\" {b}", "(f \"${1}\" 2>&1) | g \"it's\" \"${2}\"", ["a", "b"], [true, true]),
      (
        "if [ -e {a} ]; then f {a}; fi; g $(h)", "if [ -e \"${1}\" ]; then f \"${2}\"; fi; g $(h)", ["a", "a"],
        [true, true]
      ),
      ("bash f.sh {a}", "bash f.sh \"${1}\"", ["a"], [true]),
    ] as [(String, String, [String], [Bool])])
  func scripts(_ text: String, _ script: String, _ columns: [String], _ options: [Bool]) throws {
    var reader = ScriptReader(text)
    try reader.read()
    #expect(reader.script == script)
    #expect(reader.arguments.map(\.column) == columns)
    #expect(reader.arguments.map(\.mayBeOption) == options)
  }

  @Test(
    "CIT-21: a column where a shell evaluates it again, or runs it, is refused",
    arguments: [
      ("sh: ls \"{n}\"", alone), ("sh: ls x{n}", alone), ("sh: ls {n}x", alone), ("sh: ls {n}{n}", alone),
      ("sh: v={n}", alone), ("sh: f `g {n}`", alone), ("sh: f \"`g {n}`\"", alone), ("sh: f $(g -- {n})", alone),
      ("sh: f $(g) {n}", alone), ("sh: f $(( {n} + 1 ))", alone), ("sh: (( {n} ))", alone),
      ("sh: [[ x -gt {n} ]]", alone),
      ("sh: a[ {n} ]=1", alone), ("sh: f $[ {n} ]", alone), ("sh: f <<E {n}", alone), ("sh: f <(g {n})", alone),
      ("sh: f ${x:+ {n} }", alone), ("sh: f $'x' {n}", alone), ("sh: set -- x; f {n}", alone),
      ("sh: f() { g {n}; }", alone),
      ("sh: {n} x", asProgram), ("sh: f; {n}", asProgram), ("sh: A=1 {n}", asProgram), ("sh: > f {n}", asProgram),
      ("sh: if {n}", asProgram), ("sh: exec {n}", asProgram), ("sh: f &> g {n}", asProgram), ("sh: 2>f {n}", asProgram),
      ("sh: eval {n}", asScript), ("sh: . {n}", asScript), ("sh: bash -c {n}", asScript),
      ("sh: sudo /bin/sh -ec {n}", asScript),
      ("bash -c \"echo {n}\"", asScript), ("/bin/sh -ec {n}", asScript), ("! env zsh -c {n}", asScript),
      ("fish --command {n}", asScript), ("bash -c 'echo \"$1\"' sh {n}", asScript),
    ])
  func evaluated(_ command: String, _ clause: String) {
    #expect(
      Configuration("command \"a\" = \(command)").complaints.map(\.sentence) == [
        "Line 1 of the configuration: the command 'a' can't run: \(clause)."
      ])
  }
}
