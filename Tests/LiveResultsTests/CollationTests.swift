// The order of texts is SQLite's.

import Databases
import TestSupport
import Testing

@testable import LiveResults

@Suite struct CollationTests {
  @Test(
    "LSQ-01: BINARY compares the bytes of the file's encoding",
    arguments: [
      ("UTF-8", Collation.binary), ("UTF-16le", .binaryUTF16LE), ("UTF-16be", .binaryUTF16BE),
    ])
  func binary(encoding: String, collation: Collation) async throws {
    let texts = [
      "", "a", "ab", "b", "é", "e\u{301}", "ā", "aā", "aé", "～", "😀", "😁", "a😀", "\u{FFFF}", "\u{E000}", "Ω", "Ā",
    ]
    let values =
      texts.map { "('\($0)')" }.joined(separator: ", ") + ", (CAST(x'00d8' AS TEXT)), (CAST(x'3dd8' AS TEXT))"
    try await Following.run("CREATE TABLE t(a TEXT); INSERT INTO t VALUES \(values)", encoding: encoding) { following in
      let sorted = try await following.connection.read { db in
        try db.withStatement("SELECT a FROM t ORDER BY a") { statement in
          var sorted: [ExactValue] = []
          while try statement.step() { sorted.append(statement.exactValue(0)) }
          return sorted
        }
      }
      #expect(sorted.count == texts.count + 2)
      for (index, value) in sorted.enumerated() {
        for later in sorted[(index + 1)...] {
          #expect(value.compare(later, collation) < 0, "\(value) \(later)")
          #expect(later.compare(value, collation) > 0, "\(value) \(later)")
        }
        #expect(value.compare(value, collation) == 0)
      }
    }
  }

  @Test("LSQ-02: queries over texts in UTF-16 are kept, except where another collation compares them")
  func kept() async throws {
    let schema = "CREATE TABLE t(a TEXT, n TEXT COLLATE NOCASE); INSERT INTO t VALUES('a', 'x'), ('ā', 'X')"
    try await Following.run(schema, encoding: "UTF-16le") { following in
      let queries: [(sql: String, upkeep: Upkeep)] = [
        ("SELECT a FROM t ORDER BY a LIMIT 1", .live(.top)), ("SELECT max(a) FROM t GROUP BY a", .live(.groups)),
        ("SELECT DISTINCT a FROM t", .live(.distinct)),
        ("SELECT DISTINCT n FROM t", .again(reason: "the collation NOCASE of texts in UTF-16")),
      ]
      for query in queries {
        let result = try await following.follow(query.sql)
        #expect(await result.upkeep == query.upkeep, "\(query.sql)")
        await result.close()
      }
      let first = try await following.follow("SELECT a FROM t ORDER BY a LIMIT 1")
      #expect(await first.rows.map(\.values) == [[.text("ā")]])
    }
  }
}
