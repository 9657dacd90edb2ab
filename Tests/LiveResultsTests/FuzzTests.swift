// Random tables, queries and commits: each kept result equals a rerun after each commit.

import Databases
import Foundation
import TestSupport
import Testing

@testable import LiveResults

@Suite struct FuzzTests {
  /// The pairs of query and commit: so many as usual, from seed 1 on; `LIVE_RESULTS_STEPS` and `LIVE_RESULTS_SEED` in
  /// the environment say otherwise.
  private static let environment = ProcessInfo.processInfo.environment
  private static let steps = environment["LIVE_RESULTS_STEPS"].flatMap(Int.init) ?? 2_000
  private static let seed = environment["LIVE_RESULTS_SEED"].flatMap(UInt64.init) ?? 1

  private struct Kept {
    var sql: String
    var isTotal: Bool
    var result: LiveResult
  }

  @Test("LSQ-01: each step of a random query over random tables equals a rerun")
  func fuzz() async throws {
    var (steps, seed, counts) = (0, Self.seed, [String: Int]())
    while steps < Self.steps {
      try await Self.round(seed, steps: &steps, &counts)
      seed += 1
    }
    print("LSQ-01: \(steps) steps, seeds \(Self.seed) to \(seed - 1)")
    for (upkeep, count) in counts.sorted(by: { $0.key < $1.key }) { print("  \(upkeep): \(count)") }
  }

  /// One file, fourteen queries, twelve commits.
  private static func round(_ seed: UInt64, steps: inout Int, _ counts: inout [String: Int]) async throws {
    var file = RandomFile(seed: seed)
    var rows: [String] = []
    for table in file.tables {
      for _ in 0..<file.choices.number(2...18) { rows.append(file.change(table, onlyInserts: true)) }
    }
    var (done, counted) = (0, [String: Int]())
    // A quarter of the files has texts in UTF-16.
    let encoding = [3: "UTF-16le", 7: "UTF-16be"][seed % 8] ?? "UTF-8"
    try await Following.run(file.schema, rows: rows, encoding: encoding) { following in
      var query = RandomQuery(file)
      var kept: [Kept] = []
      while kept.count < 14 {
        let (sql, isTotal) = query.query()
        guard (try? oracle(sql, following, file)) != nil else { continue }
        let result = try await following.follow(sql)
        // What runs again can hardly be wrong.
        if case .again = await result.upkeep, !query.file.choices.chance(10) {
          await result.close()
          continue
        }
        kept.append(Kept(sql: sql, isTotal: isTotal, result: result))
      }
      for step in 0..<12 {
        // Nobody takes in some of the commits: the next step finds out what has changed.
        let rests = (seed + UInt64(step)).isMultiple(of: 5)
        if rests { for entry in kept { await entry.result.rest() } }
        try following.other.run("BEGIN")
        for statement in query.file.commit() { following.other.tryRun(statement) }
        try following.other.run("COMMIT")
        let batches = try await following.looked()
        for entry in kept {
          let before = await entry.result.rows.map(\.values)
          let change: ResultChange
          do {
            change = try await following.step(entry.result, rests ? [] : batches)
          } catch {
            Issue.record("seed \(seed), step \(step), \(await upkeep(entry)): \(error)\n\(entry.sql)")
            continue
          }
          let rows = await entry.result.rows.map(\.values)
          done += 1
          counted[await upkeep(entry), default: 0] += 1
          guard let again = try? oracle(entry.sql, following, file) else { continue }
          if Agreement(rows, again, isTotal: entry.isTotal) == .none
            || DailyQueryTests.changed(before, by: change) != DailyQueryTests.counts(rows)
          {
            Issue.record(
              """
              seed \(seed), step \(step), \(await upkeep(entry))
              \(entry.sql)
              kept  \(rows.prefix(8))
              again \(again.prefix(8))
              """)
          }
        }
      }
      for entry in kept { await entry.result.close() }
    }
    steps += done
    counts.merge(counted, uniquingKeysWith: +)
  }

  private static func upkeep(_ entry: Kept) async -> String { await entry.result.upkeep?.description ?? "closed" }

  private static func oracle(_ sql: String, _ following: Following, _ file: RandomFile) throws -> [[ExactValue]] {
    let fresh = try OtherProgram(following.path)
    if file.needsNoAutomaticIndex { try fresh.run("PRAGMA automatic_index=OFF") }
    return try fresh.rows(sql)
  }
}
