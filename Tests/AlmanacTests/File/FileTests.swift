// Another process deletes, moves, replaces or cuts the file while it is on the screen.
import Foundation
import TestSupport
import Testing

@Suite("The file under the screen", .serialized)
struct FileTests {
  @Test(
    "a write that waits for a shell's lock is counted, given up by Esc, and does nothing later",
    arguments: ["wal", "delete"])
  func lock(_ journal: String) async throws {
    let book = try await OpenBook.start(journal: journal)
    let pane = book.pane
    let holder = try SQLiteShell(book.file)
    try await holder.run("BEGIN IMMEDIATE; INSERT INTO facts(body) VALUES('theirs')")
    try await pane.type("d")
    try await pane.wait("the wait") {
      $0.contains("Waiting for another program's lock · ") && $0.counts(0) && $0.contains(" s · Esc gives up")
    }
    try await pane.wait("a second") { $0.counts(1) && $0.rows[0].contains("busy") }
    try await pane.type("j", "d")
    try await pane.wait("the cursor on the next") { $0.selected?.text.contains(" 493 ") == true }
    try await pane.type("Escape")
    try await pane.wait("what was not done") {
      $0.contains("Not deleted: another program has locked the file. Nothing was changed.")
        && $0.rows[0].contains("live")
    }
    try await holder.run("COMMIT")
    try await pane.wait("theirs") { $0.contains("1 Facts 495") }
    // A lock that is released after a while.
    try await holder.run("BEGIN IMMEDIATE")
    try await pane.type("d")
    try await pane.wait(for: "Waiting for another program's lock")
    try await holder.run("ROLLBACK")
    try await pane.wait("done") { $0.contains("Deleted fact 493") && $0.contains("1 Facts 494") }
    try await holder.end()
    try await book.quit(journal: journal)
  }

  @Test(
    "what a lock keeps from being written although its person has left is told behind the screen, status 1",
    arguments: [false, true])
  func leavingBehindALock(endedByControlC: Bool) async throws {
    let book = try await OpenBook.start()
    let holder = try SQLiteShell(book.file)
    try await holder.run("BEGIN IMMEDIATE")
    // The keys come together, before a wait is shown that q could ask about; keys after them are dropped.
    try await book.pane.type(text: "dqd")
    if endedByControlC {
      try await book.pane.wait(for: "Waiting for another program's lock, five seconds at most.")
      try await book.pane.type("C-c")
    }
    #expect(try await book.pane.status() == 1)
    let screen = try await book.pane.screen()
    #expect(screen.contains("Waiting for another program's lock, five seconds at most."))
    #expect(screen.contains("almanac: Not deleted: another program has locked the file."))
    try await holder.run("ROLLBACK")
    try await holder.end()
    #expect(try await book.sql("SELECT count(*) FROM facts") == "494")
  }

