// Programs that wait until no connection has a WAL file open.

import Foundation
import TestSupport
import Testing

@testable import Databases

@Suite(.recordsIssues) struct ExclusionWatchTests {
  @Test("REAL-50: a program that waits for the lock of each connection is known, as is the end of its wait")
  func waiting() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "a.db").path
      let shell = try SQLiteShell(path)
      try await shell.run("PRAGMA journal_mode=wal; CREATE TABLE foo(t)")
      let ours = try await SQLiteConnection.open(
        storage: .file(path: path), configuration: SQLiteConnection.Configuration())
      #expect(ours.status.isLive)
      let (changes, change) = AsyncStream.makeStream(of: Void.self)
      let observation = ours.observeStatus { change.yield() }
      func until(_ isLive: Bool) async { for await _ in changes where ours.status.isLive == isLive { return } }
      let lock = try FirstLock(path)
      await until(false)
      #expect(ours.status.keptOut == -1 && ours.status.condition == .present)
      lock.letGo()
      await until(true)
      withExtendedLifetime(observation) {}
      try await shell.end()
      await ours.close()
      lock.close()
    }
  }
}

extension ExclusionWatchTests {
  @Test("REAL-50: a wait is known when two looks half a second apart have found it, and until a look finds its end")
  func looks() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "a.db").path
      let ours = try await SQLiteConnection.open(
        storage: .file(path: path), configuration: SQLiteConnection.Configuration())
      var watch = ExclusionWatch(path: path)
      let start = ContinuousClock.now
      func look(after milliseconds: Int) -> Int? { watch.look(at: start + .milliseconds(milliseconds)) }
      let lock = try FirstLock(path)
      #expect([0, 499].map(look) == [nil, nil])
      #expect(look(after: 500) == -1)
      lock.letGo()
      #expect([999, 1000].map(look) == [-1, nil])
      await ours.close()
      lock.close()
    }
  }
}

/// The first lock of a program that wants a file for itself.
///
/// It belongs to an open file, not to a process, so the kernel distinguishes it from the locks of this process.
private struct FirstLock {
  private let descriptor: CInt

  init(_ path: String) throws {
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    try #require(set(F_WRLCK) == 0)
  }

  func letGo() { _ = set(F_UNLCK) }

  /// Call it only after all connections have closed the file: it drops their locks.
  func close() { Foundation.close(descriptor) }

  private func set(_ kind: Int32) -> CInt {
    var lock = flock()
    (lock.l_type, lock.l_whence, lock.l_start, lock.l_len) = (Int16(kind), Int16(SEEK_SET), 0x4000_0000, 1)
    // F_OFD_SETLK, which Swift does not import.
    return fcntl(descriptor, 37, &lock)
  }
}
