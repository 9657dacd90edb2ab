// A file, another program that writes it, and live results that follow.

import Databases
import Foundation
import Locks
import TestSupport
import Testing

@testable import LiveResults

/// A file of one test. Another program writes it; batches come as the file's connection reads them from its pages.
final class Following {
  let path: String
  let other: OtherProgram
  let connection: SQLiteConnection
  private let batches = Lock<[ChangeBatch]>([])
  /// How often each statement ran.
  private let statements = Lock<[String: Int]>([:])
  private var subscription: ChangeSubscription?

  /// Makes a file of these statements and opens it. A constraint may refuse some of `rows`.
  private init(_ schema: String, rows: [String], journal: String, encoding: String, in folder: URL) async throws {
    path = folder.appending(path: "file.db").path
    other = try OtherProgram(path)
    try other.run("PRAGMA encoding='\(encoding)'; PRAGMA journal_mode=\(journal); \(schema)")
    try other.run("BEGIN")
    for row in rows { other.tryRun(row) }
    try other.run("COMMIT")
    var configuration = SQLiteConnection.Configuration()
    (configuration.isReadOnly, configuration.watchesOtherProcesses) = (true, false)
    configuration.trace = { [statements] sql in statements.withLock { $0[sql, default: 0] += 1 } }
    connection = try await SQLiteConnection.open(storage: .file(path: path), configuration: configuration)
    subscription = connection.subscribe { [batches] batch in batches.withLock { $0.append(batch) } }
    try await connection.lookForOutsideChanges()
  }

  /// Runs `body` with a file in a folder of its own.
  static func run(
    _ schema: String, rows: [String] = [], journal: String = "wal", encoding: String = "UTF-8",
    _ body: (Following) async throws -> Void
  ) async throws {
    try await withFolder { folder in
      let following = try await Following(schema, rows: rows, journal: journal, encoding: encoding, in: folder)
      try await body(following)
      await following.connection.close()
    }
  }

  /// How often a statement has run.
  func runs(_ sql: String) -> Int { statements.withLock { $0[sql, default: 0] } }

  /// Begins to follow a query.
  func follow(
    _ sql: String, with parameters: QueryParameters = [:], reserve: Int = 3, leastWork: Int = 100_000
  ) async throws -> LiveResult {
    var configuration = LiveResult.Configuration()
    configuration.parameters = parameters
    (configuration.reserve, configuration.restsBetweenRuns) = (reserve, false)
    configuration.leastWork = leastWork
    let result = LiveResult(sql, on: connection, configuration)
    _ = try await looked()
    try await result.begin()
    return result
  }

  /// The batches since the last call.
  func looked() async throws -> [ChangeBatch] {
    try await connection.lookForOutsideChanges()
    return batches.withLock { batches in
      defer { batches = [] }
      return batches
    }
  }

  /// Takes batches into a result. Returns the change of the result, whose places lead from the rows before to the rows
  /// after.
  func step(_ result: LiveResult, _ batches: [ChangeBatch]) async throws -> ResultChange {
    let before = await result.rows
    let changed = Lock<ResultChange?>(nil)
    try await result.step(batches) { _, change in changed.withLock { $0 = change } }
    let change = try #require(changed.withLock { $0 })
    #expect(change.applied(to: before).map(\.values) == (await result.rows).map(\.values), "\(result.sql)")
    return change
  }

  /// What a fresh connection reads.
  func oracle(_ sql: String) throws -> [[ExactValue]] { try OtherProgram(path).rows(sql) }
}

extension ResultChange {
  /// The rows after the change, by the places of what has changed.
  fileprivate func applied(to before: [ResultRow]) -> [ResultRow] {
    let left = Set(rows.compactMap(\.placeBefore) + moves.map(\.from))
    var after = before.enumerated().filter { !left.contains($0.offset) }.map(\.element)
    let come = rows.compactMap { row in row.placeAfter.map { (place: $0, row: row.after) } }
    let moved = moves.map { (place: $0.to, row: Optional(before[$0.from])) }
    for (place, row) in (come + moved).sorted(by: { $0.place < $1.place }) {
      guard let row, place <= after.count else { return [] }
      after.insert(row, at: place)
    }
    return after
  }
}

/// How a kept result agrees with a rerun.
enum Agreement {
  /// The same rows. If the query orders them wholly, in the same order.
  case exact
  /// Equal but for what SQLite leaves open: the spelling of a group, or the last digits of a sum.
  case loose
  case none

  init(_ kept: [[ExactValue]], _ again: [[ExactValue]], isTotal: Bool) {
    if kept == again { self = .exact; return }
    guard kept.count == again.count else { self = .none; return }
    if !isTotal, Self.counts(kept) == Self.counts(again) { self = .exact; return }
    let (first, second) = (kept.map { $0.map(Loose.init) }, again.map { $0.map(Loose.init) })
    if isTotal, Self.areNear(first, second) { self = .loose; return }
    let areSameRows = Self.areNear(first.sorted(by: Self.precedes), second.sorted(by: Self.precedes))
    // In an order by a sum, groups whose sums differ in their last digits may have other places.
    let isOrderedByDigits =
      Self.counts(kept) != Self.counts(again)
      && zip(kept, again).allSatisfy {
        zip($0, $1).allSatisfy { !$0.isReal || !$1.isReal || Loose($0).isNear(Loose($1)) }
      }
    self = areSameRows && (!isTotal || isOrderedByDigits) ? .loose : .none
  }

  private static func areNear(_ first: [[Loose]], _ second: [[Loose]]) -> Bool {
    zip(first, second).allSatisfy { zip($0, $1).allSatisfy { $0.isNear($1) } }
  }

  private static func precedes(_ a: [Loose], _ b: [Loose]) -> Bool { a.lexicographicallyPrecedes(b) }

  private static func counts(_ rows: [[ExactValue]]) -> [[ExactValue]: Int] {
    rows.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}

extension ExactValue {
  fileprivate var isReal: Bool { if case .real = self { true } else { false } }
}

private struct Loose: Comparable {
  var rank: Int
  var number = 0.0
  var bytes: [UInt8] = []

  init(_ value: ExactValue) {
    switch value {
    case .null: rank = 0
    case .integer(let value): (rank, number) = (1, Double(value))
    case .real(let value): (rank, number) = (1, value)
    case .text(let text):
      (rank, bytes) = (2, text.map { $0 >= 65 && $0 <= 90 ? $0 | 32 : $0 })
      while bytes.last == 32 { bytes.removeLast() }
    case .utf16(let text, _): (rank, bytes) = (2, text)
    case .blob(let blob): (rank, bytes) = (3, blob)
    }
    if abs(number) < 1e-9 { number = 0 }
  }

  func isNear(_ other: Loose) -> Bool {
    rank == other.rank && bytes == other.bytes && abs(number - other.number) <= 1e-7 * max(1, abs(number))
  }

  static func < (a: Loose, b: Loose) -> Bool {
    if a.rank != b.rank { return a.rank < b.rank }
    // So that sums that differ in their last digits have the same place.
    let (first, second) = ((a.number * 1e6).rounded(), (b.number * 1e6).rounded())
    if first != second { return first < second }
    return a.bytes.lexicographicallyPrecedes(b.bytes)
  }
}
