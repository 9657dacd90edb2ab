// --read-only on the screen and in a script: nothing is changed, and every key that would change something says so.
import Foundation
import TestSupport
import Testing

@Suite("--read-only", .serialized)
struct ReadOnlyTests {
  private static let refusal = " book.db is open with --read-only: you can't change it."

  /// The names of the files in the book's folder, and their content.
  private func files(_ sandbox: Sandbox) throws -> [String: Data] {
    try FileManager.default.contentsOfDirectory(atPath: sandbox.folder).filter { $0.hasPrefix("book.db") }
      .reduce(into: [:]) { $0[$1] = try Data(contentsOf: URL(fileURLWithPath: sandbox[$1])) }
  }

  @Test(
    "the screen: the badge, a refusal of every key that changes, and the same bytes afterwards",
    arguments: ["wal", "delete"])
  func screen(_ journal: String) async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    try await sandbox.sqlite(book, "PRAGMA journal_mode=\(journal)")
    let before = try files(sandbox)
    let pane = try await Pane.start(sandbox)
    try await pane.command("almanac book.db --read-only; echo \"status $?\"")
    let first = try await pane.wait("both counts") { $0.contains("1 Facts 2  2 Users 2 ") && $0.selected != nil }
    #expect(
      first.rows[0] == " Almanac  1 Facts 2  2 Users 2  3 Statistics                book.db · read-only")
    #expect(first.rows[22...] == ["", " / search  ⏎ open  ? help  q quit"])
    // The next key that does something removes the message, and each of these keys shows it again.
    for (keys, place) in [
      (["a", "e", "d", "Delete", "u", "C-r"], "1"), (["a", "e", "d", "Space"], "2"),
    ] {
      try await pane.type(place)
      for key in keys {
        try await pane.type("k")
        try await pane.wait("no refusal before \(key)") { $0.rows[22] == "" && $0.selected != nil }
        try await pane.type(key)
        try await pane.wait("the refusal of \(key)") { $0.rows[22] == Self.refusal }
        // Keys right after these two would be meant for their forms; Esc ends that.
        if key == "a" || key == "e" { try await pane.type("Escape") }
      }
    }
    try await pane.type("Enter")
    try await pane.wait("the record") { $0.rows[1].hasPrefix("   User 2") && $0.rows[22] == "" }
    for key in ["e", "Space", "d"] {
      try await pane.type("j", key)
      try await pane.wait("the refusal of \(key)") { $0.rows[22] == Self.refusal }
    }
    #expect(try await pane.screen().rows[1].hasPrefix("   User 2"))
    try await pane.type("Escape", "q")
    #expect(try await pane.status() == 0)
    #expect(try files(sandbox) == before)
  }

  @Test("a verb that only reads leaves the log as it found it, also where it could make a book")
  func log() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    let writer = try RawConnection(book)
    try writer.run("PRAGMA journal_mode=wal; INSERT INTO facts(body) VALUES ('In the log.')")
    try await sandbox.shell("cd '\(sandbox.folder)'; for file in book.db*; do cp $file copy${file#book}; done").check()
    let log = try Data(contentsOf: URL(fileURLWithPath: sandbox["copy.db-wal"]))
    #expect(!log.isEmpty)
    for options in [[], ["--empty"]] {
      let listed = try await sandbox.run([Sandbox.binary, "list", "facts", "--file", sandbox["copy.db"]] + options)
      #expect(listed.text.contains("In the log."))
      #expect(try Data(contentsOf: URL(fileURLWithPath: sandbox["copy.db-wal"])) == log, "\(options)")
    }
  }

  @Test("a script: the same screen, the same bytes; it is no way to write", arguments: ["wal", "delete"])
  func script(_ journal: String) async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    try await sandbox.sqlite(book, "PRAGMA journal_mode=\(journal)")
    let before = try files(sandbox)
    for keys in ["2,Space", "2,a", "2,e", "2,d", "2,u", "2,C-r", "2,d,type:e"] {
      let ending = try await sandbox.almanac(
        "script", keys, "--read-only", "--size", "64x7", "--now", "2026-01-03 12:00", "--file", book)
      #expect(ending.errors == "" && ending.status == 0)
      #expect(
        ending.text == """
           Almanac  1 Facts 2  2 Users 2  3 Statistics          read-only
           / search                                                   1/2
             Name ▲        E-mail                          Active   Added
           ▌ Ada Byron     ada@example.org                   ○        2 d
             Grace Hopper  grace@example.org                 ●        2 d
          \(Self.refusal)
           / search  ⏎ open  ? help  q quit

          """, "\(keys)")
    }
    try await sandbox.refuses(
      2, "almanac script: Use only one of --write and --read-only.", "script", "d", "--write", "--read-only",
      "--file", book)
    #expect(try files(sandbox) == before)
  }

  @Test(
    "a verb that only reads leaves a log that it finds as it is, and reads what is in it; it leaves none that was not",
    arguments: [["list", "facts"], ["show", "facts", "2"], ["stats"]])
  func readingVerbs(_ verb: [String]) async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    #expect(try await sandbox.sqlite(book, "PRAGMA journal_mode=wal") == "wal")
    let before = try files(sandbox)
    try await sandbox.run([Sandbox.binary] + verb + ["--file", book]).check()
    #expect(try files(sandbox) == before)
    // As a killed program leaves it.
    try await sandbox.shell(
      #"printf '%s\n' "UPDATE facts SET body = 'In the log.';" '.shell kill -9 $PPID' | sqlite3 "#
        + "'\(book)'; true"
    ).check()
    let log = try #require(try files(sandbox)["book.db-wal"])
    #expect(log.count > 0)
    let told = try await sandbox.run([Sandbox.binary] + verb + ["--file", book])
    #expect(told.status == 0 && (verb[0] == "stats" || told.text.contains("In the log.")), "\(told)")
    #expect(try files(sandbox)["book.db-wal"] == log)
  }
}
