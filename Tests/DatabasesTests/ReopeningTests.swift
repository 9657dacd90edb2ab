// Between closing the file that was open and opening the one in its place: a lock, the end of the connection.

import Activities
import Foundation
import Locks
import TestSupport
import Testing

@testable import Databases

@Suite(.recordsIssues) struct ReopeningTests {
  /// Puts another file, which a shell has locked, in the place of the open one; returns when its lock is waited for.
  private func replace(
    _ path: String, in folder: URL, of connection: SQLiteConnection, patience: Duration? = nil
  ) async throws -> SQLiteShell {
    connection.waitForLocks(atMost: patience)
    let new = try await makeFile("new.db", in: folder, journal: "delete", [7])
    let shell = try SQLiteShell(new)
    try await shell.run("BEGIN EXCLUSIVE;")
    _ = rename(new, path)
    await connection.until { $0.waiting == .opening }
    return shell
  }

  /// Looks into a file before it is opened, as the book does, or leaves it at that.
  private func looking(_ isLookedInto: Bool) -> (inout SQLiteConnection.Configuration) -> Void {
    { configuration in
      guard isLookedInto else { return }
      configuration.accept = { file in try await file.read { db in _ = try db.integers("SELECT n FROM t") } }
    }
  }

  @Test("a lock on the file that has come is told; when it goes the file is opened", arguments: [true, false])
  func locked(_ isLookedInto: Bool) async throws {
    try await withWatchedFile("wal", looking(isLookedInto)) { connection, path, folder in
      let shell = try await replace(path, in: folder, of: connection)
      let error = await #expect(throws: DatabaseError.self, "nothing is done later that nobody remembers") {
        try await connection.insert(3)
      }
      #expect(error?.isBusy == true)
      try await shell.run("COMMIT;")
      await connection.until { $0.generation == 1 && $0.waiting.isEmpty }
      await connection.activity.settled()
      #expect(try await connection.numbers() == [7])
    }
  }

  @Test(
    "a lock that outlasts our waiting makes nothing of the file: reads are busy, and it is tried until it can be opened",
    arguments: [true, false])
  func outlasted(_ isLookedInto: Bool) async throws {
    let told = Lock<Set<FileStatus.Condition>>([])
    try await withWatchedFile("wal") { configuration in
      looking(isLookedInto)(&configuration)
      configuration.statusChanged = { status in told.withLock { _ = $0.insert(status.condition) } }
    } _: { connection, path, folder in
      let shell = try await replace(path, in: folder, of: connection, patience: .milliseconds(150))
      for attempt in ["read", "write"] {
        let error = await #expect(throws: DatabaseError.self) {
          if attempt == "read" { _ = try await connection.numbers() } else { try await connection.insert(3) }
        }
        #expect(error == DatabaseError.held)
      }
      try await shell.run("COMMIT;")
      await connection.until { $0.generation == 1 && $0.waiting.isEmpty }
      #expect(try await connection.numbers() == [7])
      await connection.activity.settled()
      #expect(told.withLock(\.self) == [.present])
    }
  }

  @Test("given up, the file is left alone until it changes", arguments: [true, false])
  func givenUp(_ isLookedInto: Bool) async throws {
    try await withWatchedFile("wal", looking(isLookedInto)) { connection, path, folder in
      let shell = try await replace(path, in: folder, of: connection)
      connection.giveUpWaiting()
      await connection.until { $0.condition == .replaced(reason: "another program holds it") }
      await connection.activity.settled()
      #expect(connection.status.waiting.isEmpty)
      await #expect(throws: DatabaseError.self) { try await connection.numbers() }
      try await shell.run("COMMIT;")
      try await connection.outsideBatch { try await SQLiteShell(path).run("INSERT INTO t VALUES(8);") }
      #expect(connection.status.condition == .present)
      #expect(try await connection.numbers() == [7, 8])
    }
  }

  @Test("where no lock is waited for, a locked file is left alone until it changes", arguments: [true, false])
  func noPatience(_ isLookedInto: Bool) async throws {
    try await withWatchedFile("wal", looking(isLookedInto)) { connection, path, folder in
      connection.waitForLocks(atMost: .zero)
      let new = try await makeFile("new.db", in: folder, journal: "delete", [7])
      let shell = try SQLiteShell(new)
      try await shell.run("BEGIN EXCLUSIVE;")
      _ = rename(new, path)
      await connection.until { $0.condition == .replaced(reason: "another program holds it") }
      await connection.activity.settled()
      try await shell.run("COMMIT;")
      connection.waitForLocks(atMost: nil)
      try await connection.outsideBatch { try await SQLiteShell(path).run("INSERT INTO t VALUES(8);") }
      #expect(connection.status.condition == .present)
      #expect(try await connection.numbers() == [7, 8])
    }
  }

  @Test(
    "a file that there was no room for is tried again where there is more, when somebody looks, reads or writes",
    arguments: ["look", "read", "write"])
  func noRoom(_ occasion: String) async throws {
    let free = Lock(0)
    let attempts = Lock(0)
    try await withWatchedFile("delete") { configuration in
      configuration.watchesOtherProcesses = false
      configuration.freeBytes = { _ in free.withLock(\.self) }
      configuration.accept = { _ in
        attempts.withLock { $0 += 1 }
        if free.withLock(\.self) == 0 { throw DatabaseError(code: 13, message: "database or disk is full") }
      }
    } _: { connection, path, folder in
      _ = rename(try await makeFile("new.db", in: folder, journal: "delete", [7]), path)
      try await connection.lookForOutsideChanges()
      await connection.until { $0.condition == .replaced(reason: "the disk is full") }
      for _ in 1...2 {
        try await connection.lookForOutsideChanges()
        await #expect(throws: DatabaseError.self) { try await connection.numbers() }
        await connection.activity.settled()
      }
      #expect(attempts.withLock(\.self) == 1)
      free.withLock { $0 = 1 }
      try await connection.outsideBatch {
        switch occasion {
        case "look": try await connection.lookForOutsideChanges()
        case "read": _ = try? await connection.numbers()
        default: try? await connection.insert(8)
        }
      }
      #expect(connection.status.condition == .present)
      #expect(try await connection.numbers() == [7])
    }
  }

  @Test("leaving waits for no lock on the file that has come", arguments: [true, false])
  func leaving(_ isLookedInto: Bool) async throws {
    try await withWatchedFile("wal", looking(isLookedInto)) { connection, path, folder in
      let shell = try await replace(path, in: folder, of: connection)
      await connection.endReads()
      await connection.activity.settled()
      #expect(connection.status.waiting.isEmpty && connection.status.generation == 0)
      try await shell.run("COMMIT;")
    }
  }

  @Test("a connection that is dropped waits for no lock on the file that has come", arguments: [true, false])
  func dropped(_ isLookedInto: Bool) async throws {
    try await withFolder { folder in
      let path = try await makeFile("book.db", in: folder, journal: "wal", [1, 2])
      var configuration = SQLiteConnection.Configuration()
      looking(isLookedInto)(&configuration)
      let activity = configuration.activity
      var connection: SQLiteConnection! = try await .open(storage: .file(path: path), configuration: configuration)
      let shell = try await replace(path, in: folder, of: connection)
      connection = nil
      await activity.settled()
      #expect(try await shell.run("COMMIT; SELECT n FROM t;") == ["7"])
    }
  }

  @Test("a write that was asked for while another file was being opened is not done to it")
  func meantForTheOldFile() async throws {
    let (asked, answered) = (Gate(), Gate())
    try await withWatchedFile("wal") {
      $0.accept = { _ in
        asked.open()
        await answered.opened()
      }
    } _: { connection, path, folder in
      _ = rename(try await makeFile("new.db", in: folder, journal: "wal", [7]), path)
      await asked.opened()
      let writing = Task { try await connection.insert(3) }
      await connection.turns.waiting(1)
      answered.open()
      await #expect(throws: DatabaseError.moved("the file is another now")) { try await writing.value }
      await connection.activity.settled()
      #expect(try await connection.numbers() == [7])
      try await connection.insert(8)
      #expect(try await connection.numbers() == [7, 8])
    }
  }

  @Test("closing that comes while another file is looked into wins: nothing is opened any more")
  func closing() async throws {
    let (asked, answered, opened) = (Gate(), Gate(), Lock(0))
    try await withWatchedFile("wal") {
      $0.prepare = { _ in opened.withLock { $0 += 1 } }
      $0.accept = { _ in
        asked.open()
        await answered.opened()
      }
    } _: { connection, path, folder in
      let before = opened.withLock(\.self)
      let batches = BatchCollector(connection)
      _ = rename(try await makeFile("new.db", in: folder, journal: "wal", [7]), path)
      await asked.opened()
      let closing = Task { await connection.close() }
      await connection.pool?.emptying.waiting(1)
      answered.open()
      await closing.value
      await connection.activity.settled()
      #expect(opened.withLock(\.self) == before)
      #expect(connection.status == FileStatus() && batches.batches.isEmpty)
      #expect(files(in: folder) == ["book.db"])
      await #expect(throws: DatabaseError.closed) { try await connection.numbers() }
    }
  }

  @Test("closing that comes before the turn of the reopening wins too")
  func closingBefore() async throws {
    let (begun, ended, opened) = (Gate(), Gate(), Lock(0))
    try await withWatchedFile("wal") {
      $0.prepare = { _ in opened.withLock { $0 += 1 } }
    } _: { connection, path, folder in
      let before = opened.withLock(\.self)
      let holding = Task {
        try await connection.transaction { _ in
          begun.open()
          await ended.opened()
        }
      }
      await begun.opened()
      _ = rename(try await makeFile("new.db", in: folder, journal: "wal", [7]), path)
      await connection.turns.waiting(1)
      connection.reopener?.end()
      ended.open()
      _ = try? await holding.value
      await connection.activity.settled()
      #expect(opened.withLock(\.self) == before)
      // Nor does one begin that was decided on just before.
      await connection.close()
      let flag = CancellationFlag(.opening)
      flag.set()
      await connection.reopener?.reopen(flag)
      #expect(opened.withLock(\.self) == before)
      #expect(files(in: folder) == ["book.db"])
    }
  }
}
