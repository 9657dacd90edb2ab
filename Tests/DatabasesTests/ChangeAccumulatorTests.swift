// Counting with savepoints and failures, against a simple model that copies everything at each savepoint.

import TestSupport
import Testing

@testable import Databases

@Suite(.recordsIssues) struct ChangeAccumulatorTests {
  @Test func levelsAreKeptOrDropped() {
    var accumulator = ChangeAccumulator()
    func insert(isKept: Bool = true) {
      let token = accumulator.beginStatement()
      accumulator.active = token
      accumulator.record(0, isOwn: true) { $0.inserted += 1 }
      accumulator.active = nil
      accumulator.endStatement(token, isKept: isKept)
    }
    insert()
    accumulator.openSavepoint("a")
    insert()
    accumulator.openSavepoint("b")
    insert(isKept: false)
    insert()
    accumulator.release("B")
    accumulator.openSavepoint("a")
    insert()
    accumulator.rollBack(to: "A")
    insert()
    accumulator.release("a")
    accumulator.release("a")
    let changes = accumulator.take()
    #expect(changes.map(\.table) == [0])
    #expect(changes.first?.tally.inserted == 4)
    #expect(accumulator.isEmpty)
  }

  @Test func columnsBeyondTheFirstWord() {
    var columns = ColumnSet()
    columns.insert(3)
    columns.insert(900)
    var others = ColumnSet()
    others.insert(63)
    others.formUnion(columns)
    #expect([3, 63, 900].allSatisfy(others.contains))
    #expect(![0, 62, 64, 899].contains(where: others.contains))
  }

  /// The state of the model: the rows, and the counts.
  fileprivate struct Model: Equatable {
    var rows: [Int: Int] = [:]
    var inserted = 0
    var updated = 0
    var deleted = 0
    var touched: Set<Int> = []
  }

  @Test(arguments: 0..<60)
  func randomTransactions(seed: Int) async throws {
    try await withDatabase { connection in
      try await connection.write {
        try $0.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, n INT CHECK(n < 100), u UNIQUE)")
      }
      let collector = BatchCollector(connection)
      var random = SeededGenerator(seed: UInt64(seed) + 1)
      var rows: [Int: Int] = [:]
      for _ in 0..<8 {
        let before = rows
        let script = random
        let (after, isKept): (Model, Bool)
        do {
          after = try await connection.write { db in
            var random = script
            var model = Model(rows: before)
            try Self.run(steps: 30, depth: 0, &model, &random, db)
            if random.next(below: 6) == 0 { throw ExpectedFailure() }
            return model
          }
          isKept = true
        } catch is ExpectedFailure {
          (after, isKept) = (Model(rows: before), false)
        }
        _ = random.next()
        random = SeededGenerator(seed: random.next())
        rows = after.rows
        let now = try await connection.read { db in
          Dictionary(uniqueKeysWithValues: try db.rows("SELECT id, n FROM t").map { ($0[0], $0[1]) })
        }
        #expect(now == Dictionary(uniqueKeysWithValues: rows.map { (.integer($0), .integer($1)) }), "seed \(seed)")
        let batches = collector.take()
        guard isKept, after.inserted + after.updated + after.deleted > 0 else {
          #expect(batches.isEmpty, "seed \(seed)")
          continue
        }
        let expected = TableChange(
          inserted: after.inserted, updated: after.updated, deleted: after.deleted,
          columns: after.updated > 0 ? ["n"] : [])
        #expect(batches.map(\.tables) == [["t": expected]], "seed \(seed)")
        let differing = Set(before.keys).union(rows.keys).filter { before[$0] != rows[$0] }
        #expect(differing.isSubset(of: after.touched), "seed \(seed)")
        #expect(rows.count - before.count == after.inserted - after.deleted, "seed \(seed)")
      }
    }
  }

  /// Random statements, some of which fail, in random savepoints, some of which are rolled back.
  private static func run(
    steps: Int, depth: Int, _ model: inout Model, _ random: inout SeededGenerator, _ db: Database
  ) throws {
    for _ in 0..<steps {
      let id = random.next(below: 12)
      let n = random.next(below: 3)
      switch random.next(below: 9) {
      case 0:
        do {
          try db.execute("INSERT INTO t(id, n) VALUES(\(id), \(n)),(\(id + 1), \(n))")
          for id in [id, id + 1] { model.insert(id, n) }
        } catch let error as DatabaseError {
          #expect(error.isConstraint)
        }
      case 1:
        do {
          try db.execute("INSERT OR FAIL INTO t(id, n) VALUES(\(id), \(n)),(\(id + 1), \(n))")
          for id in [id, id + 1] { model.insert(id, n) }
        } catch let error as DatabaseError {
          #expect(error.isConstraint)
          // The first row stays, unless it was the one that failed.
          if model.rows[id] == nil { model.insert(id, n) }
        }
      case 2:
        try db.execute("REPLACE INTO t(id, n) VALUES(\(id), \(n))")
        model.delete(id)
        model.insert(id, n)
      case 3:
        try db.execute("DELETE FROM t WHERE id=\(id)")
        model.delete(id)
      case 4:
        try db.execute("UPDATE t SET n=\(n) WHERE id>=\(id)")
        for other in model.rows.keys where other >= id { model.update(other, n) }
      case 5:
        try expectDatabaseError { try db.execute("INSERT INTO t(id, n) VALUES(100, 1), (101, 100)") }
      case 6 where depth < 4:
        let saved = model
        do {
          try db.savepoint {
            try run(steps: random.next(below: 8), depth: depth + 1, &model, &random, db)
            if random.next(below: 2) == 0 { throw ExpectedFailure() }
          }
        } catch is ExpectedFailure {
          model = saved
        }
      case 7 where depth < 4:
        // Statements in SQL: savepoints with equal names, a rollback and a release.
        try db.execute("SAVEPOINT s")
        let saved = model
        try run(steps: random.next(below: 5), depth: depth + 1, &model, &random, db)
        if random.next(below: 2) == 0 {
          try db.execute("ROLLBACK TO S")
          model = saved
          try run(steps: random.next(below: 3), depth: depth + 1, &model, &random, db)
        }
        try db.execute("RELEASE s")
      default:
        try db.execute("UPDATE t SET n=n")
      }
    }
  }
}

extension ChangeAccumulatorTests.Model {
  fileprivate mutating func insert(_ id: Int, _ n: Int) {
    rows[id] = n
    inserted += 1
    touched.insert(id)
  }
  fileprivate mutating func delete(_ id: Int) {
    guard rows.removeValue(forKey: id) != nil else { return }
    deleted += 1
    touched.insert(id)
  }
  fileprivate mutating func update(_ id: Int, _ n: Int) {
    guard rows[id] != n else { return }
    rows[id] = n
    updated += 1
    touched.insert(id)
  }
}

extension SeededGenerator {
  mutating func next(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}
