// The beginning of a blob. Any program may have written any byte of it.

/// The bytes read of a blob, and its size. Bytes outside of them are nil, never read.
struct BlobStart {
  let bytes: [UInt8]
  /// The number of bytes in the blob.
  let count: Int

  var isWhole: Bool { bytes.count == count }

  /// The bytes at a position; nil if some of them are missing.
  func bytes(_ offset: Int, _ length: Int) -> ArraySlice<UInt8>? {
    guard offset >= 0, length >= 0, offset <= bytes.count, length <= bytes.count - offset else { return nil }
    return bytes[offset..<offset + length]
  }

  /// Whether these bytes are at a position.
  func has(_ expected: [UInt8], at offset: Int = 0) -> Bool {
    bytes(offset, expected.count)?.elementsEqual(expected) == true
  }

  /// Whether this ASCII text is at a position.
  func has(_ text: StaticString, at offset: Int = 0) -> Bool {
    bytes(offset, text.utf8CodeUnitCount)?.elementsEqual(
      UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)) == true
  }

  /// An unsigned integer of up to seven bytes.
  func integer(_ offset: Int, _ length: Int, isBigEndian: Bool = true) -> Int? {
    guard length < 8, let bytes = bytes(offset, length) else { return nil }
    func value(_ bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
    return isBigEndian ? value(bytes) : value(bytes.reversed())
  }

  /// A real number of eight bytes.
  func real(_ offset: Int, isBigEndian: Bool) -> Double? {
    guard let bytes = bytes(offset, 8) else { return nil }
    let bits = bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    return Double(bitPattern: isBigEndian ? bits : bits.byteSwapped)
  }

  /// A real number of four bytes, the least significant first.
  func float(_ offset: Int) -> Float? {
    integer(offset, 4, isBigEndian: false).map { Float(bitPattern: UInt32($0)) }
  }
}
