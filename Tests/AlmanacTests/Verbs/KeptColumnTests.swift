// The arranged columns of a table over a restart of the real program.
import Foundation
import TestSupport
import Testing

@Suite struct KeptColumnTests {
  private func songs(_ sandbox: Sandbox) async throws -> String {
    let file = sandbox["file/songs.db"]
    mkdir(sandbox["file"], 0o700)
    try await sandbox.sqlite(
      file,
      """
      CREATE TABLE song(id INTEGER PRIMARY KEY, title TEXT, year INT); INSERT INTO song VALUES (1, 'Naima', 1960);
      CREATE TABLE band(id INTEGER PRIMARY KEY, name TEXT); INSERT INTO band VALUES (7, 'Quartet');
      """)
    return file
  }

  private func header(_ sandbox: Sandbox, _ file: String, _ arguments: String...) async throws -> String {
    let ending = try await sandbox.run([Sandbox.binary, file, "script"] + arguments)
    #expect(ending.errors == "")
    let lines = ending.text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.count > 2 ? String(lines[2]) : ending.text
  }

  /// The files of the state folder with arranged columns.
  private func kept(_ sandbox: Sandbox) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: sandbox["state/almanac/screens"]).sorted()
  }

  @Test("CIT-02: the next start has the columns as they were left, and there is nothing next to the file")
  func overARestart() async throws {
    let sandbox = try Sandbox()
    let file = try await songs(sandbox)
    #expect(try await header(sandbox, file, "2,L,_,L,<,-,1,L,+", "--write", "--table", "band") == " id ▲  name")
    #expect(try await header(sandbox, file, "Esc", "--write", "--table", "song") == "  year id▲")
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox["file"]) == ["songs.db"])
    let mode = try FileManager.default.attributesOfItem(
      atPath: sandbox["state/almanac/screens/" + kept(sandbox)[0]])[.posixPermissions]
    #expect(mode as? Int == 0o600)
    // A moved file is the same file; a copy of the screen leaves the state folder alone.
    try FileManager.default.moveItem(atPath: file, toPath: sandbox["file/moved.db"])
    #expect(try await header(sandbox, sandbox["file/moved.db"], "Esc", "--write", "--table", "song") == "  year id▲")
    #expect(try await header(sandbox, sandbox["file/moved.db"], "_", "--table", "song").hasPrefix("   title "))
    #expect(
      try await header(sandbox, sandbox["file/moved.db"], "=", "--write", "--table", "song").hasPrefix(" id ▲  title "))
    #expect(
      try await header(sandbox, sandbox["file/moved.db"], "Esc", "--write", "--table", "song").hasPrefix(
        " id ▲  title "))
  }

  @Test("CIT-02: a damaged file of the state folder is named once, works as none, and is kept under another name")
  func damaged() async throws {
    let sandbox = try Sandbox()
    let file = try await songs(sandbox)
    _ = try await header(sandbox, file, "L,_", "--write", "--table", "song")
    let name = try kept(sandbox)[0]
    let path = sandbox["state/almanac/screens/" + name]
    let whole = try String(contentsOfFile: path, encoding: .utf8)
    #expect(whole.hasPrefix("almanac screen 1\n") && whole.hasSuffix("\0tsong\0htitle\0cyear\0"), "\(whole)")
    for damage in [
      "", "another program's", String(whole.dropLast()), whole + "?\0", whole + "wide\0",
      whole.replacing("tsong\0", with: ""),
    ] {
      try damage.write(toFile: path, atomically: false, encoding: .utf8)
      let screen = try await sandbox.almanac(file, "script", "C-l", "--write", "--table", "song", "--size", "200x10")
        .text
      #expect(screen.contains("The arranged columns can't be read: "), "\(damage): \(screen)")
      #expect(screen.contains(" id ▲  title "))
    }
    _ = try await header(sandbox, file, "2,L,_", "--write", "--table", "song")
    #expect(try kept(sandbox) == [name, name + ".damaged"])
    #expect(try await header(sandbox, file, "Esc", "--write", "--table", "song") == " id ▲  year")
  }

  @Test("CIT-02: where nothing can be kept, the screen says so once and goes on")
  func unwritable() async throws {
    let sandbox = try Sandbox()
    let file = try await songs(sandbox)
    try "a file".write(toFile: sandbox["state"], atomically: false, encoding: .utf8)
    let screen = try await sandbox.almanac(
      file, "script", "L,_", "--write", "--table", "song", "--size", "200x10"
    ).text
    #expect(screen.contains(" The columns stay so until you quit: "), "\(screen)")
    #expect(screen.contains(" id ▲  year"))
    let next = try await sandbox.almanac(
      file, "script", "L,L,_,_", "--write", "--table", "song", "--size", "200x10"
    ).text
    #expect(next.contains("title is hidden: = shows all columns."), "\(next)")
  }
}
