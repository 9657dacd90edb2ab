// Messages without a signature: bytes that can be parsed from front to back are taken for one.

enum MessageKinds {
  /// Recognises a map or an array in MessagePack.
  static func messagePack(_ blob: BlobStart) -> ValueKind? {
    guard blob.count >= 6, let first = blob.integer(0, 1) else { return nil }
    // Maps, and arrays of at least two elements.
    guard (0x81...0x8F).contains(first) || (0x92...0x9F).contains(first) || (0xDC...0xDF).contains(first) else {
      return nil
    }
    var walk = MessagePackWalk(blob: blob)
    guard walk.value(depth: 0), walk.hasText, blob.isWhole ? walk.offset == blob.count : walk.isCut else { return nil }
    return ValueKind("MessagePack", "msgpack", isGuess: true)
  }

  /// Recognises fields of Protocol Buffers in the order of their numbers.
  static func protobuf(_ blob: BlobStart) -> ValueKind? {
    guard blob.count >= 4 else { return nil }
    var walk = ProtobufWalk(blob: blob)
    guard walk.fields(), walk.count >= (walk.hasText ? 1 : 3) else { return nil }
    return ValueKind("protobuf", "pb", isGuess: true)
  }
}

/// Reads a value of MessagePack until the available bytes end.
private struct MessagePackWalk {
  let blob: BlobStart
  private(set) var offset = 0
  /// Whether a value continues after the available bytes.
  private(set) var isCut = false
  /// Whether one of the values is a text.
  private(set) var hasText = false

  init(blob: BlobStart) { self.blob = blob }

  mutating func value(depth: Int) -> Bool {
    guard depth < 32 else { return false }
    guard let first = blob.integer(offset, 1) else { return cut() }
    offset += 1
    switch first {
    case 0x00...0x7F, 0xC0, 0xC2, 0xC3, 0xE0...0xFF: return true
    case 0x80...0x8F: return elements((first & 15) * 2, depth, isMap: true)
    case 0x90...0x9F: return elements(first & 15, depth)
    case 0xA0...0xBF: return text(first & 31)
    case 0xC4...0xC6: return counted(1 << (first - 0xC4)) { $0.skip($1) }
    case 0xC7...0xC9: return counted(1 << (first - 0xC7)) { $0.skip($1 + 1) }
    case 0xCA, 0xCE, 0xD2: return skip(4)
    case 0xCB, 0xCF, 0xD3: return skip(8)
    case 0xCC, 0xD0: return skip(1)
    case 0xCD, 0xD1: return skip(2)
    case 0xD4...0xD8: return skip(1 + 1 << (first - 0xD4))
    case 0xD9...0xDB: return counted(1 << (first - 0xD9)) { $0.text($1) }
    case 0xDC, 0xDD: return counted(first == 0xDC ? 2 : 4) { $0.elements($1, depth) }
    case 0xDE, 0xDF: return counted(first == 0xDE ? 2 : 4) { $0.elements($1 * 2, depth, isMap: true) }
    // 0xC1 is never used.
    default: return false
    }
  }

  private mutating func cut() -> Bool {
    isCut = !blob.isWhole
    return isCut
  }

  private mutating func counted(_ length: Int, _ body: (inout MessagePackWalk, Int) -> Bool) -> Bool {
    guard let count = blob.integer(offset, length) else { return cut() }
    offset += length
    return body(&self, count)
  }

  private mutating func skip(_ length: Int) -> Bool {
    guard length <= blob.count - offset else { return false }
    if length > blob.bytes.count - offset { return cut() }
    offset += length
    return true
  }

  private mutating func text(_ length: Int) -> Bool {
    let start = offset
    guard skip(length) else { return false }
    guard let bytes = blob.bytes(start, length) else { return true }
    guard String(validating: bytes, as: UTF8.self) != nil else { return false }
    hasText = hasText || length > 0
    return true
  }

  private mutating func elements(_ count: Int, _ depth: Int, isMap: Bool = false) -> Bool {
    // Each element takes at least a byte.
    guard count <= blob.count - offset else { return false }
    for place in 0..<count {
      // A key is a text or a number.
      if isMap, place.isMultiple(of: 2), let key = blob.integer(offset, 1), !Self.isKey(key) { return false }
      guard value(depth: depth + 1) else { return false }
      if isCut { break }
    }
    return true
  }

  private static func isKey(_ first: Int) -> Bool {
    switch first {
    case 0x00...0x7F, 0xA0...0xBF, 0xCC...0xD3, 0xD9...0xDB, 0xE0...0xFF: true
    default: false
    }
  }
}

/// Reads fields of Protocol Buffers until the available bytes end.
private struct ProtobufWalk {
  let blob: BlobStart
  private var offset = 0
  /// The number of fields read.
  private(set) var count = 0
  /// Whether one of them is a text.
  private(set) var hasText = false

  init(blob: BlobStart) { self.blob = blob }

  private static let largestField = 4096

  /// Whether all available bytes are fields. Programs write them in the order of their numbers.
  mutating func fields() -> Bool {
    var last = 1
    while offset < blob.bytes.count {
      guard let tag = number() else { return isCut }
      let (field, kind) = (tag >> 3, tag & 7)
      guard field >= last, field <= Self.largestField else { return false }
      last = field
      switch kind {
      case 0: if number() == nil { return isCut }
      case 1: offset += 8
      case 2:
        guard let length = number() else { return isCut }
        guard length <= blob.count - offset else { return false }
        if let bytes = blob.bytes(offset, length), Self.isText(bytes) { hasText = true }
        offset += length
      case 5: offset += 4
      default: return false
      }
      guard offset <= blob.count else { return false }
      count += 1
    }
    return true
  }

  /// Whether a number continues after the available bytes.
  private var isCut: Bool { !blob.isWhole && offset >= blob.bytes.count }

  /// A number with seven bits in each byte, in the fewest possible bytes; at most ten.
  private mutating func number() -> Int? {
    var value: UInt64 = 0
    for place in 0..<10 {
      guard let byte = blob.integer(offset, 1) else { return nil }
      offset += 1
      value |= UInt64(byte & 0x7F) << UInt64(place * 7)
      if byte < 0x80 { return place > 0 && byte == 0 ? nil : Int(clamping: value) }
    }
    return nil
  }

  private static func isText(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count >= 3 && bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F } && String(validating: bytes, as: UTF8.self) != nil
  }
}
