// The rows of a result, in their order, each with its number.

import Databases

/// A term of ORDER BY over the columns of a kept row.
struct OrderTerm {
  var column: Int
  var collation: Collation
  var isDescending = false
  var putsNullsLast = false

  init(column: Int, collation: Collation, isDescending: Bool = false, nulls: String? = nil) {
    (self.column, self.collation, self.isDescending) = (column, collation, isDescending)
    putsNullsLast = nulls.map { $0 == "LAST" } ?? isDescending
  }

  /// Below 0, 0 or above 0.
  func compare(_ a: Tuple, _ b: Tuple) -> Int {
    switch (a[column], b[column]) {
    case (.null, .null): return 0
    case (.null, _): return putsNullsLast ? 1 : -1
    case (_, .null): return putsNullsLast ? -1 : 1
    case (let first, let second):
      let order = first.compare(second, collation)
      return isDescending ? -order : order
    }
  }
}

extension [OrderTerm] {
  /// Below 0, 0 or above 0.
  func compare(_ a: Tuple, _ b: Tuple) -> Int {
    for term in self {
      let order = term.compare(a, b)
      if order != 0 { return order }
    }
    return 0
  }
}

/// A multiset of rows in the order of a query. Rows that the query leaves in any order are ordered by all their values.
///
/// A row is found by its place in the order: nothing else is kept but the rows.
struct KeptRows {
  struct Entry {
    var tuple: Tuple
    var count: Int
  }

  let order: [OrderTerm]
  /// Some hundred entries each, so that an insertion moves few.
  private var chunks: [[Entry]] = []
  /// The number of rows in each chunk.
  private var chunkCounts: [Int] = []
  /// The number of rows.
  private(set) var count = 0
  /// The approximate number of bytes in them.
  private(set) var byteCount = 0
  /// The rows added and removed since the last call of `takeChanges`, with weights.
  private var changes: [Tuple: Int] = [:]

  private static let chunkSize = 512
  /// The most bytes that a result may have to be kept.
  static let byteLimit = 64 << 20

  init(order: [OrderTerm]) { self.order = order }

  private func compare(_ a: Tuple, _ b: Tuple) -> Int {
    let order = order.compare(a, b)
    return order != 0 ? order : a.compareExactly(b)
  }

  /// Takes these rows instead of all.
  mutating func fill(_ rows: [(tuple: Tuple, count: Int)]) {
    (chunks, count, byteCount) = ([], 0, 0)
    changes.removeAll()
    var chunk: [Entry] = []
    for row in rows.sorted(by: { compare($0.tuple, $1.tuple) < 0 }) where row.count != 0 {
      count += row.count
      if let last = chunk.last, last.tuple == row.tuple {
        chunk[chunk.count - 1].count += row.count
        continue
      }
      byteCount += row.tuple.approximateSize
      if chunk.count == Self.chunkSize {
        chunks.append(chunk)
        chunk = []
      }
      chunk.append(Entry(tuple: row.tuple, count: row.count))
    }
    if !chunk.isEmpty { chunks.append(chunk) }
    chunkCounts = chunks.map(Self.rowCount)
  }

  private static func rowCount(_ entries: some Sequence<Entry>) -> Int { entries.reduce(0) { $0 + $1.count } }

  /// The chunk and the place in it of a row, or where it belongs.
  private func place(of tuple: Tuple) -> (chunk: Int, place: Int, isThere: Bool) {
    var (low, high) = (0, chunks.count)
    while low < high {
      let middle = (low + high) / 2
      if compare(chunks[middle][chunks[middle].count - 1].tuple, tuple) < 0 { low = middle + 1 } else { high = middle }
    }
    guard low < chunks.count else { return (max(0, low - 1), chunks.last?.count ?? 0, false) }
    let chunk = low
    (low, high) = (0, chunks[chunk].count)
    while low < high {
      let middle = (low + high) / 2
      if compare(chunks[chunk][middle].tuple, tuple) < 0 { low = middle + 1 } else { high = middle }
    }
    return (chunk, low, compare(chunks[chunk][low].tuple, tuple) == 0)
  }

  /// How often a row is in it.
  func count(of tuple: Tuple) -> Int {
    let found = place(of: tuple)
    return found.isThere ? chunks[found.chunk][found.place].count : 0
  }

