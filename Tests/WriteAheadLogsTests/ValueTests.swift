// CHG-10: stored values, and CHG-11: few reads.

import Foundation
import TestSupport
import Testing

@testable import WriteAheadLogs

@Suite struct ValueTests {
  @Test("CHG-10: every storage class, whatever the encoding", arguments: ["UTF-8", "UTF-16le", "UTF-16be"])
  func storageClasses(encoding: String) async throws {
    try await withFolder { folder in
      let followed = try Followed(folder, "PRAGMA encoding = '\(encoding)'; CREATE TABLE t(a)")
      let values: [RecordValue] = [
        .null, .integer(0), .integer(1), .integer(-1), .integer(127), .integer(-129), .integer(8_388_607),
        .integer(1 << 40), .integer(.min), .integer(.max), .real(0.5), .real(-0.0), .real(.infinity), .text(""),
        .text("é𝄞"), .blob([]), .blob([0, 255]), .blob([UInt8](repeating: 7, count: 5000)),
      ]
      try followed.writer.run("BEGIN")
      for value in values { try followed.writer.rows("INSERT INTO t VALUES (?)", [value]) }
      try followed.writer.run("COMMIT")
      guard case .rows(let tables)? = followed.feed.look().first?.content else { return #expect(Bool(false)) }
      let text: [UInt8] =
        switch encoding {
        case "UTF-16le": [0xe9, 0, 0x34, 0xd8, 0x1e, 0xdd]
        case "UTF-16be": [0, 0xe9, 0xd8, 0x34, 0xdd, 0x1e]
        default: [0xc3, 0xa9, 0xf0, 0x9d, 0x84, 0x9e]
        }
      let stored = values.map { value in value == .text("é𝄞") ? .text(text) : value }
      #expect(tables[0].rows.map { $0.new ?? [] } == stored.map { [$0] })
    }
  }

  @Test("CHG-10: what a record does not store: the key of integers, generated columns, columns added later")
  func storedForms() async throws {
    try await withFolder { folder in
      let followed = try Followed(
        folder,
        """
        CREATE TABLE t(id INTEGER PRIMARY KEY, a REAL, b AS (a + 1), c AS (a + 2) STORED);
        INSERT INTO t(id, a) VALUES (5, 1)
        """)
      #expect(try followed.changes("DELETE FROM t") == ["t -5 (NULL, 1, 3.0)"])
    }
  }

  @Test("CHG-10: WITHOUT ROWID: the key's columns first, and rows in the order of the tree")
  func keys() async throws {
    try await withFolder { folder in
      let followed = try Followed(
        folder,
        """
        CREATE TABLE k(c, q, p, PRIMARY KEY(p, q DESC)) WITHOUT ROWID;
        INSERT INTO k(p, q, c) VALUES (1, 1, 'a'), (1, 2, 'b'), (2, 1, 'c')
        """)
      try followed.writer.run(
        """
        BEGIN; UPDATE k SET c = 'z' WHERE q = 1; DELETE FROM k WHERE q = 2; INSERT INTO k VALUES ('n', 3, 1);
        INSERT INTO k VALUES ('m', 9, 3); COMMIT
        """)
      #expect(
        followed.look() == [
          "k - (1, 2, 'b')", "k + (1, 3, 'n')", "k ~ (1, 1, 'a') -> (1, 1, 'z')", "k ~ (2, 1, 'c') -> (2, 1, 'z')",
          "k + (3, 9, 'm')",
        ])
    }
  }

  @Test(
    "CHG-11: a commit of one row among many reads what it wrote and what is above it",
    arguments: [1_000_000])
  func reads(rows: Int) async throws {
    try await withFolder { folder in
      let followed = try Followed(
        folder, pageSize: 4096,
        """
        CREATE TABLE t(id INTEGER PRIMARY KEY, a, b);
        WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
        INSERT INTO t SELECT i, i % 100, 'text' FROM n;
        CREATE INDEX i ON t(a);
        PRAGMA wal_checkpoint(TRUNCATE)
        """)
      let begun = followed.files.reads
      #expect(begun < rows / 1000)
      for (statement, most) in [
        ("UPDATE t SET b = 'another' WHERE id = 500000", 12), ("INSERT INTO t(a, b) VALUES (5, 'new')", 12),
        ("DELETE FROM t WHERE id = 250000", 12), ("UPDATE t SET a = 77 WHERE id = 750000", 12),
      ] {
        let before = followed.files.reads
        #expect(try followed.changes(statement).count == 1)
        #expect(followed.files.reads - before <= most, "\(statement): \(followed.files.reads - before)")
      }
    }
  }

  @Test("CHG-11: a long list of free pages is read as far as it was written")
  func freePages() async throws {
    try await withFolder { folder in
      let followed = try Followed(
        folder, pageSize: 512,
        """
        CREATE TABLE t(id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES (1, zeroblob(2000)), (2, zeroblob(2000));
        CREATE TABLE u(a);
        WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 5000) INSERT INTO u SELECT zeroblob(400) FROM n;
        DROP TABLE u; PRAGMA wal_checkpoint(TRUNCATE)
        """)
      for (statement, count) in [
        // A page that is neither in a tree nor in the free list, pages that become free, and pages that are used again.
        ("UPDATE t SET a = zeroblob(1999) || 'x' WHERE id = 1", 1), ("DELETE FROM t WHERE id = 1", 1),
        ("BEGIN; DELETE FROM t; INSERT INTO t VALUES (3, zeroblob(4000)); COMMIT", 2),
      ] {
        let before = followed.files.reads
        #expect(try followed.changes(statement).count == count)
        #expect(followed.files.reads - before <= 40, "\(statement): \(followed.files.reads - before)")
      }
    }
  }
}
