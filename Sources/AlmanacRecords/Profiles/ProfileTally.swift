// Summarises the values of a column, row by row, in bounded memory.
import Databases

/// The summary of the values so far.
struct ProfileTally {
  /// The most bytes of a blob that is read; of a longer one only the size is known.
  static let longBlob = 1 << 16
  /// The most bytes of a value that are compared to find the least and the greatest.
  private static let comparedBytes = Excerpt.textLength
  /// The number of values shown; below, the number of bars.
  private static let shownValues = 10
  private static let shownBars = 12

  private(set) var rows = 0
  private var (nulls, empties) = (0, 0)
  private var values: ValueCounts
  private var hasLongBlobs = false
  private var (least, greatest): (Extreme?, Extreme?)
  private var (numbers, characters, bytes) = (DecimalHistogram(), DecimalHistogram(), DecimalHistogram())

  /// A value, or its beginning.
  private struct Extreme {
    var value: ExactValue
    /// The value in the encoding of the file, which SQLite compares.
    var stored: ExactValue
    var byteCount: Int

    var shown: Excerpt { Excerpt(value, byteCount: byteCount) }
  }

  /// The encoding of texts in the file.
  private let encoding: TextEncoding

  init(most: Int, encoding: TextEncoding) { (values, self.encoding) = (ValueCounts(most: most), encoding) }

  /// The expressions that a statement must read for `add`: the value of a column unless it is a long blob, and the size
  /// of a long blob.
  static func terms(of column: String) -> [String] {
    let name = column.quotedName
    let isLong = "typeof(\(name)) = 'blob' AND length(\(name)) > \(longBlob)"
    return ["CASE WHEN \(isLong) THEN NULL ELSE \(name) END", "CASE WHEN \(isLong) THEN length(\(name)) END"]
  }

  /// Adds the row at `statement`, with the terms at `field` and after.
  mutating func add(_ statement: PreparedStatement, at field: Int) {
    rows += 1
    switch statement.storageClass(field) {
    case .null where statement.isNull(field + 1): nulls += 1
    case .null:
      let size = statement.integer(field + 1)
      hasLongBlobs = true
      bytes.add(size)
      values.add(ValueCounts.Value(start: .blob([]), byteCount: size, hash: 0))
    case .integer:
      let number = statement.integer(field)
      numbers.add(number)
      add(.integer(number))
    case .real:
      let number = statement.real(field)
      numbers.add(number)
      add(.real(number))
    case .text:
      statement.withBytes(field) { text in
        characters.add(text.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) })
        add(text) { .text($0) }
      }
    case .blob:
      statement.withBytes(field) { blob in
        bytes.add(blob.count)
        add(blob) { .blob($0) }
      }
    }
  }

  private mutating func add(_ bytes: UnsafeRawBufferPointer, _ make: ([UInt8]) -> ExactValue) {
    if bytes.isEmpty { empties += 1 }
    let start = make(Array(bytes.prefix(Self.comparedBytes)))
    guard bytes.count > ValueCounts.Value.keptBytes else { return add(start) }
    var hasher = Hasher()
    hasher.combine(bytes: bytes)
    values.add(
      ValueCounts.Value(
        start: make(Array(bytes.prefix(ValueCounts.Value.keptBytes))), byteCount: bytes.count, hash: hasher.finalize()))
    compare(start, byteCount: bytes.count)
  }

  /// Adds a short value.
  private mutating func add(_ value: ExactValue) {
    values.add(ValueCounts.Value(start: value, byteCount: value.byteCount, hash: 0))
    compare(value, byteCount: value.byteCount)
  }

  private mutating func compare(_ value: ExactValue, byteCount: Int) {
    let stored = value.stored(encoding)
    if least.map({ stored.precedes($0.stored) }) ?? true {
      least = Extreme(value: value, stored: stored, byteCount: byteCount)
    }
    if greatest.map({ $0.stored.precedes(stored) }) ?? true {
      greatest = Extreme(value: value, stored: stored, byteCount: byteCount)
    }
  }

  /// The profile so far.
  var profile: ColumnProfile {
    var profile = ColumnProfile()
    (profile.rows, profile.nulls, profile.empties) = (rows, nulls, empties)
    profile.distinct = values.count
    profile.distinctness = values.isFull ? .more : hasLongBlobs ? .atLeast : .exact
    // Blobs sort last: a long blob is greater than any value of another class.
    if case .blob? = least?.value, hasLongBlobs {} else { profile.least = least?.shown }
    profile.greatest = hasLongBlobs ? nil : greatest?.shown
    profile.common = values.common(Self.shownValues).map { value, count in
      ColumnProfile.Common(value: Excerpt(value.shownStart, byteCount: value.byteCount), count: count)
    }
    profile.histogram = histogram
    return profile
  }

  /// The histogram of the most frequent class.
  private var histogram: ColumnProfile.Histogram? {
    let all: [(ColumnProfile.Histogram.Measure, DecimalHistogram)] = [
      (.value, numbers), (.characters, characters), (.bytes, bytes),
    ]
    let most = all.map(\.1.count).max() ?? 0
    guard let (measure, counted) = all.first(where: { $0.1.count == most }) else { return nil }
    let bars = counted.bars(atMost: Self.shownBars)
    return bars.isEmpty ? nil : ColumnProfile.Histogram(measure: measure, bars: bars)
  }
}
