// Tests the raw bytes of a record's text against a search: no string is made for a row that does not match.
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Tests texts against a search. Made for one pass over rows; not Sendable, since it folds into a buffer of its own.
///
/// Swift does not check its fields for overlapping accesses. It calls nothing while it changes one, and the checks made a
/// pass a seventh slower.
public final class SearchMatcher {
  private let terms: [[UInt8]]
  private let excluded: [[UInt8]]
  /// Which terms the fields of the present record have shown.
  @exclusivity(unchecked) private var found: [Bool]
  @exclusivity(unchecked) private var hasExcluded = false
  /// The folded text of the field at hand; grows to the longest field seen.
  @exclusivity(unchecked) private var buffer: UnsafeMutablePointer<UInt8>
  @exclusivity(unchecked) private var capacity: Int
  /// How many bytes it has looked at.
  @exclusivity(unchecked) private(set) var byteCount = 0

  /// Makes a matcher for the words of a search.
  public init(_ query: SearchQuery) {
    terms = query.terms.map { Array($0.utf8) }
    excluded = query.excluded.map { Array($0.utf8) }
    found = Array(repeating: false, count: terms.count)
    capacity = 1 << 10
    buffer = .allocate(capacity: capacity)
  }

  deinit { buffer.deallocate() }

  /// Begins with a new record.
  public func begin() {
    for index in found.indices { found[index] = false }
    hasExcluded = false
  }

  /// Looks for the terms in one field of the record, given as SQLite holds it.
  public func look(in field: UnsafeRawBufferPointer) {
    byteCount += field.count
    let count = fold(field)
    for index in terms.indices where !found[index] {
      found[index] = contains(terms[index], in: count)
    }
    if !hasExcluded { hasExcluded = excluded.contains { contains($0, in: count) } }
  }

  /// Whether the record whose fields were looked at matches.
  public var isMatch: Bool { !hasExcluded && found.allSatisfy { $0 } }

  /// Whether a record with these fields matches.
  public func matches(_ fields: String...) -> Bool {
    begin()
    for var field in fields {
      field.withUTF8 { look(in: UnsafeRawBufferPointer($0)) }
    }
    return isMatch
  }

  /// Whether `term` occurs in the first `count` bytes of the buffer: `memchr` finds where it may begin.
  private func contains(_ term: [UInt8], in count: Int) -> Bool {
    term.withUnsafeBytes { term in
      let first = Int32(term[0])
      var start = 0
      while count - start >= term.count {
        guard let found = memchr(buffer + start, first, count - start - term.count + 1) else { return false }
        if memcmp(found, term.baseAddress!, term.count) == 0 { return true }
        start = UnsafeMutableRawPointer(buffer).distance(to: found) + 1
      }
      return false
    }
  }

  /// Writes the folded form of `bytes` into the buffer and returns its length.
  private func fold(_ bytes: UnsafeRawBufferPointer) -> Int {
    // The folded form of a scalar is never longer in UTF-8 than the scalar itself.
    if bytes.count > capacity {
      buffer.deallocate()
      capacity = max(bytes.count, capacity * 2)
      buffer = .allocate(capacity: capacity)
    }
    guard let source = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return 0 }
    var all: UInt8 = 0
    for index in 0..<bytes.count {
      let byte = source[index]
      all |= byte
      buffer[index] = byte &- 0x41 < 26 ? byte | 0x20 : byte
    }
    return all < 0x80 ? bytes.count : foldScalars(source, bytes.count)
  }

  /// The same for a text that is not all ASCII. Invalid sequences are read as SQLite's tokenizer reads them: a leading
  /// byte takes every continuation byte that follows it.
  private func foldScalars(_ source: UnsafePointer<UInt8>, _ end: Int) -> Int {
    var index = 0
    var length = 0
    while index < end {
      let lead = source[index]
      index += 1
      guard lead >= 0xC0 else {
        buffer[length] = lead &- 0x41 < 26 ? lead | 0x20 : lead
        length += 1
        continue
      }
      let start = index - 1
      var value = UInt32(lead < 0xE0 ? lead & 0x1F : lead < 0xF0 ? lead & 0x0F : lead & 0x07)
      while index < end, source[index] & 0xC0 == 0x80 {
        value = value << 6 | UInt32(source[index] & 0x3F)
        index += 1
      }
      let folded = value < 0x80 ? value : SearchFold.fold(value)
      if folded == value {
        for copied in start..<index {
          buffer[length] = source[copied]
          length += 1
        }
      } else if folded != 0 {
        length = append(folded, at: length)
      }
    }
    return length
  }

  /// Writes `value`, at most U+FFFF, as UTF-8 and returns the length afterwards.
  private func append(_ value: UInt32, at length: Int) -> Int {
    if value < 0x80 {
      buffer[length] = UInt8(value)
      return length + 1
    }
    if value < 0x800 {
      buffer[length] = UInt8(0xC0 | value >> 6)
      buffer[length + 1] = UInt8(0x80 | value & 0x3F)
      return length + 2
    }
    buffer[length] = UInt8(0xE0 | value >> 12)
    buffer[length + 1] = UInt8(0x80 | value >> 6 & 0x3F)
    buffer[length + 2] = UInt8(0x80 | value & 0x3F)
    return length + 3
  }
}
