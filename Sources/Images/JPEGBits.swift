// The bits of a scan of a JPEG, and its codes.

/// A prefix code of JPEG.
struct JPEGCode {
  /// For each length the first code, the index of its symbol, and how many there are.
  fileprivate var lengths: [(first: Int, index: Int, count: Int)] = []
  fileprivate let symbols: [UInt8]

  /// `counts`: how many symbols have each length from one bit on. Throws `damaged` if they are too many.
  init(_ counts: [Int], _ symbols: [UInt8]) throws {
    self.symbols = symbols
    var (code, index) = (0, 0)
    for (place, count) in counts.enumerated() {
      guard code + count <= 1 << (place + 1) else { throw Image.Problem.damaged }
      lengths.append((code, index, count))
      code = (code + count) << 1
      index += count
    }
  }
}

/// Reads the bits of a scan, the highest first.
struct JPEGBits {
  private let file: ImageBytes
  private var position: Int
  private var bits = 0
  private var bitCount = 0

  init(_ file: ImageBytes, at position: Int) { (self.file, self.position) = (file, position) }

  /// The position of the marker after the scan.
  var end: Int { position }

  private mutating func bit() throws -> Int {
    if bitCount == 0 {
      bits = try file.byte(position)
      if bits == 0xFF {
        // A marker ends the bits. 0 after 255 tells that it is none.
        guard try file.byte(position + 1) == 0 else { throw Image.Problem.damaged }
        position += 1
      }
      position += 1
      bitCount = 8
    }
    bitCount -= 1
    return bits >> bitCount & 1
  }

  /// The next symbol.
  mutating func symbol(_ code: JPEGCode) throws -> Int {
    var value = 0
    for length in code.lengths {
      value = try value << 1 | bit()
      if value - length.first < length.count { return Int(code.symbols[length.index + value - length.first]) }
    }
    throw Image.Problem.damaged
  }

  /// A number of so many bits; if the first is 0, it is negative.
  mutating func number(_ length: Int) throws -> Int {
    guard length > 0 else { return 0 }
    var value = 0
    for _ in 0..<length { value = try value << 1 | bit() }
    return value < 1 << (length - 1) ? value - (1 << length - 1) : value
  }

  /// Goes on after a restart marker.
  mutating func restart() throws {
    bitCount = 0
    guard try file.byte(position) == 0xFF, (0xD0...0xD7).contains(try file.byte(position + 1)) else {
      throw Image.Problem.damaged
    }
    position += 2
  }
}
