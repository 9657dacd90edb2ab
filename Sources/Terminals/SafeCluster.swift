// Reads untrusted bytes as safe clusters of at most two columns.

/// The content of one position: a scalar with its followers.
struct SafeCluster {
  /// The scalar that determines the width.
  var base: UInt32
  /// The width in columns: 1 or 2.
  var width: Int
}

/// Reads clusters from UTF-8 that may be invalid. Its output is harmless: no controls, no format characters except
/// inside an emoji, no mark without a base, no unassigned characters. It reads no further than the caller asks.
struct SafeClusterReader {
  /// The maximum number of marks on one base. More count as an attack, and the next mark gets its own base.
  static let markLimit = 30

  private let bytes: UnsafeBufferPointer<UInt8>
  private let isUnicode: Bool
  /// The first byte not yet read.
  private(set) var offset = 0
  /// The scalars after the base in the last cluster.
  private(set) var followers: [UInt32] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>, isUnicode: Bool) {
    self.bytes = bytes
    self.isUnicode = isUnicode
  }

  var isAtEnd: Bool { offset >= bytes.count }

  /// Reads a printable ASCII byte that nothing can join; nil leaves the position unchanged.
  @inline(__always)
  mutating func nextPlain() -> UInt8? {
    guard offset < bytes.count else { return nil }
    let byte = bytes[offset]
    guard byte &- 0x20 < 0x5F, offset + 1 == bytes.count || bytes[offset + 1] < 0x80 else { return nil }
    offset += 1
    return byte
  }

  /// Reads the next cluster, with further scalars in `followers`; nil at the end.
  mutating func next() -> SafeCluster? {
    guard offset < bytes.count else { return nil }
    followers.removeAll(keepingCapacity: true)
    let (value, length) = scalar(at: offset)
    offset += length
    guard let value else { return shown(0xFFFD, 1) }
    switch ScalarClass(value) {
    case .unprintable, .format: return shown(SafeText.replacement(for: value), 1)
    case .mark:
      followers.append(value)
      takeMarks()
      return shown(0x25CC, 1)
    case .narrow where value.isRegionalIndicator:
      let (second, length) = peek()
      guard let second, second.isRegionalIndicator else { return shown(value, 1) }
      offset += length
      followers.append(second)
      return shown(value, 2)
    case .narrow:
      takeMarks()
      takeJoined(value)
      return shown(value, 1)
    case .wide:
      takeMarks()
      takeJoined(value)
      return shown(value, 2)
    }
  }

  private mutating func shown(_ base: UInt32, _ width: Int) -> SafeCluster {
    guard !isUnicode, base >= 0x80 || !followers.isEmpty else { return SafeCluster(base: base, width: width) }
    followers.removeAll(keepingCapacity: true)
    return SafeCluster(base: base < 0x80 ? base : SafeText.ascii(for: base), width: 1)
  }

  /// The next scalar and its length; nil at the end and for invalid bytes.
  private func peek() -> (UInt32?, Int) {
    offset < bytes.count ? scalar(at: offset) : (nil, 0)
  }

  private mutating func takeMarks() {
    while followers.count < Self.markLimit {
      let (value, length) = peek()
      guard let value, value >= 0x300, ScalarClass(value) == .mark else { return }
      followers.append(value)
      offset += length
    }
  }

  /// Reads the further scalars of one emoji: a skin tone, joiners with what they join, a region's tags.
  private mutating func takeJoined(_ base: UInt32) {
    guard base > 0xA8, offset < bytes.count, bytes[offset] >= 0xE2 else { return }
    var last = base
    while followers.count < Self.markLimit {
      let (value, length) = peek()
      guard let value else { return }
      if value.isSkinTone, Unicode.Scalar(last)?.properties.isEmojiModifierBase == true {
        offset += length
        followers.append(value)
        takeMarks()
      } else if value.isTag, base == 0x1F3F4 {
        offset += length
        followers.append(value)
      } else if value == 0x200D, last.isEmoji, offset + length < bytes.count {
        let (joined, joinedLength) = scalar(at: offset + length)
        guard let joined, joined.isEmoji else { return }
        offset += length + joinedLength
        followers.append(value)
        followers.append(joined)
        takeMarks()
        last = joined
      } else {
        return
      }
    }
  }

  /// Decodes the scalar at `start`. For invalid bytes returns nil and the length of their longest valid beginning, at
  /// least 1, so that each such sequence becomes one replacement sign.
  private func scalar(at start: Int) -> (UInt32?, Int) {
    let first = bytes[start]
    if first < 0x80 { return (UInt32(first), 1) }
    let length: Int
    var value: UInt32
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch first {
    case 0xC2...0xDF: (length, value) = (2, UInt32(first & 0x1F))
    case 0xE0...0xEF:
      (length, value) = (3, UInt32(first & 0x0F))
      if first == 0xE0 { second = 0xA0...0xBF } else if first == 0xED { second = 0x80...0x9F }
    case 0xF0...0xF4:
      (length, value) = (4, UInt32(first & 0x07))
      if first == 0xF0 { second = 0x90...0xBF } else if first == 0xF4 { second = 0x80...0x8F }
    default: return (nil, 1)
    }
    for step in 1..<length {
      guard start + step < bytes.count else { return (nil, step) }
      let byte = bytes[start + step]
      guard step == 1 ? second.contains(byte) : (0x80...0xBF).contains(byte) else { return (nil, step) }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    return (value, length)
  }
}
