// F3: a page of typed rows at different positions.
import AlmanacRecords
import Databases
import Harnesses
import LiveQueries
import StructuredQueries

extension Measurement {
  static let pages = Measurement(ids: ["F3"]) { bench in
    var configuration = SQLiteConnection.Configuration()
    configuration.isReadOnly = true
    configuration.watchesOtherProcesses = false
    let connection = try await SQLiteConnection.open(
      storage: .file(path: bench.book.path), configuration: configuration)
    let rows = bench.book.rows
    let places = [("head", rows), ("middle", rows / 2), ("end", 100)]
    var pairs = places.map { _ in Pair() }
    for _ in 0..<6 {
      for (index, place) in places.enumerated() {
        let output = bench.folder + "/pages"
        _ = try runtime([bench.frames, "page", bench.book.path, String(place.1), "120"], output: output)
        pairs[index].floor.values += contents(of: output).split(separator: "\n").compactMap { Double($0) }.suffix(100)
        let times = try await connection.read { db in try (0..<120).map { _ in try time(db, from: place.1) } }
        pairs[index].product.values += times.suffix(100)
      }
    }
    await connection.close()
    var lines = zip(places, pairs).map { place, pair in
      ReportLine(
        id: "F3", subject: "100 typed rows at the \(place.0) of \(short(rows))", goal: "<= 2 x",
        floor: microseconds(pair.floor.median), product: microseconds(pair.product.median),
        checks: [.init(name: "", value: pair.medianRatio, limit: 2)])
    }
    lines.append(
      ReportLine(
        id: "F3", subject: "the end's against the head's", goal: "<= 1.3 x",
        floor: "", product: "\(microseconds(pairs[2].product.median)) / \(microseconds(pairs[0].product.median))",
        checks: [
          .init(name: "", value: Pair.ratio(pairs[2].product.median, pairs[0].product.median), limit: 1.3)
        ]))
    return lines
  }

  private static func microseconds(_ nanoseconds: Double) -> String { decimal(nanoseconds / 1000, 1) + " us" }

  /// The time to read a page of 100 facts from `key` down, in nanoseconds.
  private static func time(_ db: Database, from key: Int) throws -> Double {
    let start = nanoseconds()
    let facts = try Fact.where { $0.id <= key }.order { $0.id.desc() }.limit(100).fetchAll(db)
    let time = nanoseconds() - start
    guard facts.count == 100 else { throw Trouble("There are only \(facts.count) facts from \(key) down.") }
    return Double(time)
  }
}
