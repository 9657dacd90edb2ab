// Numbers, texts and values as bytes, and their checksum.
import Databases

/// The error that bytes are not what they should be.
struct StepBytesDamaged: Error {}

/// Collects bytes.
struct StepWriter {
  private(set) var bytes: [UInt8] = []
  private var names: [ExactText: Int] = [:]
  /// The numbers of lists of columns, by the numbers of their names: texts are equal to others of the same meaning.
  private var columns: [[Int]: Int] = [:]
  /// The columns of the last row: most rows share the list of the row before.
  private var last: (columns: [String], number: Int)?

  init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  mutating func write(byte: UInt8) { bytes.append(byte) }

  /// Writes seven bits in each byte, the lowest first.
  mutating func write(number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func write(count: Int) { write(number: UInt64(count)) }

  /// Writes a number so that a small negative one is short, too.
  mutating func write(integer: Int) {
    let bits = UInt64(bitPattern: Int64(integer))
    write(number: bits << 1 ^ (integer < 0 ? .max : 0))
  }

  /// Writes eight bytes, the lowest first.
  mutating func write(fixed: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: fixed >> UInt64(shift))) }
  }

  mutating func write(bytes more: [UInt8]) {
    write(count: more.count)
    bytes += more
  }

  mutating func write(text: String) {
    write(count: text.utf8.count)
    bytes += text.utf8
  }

  /// Writes a name: the first time whole, later by its number.
  mutating func write(name: String) {
    let known = names.count
    let number = self.number(of: name)
    write(count: number < known ? number + 1 : 0)
    if number == known { write(text: name) }
  }

  /// Writes the columns of a row: the first time by their names, later by their number.
  mutating func write(columns list: [String]) {
    if let last, last.columns.isSameArray(as: list) { return write(count: last.number + 1) }
    let known = names.count
    let numbers = list.map { self.number(of: $0) }
    let number = columns[numbers] ?? columns.count
    last = (list, number)
    if number < columns.count { return write(count: number + 1) }
    columns[numbers] = number
    write(count: 0)
    write(count: list.count)
    var next = known
    for (name, number) in zip(list, numbers) {
      write(count: number < next ? number + 1 : 0)
      if number == next {
        write(text: name)
        next += 1
      }
    }
  }

  private mutating func number(of name: String) -> Int {
    let key = ExactText(name)
    if let number = names[key] { return number }
    names[key] = names.count
    return names.count - 1
  }

  mutating func write(_ value: ExactValue) {
    switch value {
    case .null: write(byte: 0)
    case .integer(let integer):
      write(byte: 1)
      write(integer: integer)
    case .real(let real):
      write(byte: 2)
      write(fixed: real.bitPattern)
    case .text(let bytes):
      write(byte: 3)
      write(bytes: bytes)
    case .blob(let bytes):
      write(byte: 4)
      write(bytes: bytes)
    case .utf16(let bytes, let isBigEndian):
      write(byte: isBigEndian ? 6 : 5)
      write(bytes: bytes)
    }
  }
}

/// Reads what a `StepWriter` has written. Throws `StepBytesDamaged`, and never reads beyond the end.
struct StepReader {
  private let source: ArraySlice<UInt8>
  private var place: Int
  private var names: [String] = []
  private var columns: [[String]] = []

  init(_ bytes: ArraySlice<UInt8>) { (source, place) = (bytes, bytes.startIndex) }

  var isAtEnd: Bool { place == source.endIndex }

  mutating func byte() throws -> UInt8 {
    guard place < source.endIndex else { throw StepBytesDamaged() }
    defer { place += 1 }
    return source[place]
  }

  mutating func number() throws -> UInt64 {
    var number: UInt64 = 0
    for shift in stride(from: 0, to: 70, by: 7) {
      let byte = try byte()
      number |= UInt64(byte & 0x7F) << UInt64(shift)
      if byte < 0x80 { return number }
    }
    throw StepBytesDamaged()
  }

  /// The number of things that follow; each takes a byte at least.
  mutating func count() throws -> Int {
    guard let count = Int(exactly: try number()), count <= source.endIndex - place else { throw StepBytesDamaged() }
    return count
  }

  mutating func integer() throws -> Int {
    let number = try number()
    return Int(Int64(bitPattern: number >> 1 ^ (number & 1 == 1 ? .max : 0)))
  }

  mutating func fixed() throws -> UInt64 {
    var number: UInt64 = 0
    for shift in stride(from: 0, to: 64, by: 8) { number |= UInt64(try byte()) << UInt64(shift) }
    return number
  }

  mutating func bytes() throws -> [UInt8] {
    let count = try count()
    defer { place += count }
    return Array(source[place..<place + count])
  }

  mutating func text() throws -> String {
    guard let text = String(validating: try bytes(), as: UTF8.self) else { throw StepBytesDamaged() }
    return text
  }

  mutating func name() throws -> String {
    let number = try reference()
    if let number {
      guard number < names.count else { throw StepBytesDamaged() }
      return names[number]
    }
    names.append(try text())
    return names[names.count - 1]
  }

  mutating func rowColumns() throws -> [String] {
    if let number = try reference() {
      guard number < columns.count else { throw StepBytesDamaged() }
      return columns[number]
    }
    let list = try (0..<count()).map { _ in try name() }
    // A row fails on names that are not unique.
    guard Set(list).count == list.count else { throw StepBytesDamaged() }
    columns.append(list)
    return list
  }

  mutating func value() throws -> ExactValue { try value(ofKind: byte()) }

  mutating func value(ofKind kind: UInt8) throws -> ExactValue {
    switch kind {
    case 0: .null
    case 1: .integer(try integer())
    case 2: .real(Double(bitPattern: try fixed()))
    case 3: .text(try bytes())
    case 4: .blob(try bytes())
    case 5: .utf16(try bytes(), isBigEndian: false)
    case 6: .utf16(try bytes(), isBigEndian: true)
    default: throw StepBytesDamaged()
    }
  }

  /// The number of something that was there before; nil if it follows.
  private mutating func reference() throws -> Int? {
    guard let number = Int(exactly: try number()) else { throw StepBytesDamaged() }
    return number == 0 ? nil : number - 1
  }
}

extension [String] {
  /// Whether both are the same array in memory.
  fileprivate func isSameArray(as other: [String]) -> Bool {
    guard count == other.count else { return false }
    return withUnsafeBufferPointer { mine in other.withUnsafeBufferPointer { mine.baseAddress == $0.baseAddress } }
  }
}

extension Collection<UInt8> {
  /// A checksum that depends on each byte and its place. It finds accidents, no forgery.
  var stepChecksum: UInt64 {
    withContiguousStorageIfAvailable { bytes in
      let raw = UnsafeRawBufferPointer(bytes)
      var sum: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(raw.count)
      var place = 0
      while place + 8 <= raw.count {
        sum =
          (sum ^ UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
          &* 0xD6E8_FEB8_6659_FD93
        sum ^= sum >> 32
        place += 8
      }
      while place < raw.count {
        sum = (sum ^ UInt64(raw[place])) &* 0x0000_0100_0000_01B3
        place += 1
      }
      return sum ^ sum >> 29
    } ?? Array(self).stepChecksum
  }
}
