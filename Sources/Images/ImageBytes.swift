// The bytes of a file. Reading past the end throws.

/// The bytes of a picture's file.
struct ImageBytes {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var count: Int { bytes.count }

  /// Whether these bytes are at a position.
  func has(_ expected: [UInt8], at offset: Int) -> Bool {
    offset >= 0 && offset <= count - expected.count && bytes[offset..<offset + expected.count].elementsEqual(expected)
  }

  /// The byte at a position.
  func byte(_ offset: Int) throws -> Int {
    guard bytes.indices.contains(offset) else { throw Image.Problem.damaged }
    return Int(bytes[offset])
  }

  /// A number of up to four bytes, the most significant first.
  func big(_ offset: Int, _ length: Int) throws -> Int {
    try slice(offset, length).reduce(0) { $0 << 8 | Int($1) }
  }

  /// A number of up to four bytes, the least significant first.
  func little(_ offset: Int, _ length: Int) throws -> Int {
    try slice(offset, length).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// The bytes from a position on.
  func slice(_ offset: Int, _ length: Int) throws -> ArraySlice<UInt8> {
    guard offset >= 0, length >= 0, offset <= count, length <= count - offset else { throw Image.Problem.damaged }
    return bytes[offset..<offset + length]
  }

  /// Throws unless a picture may have this size.
  static func check(width: Int, height: Int) throws {
    guard width > 0, height > 0 else { throw Image.Problem.damaged }
    guard max(width, height) <= Image.mostLength, width * height <= Image.mostPixels else {
      throw Image.Problem.tooLarge
    }
  }
}
