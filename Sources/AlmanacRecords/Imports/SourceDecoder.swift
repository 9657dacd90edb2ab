// The bytes of a source in any encoding as UTF-8, a piece at a time.

/// Reads a source and returns it as UTF-8. A source in UTF-8 passes through as it is: who reads it checks it.
final class SourceDecoder {
  private enum Form {
    case utf8
    case utf16(isBigEndian: Bool)
    /// A character for each byte: the code points of the bytes from 0x80 on that differ from their number.
    case bytes(isWindows: Bool)
  }

  private let encoding: SourceEncoding
  private let readMore: (UnsafeMutableRawBufferPointer) throws -> Int
  /// Known after the first bytes.
  private var form: Form?
  /// Bytes that were read and not decoded.
  private var rest: [UInt8] = []
  /// What was decoded and not returned.
  private var decoded: [UInt8] = []
  private var next = 0
  private var hasEnded = false
  /// The line of the next character, from 1.
  private var line = 1
  /// What is wrong behind `decoded`.
  private var failure: LineFailure?
  /// The number of bytes read.
  private(set) var count = 0

  /// Makes a decoder. `read` fills a buffer, or its beginning, and returns the number of bytes; 0 at the end.
  init(_ encoding: SourceEncoding = .utf8, read: @escaping (UnsafeMutableRawBufferPointer) throws -> Int) {
    (self.encoding, readMore) = (encoding, read)
  }

  private static let pieceLength = 1 << 16

  /// Fills a buffer, or its beginning, and returns the number of bytes; 0 at the end. Throws `LineFailure` if the next
  /// bytes are no characters of the encoding, and the errors of reading.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    if form == nil { try begin() }
    while next == decoded.count {
      if let failure { throw failure }
      if case .utf8 = form { return hasEnded ? 0 : try count(readMore(buffer)) }
      if hasEnded, rest.isEmpty { return 0 }
      try refill()
      decode()
    }
    let length = min(buffer.count, decoded.count - next)
    buffer.copyBytes(from: decoded[next..<next + length])
    next += length
    return length
  }

  private func count(_ length: Int) -> Int {
    count += length
    if length == 0 { hasEnded = true }
    return length
  }

  private func refill() throws {
    if hasEnded { return }
    let begin = rest.count
    rest.append(contentsOf: repeatElement(0, count: Self.pieceLength))
    let length = try rest.withUnsafeMutableBytes {
      count(try readMore(UnsafeMutableRawBufferPointer(rebasing: $0[begin...])))
    }
    rest.removeLast(Self.pieceLength - length)
  }

  /// Finds the form from the first bytes. A byte order mark may come in pieces.
  private func begin() throws {
    while rest.count < 3, !hasEnded { try refill() }
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) {
      form = .utf8
    } else if rest.starts(with: [0xFF, 0xFE]) {
      form = .utf16(isBigEndian: false)
      rest.removeFirst(2)
    } else if rest.starts(with: [0xFE, 0xFF]) {
      form = .utf16(isBigEndian: true)
      rest.removeFirst(2)
    } else {
      form =
        switch encoding {
        case .utf8: .utf8
        // Without a mark the first character tells: it is nearly always one of ASCII.
        case .utf16: .utf16(isBigEndian: rest.count > 1 && rest[0] == 0 && rest[1] != 0)
        case .utf16le: .utf16(isBigEndian: false)
        case .utf16be: .utf16(isBigEndian: true)
        case .latin1: .bytes(isWindows: false)
        case .windows1252: .bytes(isWindows: true)
        }
    }
    if case .utf8 = form { (decoded, rest) = (rest, []) } else { decode() }
  }

  /// Decodes the bytes of `rest`. An incomplete character at its end waits for more.
  private func decode() {
    decoded.removeAll(keepingCapacity: true)
    next = 0
    switch form {
    case .utf16(let isBigEndian): decodePairs(isBigEndian)
    case .bytes(let isWindows): decodeBytes(isWindows)
    case .utf8, nil: break
    }
  }

  private func fail(_ reason: String) {
    failure = LineFailure(number: line, error: SourceProblem(description: reason))
  }

  @inline(__always)
  private func append(_ scalar: UInt32) {
    if scalar < 0x80 {
      if scalar == 0x0A { line += 1 }
      decoded.append(UInt8(scalar))
    } else if scalar < 0x800 {
      decoded.append(UInt8(0xC0 | scalar >> 6))
      decoded.append(UInt8(0x80 | scalar & 0x3F))
    } else {
      if scalar < 0x10000 {
        decoded.append(UInt8(0xE0 | scalar >> 12))
      } else {
        decoded.append(UInt8(0xF0 | scalar >> 18))
        decoded.append(UInt8(0x80 | scalar >> 12 & 0x3F))
      }
      decoded.append(UInt8(0x80 | scalar >> 6 & 0x3F))
      decoded.append(UInt8(0x80 | scalar & 0x3F))
    }
  }

  private func decodePairs(_ isBigEndian: Bool) {
    var place = 0
    func unit(_ place: Int) -> UInt32 {
      let (first, second) = (UInt32(rest[place]), UInt32(rest[place + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    while place + 2 <= rest.count {
      let high = unit(place)
      guard 0xD800..<0xE000 ~= high else {
        append(high)
        place += 2
        continue
      }
      if high < 0xDC00, place + 4 > rest.count {
        if !hasEnded { break }
        return fail("It is not UTF-16: half of a character is missing.")
      }
      let low = high < 0xDC00 ? unit(place + 2) : 0
      guard 0xDC00..<0xE000 ~= low else { return fail("It is not UTF-16: half of a character is missing.") }
      append(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
      place += 4
    }
    rest.removeFirst(place)
    if hasEnded, !rest.isEmpty { fail("It is not UTF-16: its last byte is half of a pair.") }
  }

  private func decodeBytes(_ isWindows: Bool) {
    for byte in rest {
      if isWindows, 0x80..<0xA0 ~= byte {
        let scalar = Self.windows[Int(byte - 0x80)]
        if scalar == 0 { return fail("It is not Windows-1252: there is no character \(String(byte, radix: 16)).") }
        append(scalar)
      } else {
        append(UInt32(byte))
      }
    }
    rest.removeAll(keepingCapacity: true)
  }

  /// The characters of Windows-1252 from 0x80 to 0x9F; 0: the byte has none.
  private static let windows: [UInt32] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
    0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E,
    0x0178,
  ]
}
