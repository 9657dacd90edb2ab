// The first list on the screen: the real binary.
import Foundation
import TestSupport
import Testing

@Suite("--table and --search", .serialized)
struct FirstListTests {
  private static let now = ["--now", "2026-01-03 12:00"]

  @Test("the screen begins with a list and a search that is kept, as if it had been typed")
  func screen() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    let options = ["--file", book, "--size", "72x8"] + Self.now
    let users = try await sandbox.run([Sandbox.binary, "script", "", "--table", "users", "--search", "ada"] + options)
    #expect(
      users.text == """
         Almanac  1 Facts 2  2 Users 2  3 Statistics             book.db · live
         / ada                                                           1 of 2
           Name ▲        E-mail                                  Active   Added
         ▌ Ada Byron     ada@example.org                           ○        2 d



         a add  e edit  Space toggle  d delete  / search  ⏎ open  ? help  q quit

        """)
    // Esc clears the search, and the list is whole; without a table it is the list of facts.
    #expect(
      try await sandbox.run([Sandbox.binary, "script", "Esc", "--table=users", "--search=ada"] + options).text
        == (try await sandbox.run([Sandbox.binary, "script", "2"] + options)).text)
    #expect(
      try await sandbox.run([Sandbox.binary, "script", "", "--search", "\"called a\" !honey"] + options).text
        .split(separator: "\n").map(String.init).prefix(4) == [
          " Almanac  1 Facts 2  2 Users 2  3 Statistics             book.db · live",
          " / \"called a\" !honey   = called a, not honey                     1 of 2",
          " ID ▼  Fact                                                       Added",
          " ▌  1  A group of cats is called a clowder.                     2 d ago",
        ])
    // The other lists are whole, and an empty search is no search.
    #expect(
      try await sandbox.run([Sandbox.binary, "script", "2", "--search", "ada"] + options).text
        == (try await sandbox.run([Sandbox.binary, "script", "2"] + options)).text)
    #expect(
      try await sandbox.run([Sandbox.binary, "script", "", "--table", "facts", "--search", ""] + options).text
        == (try await sandbox.run([Sandbox.binary, "script", ""] + options)).text)
  }

  @Test("on a terminal: the first rows are those that are found")
  func terminal() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    let pane = try await Pane.start(sandbox)
    try await pane.command("almanac --table users --search grace --read-only \(book); echo \"status $?\"")
    try await pane.wait("the user") { $0.contains(" / grace") && $0.contains("▌ Grace Hopper") }
    #expect(pane.bytes.firstRange(of: Array("Ada Byron".utf8)) == nil)
    try await pane.type("q")
    #expect(try await pane.status() == 0)
  }

  @Test("on a first start they apply once it is answered")
  func firstStart() async throws {
    let sandbox = try Sandbox()
    let options = ["--table", "users", "--search", "example.com !a"]
    let asked = try await sandbox.run([Sandbox.binary, "script", ""] + options)
    #expect(asked.text.contains("You have no book yet."))
    for way in [["s"], ["", "--sample"]] {
      let rows = try await sandbox.run([Sandbox.binary, "script"] + way + options).text.split(separator: "\n")
      #expect(rows[0].hasPrefix(" Almanac  1 Facts 494  2 Users 50  3 Statistics "))
      #expect(rows[1].hasPrefix(" / example.com !a   ") && rows[1].hasSuffix(" of 50"))
    }
    let empty = try await sandbox.run([Sandbox.binary, "script", "e"] + options).text.split(separator: "\n")
    #expect(empty[1].hasPrefix(" / example.com !a   ") && empty[1].hasSuffix(" 0 of 0"))
    #expect(empty[3] == "   Nothing matches. Esc clears the search.", "\(empty)")
  }

  @Test("a table that is not there is wrong usage; nothing is made")
  func wrongUsage() async throws {
    let sandbox = try Sandbox()
    for verb in [[], ["script", ""]] {
      let name = (["almanac"] + verb.prefix(1)).joined(separator: " ")
      for (sentence, options) in [
        ("--table needs a value that is not empty.", ["--table", ""]),
        ("--table needs a value, but --search is an option.", ["--table", "--search", "x"]),
        ("--search needs a value.", ["--search"]),
        ("There is no option --tabel; did you mean --table?", ["--tabel", "users"]),
      ] {
        let ending = try await sandbox.run([Sandbox.binary] + verb + options)
        #expect(ending.errors == "\(name): \(sentence)\n")
        #expect(ending.status == 2)
      }
    }
    let none = try await sandbox.almanac("script", "", "--table", "cats", "--create", "--file", sandbox["new.db"])
    #expect(none.errors == "almanac script: There is no table 'cats'; almanac schema lists the tables.\n")
    #expect(none.status == 2)
    for verb in [["show", "users", "1"], ["add", "facts", "x"], ["stats"], ["watch", "users"]] {
      let ending = try await sandbox.run([Sandbox.binary] + verb + ["--table", "users"])
      #expect(ending.errors == "almanac \(verb[0]): There is no option --table; --help lists the options.\n")
      #expect(ending.status == 2)
    }
    #expect(Set(try FileManager.default.contentsOfDirectory(atPath: sandbox.folder)) == ["home", "tmp"])
  }
}
