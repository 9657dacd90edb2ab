// Random writes, declarations, loads, pauses and drops in random order: once settled, every wrapper shows the result of
// a plain read.

import Activities
import Databases
import Foundation
import StructuredQueries
import TestSupport
import Testing

@testable import LiveQueries

@Suite(.recordsIssues, .container) struct FollowingPropertyTests {
  static let queries = [
    "SELECT id FROM records ORDER BY id",
    "SELECT count(*) FROM records",
    "SELECT size FROM records ORDER BY id",
    "SELECT count(name) FROM records",
    "SELECT id FROM users ORDER BY id",
    "SELECT r.id + u.id FROM records r JOIN users u ON u.id = r.id ORDER BY 1",
  ]

  static func write(_ random: inout SeededGenerator) -> String {
    let id = Int.random(in: 1...9, using: &random)
    return switch Int.random(in: 0..<8, using: &random) {
    case 0: "INSERT OR IGNORE INTO records(id) VALUES (\(id))"
    case 1: "DELETE FROM records WHERE id = \(id)"
    case 2: "UPDATE records SET size = \(id) WHERE id % 2 = \(id % 2)"
    case 3: "UPDATE records SET name = CASE WHEN name IS NULL THEN 'x' END WHERE id = \(id)"
    case 4: "REPLACE INTO users(id, name, email) VALUES (\(id), 'n', 'e')"
    case 5: "DELETE FROM users WHERE id > \(id)"
    case 6: "DELETE FROM records"
    default: "UPDATE records SET size = size"
    }
  }

  @Test("settled wrappers show what a plain read gives", arguments: seeds)
  func following(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    var script: [Int] = []
    for _ in 0..<120 { script.append(Int.random(in: 0..<12, using: &random)) }
    let steps = script
    let start = random
    try await Fixture.run { fixture in
      var random = start
      let other = try await SQLiteConnection.open(storage: .file(path: fixture.path))
      let scope = FetchScope()
      var wrappers: [(query: String, wrapper: FetchAll<Int>)] = []
      for step in steps {
        let query = Self.queries.randomElement(using: &random) ?? ""
        let sql = Self.write(&random)
        let index = wrappers.isEmpty ? 0 : Int.random(in: 0..<wrappers.count, using: &random)
        switch step {
        case 0, 1:
          let statement = SQLQuery(QueryFragment(query), as: Int.self)
          let wrapper = FetchScope.$current.withValue(step == 0 ? scope : nil) {
            FetchAll(statement, connection: fixture.connection)
          }
          wrappers.append((query, wrapper))
        case 2 where !wrappers.isEmpty:
          wrappers.remove(at: index)
        case 3 where !wrappers.isEmpty:
          try await wrappers[index].wrapper.projectedValue.load(SQLQuery(QueryFragment(query), as: Int.self))
          wrappers[index].query = query
        case 4: scope.pause()
        case 5: scope.resume()
        case 6:
          try await other.write { try $0.execute(sql) }
          try await fixture.connection.lookForOutsideChanges()
        case 7:
          scope.resume()
          await fixture.activity.settled()
          for (query, wrapper) in wrappers {
            let expected = try await fixture.connection.read {
              try SQLQuery(QueryFragment(query), as: Int.self).fetchAll($0)
            }
            #expect(wrapper.wrappedValue == expected, "seed \(seed): \(query)")
          }
        default:
          try await fixture.connection.write { try $0.execute(sql) }
        }
      }
      await other.close()
    }
  }

  /// Few by default; `ALMANAC_SEEDS` sets the number.
  static let seeds: [UInt64] = {
    let count = ProcessInfo.processInfo.environment["ALMANAC_SEEDS"].flatMap(UInt64.init) ?? 6
    return (1...max(1, count)).map { $0 * 7919 }
  }()
}
