// CHG-01: random databases, followed and compared with full dumps.

import Foundation
import TestSupport
import Testing

@testable import WriteAheadLogs

@Suite struct OracleTests {
  /// The way of using the feed.
  enum Use: CaseIterable { case held, released, joined, shadow }

  private static let looks = 20

  /// The seeds of known mistakes. 167: a free page was used and became free again, and the free list has the same bytes
  /// as before.
  private static let mistakes: [UInt64] = [167]

  @Test(
    "CHG-01: each look gives the truth, or says unknown",
    arguments: seeds(usually: 16, looksOfEach: looks, known: mistakes))
  func truth(seed: UInt64) async throws {
    try await withFolder { folder in
      var random = SeededGenerator(seed: seed)
      let use = Use.allCases[Int(seed % 4)]
      let path = folder.appending(path: "x.db").path
      let case_ = try OracleCase(path, use, &random)
      let outcome = try case_.run(Self.looks)
      #expect(outcome.wrong == [], "CHANGES_SEED=\(seed) \(use)")
      #expect(use == .released || outcome.unknown.isEmpty, "CHANGES_SEED=\(seed) \(use) \(outcome.unknown)")
      print("seed \(seed) \(use): \(outcome)")
    }
  }
}

/// One random database, followed.
final class OracleCase {
  struct Outcome: CustomStringConvertible {
    var looks = 0
    var commits = 0
    var rows = 0
    var unknown: [UnknownReason: Int] = [:]
    var wrong: [String] = []

    var description: String { "\(looks) looks, \(commits) commits, \(rows) rows, unknown \(unknown)" }
  }

  private let writer: RandomWriter
  private let connection: Connection
  private let files: OpenFiles
  private let feed: RowFeed
  private let use: OracleTests.Use
  private let encoding: PageFormat.Encoding
  private var random: SeededGenerator
  private var outcome = Outcome()

  init(_ path: String, _ use: OracleTests.Use, _ random: inout SeededGenerator) throws {
    self.use = use
    connection = try Connection(path)
    let (name, encoding) = random.pick([
      ("UTF-8", PageFormat.Encoding.utf8), ("UTF-8", .utf8), ("UTF-16le", .utf16Little), ("UTF-16be", .utf16Big),
    ])
    self.encoding = encoding
    try connection.run(
      """
      PRAGMA page_size = \(random.pick([512, 1024, 4096, 4096, 65536])); PRAGMA auto_vacuum = \(random.pick([0, 0, 1, 2]));
      PRAGMA encoding = '\(name)'; PRAGMA secure_delete = \(random.pick(["0", "1", "fast"])); PRAGMA synchronous = OFF;
      PRAGMA journal_mode = \(use == .shadow ? random.pick(["delete", "persist", "truncate"]) : "wal");
      PRAGMA wal_autocheckpoint = \(random.pick([0, 20, 200, 1000]));
      PRAGMA cache_size = \(random.pick([10, 50, 2000])); PRAGMA cell_size_check = \(random.below(2));
      """)
    writer = try RandomWriter(connection, SeededGenerator(seed: random.next()))
    writer.renamesTables = use == .held || use == .released
    files = OpenFiles(path)
    feed = RowFeed(
      files: files, transactions: Readers(path),
      configuration: .init(
        frameLimit: use == .released ? -1 : 1_000_000, busyLimit: .max, commitLimit: use == .joined ? 2 : 64))
    self.random = random
    try feed.begin()
  }

  private func counter() throws -> UInt32 {
    if let index = LogIndex(files) { return index.changeCounter }
    return try DatabaseHeader(files).changeCounter
  }

  func run(_ looks: Int) throws -> Outcome {
    var truth = try Truth(connection)
    while outcome.looks < looks, outcome.wrong.isEmpty {
      // The true content before and after each commit, by the commit's counter.
      var steps: [(counter: UInt32, before: Truth, after: Truth)] = []
      for _ in 0..<random.pick([1, 1, 2, 4]) {
        let before = try counter()
        if random.chance(15) { try checkpoint() }
        try writer.act()
        let now = try counter()
        guard now != before else { continue }
        let after = try Truth(connection)
        if now != before &+ 1 { outcome.wrong.append("an action of \(now &- before) commits") }
        steps.append((now, truth.renamed(writer.renames), after))
        truth = after
      }
      check(feed.look(), steps)
      outcome.looks += 1
      try checkMap()
    }
    return outcome
  }

