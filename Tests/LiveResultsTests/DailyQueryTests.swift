// Queries of daily life over a shop and a collection of music: how each is kept, and that it is kept right.

import Databases
import Foundation
import TestSupport
import Testing

@testable import LiveResults

@Suite struct DailyQueryTests {
  @Test("LSQ-02: 61 queries of daily life are kept right, and as they should be")
  func daily() async throws {
    var random = SeededGenerator(seed: 1)
    var shop = Shop(random: random)
    try await Following.run(Shop.schema + shop.rows()) { following in
      var results: [(query: String, result: LiveResult)] = []
      for line in DailyQueries.all {
        let result = try await following.follow(line.sql)
        results.append((line.sql, result))
        let upkeep = try #require(await result.upkeep)
        #expect("\(upkeep)" == line.upkeep, "\(line.sql)")
      }
      for step in 0..<40 {
        try following.other.run("BEGIN")
        for _ in 0...Int.random(in: 0..<4, using: &random) { following.other.tryRun(shop.change()) }
        try following.other.run("COMMIT")
        let batches = try await following.looked()
        for (query, result) in results {
          let before = await result.rows.map(\.values)
          let change = try await following.step(result, batches)
          let kept = await result.rows.map(\.values)
          #expect(Self.changed(before, by: change) == Self.counts(kept), "step \(step): \(query)")
          let again = try following.oracle(query)
          // Which rows come before a LIMIT, and the row of a bare column, SQLite may choose where several are equal.
          let isOpen = query.contains("limit") || query.contains("max(day), id")
          let agrees = Agreement(kept, again, isTotal: false) != .none || (isOpen && kept.count == again.count)
          #expect(agrees, "step \(step): \(query)\n\(kept.prefix(5))\n\(again.prefix(5))")
        }
      }
    }
  }

  static func counts(_ rows: [[ExactValue]]) -> [[ExactValue]: Int] {
    rows.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  static func changed(_ rows: [[ExactValue]], by change: ResultChange) -> [[ExactValue]: Int] {
    var counts = counts(rows)
    for row in change.rows {
      if let before = row.before { counts[before.values, default: 0] -= 1 }
      if let after = row.after { counts[after.values, default: 0] += 1 }
    }
    return counts.filter { $0.value != 0 }
  }
}
