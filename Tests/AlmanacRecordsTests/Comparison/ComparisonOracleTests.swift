// Random files are compared, and all their rows are the truth.
import Databases
import Foundation
import Harnesses
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite struct ComparisonOracleTests {
  /// The rows that one file has more often than the other.
  private struct Difference: Equatable, Sendable {
    var gone: [String: [[ExactValue]: Int]] = [:]
    var come: [String: [[ExactValue]: Int]] = [:]
  }

  private struct Found: Sendable {
    var difference = Difference()
    var truth = Difference()
    var isByPages = false
    var twice: [String] = []
  }

  private static func open(_ path: String) async throws -> SQLiteConnection {
    var configuration = SQLiteConnection.Configuration()
    (configuration.isReadOnly, configuration.watchesOtherProcesses) = (true, false)
    return try await SQLiteConnection.open(storage: .file(path: path), configuration: configuration)
  }

  private static func comparing<R: Sendable>(
    _ old: String, _ new: String, _ body: @escaping @Sendable (Database, Database) throws -> R
  ) async throws -> R {
    let (first, second) = (try await open(old), try await open(new))
    do {
      let result = try await first.read(with: second, body)
      await first.close()
      await second.close()
      return result
    } catch {
      await first.close()
      await second.close()
      throw error
    }
  }

  /// All rows of a file, by table, each with its number; and its schema.
  private static func dump(_ db: Database) throws -> [String: [[ExactValue]: Int]] {
    var dump: [String: [[ExactValue]: Int]] = [:]
    for shape in try TableShape.all(db) where shape.kind != .view && shape.kind != .virtual {
      let rows = try rows(of: shape.name, db)
      // The counters of AUTOINCREMENT stay behind as an empty table.
      if shape.kind != .internal || !rows.isEmpty { dump[shape.name] = rows }
    }
    dump["sqlite_schema"] = try rows(
      "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite%'", db)
    return dump
  }

  private static func rows(of table: String, _ db: Database) throws -> [[ExactValue]: Int] {
    try rows("SELECT * FROM \(table.quotedTable)", db)
  }

  private static func rows(_ sql: String, _ db: Database) throws -> [[ExactValue]: Int] {
    var rows: [[ExactValue]: Int] = [:]
    try db.withStatement(sql) { statement in
      while try statement.step() { rows[(0..<statement.columnCount).map(statement.exactValue), default: 0] += 1 }
    }
    return rows
  }

  private static func difference(_ old: [[ExactValue]: Int], _ new: [[ExactValue]: Int]) -> [[ExactValue]: Int] {
    old.reduce(into: [:]) { rest, row in
      let count = row.value - new[row.key, default: 0]
      if count > 0 { rest[row.key] = count }
    }
  }

  /// What the comparison finds in the tables that both files have, and the truth.
  private static func found(_ old: Database, _ new: Database, readsPages: Bool) throws -> Found {
    var found = Found()
    let comparison = try FilesComparison(old, new, readsPages: readsPages)
    found.isByPages = comparison.isByPages
    for table in comparison.tables where table.old != nil && table.new != nil && !table.isMadeAgain {
      var (gone, come): ([[ExactValue]: Int], [[ExactValue]: Int]) = ([:], [:])
      var keys: [String: Int] = [:]
      try comparison.eachChange(of: table) { row in
        if let before = row.before { gone[before, default: 0] += 1 }
        if let after = row.after { come[after, default: 0] += 1 }
        let key = table.keyPlaces.map { (row.before ?? row.after)![$0] }
        if !key.isEmpty, !key.contains(.null) { keys["\(table.name) \(key)", default: 0] += 1 }
      }
      found.twice += keys.filter { $0.value > 1 }.map(\.key)
      (found.difference.gone[table.name], found.difference.come[table.name]) = (gone, come)
      let (before, after) = (try rows(of: table.name, old), try rows(of: table.name, new))
      (found.truth.gone[table.name], found.truth.come[table.name]) = (
        difference(before, after), difference(after, before)
      )
    }
    return found
  }

  private static func statements(_ old: String, _ new: String, byteLimit: Int) async throws -> [String] {
    try await comparing(old, new) { old, new in
      var statements: [String] = []
      let comparison = try FilesComparison(old, new)
      let differs = try ComparisonStatements(
        comparison, comparison.tables, comparison.schemaChanges, byteLimit: byteLimit
      ).write { statements.append($0) }
      #expect(differs == !statements.isEmpty)
      return statements
    }
  }

  /// How many pairs are compared; `ALMANAC_PAIRS` asks for more.
  private static let pairs = ProcessInfo.processInfo.environment["ALMANAC_PAIRS"].flatMap(Int.init) ?? 60

  /// HIS-12
  @Test func randomFiles() async throws {
    var byPages = 0
    for seed in 1...Self.pairs {
      try await withFolder { folder in
        let (old, new) = (folder.appending(path: "old.db").path, folder.appending(path: "new.db").path)
        var pair = RandomPair(seed: UInt64(seed))
        try pair.make(old, new)
        for readsPages in [true, false] {
          let found = try await Self.comparing(old, new) { try Self.found($0, $1, readsPages: readsPages) }
          #expect(found.difference == found.truth, "pair \(seed), pages \(readsPages)")
          #expect(found.twice == [], "pair \(seed), pages \(readsPages)")
          if found.isByPages { byPages += 1 }
        }
        // Every second pair is written as if its rows did not fit into the memory.
        for byteLimit in [seed.isMultiple(of: 2) ? 200 : 32 << 20] {
          let copy = folder.appending(path: "copy\(byteLimit).db").path
          try FileManager.default.copyItem(atPath: old, toPath: copy)
          let statements = try await Self.statements(old, new, byteLimit: byteLimit)
          do {
            try RawConnection.run(statements.joined(separator: "\n"), on: copy)
          } catch {
            Issue.record(
              "pair \(seed), limit \(byteLimit): \(error)\n\(statements.joined(separator: "\n").prefix(4000))")
            return
          }
          let dumps = try await Self.comparing(copy, new) { (try Self.dump($0), try Self.dump($1)) }
          if !statements.isEmpty { #expect(dumps.0.keys.sorted() == dumps.1.keys.sorted(), "pair \(seed)") }
          // Counters alone are no difference.
          for (name, rows) in dumps.1 where !statements.isEmpty || name != "sqlite_sequence" {
            #expect(dumps.0[name] == rows, "pair \(seed), limit \(byteLimit), table \(name)")
          }
          #expect(try await Self.statements(copy, new, byteLimit: byteLimit) == [], "pair \(seed)")
        }
      }
    }
    #expect(byPages > Self.pairs / 10)
  }
}
