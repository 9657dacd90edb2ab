// --remember: what other programs have changed between two runs.
import Foundation
import TestSupport
import Testing

@Suite struct RememberTests {
  private func script(_ sandbox: Sandbox, _ time: String, _ file: String) async throws -> [String] {
    let ending = try await sandbox.run([
      Sandbox.binary, "script", "C", "--remember", "--write", "--now", "2026-01-03 \(time)", "--utc", "--file", file,
      "--size", "60x9",
    ])
    #expect(ending.errors == "" && ending.status == 0)
    return ending.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test("HIS-15: with --remember C begins with what has changed since the last run; the copy is the person's alone")
  func overARestart() async throws {
    let sandbox = try Sandbox()
    let file = try await sandbox.smallBook()
    #expect(try await script(sandbox, "12:00", file)[0].hasPrefix(" book.db › Changes 0"))
    let kept = try FileManager.default.contentsOfDirectory(atPath: sandbox["state/almanac/remembered"]).sorted()
    #expect(kept.count == 2 && kept[1] == kept[0] + ".db", "\(kept)")
    for name in kept {
      let attributes = try FileManager.default.attributesOfItem(atPath: sandbox["state/almanac/remembered/" + name])
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
    try await sandbox.sqlite(file, "UPDATE users SET name = 'Ada' WHERE id = 1; DELETE FROM facts WHERE id = 2")
    let seen = try await script(sandbox, "18:40", file)
    #expect(seen[0].hasPrefix(" book.db › Changes 2"), "\(seen)")
    #expect(seen.contains { $0.contains("since 12:00: 1 updated, 1 deleted") }, "\(seen)")
    // It was seen: the next run begins afresh, and a run without a change keeps the copy.
    let copy = sandbox["state/almanac/remembered/" + kept[1]]
    let number = try FileManager.default.attributesOfItem(atPath: copy)[.systemFileNumber] as? Int
    #expect(try await script(sandbox, "19:00", file)[0].hasPrefix(" book.db › Changes 0"))
    #expect(try FileManager.default.attributesOfItem(atPath: copy)[.systemFileNumber] as? Int == number)
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox["state/almanac/remembered"]).sorted() == kept)
  }

  @Test("HIS-15: a copy needs a place, and another file at the path is not compared with it")
  func refused() async throws {
    let sandbox = try Sandbox()
    let file = try await sandbox.smallBook()
    let ending = try await sandbox.run([Sandbox.binary, "script", "C", "--remember", "--file", file])
    #expect(ending.status == 2)
    #expect(
      ending.errors == "almanac script: --remember needs --write, and a state folder that XDG_STATE_HOME names.\n")
    _ = try await script(sandbox, "12:00", file)
    try await sandbox.sqlite(file, "DELETE FROM facts; VACUUM INTO '\(sandbox["other.db"])'")
    try FileManager.default.removeItem(atPath: file)
    try FileManager.default.moveItem(atPath: sandbox["other.db"], toPath: file)
    #expect(try await script(sandbox, "13:00", file)[0].hasPrefix(" book.db › Changes 0"))
    // The copy of the file that is gone went, and so did the draft of a process that was killed.
    let draft = sandbox["state/almanac/remembered/1-2.db.4194999"]
    #expect(FileManager.default.createFile(atPath: draft, contents: nil))
    _ = try await script(sandbox, "14:00", file)
    let kept = try FileManager.default.contentsOfDirectory(atPath: sandbox["state/almanac/remembered"])
    #expect(kept.count == 2, "\(kept)")
  }

  @Test("CIT-20: remember = on does as --remember, for the files of its section; --read-only keeps nothing")
  func setting() async throws {
    let sandbox = try Sandbox()
    let file = try await sandbox.smallBook()
    try FileManager.default.createDirectory(atPath: sandbox["config/almanac"], withIntermediateDirectories: true)
    try Data("[file book.db]\nremember = on\n".utf8).write(to: URL(filePath: sandbox["config/almanac/config"]))
    func first(_ options: String...) async throws -> String {
      let ending = try await sandbox.run([Sandbox.binary, "script", "C", "--size", "60x9", "--file", file] + options)
      #expect(ending.errors == "" && ending.status == 0)
      return String(ending.text.prefix { $0 != "\n" })
    }
    let folder = sandbox["state/almanac/remembered"]
    _ = try await first("--read-only")
    _ = try await first()
    #expect(!FileManager.default.fileExists(atPath: folder))
    _ = try await first("--write")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2)
    try await sandbox.sqlite(file, "UPDATE users SET name = 'Ada' WHERE id = 1")
    #expect(try await first("--write").hasPrefix(" book.db › Changes 1"))
  }
}
