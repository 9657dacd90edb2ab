// The real binary with a file without bytes.
import TestSupport
import Testing

@Suite("An empty file") struct EmptyFileTests {
  @Test("looking at an empty file, on the screen and by verbs, leaves it empty and the same")
  func looking() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["empty.db"]
    try await sandbox.shell(": >'\(file)'").check()
    func state() async throws -> String {
      try await sandbox.shell("cd '\(sandbox.folder)'; stat -c '%i %s' empty.db; ls").text
    }
    let before = try await state()
    for options in [[], ["--write"], ["--read-only"]] {
      let screen = try await sandbox.run(
        [Sandbox.binary, "script", "a,d,u,G,Tab", "--size", "60x6", "--file", file] + options)
      #expect(screen.status == 0 && screen.errors == "")
      #expect(screen.text.contains("There are no tables in this file yet."))
      #expect(screen.text.hasPrefix(" empty.db "))
    }
    #expect(try await sandbox.almanac("schema", "--file", file).text == "")
    for verb in [["list", "t"], ["show", "t", "1"], ["export", "t"], ["watch", "t"], ["schema", "t"]] {
      let ending = try await sandbox.run([Sandbox.binary] + verb + ["--file", file])
      #expect(ending.errors == "almanac \(verb[0]): There is no table 't'; the file has no tables.\n")
      #expect(ending.status == 2 && ending.text == "")
    }
    for verb in [["add", "t", "a=1"], ["edit", "t", "1", "a=1"], ["toggle", "t", "1"], ["delete", "t", "1"]] {
      let ending = try await sandbox.run([Sandbox.binary] + verb + ["--file", file])
      #expect(ending.errors == "almanac \(verb[0]): There is no table 't'; the file has no tables.\n")
      #expect(ending.status == 2 && ending.text == "")
    }
    try await sandbox.refuses(
      1, "almanac stats: \(file) is an empty file.", "stats", "--file", file)
    #expect(try await state() == before)
  }

  @Test("--create makes a book of nothing or of an empty file, and says so, once", arguments: ["", ": >book.db"])
  func creating(_ making: String) async throws {
    let sandbox = try Sandbox()
    try await sandbox.shell("cd '\(sandbox.folder)'; \(making)").check()
    let file = sandbox["book.db"]
    let made = try await sandbox.almanac("add", "facts", "First.", "--file", file, "--create")
    #expect(made.text == "1\n" && made.errors == "Made \(file), a new book.\n")
    let again = try await sandbox.almanac("add", "facts", "Second.", "--file", file, "--create")
    #expect(again.text == "2\n" && again.errors == "")
    // A copy is made, and no file at the path.
    let copy = try await sandbox.almanac("script", "", "--size", "60x6", "--file", sandbox["copy.db"], "--create")
    #expect(!copy.text.contains("Made") && copy.errors == "")
    let screen = try await sandbox.almanac(
      "script", "", "--write", "--size", "60x6", "--file", sandbox["new.db"], "--create")
    #expect(screen.text.contains("\n Made new.db, a new book.\n") && screen.errors == "")
  }
}
