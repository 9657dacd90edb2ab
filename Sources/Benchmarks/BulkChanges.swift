// W1: many records deleted, restored and toggled, compared with one statement that does the same.
import AlmanacRecords
import Databases
import Harnesses

extension Measurement {
  static let bulkChanges = Measurement(ids: ["W1"]) { bench in
    let step = max(1, bench.book.rows / 50_000)
    let ids = stride(from: step, through: bench.book.rows, by: step).map { RecordID.rowID($0) }
    let floorBook = try bench.book.copied(to: bench.folder + "/changed-floor.db")
    let book = try bench.book.copied(to: bench.folder + "/changed.db")
    defer { for book in [floorBook, book] { book.remove() } }
    let connection = try await Book.open(path: book.path, Book.Options())
    let words = ["delete", "undo", "toggle"]
    var pairs = words.map { _ in Pair() }
    for _ in 0..<3 {
      let output = bench.folder + "/changes"
      _ = try runtime([bench.frames, "change", floorBook.path, String(step), "1"], output: output)
      let floor = contents(of: output).split(separator: "\n").compactMap { Double($0) }
      let product = try await times(connection, ids)
      for index in words.indices {
        pairs[index].floor.values.append(floor[index])
        pairs[index].product.values.append(product[index])
      }
    }
    await connection.close()
    return zip(words, pairs).map { word, pair in
      ReportLine(
        id: "W1", subject: "\(word) \(grouped(ids.count)) of \(short(bench.book.rows)) users",
        goal: "<= 2 x one statement", floor: milliseconds(pair.floor.median),
        product: milliseconds(pair.product.median),
        checks: [.init(name: "", value: pair.medianRatio, limit: 2)])
    }
  }

  /// The times to delete records, to undo that, and to toggle them, in nanoseconds: the lock is held for so long.
  private static func times(_ connection: SQLiteConnection, _ ids: [RecordID]) async throws -> [Double] {
    func time<R: Sendable>(_ body: @escaping @Sendable (Database) throws -> R) async throws -> (R, Double) {
      let start = nanoseconds()
      let result = try await connection.write { db in try body(db) }
      return (result, Double(nanoseconds() - start))
    }
    let users = ListedTable.users
    let (deleted, deletion) = try await time { db in try users.delete(ids, db) }
    let (_, undo) = try await time { db in try deleted.inverse.apply(db) }
    let (toggled, toggle) = try await time { db in try users.toggle("active", of: ids, db) }
    _ = try await time { db in try toggled.inverse.apply(db) }
    guard deleted.rows.count == ids.count, toggled.rows.count == ids.count else {
      throw Trouble("\(deleted.rows.count) of \(ids.count) users were deleted.")
    }
    return [deletion, undo, toggle]
  }
}
