// The identities of a list against a plain set, while records are added, changed, deleted and restored.
import Databases
import LiveQueries
import StructuredQueries
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite struct ListedIdentitiesTests {
  /// A table with its kind of identity, and how a record is written into it.
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var schema: String
    var keys: String
    /// The values of the key of record `n`, as SQL.
    var key: @Sendable (Int) -> String

    static let all = [
      Case(testDescription: "rowid", schema: "CREATE TABLE t(k INTEGER PRIMARY KEY, v TEXT)", keys: "k") { "\($0)" },
      Case(testDescription: "TEXT key", schema: "CREATE TABLE t(k TEXT PRIMARY KEY, v TEXT)", keys: "k") { "'k\($0)'" },
      Case(
        testDescription: "composite", schema: "CREATE TABLE t(k TEXT, n INTEGER, v TEXT, PRIMARY KEY (k, n))",
        keys: "k, n"
      ) { "'k\($0 % 7)', \($0)" },
      Case(
        testDescription: "WITHOUT ROWID",
        schema: "CREATE TABLE t(k BLOB, n INTEGER, v TEXT, PRIMARY KEY (k, n)) WITHOUT ROWID", keys: "k, n"
      ) { "x'0\($0 % 7)', \($0)" },
    ]
  }

  private static let words = ["ada", "Ada B", "émile", "zed", "ada zed"]

  /// The records of a list, by a query of their own.
  private static func shown(_ list: ListQuery, _ db: Database) throws -> Set<RecordID> {
    let keys = list.table.identityColumns
    let terms = list.search.terms
    let sql = "SELECT \(keys.joined(separator: ", ")), v FROM t"
    return try db.withStatement(sql) { statement in
      var ids: Set<RecordID> = []
      while try statement.step() {
        let text = SearchFold.fold(statement.text(keys.count)[...])
        if let filter = list.filter, filter != RecordFilter(column: "v", value: .text(statement.text(keys.count))) {
          continue
        }
        if terms.allSatisfy(text.contains) { ids.insert(list.table.identity(statement)) }
      }
      return ids
    }
  }

  @Test(
    "marked is what the list showed at that moment and still shows", arguments: Case.all,
    [1, 2, 3] as [UInt64])
  func againstAPlainSet(subject: Case, seed: UInt64) async throws {
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    try await withDatabase { connection in
      try await connection.write { db in
        try db.execute(subject.schema)
        for n in 1...60 {
          try db.execute("INSERT INTO t VALUES (\(subject.key(n)), '\(Self.words[n * n % Self.words.count])')")
        }
      }
      let table = try #require(try await connection.read { db in try ListedTable.named("t", db) })
      for _ in 0..<12 {
        let list = ListQuery(
          table, search: SearchQuery(["", "ada", "z"].randomElement(using: &random)!),
          filter: [nil, RecordFilter(column: "v", value: .text("zed"))].randomElement(using: &random)!)
        let (marked, moment) = try await connection.read { db in
          (try list.identities(db), try Self.shown(list, db))
        }
        #expect(marked == moment)
        for _ in 0..<8 {
          let n = Int.random(in: 1...80, using: &random)
          let word = Self.words.randomElement(using: &random)!
          let sql =
            switch Int.random(in: 0..<3, using: &random) {
            case 0: "DELETE FROM t WHERE rowid_or_key"
            case 1: "INSERT OR REPLACE INTO t VALUES (\(subject.key(n)), '\(word)')"
            default: "UPDATE t SET v = '\(word)' WHERE rowid_or_key"
            }
          let isThis = "(\(subject.keys)) = (\(subject.key(n)))"
          try await connection.write { db in
            try db.execute(sql.replacing("rowid_or_key", with: isThis))
          }
          try await connection.read { db throws in
            let now = try Self.shown(list, db)
            let chosen = ChosenRecords(marked, markedIn: list)
            #expect(Set(try chosen.identities(db)) == moment.intersection(now))
            #expect(try MarksQuery(of: marked, in: list, number: 1).fetch(db).unlisted == moment.subtracting(now))
            let other = list.with { $0.search = SearchQuery("a") }
            let expected = moment.intersection(try Self.shown(other, db))
            #expect(Set(try other.listed(among: marked, isOrdered: true, db)) == expected)
          }
        }
      }
    }
  }

  @Test("the change itself counts: another number than the confirmed one changes nothing")
  func anotherNumber() async throws {
    try await withDatabase { connection in
      try await connection.write { db in
        try db.execute("CREATE TABLE t(k TEXT PRIMARY KEY, v TEXT) WITHOUT ROWID")
        try db.execute("INSERT INTO t VALUES ('a', 1), ('b', 2)")
      }
      let table = try #require(try await connection.read { db in try ListedTable.named("t", db) })
      let marked = try await connection.read { db in try ListQuery(table).identities(db) }
      let chosen = ChosenRecords(marked, markedIn: ListQuery(table))
      try await connection.write { db in try db.execute("DELETE FROM t WHERE k = 'a'; INSERT INTO t VALUES ('c', 3)") }
      try await connection.write { db throws in
        let error = caught { try chosen.confirmedIdentities(limit: 0, db) }
        #expect(error as? ChosenRecords.OtherNumber == ChosenRecords.OtherNumber(count: 1))
        #expect(try chosen.recounted(1).confirmedIdentities(limit: 0, db) == [.key([.text("b")])])
        #expect(try chosen.confirmedIdentities(limit: 1, db) == [.key([.text("b")])])
      }
    }
  }
}
