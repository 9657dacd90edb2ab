// Numbers without a head: UUIDs and vectors. What a column holds is told by its name, or by many of its values.

import Databases

enum NumberKinds {
  /// Whether these bytes are those of a UUID by the standard: version and variant are in them.
  static func isUUID(_ bytes: [UInt8], count: Int) -> Bool {
    count == 16 && bytes.count == 16 && (1...8).contains(bytes[6] >> 4) && bytes[8] >> 6 == 2
  }

  /// `f81d4fae-7dec-41d0-a765-00a0c91e6bf6`; `nil` where it is of another length.
  static func uuid(_ bytes: [UInt8], count: Int) -> String? {
    guard count == 16, bytes.count == 16 else { return nil }
    let digits = Array(ExactValue.hexadecimal(bytes, limit: 16).dropFirst(2).dropLast())
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
  }

  /// As many numbers make a vector whatever its column is called: other bytes are hardly ever numbers of such sizes.
  static let sureLength = 64

  /// How many numbers of four bytes a blob has, if it seems to be a vector: each that is there is neither tiny nor huge.
  static func dimensions(_ blob: BlobStart) -> Int? {
    guard blob.count >= 8, blob.count.isMultiple(of: 4), blob.bytes.count >= 8 else { return nil }
    var zeros = 0
    for offset in stride(from: 0, through: blob.bytes.count - 4, by: 4) {
      guard let number = blob.float(offset), number.isFinite else { return nil }
      if number == 0 { zeros += 1 } else if !(1e-9...1e4).contains(abs(number)) { return nil }
    }
    // Bytes that are nothing but zero are no vector.
    return zeros * 2 <= blob.bytes.count / 4 ? blob.count / 4 : nil
  }
}