  private func checkpoint() throws {
    guard use != .shadow else { return }
    let kinds = use == .released ? ["PASSIVE", "PASSIVE", "TRUNCATE", "RESTART", "FULL"] : ["PASSIVE"]
    try connection.rows("PRAGMA wal_checkpoint(\(random.pick(kinds)))")
  }

  private func check(_ sets: [ChangeSet], _ steps: [(counter: UInt32, before: Truth, after: Truth)]) {
    var rest = steps[...]
    for set in sets {
      let covered = rest.prefix(set.commitCount)
      rest = rest.dropFirst(set.commitCount)
      guard let first = covered.first, let last = covered.last, covered.count == set.commitCount,
        last.counter == set.changeCounter
      else { return outcome.wrong.append("\(set.commitCount) commits up to \(set.changeCounter)") }
      outcome.commits += set.commitCount
      switch set.content {
      case .unknown(let reason): outcome.unknown[reason, default: 0] += 1
      case .rows(let tables):
        let before = first.before
        var truth = before.changes(to: last.after)
        let found = Truth.changes(tables, from: before, to: last.after, encoding)
        outcome.rows += truth.values.reduce(0) { $0 + $1.count }
        // Without a log, a table that was dropped and made again with the same bytes counts as renamed.
        if use == .shadow { truth = truth.withoutRenames(except: found) }
        if found != truth { outcome.wrong.append(Self.difference(found, truth)) }
        for table in tables {
          if table.rows.contains(where: { $0.old == $0.new }) { outcome.wrong.append("an equal row") }
          let ids = table.rows.compactMap(\.rowID)
          if ids != ids.sorted() { outcome.wrong.append("\(table.table) is out of order") }
        }
      }
    }
    if !rest.isEmpty { outcome.wrong.append("\(rest.count) commits are missing") }
    if use != .joined, use != .shadow, sets.contains(where: { $0.commitCount > 1 && !$0.isUnknown }) {
      outcome.wrong.append("joined commits")
    }
  }

  private static func difference(_ found: Truth.Changes, _ truth: Truth.Changes) -> String {
    var parts: [String] = []
    for table in Set(found.keys).union(truth.keys).sorted() {
      let (found, truth) = (found[table] ?? [:], truth[table] ?? [:])
      guard found != truth else { continue }
      let missing = truth.keys.filter { found[$0] == nil }
      let extra = found.keys.filter { truth[$0] == nil }
      let other = truth.keys.filter { found[$0] != nil && found[$0] != truth[$0] }
      let example = (missing + extra + other).first.map { key in
        "\(key): \(String(describing: found[key])) and not \(String(describing: truth[key]))"
      }
      parts.append(
        "\(table): \(missing.count) missing, \(extra.count) too many, \(other.count) differ of \(truth.count); "
          + (example ?? ""))
    }
    return parts.joined(separator: "; ")
  }

  /// The updated map equals the map of a new walk.
  private func checkMap() throws {
    guard let (map, count) = feed.state else { return outcome.wrong.append("no state: \(feed.mode)") }
    let other = RowFeed(files: files, transactions: IdleTransactions())
    try other.begin()
    guard let (fresh, freshCount) = other.state else { return }
    if count != freshCount { outcome.wrong.append("\(count) pages instead of \(freshCount)") }
    if map.tables != fresh.tables { outcome.wrong.append("other tables: \(map.tables) \(fresh.tables)") }
    if (1...count).contains(where: { map.parents[$0] != fresh.parents[$0] }) { outcome.wrong.append("another map") }
  }
}

extension ChangeSet {
  var isUnknown: Bool { if case .unknown = content { true } else { false } }
}

/// No transactions, for files that are not written meanwhile.
struct IdleTransactions: ReadTransactions {
  func begin() {}
  func endFormer() {}
  func endAll() {}
  var isCheckpointWaiting: Bool { false }
}
