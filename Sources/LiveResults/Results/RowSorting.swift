// Sorts the rows of a result in little memory: sorted runs as bytes, which are merged.

/// Rows on their way into a result, in any order.
struct RowSorting: ~Copyable {
  private let order: [OrderTerm]
  /// Runs of rows that rise.
  private var runs: [Run] = []
  /// The rows behind the last run.
  private var waiting: [Tuple] = []
  /// The approximate bytes of the runs.
  private(set) var byteCount = 0
  /// The number of rows.
  private(set) var count = 0
  /// The approximate bytes of the waiting rows.
  private var waitingByteCount = 0

  /// At most so many rows, and about so many bytes, are sorted at once.
  private static let (portion, bytePortion) = (4_096, 4 << 20)

  init(order: [OrderTerm]) { self.order = order }

  /// Adds a row.
  mutating func add(_ tuple: Tuple) {
    waiting.append(tuple)
    count += 1
    waitingByteCount += tuple.approximateSize
    if waiting.count == Self.portion || waitingByteCount > Self.bytePortion { sortWaiting() }
  }

  private mutating func sortWaiting() {
    let order = order
    waiting.sort { order.compareExactly($0, $1) < 0 }
    guard let first = waiting.first else { return }
    // Rows that arrive in order make one run.
    if runs.last?.last.map({ order.compareExactly($0, first) <= 0 }) != true { runs.append(Run()) }
    byteCount -= runs[runs.count - 1].byteCount
    for row in waiting { runs[runs.count - 1].append(row, 1) }
    byteCount += runs[runs.count - 1].byteCount
    waiting.removeAll(keepingCapacity: true)
    waitingByteCount = 0
  }

  /// All rows in order.
  consuming func sorted() -> [PackedRows] {
    sortWaiting()
    if runs.count < 2 { return runs.first?.finished() ?? [] }
    let order = order
    // The least row is the last one.
    var heads = runs.map { RowCursor($0.finished()) }
    runs = []
    func precedes(_ a: RowCursor, _ b: RowCursor) -> Bool {
      guard let first = a.head, let second = b.head else { return false }
      return order.compareExactly(first.tuple, second.tuple) < 0
    }
    heads.sort { precedes($1, $0) }
    var merged = Run()
    while var least = heads.popLast() {
      if let head = least.head { merged.append(head.tuple, head.count) }
      least.advance()
      guard least.head != nil else { continue }
      var (low, high) = (0, heads.count)
      while low < high {
        let middle = (low + high) / 2
        if precedes(least, heads[middle]) { low = middle + 1 } else { high = middle }
      }
      heads.insert(least, at: low)
    }
    return merged.finished()
  }

  /// Rows that rise.
  private struct Run {
    private var chunks: [PackedRows] = []
    private(set) var last: Tuple?
    private(set) var byteCount = 0
    private var current = PackedRows()

    mutating func append(_ tuple: Tuple, _ count: Int) {
      if tuple == last {
        current.setCount(current.count(at: current.count - 1) + count, at: current.count - 1)
        return
      }
      if current.count == KeptRows.chunkSize || !current.takesMore { endChunk() }
      byteCount -= current.byteCount
      current.append(tuple, count: count)
      byteCount += current.byteCount
      last = tuple
    }

    private mutating func endChunk() {
      current.shrink()
      chunks.append(current)
      current = PackedRows()
    }

    consuming func finished() -> [PackedRows] {
      if current.count > 0 { endChunk() }
      return chunks
    }
  }
}

/// Goes through packed rows in their order, and frees each chunk that it has passed.
struct RowCursor {
  /// The chunks that are still to come, the next one last.
  private var chunks: [PackedRows]
  private var place = 0
  /// The row that it is at, and how often it is there; nil at the end.
  private(set) var head: (tuple: Tuple, count: Int)?

  init(_ chunks: [PackedRows]) {
    self.chunks = chunks.reversed()
    readHead()
  }

  /// Goes to the next row.
  mutating func advance() {
    place += 1
    if let chunk = chunks.last, place == chunk.count {
      chunks.removeLast()
      place = 0
    }
    readHead()
  }

  private mutating func readHead() { head = chunks.last.map { ($0[place], $0.count(at: place)) } }
}
