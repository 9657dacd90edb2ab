// The second start of the real program.
import Foundation
import TestSupport
import Testing

@Suite struct SecondStartTests {
  private func songs(_ sandbox: Sandbox) async throws -> String {
    let file = sandbox["songs.db"]
    try await sandbox.sqlite(
      file,
      """
      CREATE TABLE band(id INTEGER PRIMARY KEY, name TEXT); INSERT INTO band VALUES (7, 'Quartet');
      CREATE TABLE song(id INTEGER PRIMARY KEY, title TEXT);
      INSERT INTO song VALUES (1, 'Naima'), (2, 'Giant'), (3, 'Countdown');
      """)
    return file
  }

  private func screen(_ sandbox: Sandbox, _ arguments: String...) async throws -> [String] {
    let ending = try await sandbox.run([Sandbox.binary, "script"] + arguments + ["--size", "60x8"])
    #expect(ending.errors == "" && ending.status == 0)
    return ending.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  @Test("CIT-27: a terminal shows the file as the last one left it; options come first; scripts on a copy start afresh")
  func overARestart() async throws {
    let sandbox = try Sandbox()
    let file = try await songs(sandbox)
    let pane = try await Pane.start(sandbox, columns: 60, rows: 8)
    try await pane.command("almanac songs.db")
    try await pane.wait("the first tab") { $0.contains("Quartet") }
    try await pane.type("2", "G", "s", "j")
    try await pane.wait("the order") { $0.contains("title ▲") && $0.selected?.text.contains("Giant") == true }
    try await pane.type("q")
    try await pane.wait("the end") { $0.rows.last { !$0.isEmpty } == "$" }
    let left = """
       songs.db  band 1  song 3                              live
       / search                                               2/3
         id  title ▲
          3  Countdown
       ▌  2  Giant
          1  Naima

       a add  e edit  d delete  / search  ⏎ open  : jump  ? help
      """
    let kept = try FileManager.default.contentsOfDirectory(atPath: sandbox["state/almanac/screens"])
    #expect(kept.count == 1)
    #expect(try await screen(sandbox, "", "--write", "--file", file).joined(separator: "\n") == left)
    let table = try await screen(sandbox, "", "--table", "band", "--write", "--file", file)
    #expect(table[3] == " ▌  7  Quartet", "\(table)")
    let search = try await screen(sandbox, "", "--table", "song", "--search", "i", "--write", "--file", file)
    #expect(search[1].hasPrefix(" / i ") && search[3] == " ▌  2  Giant", "the order stays: \(search)")
    let whole = try await screen(sandbox, "", "--table", "song", "--search", "", "--write", "--file", file)
    #expect(whole[1].hasPrefix(" / search ") && whole[3] == " ▌  3  Countdown", "\(whole)")
    let first = try await screen(sandbox, "", "--file", file)
    #expect(first[3] == " ▌  7  Quartet", "a copy starts afresh: \(first)")
    #expect(try await screen(sandbox, "2", "--fresh", "--write", "--file", file)[2] == " id ▲  title")
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox["state/almanac/screens"]) == kept)
  }

  @Test("CIT-26: the next run finds the earlier searches, and one with a name; with --fresh only that one")
  func searches() async throws {
    let sandbox = try Sandbox()
    let file = try await songs(sandbox)
    _ = try await screen(
      sandbox, "2,L,s,/,type:a,Enter,:,type:name giants,Enter,/,C-u,type:nai,Enter", "--write", "--file", file)
    let earlier = try await screen(sandbox, "2,/,C-u,Up", "--write", "--file", file)
    #expect(earlier[1].hasPrefix(" / nai ") && earlier[3] == " ▌  1  Naima", "\(earlier)")
    let fresh = try await screen(
      sandbox, "2,/,Up,Up,Esc,1,:,type:search giants,Enter", "--fresh", "--write", "--file", file)
    #expect(fresh[1].hasPrefix(" / a ") && fresh[2] == "   id  title ▲" && fresh[3] == " ▌  2  Giant", "\(fresh)")
    let kept = try FileManager.default.contentsOfDirectory(atPath: sandbox["state/almanac/screens"])
    let whole = try String(
      contentsOfFile: sandbox["state/almanac/screens/\(try #require(kept.first))"], encoding: .utf8)
    #expect(whole.contains("\0Ngiants\0tsong\0/a\0atitle\0t"), "\(whole)")
    #expect(whole.contains("\0ea\0enai\0"), "\(whole)")
  }

  @Test("CIT-27: another file at the path, and a damaged state, begin as usual")
  func another() async throws {
    let sandbox = try Sandbox()
    let file = try await songs(sandbox)
    _ = try await screen(sandbox, "2,Down", "--write", "--file", file)
    #expect(try await screen(sandbox, "", "--write", "--file", file)[4] == " ▌  2  Giant")
    let path =
      try sandbox["state/almanac/screens/"]
      + FileManager.default.contentsOfDirectory(atPath: sandbox["state/almanac/screens"])[0]
    let whole = try String(contentsOfFile: path, encoding: .utf8)
    #expect(whole.contains("\0Stsong\0tsong\0r1 x'01"), "\(whole)")
    for record in ["r1 x'01'", "r1 x'ffff'", "r99999999 x'0'", "r-1 ?", "r1 x'0102ffffffffffffffffff7f'"] {
      let damaged = whole.replacing(/r1 x'[0-9a-f]*'/, with: record)
      try damaged.write(toFile: path, atomically: false, encoding: .utf8)
      #expect(try await screen(sandbox, "C-l", "--write", "--file", file)[3] == " ▌  1  Naima", "\(record)")
    }
    try whole.write(toFile: path, atomically: false, encoding: .utf8)
    // Another file with the same number would have been made at another time.
    let other = whole.replacing(/\n[^\0]*\0/, with: "\n1.2\0", maxReplacements: 1)
    try other.write(toFile: path, atomically: false, encoding: .utf8)
    #expect(try await screen(sandbox, "", "--write", "--file", file)[3] == " ▌  7  Quartet")
    try FileManager.default.moveItem(atPath: file, toPath: sandbox["old.db"])
    _ = try await songs(sandbox)
    #expect(try await screen(sandbox, "", "--write", "--file", file)[3] == " ▌  7  Quartet")
  }
}
