// Conditions in a search: how they are read, and what they find.
import Activities
import Databases
import LiveQueries
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite struct SearchLanguageTests {
  private static let schema = """
    CREATE TABLE genres(GenreId INTEGER PRIMARY KEY, Name TEXT);
    CREATE TABLE people(id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT);
    CREATE TABLE tracks(
      id INTEGER PRIMARY KEY, title TEXT, GenreId INTEGER REFERENCES genres, ms INTEGER, price REAL, "unit name" TEXT,
      code TEXT, any, live BOOLEAN, created_at INTEGER, day TEXT, singer_id INTEGER REFERENCES people, note);
    INSERT INTO genres VALUES (1, 'Rock'), (2, 'Jazz'), (3, NULL);
    INSERT INTO people VALUES (1, 'Ada', 'Byron'), (2, NULL, 'Dvořák');
    """

  private static let rows = """
    INSERT INTO tracks VALUES
      (1, 'In the Rain', 1, 300001, 0.99, 'CD', '007', 5, 1, 1767225600, '2026-01-01 00:00:00', 1, NULL),
      (2, 'Rocket', 2, 300000, 1.5, 'LP', '1997', '5', 0, 1767311999, '2026-01-01 23:59:59', 2, 'x'),
      (3, 'Étude', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1767312000, '2026-01-02 00:00:00', NULL, ''),
      (4, 'the end', 3, 'unknown', 'much', 'rock', '1998', x'00', 1, NULL, NULL, NULL, 'null'),
      (5, 'a:b -5 OR', 1, -5, -1, 'CD', 'OR', 10, 0, 1735689600, '2025-01-01 10:30:00', 1, 'a"b');
    """

  @Test(
    "CIT-01: a search is read as conditions on columns; what is none is text",
    arguments: [
      ("rock", nil), ("\"in the\" rock", nil), ("-5", nil), ("- a", nil), ("a:b", "text \"a:b\""),
      ("http://x", "text \"http://x\""), ("OR", nil),
      ("rock or jazz", nil), ("ms", nil), ("3>2", "text \"3>2\""), ("ms>", nil), ("ms:", nil), ("rock OR", nil),
      ("title~/", nil),
      ("~/(/", "text \"~/(/\""), ("~/(a)\\1/", "text \"~/(a)\\1/\""), ("~/((a{99}){99})/", "text \"~/((a{99}){99})/\""),
      ("~/a++++++++++/", "text \"~/a++++++++++/\""), ("~/a{900,}{2,}/", "text \"~/a{900,}{2,}/\""),
      ("ms>300000", "ms > 300000"), ("MS>=1 ms<5", "ms >= 1, ms < 5"), ("-live:yes", "not live"),
      ("live=no", "not live"),
      ("genre:rock", "GenreId has rock"), ("GENRE_ID:Rock", "GenreId has rock"), ("singer=x", "singer_id = x"),
      ("\"unit name\":cd", "unit name has cd"), ("unitname:\"a b\"", "unit name has a b"),
      ("note:null", "note = NULL"), ("note:\"null\"", "note has null"), ("-note:null", "not note = NULL"),
      ("note!=null", "not note = NULL"), ("note=\"\"", "note = "), ("year:1997", "text \"year:1997\""),
      ("-live", "not live"), ("!\"big fish\" cat", "not big fish, cat"), ("rock OR jazz", "rock or jazz"),
      ("a b OR c OR -d e", "a, b or c or not d, e"), ("~/^a.*z$/", "/^a.*z$/"),
      ("-title~/a\\/b/", "not title matches /a\\/b/"),
      ("genre:rock ms>3 -live \"in the\"", "GenreId has rock, not live, in the, ms > 3"),
      ("ms>3 OR rock", "ms > 3 or rock"), ("ms>3 OR ms:null", "ms > 3 or ms = NULL"),
    ] as [(String, String?)])
  func understanding(text: String, expected: String?) async throws {
    try await withTracks { connection, table in
      #expect(SearchQuery(text, in: table).understanding == expected)
    }
  }

  @Test(
    "CIT-01: what conditions find",
    arguments: [
      ("ms>300000", [1]), ("ms>=300000", [1, 2]), ("ms<0", [5]), ("ms<=300000", [2, 5]), ("ms=300000", [2]),
      ("ms!=300000", [1, 3, 4, 5]), ("ms=unknown", [4]), ("price>1", [2]), ("price<1", [1, 5]), ("price=1.50", [2]),
      ("code=007", [1]), ("code=7", []), ("code>1997", [4, 5]), ("any=5", [1, 2]), ("any>5", [5]), ("any<6", [1, 2]),
      ("live:yes", [1, 4]), ("live=0", [2, 5]), ("-live:yes", [2, 3, 5]), ("note:null", [1, 3].filter { $0 == 1 }),
      ("-note:null", [2, 3, 4, 5]), ("note:\"null\"", [4]), ("note=\"\"", [3]), ("note:null OR note:x", [1, 2]),
      ("genre:rock", [1, 5]), ("genre:jaz", [2]), ("genre=Jazz", [2]), ("genre=jazz", [2]), ("genre:1", [1, 5]),
      ("genre>I", [1, 2, 5]), ("genre<K", [2]), ("ms<abc", []), ("ms>abc", []), ("ms!=abc", []),
      ("-genre:rock", [2, 3, 4]),
      ("genre:null", [3]), ("jazz", [2]), ("byron", [1, 5]),
      ("\"ada byron\"", [1, 5]), ("singer:dvorak", [2]), ("rock", [1, 2, 4, 5]), ("-rock", [3]), ("title:rock", [2]),
      ("created=2026-01-01", [1, 2]), ("created>2026-01-01", [3]), ("created<2026-01-01", [5]),
      ("created>=2026-01-02", [3]), ("created<=2026-01-01", [1, 2, 5]), ("created>=\"2026-01-01 23:59\"", [2, 3]),
      ("day=2026-01-01", [1, 2]), ("day<=2026-01-01", [1, 2, 5]), ("day>2026-01-01", [3]),
      ("day>=2026-01-01T23:00", [2, 3]), ("day<2026-01-01T00:00:01", [1, 5]),
      ("day=\"2025-01-01 10:30\"", [5]),
      ("~/^in.*n$/", [1]), ("title~/^[RÉ]/", [2, 3]), ("-title~/e/", [5]), ("code~/^[0-9]+$/", [1, 2, 4]),
      ("created=2026", [1, 2, 3]), ("created>=2026-01", [1, 2, 3]), ("created<2026", [5]), ("day=2026-01", [1, 2, 3]),
      ("created:2026-01-01", [1, 2]), ("ms:>300000", [1]), ("~/^$/", [3]), ("etude OR ms<0", [3, 5]),
      ("-etude OR ms<0", [1, 2, 4, 5]), ("the OR rocket ms>300000", [1]),
      ("\"unit name\":cd ms>0", [1]), ("title:a:b", [5]), ("-5 title:or", [5]),
    ] as [(String, [Int])])
  func found(text: String, expected: [Int]) async throws {
    try await withTracks { connection, table in
      let list = ListQuery(table, search: SearchQuery(text, in: table))
      let value = try await connection.read { db in try RecordsWindow(list, before: 0, after: 20).fetch(db) }
      #expect(value.rows.map(\.id) == expected.map(RecordID.rowID), "\(text)")
      // The same by a scan in slices, by a count and by the test of one record.
      let others = try await connection.read { db in
        let places = try PlacesQuery(list: list).fetch(db) { _ in }
        let count = try CountQuery(listed: table, search: list.search).fetch(db) { _ in }
        let single = try (1...5).filter { try list.place(of: .rowID($0), db) != nil }
        return (places.count, count, single)
      }
      #expect(others.0 == expected.count && others.1 == expected.count && others.2 == expected)
    }
  }

  @Test("CIT-01: a column is completed in a search; several that begin so are named")
  func completion() async throws {
    try await withTracks { _, table in
      func complete(_ text: String) -> String? {
        table.completion(ofSearch: text).map { "\(text)\($0.addition) | \($0.columns.joined(separator: " "))" }
      }
      #expect(complete("rock ti") == "rock title: | title")
      #expect(complete("-GEN") == "-GENreId: | GenreId")
      #expect(complete("n") == "note: | note")
      #expect(complete("l OR c") == "l OR c | code created_at")
      #expect(complete("\"unit") == "\"unit name\": | unit name")
      #expect(complete("unit") == nil && complete("zz") == nil && complete("") == nil && complete("title ") == nil)
    }
  }

  /// A commit tests its rows by the same conditions, or leaves it to SQLite: never a wrong count.
  @Test("CIT-01: the count of a search with conditions follows each commit", arguments: [1, 2, 3] as [UInt64])
  func counts(seed: UInt64) async throws {
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let words = [
      "rock", "-live:yes", "ms>0", "title:e", "note:null", "genre:jazz OR ms<0", "title:e OR ms<0", "live:no",
      "-note:x", "jazz",
    ]
    try await withTracks { connection, table in
      for _ in 0..<20 {
        let text = (0..<Int.random(in: 1...2, using: &random)).map { _ in words.randomElement(using: &random)! }
          .joined(separator: " ")
        let search = SearchQuery(text, in: table)
        let count = LiveCount(table, search: search, connection: connection)
        await connection.activity.settled()
        for _ in 0..<3 {
          let (id, ms) = (Int.random(in: 1...7, using: &random), Int.random(in: -2...2, using: &random))
          let genre = ["Rock", "Jazz", "Blues"].randomElement(using: &random)!
          let isOfGenre = Int.random(in: 0..<4, using: &random) == 0
          try await connection.write { db in
            try db.execute(
              isOfGenre
                ? "UPDATE genres SET Name = '\(genre)' WHERE GenreId = \(abs(ms) + 1)"
                : """
                INSERT OR REPLACE INTO tracks(id, title, GenreId, ms, live, note)
                  VALUES (\(id), '\(["rock", "étude", "x"][abs(ms)])', \(abs(ms) + 1), \(ms), \(ms & 1), nullif('x', \(ms)))
                """)
          }
          await connection.activity.settled()
          let expected = try await connection.read { db in
            try CountQuery(listed: table, search: search).fetch(db) { _ in }
          }
          #expect(count.wrappedValue == RecordCount(value: expected, isCurrent: true), "\(text)")
        }
      }
    }
  }

  private func withTracks(_ body: (SQLiteConnection, ListedTable) async throws -> Void) async throws {
    try await withDatabase { connection in
      try await connection.write { db in try db.execute(Self.schema + Self.rows) }
      let table = try await connection.read { db in
        let tables = try FileTables().fetch(db)
        let table = try #require(tables["tracks"])
        // The meanings of its columns are those of its first rows.
        _ = try RecordsWindow(ListQuery(table), before: 0, after: 20).fetch(db)
        return table
      }
      try await body(connection, table)
    }
  }
}