  @Test("an edited form that a lock keeps from being saved holds what was typed, and is saved when the lock goes")
  func lockedForm() async throws {
    let book = try await OpenBook.start()
    let pane = book.pane
    try await book.sql("UPDATE facts SET body = 'Honey keeps.' WHERE id = 494")
    try await pane.wait("the fact") { $0.selected?.text.contains(" 494  Honey keeps.") == true }
    let holder = try SQLiteShell(book.file)
    try await holder.run("BEGIN IMMEDIATE")
    try await pane.type("e")
    try await pane.wait(for: "Edit fact 494")
    try await pane.type(text: " Mine.")
    try await pane.type("C-s")
    try await pane.wait("the wait") {
      $0.contains("Waiting for another program's lock · ") && $0.counts(0) && $0.contains("Honey keeps. Mine.")
    }
    try await pane.type("Escape")
    try await pane.wait("what was not done") {
      $0.contains("Not saved: another program has locked the file.") && $0.contains("Edit fact 494")
        && $0.contains("Honey keeps. Mine.") && $0.rows[0].contains("live")
    }
    try await pane.type(text: " Still.")
    try await pane.type("C-s")
    try await pane.wait(for: "Waiting for another program's lock · ")
    try await holder.run("UPDATE users SET name = 'Theirs' WHERE id = 1; COMMIT")
    try await pane.wait("the edited fact") {
      $0.contains(" Edited fact 494 · u undo") && !$0.contains("Edit fact 494")
        && $0.selected?.text.contains("Honey keeps. Mine. Still.") == true
    }
    #expect(
      try await book.sql("SELECT body FROM facts WHERE id = 494; SELECT name FROM users WHERE id = 1")
        == "Honey keeps. Mine. Still.\nTheirs")
    try await holder.end()
    try await book.quit()
  }

  @Test("a list that an exclusive lock keeps away comes when it goes")
  func exclusiveLock() async throws {
    let book = try await OpenBook.start(journal: "delete")
    let pane = book.pane
    let holder = try SQLiteShell(book.file)
    try await holder.run("BEGIN EXCLUSIVE; UPDATE facts SET body = 'seen by nobody yet' WHERE id = 7")
    try await pane.type("/")
    try await pane.type(text: "nobody yet")
    try await pane.wait("the wait") {
      $0.contains("Waiting for another program's lock · ") && $0.rows[0].contains("busy")
    }
    try await holder.run("COMMIT")
    try await pane.wait("the hit") {
      $0.contains("1 of 494") && $0.contains("seen by nobody yet") && $0.rows[0].contains("live")
    }
    try await pane.type("Escape", "q")
    #expect(try await pane.status() == 0)
  }

  @Test(
    "deleted, put back, replaced, cut short, vacuumed, altered: said, survived, healed",
    arguments: ["wal", "delete"])
  func changes(_ journal: String) async throws {
    let book = try await OpenBook.start(journal: journal)
    let (pane, sandbox, file) = (book.pane, book.sandbox, book.file)
    func shell(_ script: String) async throws {
      let ending = try await sandbox.shell(script)
      #expect(ending.status == 0, "\(script): \(ending.errors)")
    }
    func state(_ words: String...) async throws {
      try await pane.wait("\(words)") { screen in words.contains { screen.rows[0].hasSuffix(" · \($0)") } }
    }
    try await book.sql("PRAGMA wal_checkpoint(TRUNCATE)")
    try await shell("cp '\(file)' '\(file).whole'")

    try await shell("mv '\(file)' '\(file).away'")
    try await state("gone")
    try await pane.type("d")
    try await pane.wait(for: "The file was gone: nothing was changed.")
    try await shell("mv '\(file).away' '\(file)'")
    try await state("live")

    try await sandbox.almanac(
      "add", "facts", "In the other book.", "--file", sandbox["other.db"], "--create", "--empty"
    ).check()
    try await shell("mv '\(sandbox["other.db"])' '\(file)'")
    try await pane.wait("the other book") { $0.contains("In the other book.") && $0.contains("1 Facts 1 ") }
    try await state("live")
    try await shell("echo nonsense > '\(file).new'; mv '\(file).new' '\(file)'")
    try await state("replaced")
    try await shell("cp '\(file).whole' '\(file).new'; mv '\(file).new' '\(file)'")
    try await pane.wait("the first book again") { $0.contains("1 Facts 494") }
    try await state("live")

    try await shell("truncate -s 40960 '\(file)'")
    // Found when the first missing page is read. If that happens while the file is being cut, the file changes once
    // more after it: then it counts as another file, which can't be opened.
    try await pane.type("2", "G", "1", "G")
    try await state("damaged", "can't be read", "replaced")
    try await shell("cp '\(file).whole' '\(file).new'; mv '\(file).new' '\(file)'")
    try await pane.wait("the first book once more") { $0.contains("1 Facts 494") && $0.rows[0].hasSuffix(" · live") }
    try await pane.type("g")
    try await pane.wait("the first fact") { $0.selected?.text.contains(" 494 ") == true }
    try await pane.type("d")
    try await pane.wait(for: "Deleted fact 494")

    try await book.sql(
      "VACUUM; ALTER TABLE facts ADD COLUMN note; UPDATE facts SET body = 'after all that' WHERE id = 492")
    try await pane.wait(for: "after all that")
    try await book.sql("ALTER TABLE facts RENAME TO gone")
    try await state("can't be read")
    try await book.sql("ALTER TABLE gone RENAME TO facts")
    try await state("live")
    try await pane.type("q")
    #expect(try await pane.status() == 0)
    #expect(try await book.sql("PRAGMA integrity_check; SELECT count(*) FROM facts") == "ok\n493")
  }
}
