// Rows as bytes: a row of four small values takes 20 bytes instead of 200.
//
//   a row: for each value its kind and the lowest bits of a number in one byte, the other bits, and its content

import Databases

/// Some hundred rows with their counts, as bytes.
struct PackedRows {
  private var bytes: [UInt8] = []
  /// The number of values in a row.
  private var width = 0
  /// Where each row ends in `bytes`.
  private var ends: [Int32] = []
  /// How often each row is there; nil if each is there once.
  private var counts: [Int32]?
  /// The number of rows, each as often as it is there.
  private(set) var rowCount = 0

  /// The number of different rows.
  var count: Int { ends.count }
  /// The approximate number of bytes that it takes.
  var byteCount: Int { bytes.count + 4 * (ends.count + (counts?.count ?? 0)) }

  /// A row.
  subscript(place: Int) -> Tuple {
    bytes.withUnsafeBytes { buffer in
      var reader = PackedReader(bytes: UnsafeRawBufferPointer(rebasing: buffer[start(of: place)..<Int(ends[place])]))
      return reader.tuple(of: width)
    }
  }

  /// How often a row is there.
  func count(at place: Int) -> Int { counts.map { Int($0[place]) } ?? 1 }

  private func start(of place: Int) -> Int { place == 0 ? 0 : Int(ends[place - 1]) }

  /// Adds a row behind the others.
  mutating func append(_ tuple: Tuple, count: Int) {
    width = tuple.count
    bytes.pack(tuple)
    ends.append(Int32(bytes.count))
    setCount(count, at: ends.count - 1, isNew: true)
  }

  mutating func insert(_ tuple: Tuple, count: Int, at place: Int) {
    var row: [UInt8] = []
    width = tuple.count
    row.pack(tuple)
    let start = start(of: place)
    bytes.insert(contentsOf: row, at: start)
    for later in place..<ends.count { ends[later] += Int32(row.count) }
    ends.insert(Int32(start + row.count), at: place)
    setCount(count, at: place, isNew: true)
  }

  mutating func remove(at place: Int) {
    let (start, end) = (start(of: place), Int(ends[place]))
    rowCount -= count(at: place)
    bytes.removeSubrange(start..<end)
    ends.remove(at: place)
    for later in place..<ends.count { ends[later] -= Int32(end - start) }
    counts?.remove(at: place)
  }

  /// Sets how often a row is there.
  mutating func setCount(_ count: Int, at place: Int) { setCount(count, at: place, isNew: false) }

  private mutating func setCount(_ count: Int, at place: Int, isNew: Bool) {
    if counts == nil, count != 1 { counts = Array(repeating: 1, count: ends.count - (isNew ? 1 : 0)) }
    rowCount += count - (isNew ? 0 : self.count(at: place))
    if isNew { counts?.insert(Int32(count), at: place) } else { counts?[place] = Int32(count) }
  }

  /// Takes away the rows from a place on, and returns them.
  mutating func split(at place: Int) -> PackedRows {
    var second = PackedRows()
    let start = start(of: place)
    second.width = width
    second.bytes = Array(bytes[start...])
    second.ends = ends[place...].map { $0 - Int32(start) }
    second.counts = counts.map { Array($0[place...]) }
    second.rowCount = (place..<count).reduce(0) { $0 + self.count(at: $1) }
    rowCount -= second.rowCount
    bytes.removeSubrange(start...)
    ends.removeSubrange(place...)
    counts?.removeSubrange(place...)
    return second
  }

  /// Frees what the arrays have in reserve.
  mutating func shrink() {
    bytes = Array(bytes[...])
    ends = Array(ends[...])
  }
}

/// The kinds of packed values.
private enum PackedKind: UInt8 {
  case null, integer, real, text, utf16LE, utf16BE, blob
}

extension [UInt8] {
  /// Adds a row.
  fileprivate mutating func pack(_ tuple: Tuple) {
    for value in tuple {
      switch value {
      case .null: pack(.null, 0)
      // Zigzag: small negative numbers are short too.
      case .integer(let number): pack(.integer, UInt(bitPattern: (number << 1) ^ (number >> 63)))
      case .real(let number):
        pack(.real, 0)
        Swift.withUnsafeBytes(of: number.bitPattern) { append(contentsOf: $0) }
      case .text(let text): pack(.text, text)
      case .utf16(let text, let isBigEndian): pack(isBigEndian ? .utf16BE : .utf16LE, text)
      case .blob(let blob): pack(.blob, blob)
      }
    }
  }

  private mutating func pack(_ kind: PackedKind, _ content: [UInt8]) {
    pack(kind, UInt(content.count))
    append(contentsOf: content)
  }

  /// Adds a kind in the three lowest bits of a byte, and a number: four bits in the same byte, then seven bits a byte,
  /// the lowest first. The highest bit says that more follow.
  private mutating func pack(_ kind: PackedKind, _ number: UInt) {
    var byte = kind.rawValue | UInt8(number & 0xF) << 3
    var rest = number >> 4
    while rest > 0 {
      append(byte | 0x80)
      byte = UInt8(rest & 0x7F)
      rest >>= 7
    }
    append(byte)
  }
}

/// Reads a packed row.
private struct PackedReader {
  let bytes: UnsafeRawBufferPointer
  private var place = 0

  init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  mutating func tuple(of width: Int) -> Tuple {
    Tuple(unsafeUninitializedCapacity: width) { buffer, written in
      for index in 0..<width { (buffer.baseAddress! + index).initialize(to: value()) }
      written = width
    }
  }

  private mutating func value() -> ExactValue {
    let (kind, number) = head()
    switch kind {
    case .integer: return .integer(Int(bitPattern: number >> 1) ^ -Int(bitPattern: number & 1))
    case .real:
      defer { place += 8 }
      return .real(Double(bitPattern: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
    case .text: return .text(content(number))
    case .utf16LE: return .utf16(content(number), isBigEndian: false)
    case .utf16BE: return .utf16(content(number), isBigEndian: true)
    case .blob: return .blob(content(number))
    case .null, nil: return .null
    }
  }

  private mutating func content(_ count: UInt) -> [UInt8] {
    defer { place += Int(count) }
    return Array(bytes[place..<place + Int(count)])
  }

  private mutating func head() -> (kind: PackedKind?, number: UInt) {
    var byte = bytes[place]
    place += 1
    let kind = PackedKind(rawValue: byte & 0x7)
    var (number, shift): (UInt, UInt) = (UInt(byte >> 3 & 0xF), 4)
    while byte >= 0x80 {
      byte = bytes[place]
      place += 1
      number |= UInt(byte & 0x7F) << shift
      shift += 7
    }
    return (kind, number)
  }
}
