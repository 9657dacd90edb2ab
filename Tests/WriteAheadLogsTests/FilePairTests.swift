// Two files are compared by their pages.

import Foundation
import TestSupport
import Testing

@testable import WriteAheadLogs

/// Counts the bytes that are read from a file.
private final class CountedFiles: PageFiles {
  private let files: OpenFiles
  private(set) var byteCount = 0

  init(_ path: String) { files = OpenFiles(path) }

  func readDatabase(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    let count = files.readDatabase(at: offset, into: buffer)
    byteCount += count ?? 0
    return count
  }

  func readLog(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    files.readLog(at: offset, into: buffer)
  }

  func readIndex(into buffer: UnsafeMutableRawBufferPointer) -> Bool { files.readIndex(into: buffer) }

  var databaseSize: Int? { files.databaseSize }
}

@Suite struct FilePairTests {
  private static let table = """
    PRAGMA page_size = 1024; PRAGMA synchronous = OFF; CREATE TABLE t(id INTEGER PRIMARY KEY, a, b);
    WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
    INSERT INTO t SELECT i, 'row ' || i, i % 7 FROM n; CREATE INDEX i ON t(a);
    """

  /// HIS-13
  @Test func aCopyCostsItsPagesOnce() async throws {
    try await withFolder { folder in
      let (old, new) = (folder.appending(path: "old.db").path, folder.appending(path: "new.db").path)
      try Connection(old).run(Self.table)
      try FileManager.default.copyItem(atPath: old, toPath: new)
      try Connection(new).run(
        "UPDATE t SET b = 'x' WHERE id % 5000 = 1; DELETE FROM t WHERE id = 777; INSERT INTO t VALUES (20001, 'more', 1)"
      )
      let (first, second) = (CountedFiles(old), CountedFiles(new))
      let set = try FilePair(old: first, new: second).changes(valueLimit: 1 << 20)
      guard case .rows(let tables) = set.content else {
        Issue.record("The rows are unknown.")
        return
      }
      #expect(tables.map(\.table) == ["t"])
      #expect(tables[0].rows.map(\.rowID) == [1, 777, 5001, 10001, 15001, 20001])
      #expect(
        tables[0].rows.map { "\($0.old != nil) \($0.new != nil)" } == [
          "true true", "true false", "true true", "true true", "true true", "false true",
        ])
      let size = try #require(first.databaseSize)
      #expect(size > 500 * 1024)
      // All pages once, and the inner pages and the changed ones again.
      #expect(first.byteCount < size * 11 / 10 && second.byteCount < size * 11 / 10)
    }
  }

  /// HIS-13
  @Test func pagesThatAreOnlyInTheLogAreRefused() async throws {
    try await withFolder { folder in
      let (old, new) = (folder.appending(path: "old.db").path, folder.appending(path: "new.db").path)
      try Connection(old).run(Self.table)
      try FileManager.default.copyItem(atPath: old, toPath: new)
      let writer = try Connection(new)
      try writer.run("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; DELETE FROM t WHERE id = 1")
      #expect(throws: UnknownReason.modeChanged) { _ = try FilePair(old: OpenFiles(old), new: OpenFiles(new)) }
      try writer.run("PRAGMA wal_checkpoint")
      let set = try FilePair(old: OpenFiles(old), new: OpenFiles(new)).changes(valueLimit: 1 << 20)
      guard case .rows(let tables) = set.content else {
        Issue.record("The rows are unknown.")
        return
      }
      #expect(tables.flatMap(\.rows).map(\.rowID) == [1])
      withExtendedLifetime(writer) {}
    }
  }

  /// HIS-13
  @Test func otherPageSizesAreRefused() async throws {
    try await withFolder { folder in
      let (old, new) = (folder.appending(path: "old.db").path, folder.appending(path: "new.db").path)
      try Connection(old).run("PRAGMA page_size = 1024; CREATE TABLE t(a)")
      try Connection(new).run("PRAGMA page_size = 2048; CREATE TABLE t(a)")
      #expect(throws: UnknownReason.pageSizeChanged) { _ = try FilePair(old: OpenFiles(old), new: OpenFiles(new)) }
    }
  }
}
