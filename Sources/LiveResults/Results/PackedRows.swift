// Rows as bytes: a row of four small values takes 20 bytes instead of 200.
//
//   a row: for each value its kind and the lowest bits of a number in one byte, the other bits, and its content

import Databases

/// Some hundred rows with their counts, as bytes.
struct PackedRows {
  private var bytes: [UInt8] = []
  /// The number of values in a row.
  private var width = 0
  /// Where each row begins in `bytes`.
  private var starts: [UInt16] = []
  /// How often each row is there; nil if each is there once.
  private var counts: [Int32]?
  /// The number of rows, each as often as it is there.
  private(set) var rowCount = 0

  /// The number of different rows.
  var count: Int { starts.count }
  /// The approximate number of bytes that it takes.
  var byteCount: Int { bytes.count + 2 * starts.count + 4 * (counts?.count ?? 0) }

  /// Whether another row can follow: a row begins within the first 64 KB.
  var takesMore: Bool { bytes.count <= Int(UInt16.max) }

  /// A row.
  subscript(place: Int) -> Tuple {
    bytes.withUnsafeBytes { buffer in
      var reader = PackedReader(
        bytes: UnsafeRawBufferPointer(rebasing: buffer[start(of: place)..<start(of: place + 1)]))
      return reader.tuple(of: width)
    }
  }

  /// How often a row is there.
  func count(at place: Int) -> Int { counts.map { Int($0[place]) } ?? 1 }

  /// Where a row begins; behind the last row, the end.
  private func start(of place: Int) -> Int { place == starts.count ? bytes.count : Int(starts[place]) }

  /// Adds a row behind the others, if it takes more.
  mutating func append(_ tuple: Tuple, count: Int) {
    width = tuple.count
    starts.append(UInt16(bytes.count))
    bytes.pack(tuple)
    setCount(count, at: starts.count - 1, isNew: true)
  }

  /// Inserts a row. Returns false, and does nothing, if the row does not fit before the others.
  mutating func insert(_ tuple: Tuple, count: Int, at place: Int) -> Bool {
    var row: [UInt8] = []
    row.pack(tuple)
    let start = start(of: place)
    guard place < starts.count ? Int(starts[starts.count - 1]) + row.count <= Int(UInt16.max) : takesMore else {
      return false
    }
    width = tuple.count
    bytes.insert(contentsOf: row, at: start)
    for later in place..<starts.count { starts[later] += UInt16(row.count) }
    starts.insert(UInt16(start), at: place)
    setCount(count, at: place, isNew: true)
    return true
  }

  mutating func remove(at place: Int) {
    let (start, end) = (start(of: place), start(of: place + 1))
    rowCount -= count(at: place)
    bytes.removeSubrange(start..<end)
    starts.remove(at: place)
    for later in place..<starts.count { starts[later] -= UInt16(end - start) }
    counts?.remove(at: place)
  }

  /// Sets how often a row is there.
  mutating func setCount(_ count: Int, at place: Int) { setCount(count, at: place, isNew: false) }

  private mutating func setCount(_ count: Int, at place: Int, isNew: Bool) {
    if counts == nil, count != 1 { counts = Array(repeating: 1, count: starts.count - (isNew ? 1 : 0)) }
    rowCount += count - (isNew ? 0 : self.count(at: place))
    if isNew { counts?.insert(Int32(count), at: place) } else { counts?[place] = Int32(count) }
  }

  /// Takes away the rows from a place on, and returns them.
  mutating func split(at place: Int) -> PackedRows {
    var second = PackedRows()
    let start = start(of: place)
    second.width = width
    second.bytes = Array(bytes[start...])
    second.starts = starts[place...].map { $0 - UInt16(start) }
    second.counts = counts.map { Array($0[place...]) }
    second.rowCount = (place..<count).reduce(0) { $0 + self.count(at: $1) }
    rowCount -= second.rowCount
    bytes.removeSubrange(start...)
    starts.removeSubrange(place...)
    counts?.removeSubrange(place...)
    return second
  }

  /// Frees what the arrays have in reserve. An array made of a whole slice would keep it.
  mutating func shrink() {
    bytes = bytes.withUnsafeBufferPointer(Array.init)
    starts = starts.withUnsafeBufferPointer(Array.init)
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
