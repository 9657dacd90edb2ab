// O1 to O3: the time from a commit to the values of concerned queries, and the cost of unconcerned ones.
import Activities
import AlmanacRecords
import Databases
import Harnesses
import LiveQueries
import Locks
import StructuredQueries

extension Measurement {
  static let liveValues = Measurement(ids: ["O1", "O2", "O3"]) { bench in
    [try await commitToValue(bench), try await longList(bench), try await unmet(bench)]
  }

  private static let rounds = 400

  private static func commitToValue(_ bench: Bench) async throws -> ReportLine {
    var pair = Pair()
    for _ in 0..<3 {
      let floor = try ScratchTable("floor", rows: 100, in: bench.folder)
      let (writer, reader) = (try PlainDatabase(floor.path), try PlainDatabase(floor.path))
      for round in 0..<rounds {
        let start = nanoseconds()
        try writer.run("UPDATE records SET size = \(round) + 1000 WHERE id = 50")
        _ = try reader.copyRows("SELECT id, name, size FROM records ORDER BY id")
        pair.floor.values.append(Double(nanoseconds() - start))
      }
      let table = try ScratchTable("product", rows: 100, in: bench.folder)
      let connection = try await table.connection()
      let records = FetchAll(Record.order { $0.id.asc() }, connection: connection)
      await connection.activity.settled()
      pair.product += try await times(connection) { size in records.wrappedValue.contains { $0.size == size } }
      await connection.close()
    }
    return ReportLine(
      id: "O1", subject: "our own commit to the value of a query of 100 rows", goal: "<= 1.5 x in one thread",
      floor: microseconds(pair.floor.median), product: microseconds(pair.product.median),
      checks: [.init(name: "", value: pair.medianRatio, limit: 1.5)])
  }

  private static func longList(_ bench: Bench) async throws -> ReportLine {
    var pair = Pair()
    for _ in 0..<3 {
      for rows in [100, 100_000] {
        let table = try ScratchTable("product", rows: rows, in: bench.folder)
        let connection = try await table.connection()
        guard let listed = try await connection.read({ db in try ListedTable.named("records", db) }) else {
          throw Trouble("The table of the bench is missing.")
        }
        let page = Fetch(
          wrappedValue: RecordsWindow.Value(), RecordsWindow(ListQuery(listed)), connection: connection)
        await connection.activity.settled()
        guard page.wrappedValue.rows.count >= 100 else { throw Trouble("The window is too short.") }
        let figures = try await times(connection) { size in
          page.wrappedValue.rows.contains { $0.cells.contains(.integer(size)) }
        }
        if rows == 100 { pair.floor += figures } else { pair.product += figures }
        await connection.close()
      }
    }
    return ReportLine(
      id: "O2", subject: "our own commit to the list of 100k rows, one changed", goal: "<= 2 x of 100 rows",
      floor: microseconds(pair.floor.median), product: microseconds(pair.product.median),
      checks: [.init(name: "", value: pair.medianRatio, limit: 2)])
  }

  /// The times from the beginning of a write until all its consequences have arrived, in nanoseconds. `isSeen` tells
  /// whether the written size has arrived.
  private static func times(_ connection: SQLiteConnection, _ isSeen: (Int) -> Bool) async throws -> Figures {
    var figures = Figures()
    for round in 0..<rounds {
      let size = round + 1000
      let start = nanoseconds()
      try await connection.write { db in try db.execute("UPDATE records SET size = \(size) WHERE id = 50") }
      await connection.activity.settled()
      figures.values.append(Double(nanoseconds() - start))
      guard isSeen(size) else { throw Trouble("A value that was written is not there.") }
    }
    return figures
  }

  private static func unmet(_ bench: Bench) async throws -> ReportLine {
    var pair = Pair()
    var fetches = 0
    for _ in 0..<5 {
      for count in [0, 100] {
        let table = try ScratchTable("product", rows: 100, in: bench.folder)
        let isCounting = Lock(false)
        let counted = Lock(0)
        let connection = try await table.connection { sql in
          if sql.hasPrefix("SELECT"), isCounting.withLock({ $0 }) { counted.withLock { $0 += 1 } }
        }
        try await connection.write { try $0.execute("CREATE TABLE others(n)") }
        let mounted = (0..<count).map { number in
          FetchAll(Record.where { $0.id > number }, connection: connection)
        }
        await connection.activity.settled()
        isCounting.withLock { $0 = true }
        let start = nanoseconds()
        for round in 0..<rounds {
          try await connection.write { db in try db.execute("INSERT INTO others VALUES (\(round))") }
        }
        await connection.activity.settled()
        let time = Double(nanoseconds() - start)
        if count == 0 { pair.floor.values.append(time) } else { pair.product.values.append(time) }
        fetches += withExtendedLifetime(mounted) { counted.withLock { $0 } }
        await connection.close()
      }
    }
    let rate = pair.product.median > 0 ? pair.floor.median / pair.product.median : 0
    return ReportLine(
      id: "O3", subject: "writes next to 100 queries that they don't affect", goal: "0 fetches, >= 0.85 x the rate",
      floor: milliseconds(pair.floor.median), product: "\(milliseconds(pair.product.median)), \(fetches) fetches",
      checks: [
        .init(name: "fetches", value: Double(fetches), limit: 0),
        .init(name: "time", value: rate > 0 ? 1 / rate : .infinity, limit: 1 / 0.85),
      ])
  }

  private static func microseconds(_ nanoseconds: Double) -> String { decimal(nanoseconds / 1000, 1) + " us" }
}
