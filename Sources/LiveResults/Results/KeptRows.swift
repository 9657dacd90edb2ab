// The rows of a result, in their order, each with its number.

import CSQLite
import Databases

/// A term of ORDER BY over the columns of a kept row.
struct OrderTerm: Equatable {
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

  /// The same; rows that tie are compared by all their values, so that only equal rows are equal.
  func compareExactly(_ a: Tuple, _ b: Tuple) -> Int {
    let order = compare(a, b)
    return order != 0 ? order : a.compareExactly(b)
  }
}

/// A multiset of rows in the order of a query. Rows that the query leaves in any order are ordered by all their values.
///
/// A row is found by its place in the order: nothing else is kept but the rows, as bytes.
struct KeptRows {
  let order: [OrderTerm]
  /// Some hundred rows each, so that an insertion moves few.
  private var chunks: [PackedRows] = []
  /// The number of rows.
  private(set) var count = 0
  /// The approximate number of bytes in them.
  private(set) var byteCount = 0
  /// The rows added and removed since the last call of `takeChanges`, with weights.
  private var changes: [Tuple: Int] = [:]

  /// The most rows of a chunk that is filled in order.
  static let chunkSize = 512
  /// The most bytes that a result may have to be kept.
  static let byteLimit = 64 << 20
  /// From so many bytes on, the memory that sorting has freed goes back to the system.
  private static let largeByteCount = 4 << 20
  /// The most rows that a result may have to be kept: each has a place in a list.
  static let rowLimit = 2_000_000

  init(order: [OrderTerm]) { self.order = order }

  private func compare(_ a: Tuple, _ b: Tuple) -> Int { order.compareExactly(a, b) }

  /// Takes these rows instead of all.
  mutating func fill(_ rows: some Sequence<Tuple>) {
    var sorting = RowSorting(order: order)
    for row in rows { sorting.add(row) }
    fill(sorting)
  }

  /// Takes these rows instead of all.
  mutating func fill(_ sorting: consuming RowSorting) {
    chunks = sorting.sorted()
    changes.removeAll()
    (count, byteCount) = (chunks.reduce(0) { $0 + $1.rowCount }, chunks.reduce(0) { $0 + $1.byteCount })
    // Sorting has left holes between the chunks.
    if byteCount > Self.largeByteCount { almanac_return_free_pages() }
  }

  /// The chunk and the place in it of a row, or where it belongs.
  private func place(of tuple: Tuple) -> (chunk: Int, place: Int, isThere: Bool) {
    var (low, high) = (0, chunks.count)
    while low < high {
      let middle = (low + high) / 2
      if compare(chunks[middle][chunks[middle].count - 1], tuple) < 0 { low = middle + 1 } else { high = middle }
    }
    guard low < chunks.count else { return (max(0, low - 1), chunks.last?.count ?? 0, false) }
    let chunk = low
    (low, high) = (0, chunks[chunk].count)
    while low < high {
      let middle = (low + high) / 2
      if compare(chunks[chunk][middle], tuple) < 0 { low = middle + 1 } else { high = middle }
    }
    return (chunk, low, compare(chunks[chunk][low], tuple) == 0)
  }

  /// How often a row is in it.
  func count(of tuple: Tuple) -> Int {
    let found = place(of: tuple)
    return found.isThere ? chunks[found.chunk].count(at: found.place) : 0
  }

  /// Adds a row `weight` times, or removes it. Throws if there are fewer rows to remove: then the result is wrong, and
  /// must be read again.
  mutating func add(_ tuple: Tuple, _ weight: Int) throws {
    guard weight != 0 else { return }
    guard max(byteCount, tuple.approximateSize) <= Self.byteLimit, count <= Self.rowLimit else {
      throw QueryError.tooLarge
    }
    let (chunk, place, isThere) = place(of: tuple)
    let before = isThere ? chunks[chunk].count(at: place) : 0
    guard before + weight >= 0 else { throw ResultMismatch() }
    count += weight
    changes[tuple, default: 0] += weight
    if changes[tuple] == 0 { changes[tuple] = nil }
    if chunks.isEmpty { chunks.append(PackedRows()) }
    byteCount -= chunks[chunk].byteCount
    if before + weight == 0 {
      chunks[chunk].remove(at: place)
    } else if isThere {
      chunks[chunk].setCount(before + weight, at: place)
    } else if !chunks[chunk].insert(tuple, count: weight, at: place) {
      insert(tuple, weight, at: place, splitting: chunk)
    }
    byteCount += chunks[chunk].byteCount
    if chunks[chunk].count == 0 {
      chunks.remove(at: chunk)
    } else if chunks[chunk].count > 2 * Self.chunkSize {
      chunks.insert(chunks[chunk].split(at: Self.chunkSize), at: chunk + 1)
    }
  }

