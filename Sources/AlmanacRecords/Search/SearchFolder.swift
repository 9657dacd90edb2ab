// Folds the bytes of texts into a buffer, as SQLite stores them, without making a string.

/// Folds texts, one after the other. Not Sendable: it has its own buffer.
///
/// Swift does not check its fields for overlapping accesses: it calls nothing while it changes a field, and the checks
/// slowed a pass by a seventh.
final class SearchFolder {
  /// The folded text; the buffer grows to the longest text seen.
  @exclusivity(unchecked) private(set) var bytes: UnsafeMutablePointer<UInt8>
  @exclusivity(unchecked) private var capacity = 1 << 10
  @exclusivity(unchecked) private var length = 0
  /// The scalar that the present marks belong to, followed by its position in the buffer; `nothing` if there is none.
  @exclusivity(unchecked) private var starter = nothing
  @exclusivity(unchecked) private var place = 0
  /// The marks after the scalar that are still to be sorted.
  @exclusivity(unchecked) private var marks: [(order: UInt8, scalar: UInt32)] = []
  /// The start of each letter in the folded text and in the source, and finally their ends; only if requested.
  @exclusivity(unchecked) private(set) var letters: [(folded: Int, source: Int)] = []
  private let findsLetters: Bool

  private static let nothing = UInt32.max

  /// Makes a folder. `findsLetters`: whether to fill `letters`.
  init(findsLetters: Bool = false) {
    self.findsLetters = findsLetters
    bytes = .allocate(capacity: capacity)
  }

  deinit { bytes.deallocate() }

  /// Writes the folded form of a text into the buffer and returns its length.
  func fold(_ text: UnsafeRawBufferPointer) -> Int {
    reserve(text.count)
    guard let source = text.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return 0 }
    let bytes = bytes
    var all: UInt8 = 0
    for index in 0..<text.count {
      let byte = source[index]
      all |= byte
      bytes[index] = byte &- 0x41 < 26 ? byte | 0x20 : byte
    }
    return all < 0x80 && !findsLetters ? text.count : foldScalars(source, text.count)
  }

  private func reserve(_ count: Int) {
    guard count > capacity else { return }
    bytes.deallocate()
    capacity = max(count, capacity * 2)
    bytes = .allocate(capacity: capacity)
  }

  /// The same for a text that is not all ASCII. Invalid sequences are read like SQLite's tokenizer does: a leading byte
  /// takes every continuation byte that follows it.
  private func foldScalars(_ source: UnsafePointer<UInt8>, _ end: Int) -> Int {
    // No scalar folds to more than three times its bytes.
    reserve(3 * end)
    (length, starter) = (0, Self.nothing)
    letters.removeAll(keepingCapacity: true)
    var index = 0
    while index < end {
      let start = index
      let lead = source[index]
      index += 1
      guard lead >= 0xC0 else {
        begin(at: start)
        starter = lead < 0x80 ? UInt32(lead &- 0x41 < 26 ? lead | 0x20 : lead) : Self.nothing
        bytes[length] = lead &- 0x41 < 26 ? lead | 0x20 : lead
        length += 1
        continue
      }
      var value = UInt32(lead < 0xE0 ? lead & 0x1F : lead < 0xF0 ? lead & 0x0F : lead & 0x07)
      while index < end, source[index] & 0xC0 == 0x80 {
        value = value << 6 | UInt32(source[index] & 0x3F)
        index += 1
      }
      switch value < 0x80 ? .plain : FoldEntries.all[value] {
      case .plain:
        begin(at: start)
        starter = value
        for copied in start..<index {
          bytes[length] = source[copied]
          length += 1
        }
      case .letter(let scalar):
        // The scalar may be a mark.
        add(scalar, at: start)
      case .several(let scalars):
        for scalar in scalars { add(scalar, at: scalar == scalars.first ? start : nil) }
      case .mark(let order): add(mark: value, order, at: start)
      }
    }
    begin(at: end)
    return length
  }

  /// Completes the letter before and begins another; `source`: its position in the source, if it has its own.
  @inline(__always)
  private func begin(at source: Int?) {
    if !marks.isEmpty { compose() }
    place = length
    if findsLetters, let source { letters.append((length, source)) }
  }

  /// Adds a folded scalar.
  private func add(_ scalar: UInt32, at source: Int?) {
    if case .mark(let order) = FoldEntries.all[scalar] { return add(mark: scalar, order, at: source) }
    begin(at: source)
    starter = scalar
    append(scalar)
  }

  /// Adds a scalar that belongs to the letter before it.
  private func add(mark scalar: UInt32, _ order: UInt8, at source: Int?) {
    guard order == 0 else { return marks.append((order, scalar)) }
    if marks.isEmpty, let whole = FoldEntries.all.composed(starter, scalar) {
      length = place
      starter = whole
      append(whole)
    } else {
      begin(at: source)
      starter = scalar
      append(scalar)
    }
  }

  /// Writes the marks of a letter. A mark that forms another letter with it is composed, other accents vanish, and
  /// other marks are kept.
  private func compose() {
    // Marks of one class keep their order. There are seldom more than two.
    for index in marks.indices.dropFirst() {
      var place = index
      while place > 0, marks[place - 1].order > marks[place].order {
        marks.swapAt(place - 1, place)
        place -= 1
      }
    }
    var last: UInt8 = 0
    var (kept, iotas) = ([UInt32](), 0)
    for (order, scalar) in marks {
      if scalar == FoldEntries.iotaMark {
        iotas += 1
      } else if last < order, let whole = FoldEntries.all.composed(starter, scalar) {
        length = place
        starter = whole
        append(whole)
      } else if !SearchFold.combiningMarks.contains(scalar) {
        last = order
        kept.append(scalar)
      }
    }
    kept.forEach(append)
    for _ in 0..<iotas { append(FoldEntries.iota) }
    if !kept.isEmpty || iotas > 0 { starter = Self.nothing }
    marks.removeAll(keepingCapacity: true)
  }

  /// Writes a scalar as UTF-8.
  private func append(_ scalar: UInt32) {
    func put(_ byte: UInt32) {
      bytes[length] = UInt8(truncatingIfNeeded: byte)
      length += 1
    }
    if scalar < 0x80 {
      put(scalar)
    } else if scalar < 0x800 {
      put(0xC0 | scalar >> 6)
      put(0x80 | scalar & 0x3F)
    } else {
      if scalar < 0x1_0000 {
        put(0xE0 | scalar >> 12)
      } else {
        put(0xF0 | scalar >> 18)
        put(0x80 | scalar >> 12 & 0x3F)
      }
      put(0x80 | scalar >> 6 & 0x3F)
      put(0x80 | scalar & 0x3F)
    }
  }
}
