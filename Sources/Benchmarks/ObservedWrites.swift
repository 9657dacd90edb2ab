// SD-31: many writes in one transaction while concerned queries are mounted.
import Activities
import Databases
import Glibc
import Harnesses
import LiveQueries
import StructuredQueries

extension Measurement {
  static let observedWrites = Measurement(ids: ["SD-31"]) { bench in
    let path = bench.folder + "/observed.db"
    var pair = Pair()
    for _ in 0..<8 {
      pair.floor.values.append(try await time(path, queries: 0))
      pair.product.values.append(try await time(path, queries: 20))
    }
    return [
      ReportLine(
        id: "SD-31", subject: "50,000 inserts in one transaction, 20 queries mounted", goal: "<= 1.1 x with none",
        floor: milliseconds(pair.floor.median), product: milliseconds(pair.product.median),
        checks: [.init(name: "", value: pair.medianRatio, limit: 1.1)])
    ]
  }

  /// The time from the beginning of the transaction until each query has its new value, in nanoseconds.
  private static func time(_ path: String, queries: Int) async throws -> Double {
    func removeFiles() { for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) } }
    removeFiles()
    defer { removeFiles() }
    var configuration = SQLiteConnection.Configuration()
    configuration.journal = .wal
    configuration.watchesOtherProcesses = false
    let connection = try await SQLiteConnection.open(storage: .file(path: path), configuration: configuration)
    try await connection.write { try $0.execute("CREATE TABLE numbers(id INTEGER PRIMARY KEY, n INTEGER NOT NULL)") }
    let mounted = (0..<queries).map {
      FetchOne(
        wrappedValue: -1, SQLQuery("SELECT ifnull(max(id), 0) + \(bind: $0) FROM numbers", as: Int.self),
        connection: connection)
    }
    await configuration.activity.settled()
    let start = nanoseconds()
    try await connection.write { db in
      for _ in 0..<50_000 {
        try db.withStatement("INSERT INTO numbers(n) VALUES (1)") { statement in while try statement.step() {} }
      }
    }
    await configuration.activity.settled()
    let time = Double(nanoseconds() - start)
    for (number, query) in mounted.enumerated() where query.wrappedValue != 50_000 + number {
      throw Trouble("A mounted query has \(query.wrappedValue), not \(50_000 + number).")
    }
    await connection.close()
    return time
  }
}
