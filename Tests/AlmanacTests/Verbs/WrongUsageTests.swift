// Wrong commands: one message each, and nothing done.
import Foundation
import TestSupport
import Testing

@Suite("Wrong usage")
struct WrongUsageTests {
  @Test("wrong usage is one sentence and status 2")
  func wrongUsage() async throws {
    let sandbox = try Sandbox()
    let noOption = "There is no option --bogus; --help lists the options."
    try await sandbox.refuses(2, "almanac: \(noOption)", "--bogus")
    try await sandbox.refuses(2, "almanac list: \(noOption)", "list", "--bogus", "facts")
    try await sandbox.refuses(2, "almanac: There is no verb 'lst'; did you mean 'list'?", "lst", "facts")
    try await sandbox.refuses(2, "almanac: There is no verb 'del'; did you mean 'delete'?", "--file", "x", "del")
    try await sandbox.refuses(
      2, "almanac: 'cats' is neither a verb nor a file; almanac help lists the verbs.", "cats", "dogs")
    try await sandbox.refuses(
      2, "almanac: The screen needs a terminal, and standard input or output is not one.", "--", "list")
    try await sandbox.refuses(2, "almanac: Name one file, not both a and b.", "--file", "a", "b")
    try await sandbox.refuses(2, "almanac: The name of the file is empty.", "")
    try await sandbox.refuses(
      2, "almanac list: --file needs a value that is not empty.", "list", "facts", "--file",
      "")
    try await sandbox.refuses(2, "almanac list: --file needs a value.", "list", "facts", "--file")
    try await sandbox.refuses(
      2, "almanac list: --file needs a value, but --json is an option.", "list", "facts", "--file",
      "--json")
    try await sandbox.refuses(2, "almanac list: --json takes no value.", "list", "facts", "--json=yes")
    try await sandbox.refuses(
      2, "almanac list: Use only one of --json and --csv.", "list", "facts", "--json", "--csv")
    for limit in ["x", "-1", "1.5"] {
      try await sandbox.refuses(
        2, "almanac list: --limit takes a number from 0 on, not '\(limit)'.", "list", "facts", "--limit", limit
      )
    }
    try await sandbox.refuses(
      2, "almanac list: There is no option --serach; did you mean --search?", "list", "facts", "--serach=x")
    try await sandbox.refuses(2, "almanac list: Name a table; almanac schema lists them.", "list")
    try await sandbox.refuses(
      2, "almanac list: 'extra' is one argument too many; --help shows the usage.", "list", "facts", "extra")
    try await sandbox.refuses(2, "almanac delete: Name the records of cats by their keys.", "delete", "cats")
    try await sandbox.refuses(
      2, "almanac add: Say what to add: facts TEXT, users --name NAME --email E-MAIL, or TABLE COLUMN=VALUE...", "add")
    try await sandbox.refuses(
      2, "almanac add: There is no table 'cats'; there are facts and users.", "add", "cats")
    try await sandbox.refuses(
      2, "almanac add: Put the fact in quotes: almanac add facts 'Honey keeps.'", "add", "facts", "a", "b")
    try await sandbox.refuses(
      2, "almanac add: A fact needs a text that is not empty.", "add", "facts", " ")
    try await sandbox.refuses(
      2, "almanac add: A user needs --name and --email.", "add", "users", "--name", "Ada")
    try await sandbox.refuses(
      2, "almanac add: --name must not be empty.", "add", "users", "--name", "", "--email", "a")
    try await sandbox.refuses(
      2, "almanac add: --email must be an e-mail address, not 'a@'.", "add", "users", "--name", "Ada", "--email", "a@")
    try await sandbox.refuses(2, "almanac add: A fact has no --email.", "add", "facts", "x", "--email", "y")
    for verb in [
      ["add", "facts", "x"], ["edit", "facts", "1", "body=x"], ["toggle", "users", "1"], ["delete", "facts", "1"],
    ] {
      let ending = try await sandbox.run([Sandbox.binary] + verb + ["--read-only"])
      #expect(
        ending.errors == "almanac \(verb[0]): There is no option --read-only; --help lists the options.\n")
      #expect(ending.status == 2)
    }
    try await sandbox.refuses(
      2, "almanac script: Use only one of --write and --read-only.", "script", "d", "--write", "--read-only")
    // Control characters in the typed words are not sent to the terminal.
    try await sandbox.refuses(
      2, "almanac add: There is no table '␛[2J'; there are facts and users.", "add", "\u{1B}[2J")
    // No file was made.
    #expect(Set(try FileManager.default.contentsOfDirectory(atPath: sandbox.folder)) == ["home", "tmp"])
  }

  @Test("a sentence says that a bare word is neither a verb nor a file, and does not offer to make it")
  func unknownVerbs() async throws {
    let sandbox = try Sandbox()
    try await sandbox.refuses(
      2, "almanac: 'tolgge' is neither a verb nor a file; did you mean 'toggle'?", "tolgge")
    try await sandbox.refuses(
      2, "almanac: 'foo' is neither a verb nor a file; almanac help lists the verbs.", "foo")
    try await sandbox.refuses(
      2, "almanac: 'foo' is neither a verb nor a file; almanac help lists the verbs.", "--read-only", "foo")
    try await sandbox.refuses(2, "almanac help: There is no verb 'foo'; almanac help lists them.", "help", "foo")
    try await sandbox.refuses(2, "almanac help: There is no verb 'lst'; did you mean 'list'?", "help", "lst")
    try await sandbox.refuses(
      2, "almanac help: 'facts' is one argument too many; --help shows the usage.", "help", "list", "facts")
    // The screen opens an existing file of that name, a file to be created, and words written as a path; here it only
    // lacks a terminal.
    #expect(FileManager.default.createFile(atPath: sandbox["foo"], contents: nil))
    for words in ["foo", "tolgge --create", "foo.db", "./fo", "'\(sandbox["fo"])'"] {
      let ending = try await sandbox.shell("cd '\(sandbox.folder)'; almanac \(words)")
      #expect(ending.errors == "almanac: The screen needs a terminal, and standard input or output is not one.\n")
      #expect(ending.status == 2)
    }
  }

  @Test("every verb takes the options that its help names, and no others")
  func optionsOfHelp() async throws {
    let sandbox = try Sandbox()
    let verbs = [
      "list", "show", "add", "edit", "toggle", "delete", "export", "import", "watch", "stats", "schema", "doctor",
      "script", "undo", "redo", "log", "config", "help",
    ]
    var named: [[String]: Set<String>] = [:]
    for verb in [[]] + verbs.map({ [$0] }) {
      let help = try await sandbox.run([Sandbox.binary] + verb + ["--help"]).text
      // Options mentioned for another verb do not count; in the screen's help, the usage lines of the others do not
      // count.
      var lines = help.replacing("show --json", with: "show").split(separator: "\n")
      if verb == [] { lines.removeAll { $0.hasPrefix("       ") && !$0.hasSuffix("--version") } }
      named[verb] = Set(lines.joined(separator: "\n").matches(of: /--[a-z]+(-[a-z]+)*/).map { String($0.output.0) })
    }
    #expect(
      named[[]] == [
        "--file", "--table", "--search", "--create", "--sample", "--empty", "--read-only", "--write", "--all",
        "--query", "--diff", "--fresh", "--remember", "--utc", "--no-mouse", "--linear", "--help", "--version",
      ])
    let all = named.values.reduce(Set()) { $0.union($1) }.subtracting(["--help", "--version"]).sorted()
    for (verb, options) in named {
      for option in all {
        // An option without a value says so; nothing is shown and nothing is done.
        let ending = try await sandbox.run([Sandbox.binary] + verb + ["\(option)=1"])
        let isTaken = !ending.errors.contains("There is no option \(option);")
        #expect(isTaken == options.contains(option), "\(verb) \(option)")
        #expect(isTaken || ending.status == 2)
      }
    }
    #expect(Set(try FileManager.default.contentsOfDirectory(atPath: sandbox.folder)) == ["home", "tmp"])
  }
}
