// Numbers without a signature: UUIDs and vectors. The column's name or many of its values tell the kind.

import Databases

enum NumberKinds {
  /// Whether these bytes are a UUID by the standard, with its version and variant.
  static func isUUID(_ bytes: [UInt8], count: Int) -> Bool {
    count == 16 && bytes.count == 16 && (1...8).contains(bytes[6] >> 4) && bytes[8] >> 6 == 2
  }

  /// `f81d4fae-7dec-41d0-a765-00a0c91e6bf6`; nil for another length.
  static func uuid(_ bytes: [UInt8], count: Int) -> String? {
    guard count == 16, bytes.count == 16 else { return nil }
    let digits = Array(ExactValue.hexadecimal(bytes, limit: 16).dropFirst(2).dropLast())
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
  }

  /// The number of values that make a vector regardless of the column's name: other bytes hardly ever look like so many
  /// plausible numbers.
  static let sureLength = 64

  /// The number of four-byte numbers in a blob that is probably a vector: none of the available ones is tiny or huge.
  /// Nil for other blobs.
  static func dimensions(_ blob: BlobStart) -> Int? {
    guard blob.count >= 8, blob.count.isMultiple(of: 4), blob.bytes.count >= 8 else { return nil }
    var zeros = 0
    for offset in stride(from: 0, through: blob.bytes.count - 4, by: 4) {
      guard let number = blob.float(offset), number.isFinite else { return nil }
      if number == 0 { zeros += 1 } else if !(1e-9...1e4).contains(abs(number)) { return nil }
    }
    // If more than half of the numbers are zero, the blob is not a vector.
    return zeros * 2 <= blob.bytes.count / 4 ? blob.count / 4 : nil
  }
}