  /// Inserts a row into a chunk that is too large for it. The chunk's own bytes are not counted meanwhile.
  private mutating func insert(_ tuple: Tuple, _ weight: Int, at place: Int, splitting chunk: Int) {
    let rest = chunks[chunk].split(at: place)
    if rest.count > 0 {
      chunks.insert(rest, at: chunk + 1)
      byteCount += rest.byteCount
    }
    if chunks[chunk].takesMore {
      chunks[chunk].append(tuple, count: weight)
    } else {
      var own = PackedRows()
      own.append(tuple, count: weight)
      chunks.insert(own, at: chunk + 1)
      byteCount += own.byteCount
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
      var first = chunks[..<min(chunk, chunks.count)].reduce(0) { $0 + $1.rowCount }
      var kept = 0
      if chunk < chunks.count {
        first += (0..<place).reduce(0) { $0 + chunks[chunk].count(at: $1) }
        if isThere { kept = chunks[chunk].count(at: place) - max(0, weight) }
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

  /// Takes back what has changed since the last call of `takeChanges`.
  mutating func undoChanges() throws {
    for (tuple, weight) in changes { try add(tuple, -weight) }
  }

  /// What has changed between these rows and later ones in the same order. Throws `QueryError.tooLarge` if that takes
  /// more memory than a result may.
  func change(to later: KeptRows) throws -> PlacedChange<Tuple> {
    var change = PlacedChange<Tuple>()
    var (old, new) = (RowCursor(chunks), RowCursor(later.chunks))
    var (placeBefore, placeAfter, size) = (0, 0, 0)
    while old.head != nil || new.head != nil {
      let comparison = old.head.map { before in new.head.map { compare(before.tuple, $0.tuple) } ?? -1 } ?? 1
      let (before, after) = (comparison <= 0 ? old.head : nil, comparison >= 0 ? new.head : nil)
      let (countBefore, countAfter) = (before?.count ?? 0, after?.count ?? 0)
      if countBefore != countAfter, let tuple = (before ?? after)?.tuple {
        size += abs(countBefore - countAfter) * tuple.approximateSize
        guard size <= Self.byteLimit else { throw QueryError.tooLarge }
        let kept = min(countBefore, countAfter)
        for number in kept..<max(kept, countBefore) {
          change.gone.append(.init(element: tuple, place: placeBefore + number))
        }
        for number in kept..<max(kept, countAfter) {
          change.come.append(.init(element: tuple, place: placeAfter + number))
        }
      }
      (placeBefore, placeAfter) = (placeBefore + countBefore, placeAfter + countAfter)
      if before != nil { old.advance() }
      if after != nil { new.advance() }
    }
    return change
  }

  /// Rows in order from an index on, at most `limit` of them.
  func tuples(from offset: Int = 0, limit: Int? = nil) -> [Tuple] {
    var (passed, tuples): (Int, [Tuple]) = (0, [])
    let end = min(count, limit.map { offset + $0 } ?? count)
    for chunk in chunks {
      if passed >= end { break }
      if passed + chunk.rowCount <= offset {
        passed += chunk.rowCount
        continue
      }
      for place in 0..<chunk.count where passed < end {
        let last = min(passed + chunk.count(at: place), end)
        if last > offset {
          let tuple = chunk[place]
          for _ in max(passed, offset)..<last { tuples.append(tuple) }
        }
        passed += chunk.count(at: place)
      }
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
