import Databases
import Foundation
import LiveQueries
import StructuredQueries
import TestSupport
import Testing

@testable import AlmanacRecords

/// The index finds exactly the rows that a plain scan finds.
@Suite struct SearchOracleTests {
  private static let alphabet: [String] =
    "aabbccdeE \u{301}\u{327}éÉÀçÇłŁøßẞſΣσςЯяÅåｱＡ山日\"'!*%_-🎉\u{212A}Ḁṻǅ".map(String.init) + ["\0"]
    + [
      "и", "\u{306}", "й", "か", "\u{3099}", "が", "\u{1112}", "\u{1161}", "\u{11AB}", "한", "ﬁ", "fi", "ι", "\u{345}",
      "ᾳ", "α", "Ꭰ", "ꭰ",
    ]

  private static func text(_ length: Int, _ random: inout SeededGenerator) -> String {
    (0..<length).map { _ in alphabet.randomElement(using: &random)! }.joined()
  }

  /// The hits of the index, without a walk before it; `nil` if it can't narrow the search.
  private static func indexed(_ query: SearchQuery, _ db: Database) throws -> [Int]? {
    guard try ListedTable.facts.candidates(query, db)?.few() != nil else {
      return nil
    }
    let scan = RecordScan(list: ListQuery(.facts, search: query), db: db, walkedBeforeIndex: 0)
    return try scan.rows(.down, from: nil, limit: 1000).rows.map(\.id).rowIDs
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func hitsAreThoseOfAPlainScan(seed: UInt64) async throws {
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let bodies = (0..<300).map { _ in Self.text(Int.random(in: 1...14, using: &random), &random) }
    let queries = (0..<120).map { _ in
      SearchQuery(
        (0..<Int.random(in: 1...2, using: &random))
          .map { _ in Self.text(Int.random(in: 1...4, using: &random), &random) }.joined(separator: " "))
    }
    try await withBook { connection in
      try await connection.write { db in
        try Fact.insert { for body in bodies { Fact.Draft(body: body) } }.execute(db)
      }
      for query in queries {
        let matcher = SearchMatcher(query)
        let expected = bodies.indices.reversed().filter { matcher.matches(bodies[$0]) }.map { $0 + 1 }
        let indexed = try await connection.read { db in
          try Self.indexed(query, db)
        }
        if let indexed {
          #expect(indexed == expected, "query \(query.text.debugDescription)")
        }
        let page = try await connection.read { db in
          try RecordsWindow(ListQuery(.facts, search: query), anchor: .start, after: 1000).fetch(db)
        }
        #expect(page.rows.map(\.id).rowIDs == expected, "query \(query.text.debugDescription)")
      }
    }
  }

  /// The folded text, by the tables of the C library and Foundation instead of ours.
  private static func plain(_ text: String) -> [Unicode.Scalar] {
    Array(text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil).unicodeScalars)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func hitsAreThoseOfPlainStrings(seed: UInt64) async throws {
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let letters = "aabbcdEFéÉÀçÇ山日Яя*%_-🎉".map(String.init) + ["e\u{301}", "C\u{327}"]
    func word(_ length: ClosedRange<Int>) -> String {
      (0..<Int.random(in: length, using: &random)).map { _ in letters.randomElement(using: &random)! }.joined()
    }
    let bodies = (0..<300).map { _ in "\(word(1...9)) \(word(1...9))" }
    let queries = (0..<80).map { _ in (0..<Int.random(in: 1...2, using: &random)).map { _ in word(1...4) } }
    try await withBook { connection in
      try await connection.write { db in
        try Fact.insert { for body in bodies { Fact.Draft(body: body) } }.execute(db)
      }
      let texts = bodies.map(Self.plain)
      for terms in queries {
        let expected = texts.indices.reversed().filter { index in
          terms.allSatisfy { term in
            let isExcluded = term.count > 1 && term.hasPrefix("-")
            return texts[index].contains(Self.plain(isExcluded ? String(term.dropFirst()) : term)) != isExcluded
          }
        }.map { $0 + 1 }
        let page = try await connection.read { db in
          let search = SearchQuery(terms.joined(separator: " "))
          return try RecordsWindow(ListQuery(.facts, search: search), anchor: .start, after: 1000).fetch(db)
        }
        #expect(page.rows.map(\.id).rowIDs == expected, "\(terms)")
      }
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func pagesInTheOrderOfTheIndexAreThoseOfAPlainScan(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    func text(_ length: ClosedRange<Int>) -> String {
      (0..<Int.random(in: length, using: &random)).map { _ in ["a", "b", "C", "é", "\0"].randomElement(using: &random)!
      }
      .joined()
    }
    let bodies = (0..<200).map { _ in text(4...12) }
    let queries = ["abc", "cab bca", "abc !bcb"] + (0..<9).map { _ in text(3...4).replacing("\0", with: "a") }
    try await withBook { connection in
      try await connection.write { db in
        try Fact.insert { for body in bodies { Fact.Draft(body: body) } }.execute(db)
        try db.execute("DELETE FROM facts WHERE id % 5 = 0; UPDATE facts SET body = 'xabcx' WHERE id = 7")
      }
      for search in queries.map({ SearchQuery($0) }) {
        let matcher = SearchMatcher(search)
        let found = (1...bodies.count).filter { id in
          id % 5 != 0 && matcher.matches(id == 7 ? "xabcx" : bodies[id - 1])
        }
        for order in [ListedTable.facts.order, ListedTable.facts.order.reversed] {
          for direction in [ListOrder.Direction.down, .up] {
            let pages = try await connection.read { db in
              let scan = RecordScan(list: ListQuery(.facts, search: search, order: order), db: db)
              var pages: [Int] = []
              var key: RowKey?
              while true {
                let page = try scan.rows(direction, from: key, limit: 7)
                pages += page.rows.map(\.id).rowIDs
                if page.isExhausted { return pages }
                key = page.keys.last
              }
            }
            let expected = order.isDescending == (direction == .down) ? found.reversed() : found
            #expect(pages == expected, "\(search.text.debugDescription) \(order) \(direction)")
          }
        }
      }
    }
  }

  @Test func hitsInTheOrderOfTheIndexAreNotSorted() async throws {
    try await withTemporaryBook { book in
      _ = try await book.takePlans()
      _ = try await book.connection.read { db in
        try RecordsWindow(
          ListQuery(.facts, search: SearchQuery("clowder cats")), anchor: .around(RowKey([.integer(9)]))
        )
        .fetch(db)
      }
      func plan(_ sign: String, _ index: String) -> [String] {
        [
          "CO-ROUTINE (subquery-2)", "MERGE (UNION)", "LEFT", "SCAN facts_search VIRTUAL TABLE INDEX \(index)", "RIGHT",
          "SEARCH facts USING INDEX facts_search_blind (id\(sign)?)", "SCAN (subquery-2)",
          "SEARCH main.facts USING INTEGER PRIMARY KEY (rowid=?)",
        ]
      }
      #expect(try await book.takePlans() == [plan("<", "192:M1<"), plan(">", "64:M1>")])
    }
  }

  @Test func everyFoldedLetterIsFoundByItsOtherForm() async throws {
    // Each scalar whose folded form differs is three times in a row of its own; a search that finds many such rows uses
    // no index.
    let letters = (UInt32(0x80)...0xFFFF).compactMap(Unicode.Scalar.init).filter {
      !SearchFold.fold(String($0)).unicodeScalars.elementsEqual([$0]) && !SearchFold.fold(String($0)).isEmpty
    }
    let books = stride(from: 0, to: letters.count, by: 400).map { Array(letters[$0..<min($0 + 400, letters.count)]) }
    for letters in books {
      try await withBook { connection in
        try await connection.write { db in
          try Fact.insert { for letter in letters { Fact.Draft(body: String(repeating: String(letter), count: 3)) } }
            .execute(db)
        }
        let missed = try await connection.read { db in
          try letters.enumerated().filter { index, letter in
            let query = SearchQuery(String(repeating: SearchFold.fold(String(letter)), count: 3))
            return try Self.indexed(query, db).map { $0.contains(index + 1) } == false
          }.map(\.element)
        }
        #expect(missed == [])
      }
    }
  }
}
