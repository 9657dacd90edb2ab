// Decompresses zlib data (RFC 1950 and 1951). Every rule is checked, and the caller knows the exact length of the result.
//
//   input ──blocks──> output, 160 KB at most ──parts──> the caller

/// A decompression.
struct Inflater {
  private let input: [UInt8]
  /// The next byte of the input.
  private var position = 0
  /// Bits that are read but not used, the next one lowest.
  private var bits: UInt64 = 0
  private var bitCount = 0
  /// The last bytes of the result: those that a copy may reach, and those that the caller does not have yet.
  private var output: [UInt8] = []
  /// How many bytes of `output` the caller has.
  private var takenCount = 0
  /// How many bytes of the result are missing.
  private var missing: Int
  private var sum = Adler32()

  /// Takes the next part of the result.
  typealias Taker = (ArraySlice<UInt8>) throws -> Void

  /// How far back a copy reaches.
  private static let reach = 1 << 15
  /// The most bytes that a code makes.
  private static let mostOfCode = 258
  /// The most bytes of a part.
  static let mostOfPart = 1 << 17

  private init(_ input: [UInt8], length: Int) { (self.input, missing) = (input, length) }

  /// Decompresses a zlib stream, and hands the result on in parts. Throws `damaged` unless it has `length` bytes and
  /// their checksum; ends with a `CancellationError` before the next part if the task is cancelled.
  static func inflate(zlib input: [UInt8], length: Int, _ taker: Taker) throws {
    var inflater = Inflater(input, length: length)
    try inflater.run(taker)
  }

  private mutating func run(_ taker: Taker) throws {
    let (method, flags) = try (take(8), take(8))
    guard method & 0xF == 8, method >> 4 <= 7, flags & 0x20 == 0, (method << 8 | flags) % 31 == 0 else {
      throw Image.Problem.damaged
    }
    var isLast = false
    while !isLast {
      try Task.checkCancellation()
      isLast = try take(1) == 1
      switch try take(2) {
      case 0: try copyStored(taker)
      case 1: try inflate(HuffmanCode.fixedLiterals, HuffmanCode.fixedDistances, taker)
      case 2:
        let (literals, distances) = try readCodes()
        try inflate(literals, distances, taker)
      default: throw Image.Problem.damaged
      }
    }
    guard missing == 0 else { throw Image.Problem.damaged }
    try handOn(taker)
    skipToByte()
    var stated = 0
    for _ in 0..<4 { stated = try stated << 8 | take(8) }
    guard stated == sum.value else { throw Image.Problem.damaged }
  }

  /// Hands on what is new, and forgets what no copy reaches.
  private mutating func handOn(_ taker: Taker) throws {
    try Task.checkCancellation()
    sum.add(output[takenCount...])
    try taker(output[takenCount...])
    if output.count > Self.reach { output.removeFirst(output.count - Self.reach) }
    takenCount = output.count
  }

  /// Hands on what is new if a part has no room for so many bytes more.
  private mutating func makeRoom(for count: Int, _ taker: Taker) throws {
    if output.count - takenCount > Self.mostOfPart - count { try handOn(taker) }
  }

  // MARK: Bits

  /// Reads bytes while there is room for them. Past the end there are none.
  private mutating func fill() {
    while bitCount <= 48, position < input.count {
      bits |= UInt64(input[position]) << UInt64(bitCount)
      position += 1
      bitCount += 8
    }
  }

  /// Takes up to 16 bits, the lowest first.
  private mutating func take(_ count: Int) throws -> Int {
    if bitCount < count { fill() }
    guard bitCount >= count else { throw Image.Problem.damaged }
    let value = Int(bits & (1 << UInt64(count) - 1))
    bits >>= UInt64(count)
    bitCount -= count
    return value
  }

  private mutating func skipToByte() {
    let rest = bitCount % 8
    bits >>= UInt64(rest)
    bitCount -= rest
  }

  /// Takes a symbol of a code.
  private mutating func take(_ code: HuffmanCode) throws -> Int {
    if bitCount < HuffmanCode.mostLength { fill() }
    guard let (symbol, length) = code.symbol(Int(bits & 0x7FFF)), length <= bitCount else {
      throw Image.Problem.damaged
    }
    bits >>= UInt64(length)
    bitCount -= length
    return symbol
  }

  // MARK: Blocks

  private mutating func copyStored(_ taker: Taker) throws {
    skipToByte()
    let (count, complement) = try (take(16), take(16))
    guard count == complement ^ 0xFFFF, count <= missing else { throw Image.Problem.damaged }
    try makeRoom(for: count, taker)
    for _ in 0..<count { output.append(UInt8(try take(8))) }
    missing -= count
  }

  /// The order in which the lengths of the code for lengths are stored.
  private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private mutating func readCodes() throws -> (HuffmanCode, HuffmanCode) {
    let (literalCount, distanceCount, lengthCount) = try (take(5) + 257, take(5) + 1, take(4) + 4)
    guard literalCount <= 286, distanceCount <= 30 else { throw Image.Problem.damaged }
    var lengths = [UInt8](repeating: 0, count: 19)
    for place in Self.lengthOrder.prefix(lengthCount) { lengths[place] = UInt8(try take(3)) }
    let code = try HuffmanCode(lengths)
    lengths = []
    while lengths.count < literalCount + distanceCount {
      let symbol = try take(code)
      switch symbol {
      case ..<16: lengths.append(UInt8(symbol))
      case 16:
        guard let last = lengths.last else { throw Image.Problem.damaged }
        lengths += Array(repeating: last, count: try take(2) + 3)
      case 17: lengths += Array(repeating: 0, count: try take(3) + 3)
      default: lengths += Array(repeating: 0, count: try take(7) + 11)
      }
    }
    // Without a code for the end, a block has none.
    guard lengths.count == literalCount + distanceCount, lengths[256] > 0 else { throw Image.Problem.damaged }
    return try (
      HuffmanCode(Array(lengths[..<literalCount])),
      HuffmanCode(Array(lengths[literalCount...]), mayHaveOneSymbol: true)
    )
  }

