// CHG-04, CHG-08 and CHG-11: values that continue on other pages, changed in place.

import Foundation
import TestSupport
import Testing

@testable import WriteAheadLogs

@Suite struct OverflowTests {
  /// Forty rows, about eight on a leaf: most of each value is in a chain of four pages.
  private static func rows(isKeyed: Bool = false, size: Int = 4180) -> String {
    """
    CREATE TABLE t(id INTEGER PRIMARY KEY, a)\(isKeyed ? " WITHOUT ROWID" : "");
    WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 40)
    INSERT INTO t SELECT 10 * i, zeroblob(\(size)) FROM n
    """
  }

  /// The first words of each line of a look after some bytes of a value have changed, each on another page.
  private func changes(_ followed: Followed, _ id: Int64, at places: Int..., size: Int = 4180) throws -> [String] {
    var bytes = [UInt8](repeating: 0, count: size)
    for place in places { bytes[place] = 1 }
    try followed.writer.rows("UPDATE t SET a = ? WHERE id = ?", [.blob(bytes), .integer(id)])
    return followed.look().map { $0.components(separatedBy: ",")[0] }
  }

  @Test("CHG-04: a value that was changed on several of its pages is one update", arguments: [0, 1], [false, true])
  func severalPages(autoVacuum: Int, isKeyed: Bool) async throws {
    try await withFolder { folder in
      let followed = try Followed(folder, "PRAGMA auto_vacuum = \(autoVacuum); \(Self.rows(isKeyed: isKeyed))")
      #expect(try changes(followed, 200, at: 1000, 2500, 4000) == [isKeyed ? "t ~ (200" : "t ~200 (NULL"])
    }
  }

  @Test("CHG-04: the owners of pages are known also of rows that came, and of those that went to another leaf, later")
  func ownersOfMovedRows() async throws {
    for isKeyed in [false, true] {
      try await withFolder { folder in
        let followed = try Followed(folder, Self.rows(isKeyed: isKeyed))
        func line(_ id: Int64) -> [String] { [isKeyed ? "t ~ (\(id)" : "t ~\(id) (NULL"] }
        #expect(try changes(followed, 10, at: 2500) == line(10))
        #expect(try followed.changes("INSERT INTO t VALUES (205, zeroblob(4180))").count == 1)
        #expect(try changes(followed, 205, at: 2500) == line(205))
        // Leaves are split, and rows move from one to another.
        let moving = "WITH n(i) AS (VALUES (101) UNION ALL SELECT i + 1 FROM n WHERE i < 108) "
        #expect(try followed.changes(moving + "INSERT INTO t SELECT i, zeroblob(90) FROM n").count == 8)
        for id in stride(from: 10, through: 400, by: 10) {
          #expect(try changes(followed, Int64(id), at: 3000) == line(Int64(id)))
        }
      }
    }
  }

  @Test("CHG-04: a commit whose owners are too many pages away is unknown, whatever else it changed")
  func scanLimit() async throws {
    // One value is found through the leaves alone, the other through a chain.
    for (size, limit) in [(1000, 12), (40_000, 60)] {
      try await withFolder { folder in
        let followed = try Followed(
          folder, Self.rows(size: size) + "; CREATE TABLE u(a)", configuration: .init(scanLimit: limit))
        try followed.writer.run("BEGIN; INSERT INTO u VALUES (1)")
        #expect(try changes(followed, 10, at: size - 10, size: size) == [])
        try followed.writer.run("COMMIT")
        #expect(followed.look() == ["unknown: the change is too large"])
        // The owners are not searched for again.
        let reads = followed.files.reads
        #expect(try changes(followed, 10, at: size - 20, size: size) == ["unknown: the change is too large"])
        #expect(followed.files.reads - reads < 12, "\(followed.files.reads - reads)")
        #expect(try followed.changes("DELETE FROM u") == ["u -1 (1)"])
      }
    }
  }

  @Test("CHG-11: of a leaf, only the chains that a commit wrote are read", arguments: [0, 1])
  func chainsOfLeaf(autoVacuum: Int) async throws {
    try await withFolder { folder in
      // Seven rows on a leaf, and ten pages for a row.
      let size = 37_400
      let followed = try Followed(
        folder, pageSize: 4096, "PRAGMA auto_vacuum = \(autoVacuum); \(Self.rows(size: size))")
      // After this the owners of all pages are known.
      #expect(try changes(followed, 10, at: size - 10, size: size) == ["t ~10 (NULL"])
      let reads = followed.files.reads
      #expect(try changes(followed, 20, at: size - 10, size: size) == ["t ~20 (NULL"])
      #expect(followed.files.reads - reads < 60)
    }
  }

  @Test("CHG-11: what else wrote the pages of a commit is found without a search for their owners")
  func explainedPages() async throws {
    try await withFolder { folder in
      let followed = try Followed(
        folder, "PRAGMA secure_delete = 1; CREATE TABLE k(b); CREATE INDEX i ON k(b); \(Self.rows(size: 20_000))")
      for statement in ["DELETE FROM t WHERE id = 200", "INSERT INTO k VALUES (zeroblob(9000))"] {
        try followed.writer.run(statement)
        let reads = followed.files.reads
        #expect(followed.look().count == 1)
        #expect(followed.files.reads - reads < 100, "\(statement)")
      }
    }
  }

  /// A value that was changed in place, followed in memory. `damage` can change the state before and the state after
  /// it.
  private func damaged(
    _ damage: (_ before: inout [UInt8], _ after: inout FileImage, _ page: Int) throws -> Void
  ) async throws -> (lines: [String], reads: Int) {
    try await withFolder { folder in
      let path = folder.appending(path: "d.db").path
      let connection = try Connection(path)
      try connection.run(
        """
        PRAGMA page_size = 1024; PRAGMA auto_vacuum = 1; PRAGMA journal_mode = wal;
        \(Self.rows()); DELETE FROM t WHERE id > 200; PRAGMA wal_checkpoint(TRUNCATE)
        """)
      let files = MemoryFiles(try FileImage(path))
      let feed = RowFeed(files: files, transactions: IdleTransactions())
      try feed.begin()
      try connection.write([1], at: 3000, of: 10, "a", "t")
      var after = try FileImage(path)
      let page = after.log[32..<36].reduce(0) { $0 << 8 | Int($1) }
      var before = after.database
      try damage(&before, &after, page)
      after.database = before
      files.image = after
      let reads = files.reads
      return (feed.look().flatMap(\.lines), files.reads - reads)
    }
  }

  @Test("CHG-08: pointers from page to page that lead nowhere, or in a circle, are damage", arguments: 0...4)
  func pointerMap(kind: Int) async throws {
    let (lines, reads) = try await damaged { before, _, page in
      // Page 2 stores the parent of each later page.
      let entry = 1024 + 5 * (page - 3)
      #expect(before[entry] == 4)
      let parents = [page, 0, 1, 2, before.count / 1024 + 1]
      let parent = [0, 0, UInt8(parents[kind] >> 8), UInt8(parents[kind] & 255)]
      before.replaceSubrange(entry + 1..<entry + 5, with: parent)
    }
    #expect(lines == DamageTests.damaged)
    #expect(reads < 200)
  }
}
