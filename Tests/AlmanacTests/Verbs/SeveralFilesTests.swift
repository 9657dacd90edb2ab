// Several files and folders, in the real program.
import Foundation
import TestSupport
import Testing

@Suite("several files")
struct SeveralFilesTests {
  /// A folder with two databases and a text.
  private func twoFiles() async throws -> Sandbox {
    let sandbox = try Sandbox()
    _ = try await sandbox.sqlite(
      sandbox["one.db"], "CREATE TABLE t(a INTEGER PRIMARY KEY, b); INSERT INTO t VALUES (1, 'x')")
    _ = try await sandbox.sqlite(
      sandbox["two.db"], "CREATE TABLE u(a INTEGER PRIMARY KEY, b); INSERT INTO u VALUES (1, 'y')")
    try "no database".write(toFile: sandbox["bad.db"], atomically: true, encoding: .utf8)
    return sandbox
  }

  @Test("CIT-28: `:open` in a script opens a copy of a second file, and leaves both as they are")
  func openInScript() async throws {
    let sandbox = try await twoFiles()
    let (one, two) = (sandbox["one.db"], sandbox["two.db"])
    let ending = try await sandbox.almanac("script", ":,type:open \(two),Enter,d,(,)", "--file", one, "--size", "60x8")
    try ending.check()
    #expect(ending.text.split(separator: "\n").first == " two.db 2/2  u 0                                       live")
    #expect(try await sandbox.sqlite(two, "SELECT b FROM u") == "y")
  }

  @Test("CIT-28: options that are about one file are refused with several, or with a folder")
  func optionsOfOne() async throws {
    let sandbox = try await twoFiles()
    let (a, b) = (sandbox["one.db"], sandbox["two.db"])
    try await sandbox.refuses(2, "almanac: --table is about one file, and 2 are named.", a, b, "--table", "t")
    try await sandbox.refuses(2, "almanac: --diff is about one file, and 2 are named.", a, b, "--diff", "c.db")
    try await sandbox.refuses(2, "almanac: --query is about one file, and 2 are named.", a, b, "--query", "SELECT 1")
    try await sandbox.refuses(2, "almanac: Name all files as words, not \(a) with --file.", b, b, "--file", a)
    try await sandbox.refuses(
      2, "almanac: --create is about a file, and \(sandbox.folder) is a folder.", sandbox.folder, "--create")
  }

  @Test("CIT-28: two files on a terminal follow another program, each with its own changes; a bad one is a sentence")
  func onTerminal() async throws {
    let sandbox = try await twoFiles()
    let (one, two) = (sandbox["one.db"], sandbox["two.db"])
    let pane = try await Pane.start(sandbox)
    try await pane.command("almanac \(one) \(sandbox["bad.db"]) \(two); echo \"status $?\"")
    try await pane.wait("the first of two files, and what is wrong with the bad one") {
      $0.rows[0].hasPrefix(" one.db 1/2  t 1") && $0.contains("bad.db is not a database")
    }
    _ = try await sandbox.sqlite(two, "INSERT INTO u VALUES (2, 'z')")
    _ = try await sandbox.sqlite(one, "INSERT INTO t VALUES (2, 'w')")
    try await pane.wait("the row of another program in the shown file") { $0.rows[0].contains("t 2") }
    try await pane.type(")")
    try await pane.wait("the second file with its new row") {
      $0.rows[0].hasPrefix(" two.db 2/2  u 2") && $0.contains("z")
    }
    try await pane.type("Q")
    try await pane.wait("the first file alone") { $0.rows[0].hasPrefix(" one.db  t 2") }
    // The closed file is one of the last ones.
    try await pane.type(text: ":two.db")
    try await pane.wait("the closed file in the palette") { $0.contains("recent file") }
    try await pane.type("Enter")
    try await pane.wait("the second file again") { $0.rows[0].hasPrefix(" two.db 2/2  u 2") }
    try await pane.type("q")
    try await pane.wait("the end") { $0.contains("status 0") }
  }

  @Test("CIT-28: a folder lists its databases; Enter opens one, and a file that is gone by then is a sentence")
  func folder() async throws {
    let sandbox = try await twoFiles()
    let pane = try await Pane.start(sandbox)
    try await pane.command("almanac \(sandbox.folder); echo \"status $?\"")
    try await pane.wait("both databases") {
      $0.rows[0].contains("2 databases") && $0.contains("one.db") && !$0.contains("bad.db")
    }
    try FileManager.default.removeItem(atPath: sandbox["one.db"])
    // Another key comes between two Enters, or the second could be the first one, still held.
    try await pane.type("k")
    try await pane.type("Enter")
    try await pane.wait("why it is not opened, and the list") {
      $0.contains("one.db does not exist") && $0.rows[0].contains("1 database")
    }
    try await pane.type("k")
    try await pane.type("Enter")
    try await pane.wait("the chosen file") { $0.rows[0].hasPrefix(" two.db  u 1") }
    try await pane.type("q")
    try await pane.wait("the end") { $0.contains("status 0") }
  }
}