  private static let lengths = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
  ]
  private static let lengthBits = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distances = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
    8193, 12289, 16385, 24577,
  ]

  private mutating func inflate(_ literals: HuffmanCode, _ distances: HuffmanCode, _ taker: Taker) throws {
    while true {
      let symbol = try take(literals)
      if symbol == 256 { return }
      try makeRoom(for: Self.mostOfCode, taker)
      if symbol < 256 {
        guard missing > 0 else { throw Image.Problem.damaged }
        output.append(UInt8(symbol))
        missing -= 1
        continue
      }
      guard symbol - 257 < Self.lengths.count else { throw Image.Problem.damaged }
      let count = try Self.lengths[symbol - 257] + take(Self.lengthBits[symbol - 257])
      let place = try take(distances)
      guard place < Self.distances.count else { throw Image.Problem.damaged }
      let distance = try Self.distances[place] + take(place < 2 ? 0 : place / 2 - 1)
      guard distance <= output.count, count <= missing else { throw Image.Problem.damaged }
      // The copy may reach into what it writes.
      for _ in 0..<count { output.append(output[output.count - distance]) }
      missing -= count
    }
  }
}

/// The checksum Adler-32 of bytes that come in parts.
private struct Adler32 {
  private var (low, high) = (1, 0)

  var value: Int { high << 16 | low }

  mutating func add(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while !rest.isEmpty {
      // So many additions don't overflow 32 bits, as in zlib.
      for byte in rest.prefix(5552) {
        low += Int(byte)
        high += low
      }
      (low, high) = (low % 65521, high % 65521)
      rest = rest.dropFirst(5552)
    }
  }
}

/// A prefix code of DEFLATE, made of the lengths of its symbols.
struct HuffmanCode {
  /// The greatest length of a symbol, in bits.
  static let mostLength = 15
  /// Symbols up to this length are found at once.
  private static let quickLength = 9

  /// For the next bits, the symbol and its length, `symbol << 4 | length`; 0 if it is longer.
  private var quick = [UInt16](repeating: 0, count: 1 << quickLength)
  /// How many symbols have each length.
  private var counts = [Int](repeating: 0, count: mostLength + 1)
  /// The symbols by length, then by value.
  private var symbols: [UInt16]

  /// Throws `damaged` unless each sequence of bits begins with one symbol. `mayHaveOneSymbol`: one symbol of one bit, or
  /// none, is a code too.
  init(_ lengths: [UInt8], mayHaveOneSymbol: Bool = false) throws {
    for length in lengths { counts[Int(length)] += 1 }
    counts[0] = 0
    var left = 1
    for length in 1...Self.mostLength {
      left = left << 1 - counts[length]
      guard left >= 0 else { throw Image.Problem.damaged }
    }
    let count = counts.reduce(0, +)
    guard left == 0 || mayHaveOneSymbol && (count == 0 || count == 1 && counts[1] == 1) else {
      throw Image.Problem.damaged
    }
    var next = [Int](repeating: 0, count: Self.mostLength + 1)
    var code = [Int](repeating: 0, count: Self.mostLength + 1)
    for length in 1..<Self.mostLength {
      next[length + 1] = next[length] + counts[length]
      code[length + 1] = (code[length] + counts[length]) << 1
    }
    symbols = Array(repeating: 0, count: count)
    for (symbol, length) in lengths.enumerated() where length > 0 {
      let length = Int(length)
      symbols[next[length]] = UInt16(symbol)
      next[length] += 1
      if length <= Self.quickLength {
        // The stream has the highest bit of a code first.
        let reversed = (0..<length).reduce(0) { $0 << 1 | code[length] >> $1 & 1 }
        for place in stride(from: reversed, to: quick.count, by: 1 << length) {
          quick[place] = UInt16(symbol) << 4 | UInt16(length)
        }
      }
      code[length] += 1
    }
  }

  /// The symbol at the beginning of some bits, the next one lowest, and its length; nil if there is none.
  func symbol(_ bits: Int) -> (symbol: Int, length: Int)? {
    let entry = quick[bits & (1 << Self.quickLength - 1)]
    if entry > 0 { return (Int(entry >> 4), Int(entry & 0xF)) }
    var (code, first, index) = (0, 0, 0)
    for length in 1...Self.mostLength {
      code |= bits >> (length - 1) & 1
      let count = counts[length]
      if code - first < count { return (Int(symbols[index + code - first]), length) }
      index += count
      first = (first + count) << 1
      code <<= 1
    }
    return nil
  }

  /// The codes of blocks without codes of their own.
  static let fixedLiterals = known(
    Array(repeating: 8, count: 144) + Array(repeating: 9, count: 112) + Array(repeating: 7, count: 24)
      + Array(repeating: 8, count: 8))
  static let fixedDistances = known(Array(repeating: 5, count: 32))

  private static func known(_ lengths: [UInt8]) -> HuffmanCode {
    guard let code = try? HuffmanCode(lengths) else { fatalError("The code of RFC 1951 is complete.") }
    return code
  }
}
