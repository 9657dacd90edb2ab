// Files that the tests make, because they are long.

/// Bits, the first one lowest in its byte.
private struct BitWriter {
  var bytes: [UInt8] = []
  private var count = 0

  /// Writes a number, its lowest bit first.
  mutating func write(_ number: Int, _ length: Int) {
    for place in 0..<length {
      if count % 8 == 0 { bytes.append(0) }
      if number >> place & 1 == 1 { bytes[bytes.count - 1] |= 1 << UInt8(count % 8) }
      count += 1
    }
  }

  /// Writes a code of DEFLATE, its highest bit first.
  mutating func write(code: Int, _ length: Int) {
    for place in (0..<length).reversed() { write(code >> place & 1, 1) }
  }
}

extension ImageFiles {
  private static func big(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(number >> $0 & 0xFF) } }

  /// A zlib stream of one block: a zero, then copies of 258 zeros.
  static func zlibZeros(copies: Int) -> [UInt8] {
    var bits = BitWriter()
    bits.write(1, 1)
    bits.write(1, 2)
    bits.write(code: 0x30, 8)
    for _ in 0..<copies {
      bits.write(code: 0xC5, 8)
      bits.write(code: 0, 5)
    }
    bits.write(code: 0, 7)
    // The sum of zeros counts them.
    return [0x78, 1] + bits.bytes + big((1 + 258 * copies) % 65521 * 65536 + 1)
  }

  /// LZW codes for indices of two bits: each has the text of the one before it and one index more.
  static func growingCodes(count: Int) -> [UInt8] {
    var bits = BitWriter()
    var (next, width) = (6, 3)
    bits.write(4, width)
    bits.write(0, width)
    for _ in 1..<count {
      bits.write(next, width)
      next += 1
      if next == 1 << width, width < 12 { width += 1 }
    }
    return bits.bytes
  }

  /// A grey PNG of 300 by 1000 pixels, stored in blocks: black, with a white last row.
  static func greyOf300x1000() -> [UInt8] {
    let rows = Array(repeating: UInt8(0), count: 301 * 999) + [0] + Array(repeating: 255, count: 300)
    var zlib: [UInt8] = [0x78, 1]
    for start in stride(from: 0, to: rows.count, by: 65_535) {
      let part = rows[start..<min(start + 65_535, rows.count)]
      let lengths = [part.count & 0xFF, part.count >> 8, part.count & 0xFF ^ 0xFF, part.count >> 8 ^ 0xFF]
      zlib += [part.endIndex == rows.count ? 1 : 0] + lengths.map { UInt8($0) } + part
    }
    var (low, high) = (1, 0)
    for byte in rows {
      low = (low + Int(byte)) % 65521
      high = (high + low) % 65521
    }
    zlib += big(high << 16 | low)
    // No reader looks at the sums of chunks.
    func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
      big(bytes.count) + Array(name.utf8) + bytes + [0, 0, 0, 0]
    }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", big(300) + big(1000) + [8, 0, 0, 0, 0])
      + chunk("IDAT", zlib) + chunk("IEND", [])
  }
}