  /// Adds a row `weight` times, or removes it. Throws if there are fewer rows to remove: then the result is wrong, and
  /// must be read again.
  mutating func add(_ tuple: Tuple, _ weight: Int) throws {
    guard weight != 0 else { return }
    let (chunk, place, isThere) = place(of: tuple)
    let before = isThere ? chunks[chunk][place].count : 0
    guard before + weight >= 0 else { throw ResultMismatch() }
    count += weight
    changes[tuple, default: 0] += weight
    if changes[tuple] == 0 { changes[tuple] = nil }
    if before + weight == 0 {
      byteCount -= tuple.approximateSize
      chunks[chunk].remove(at: place)
      chunkCounts[chunk] += weight
      if chunks[chunk].isEmpty {
        chunks.remove(at: chunk)
        chunkCounts.remove(at: chunk)
      }
    } else if isThere {
      chunks[chunk][place].count += weight
      chunkCounts[chunk] += weight
    } else {
      byteCount += tuple.approximateSize
      if chunks.isEmpty {
        chunks.append([])
        chunkCounts.append(0)
      }
      chunks[chunk].insert(Entry(tuple: tuple, count: weight), at: place)
      chunkCounts[chunk] += weight
      if chunks[chunk].count > 2 * Self.chunkSize {
        let second = Array(chunks[chunk][Self.chunkSize...])
        chunks[chunk].removeLast(second.count)
        chunks.insert(second, at: chunk + 1)
        let moved = Self.rowCount(second)
        chunkCounts[chunk] -= moved
        chunkCounts.insert(moved, at: chunk + 1)
      }
    }
  }

  /// Adds weighted rows: first what comes, so that no count falls below 0 on the way.
  mutating func add(_ delta: [Tuple: Int]) throws {
    for (tuple, weight) in delta where weight > 0 { try add(tuple, weight) }
    for (tuple, weight) in delta where weight < 0 { try add(tuple, weight) }
  }

  /// The rows that were added and removed since the last call, with their places.
  mutating func takeChanges() -> PlacedChange<Tuple> {
    defer { changes.removeAll() }
    var change = PlacedChange<Tuple>()
    /// The number of rows by which the current row has moved down.
    var shift = 0
    for (tuple, weight) in changes.sorted(by: { compare($0.key, $1.key) < 0 }) {
      let (chunk, place, isThere) = place(of: tuple)
      var first = chunkCounts[..<min(chunk, chunkCounts.count)].reduce(0, +)
      var kept = 0
      if chunk < chunks.count {
        first += Self.rowCount(chunks[chunk][..<place])
        if isThere { kept = chunks[chunk][place].count - max(0, weight) }
      }
      for number in 0..<abs(weight) {
        if weight < 0 {
          change.gone.append(.init(element: tuple, place: first - shift + kept + number))
        } else {
          change.come.append(.init(element: tuple, place: first + kept + number))
        }
      }
      shift += weight
    }
    return change
  }

  /// The entries in order.
  var entries: some Sequence<Entry> { chunks.lazy.joined() }

  /// Rows in order from an index on, at most `limit` of them.
  func tuples(from offset: Int = 0, limit: Int? = nil) -> [Tuple] {
    var (passed, tuples): (Int, [Tuple]) = (0, [])
    let end = limit.map { offset + $0 }
    for entry in entries {
      if let end, passed >= end { break }
      let last = min(passed + entry.count, end ?? .max)
      for _ in max(passed, offset)..<max(last, passed, offset) { tuples.append(entry.tuple) }
      passed += entry.count
    }
    return tuples
  }
}

/// A kept result has less than a commit takes from it. SQLite, or the file's index, has shown other rows before.
struct ResultMismatch: Error {}

/// A step would take more work than a run of the query is worth.
struct TooMuchWork: Error {}

extension Tuple {
  /// The approximate number of bytes that it takes.
  var approximateSize: Int { reduce(48) { $0 + $1.approximateSize } }
}

extension ExactValue {
  /// The approximate number of bytes that it takes.
  var approximateSize: Int { 17 + (byteCount == 0 ? 0 : 32 + byteCount) }
}
