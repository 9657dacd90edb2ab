// F1, F4: many typed rows, read and kept, and inserted.
import AlmanacRecords
import CSQLite
import Databases
import Harnesses
import LiveQueries
import StructuredQueries

extension Measurement {
  static let typedRows = Measurement(ids: ["F1", "F4"]) { bench in
    [try await reading(bench), try await inserting(bench)]
  }

  private static func reading(_ bench: Bench) async throws -> ReportLine {
    var configuration = SQLiteConnection.Configuration()
    configuration.isReadOnly = true
    configuration.watchesOtherProcesses = false
    let connection = try await SQLiteConnection.open(
      storage: .file(path: bench.book.path), configuration: configuration)
    let plain = try PlainDatabase(bench.book.path)
    var pair = Pair()
    for _ in 0..<5 {
      pair.floor.values.append(
        try time(bench.book.rows) { try plain.copyRows("SELECT id, body, createdAt FROM facts ORDER BY id") })
      pair.product.values.append(
        try await connection.read { db in
          try time(bench.book.rows) { try Fact.order { $0.id.asc() }.fetchAll(db).count }
        })
    }
    await connection.close()
    return ReportLine(
      id: "F1", subject: "\(short(bench.book.rows)) typed rows read and kept", goal: "<= 1.25 x copied by C",
      floor: milliseconds(pair.floor.median), product: milliseconds(pair.product.median),
      checks: [.init(name: "", value: pair.medianRatio, limit: 1.25)])
  }

  private static func inserting(_ bench: Bench) async throws -> ReportLine {
    let count = 100_000
    var pair = Pair()
    for _ in 0..<5 {
      let floor = try ScratchTable("floor", in: bench.folder)
      let plain = try PlainDatabase(floor.path)
      pair.floor.values.append(
        try time(count) {
          try plain.run("BEGIN")
          try plain.withStatement("INSERT INTO records VALUES (?, ?, ?)") { statement in
            for number in 1...count {
              let name = "Record \(number)"
              sqlite3_bind_int64(statement, 1, Int64(number))
              sqlite3_bind_text(statement, 2, name, -1, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
              sqlite3_bind_int64(statement, 3, Int64(number % 97))
              guard sqlite3_step(statement) == SQLITE_DONE else { throw Trouble("A record was not inserted.") }
              sqlite3_reset(statement)
            }
          }
          try plain.run("COMMIT")
          return count
        })
      let table = try ScratchTable("product", in: bench.folder)
      let connection = try await table.connection()
      let start = nanoseconds()
      try await connection.write { db in
        for number in 1...count {
          try Record.insert { Record(id: number, name: "Record \(number)", size: number % 97) }.execute(db)
        }
      }
      pair.product.values.append(Double(nanoseconds() - start))
      await connection.close()
    }
    return ReportLine(
      id: "F4", subject: "100k typed records inserted in one transaction", goal: "<= 1.67 x C",
      floor: milliseconds(pair.floor.median), product: milliseconds(pair.product.median),
      checks: [.init(name: "", value: pair.medianRatio, limit: 1.67)])
  }

  /// The time of `body`, in nanoseconds. Throws unless it returns the number `rows`.
  private static func time(_ rows: Int, _ body: () throws -> Int) throws -> Double {
    let start = nanoseconds()
    let count = try body()
    let time = nanoseconds() - start
    guard count == rows else { throw Trouble("There are \(count) rows, not \(rows).") }
    return Double(time)
  }
}
