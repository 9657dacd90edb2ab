// A row as bytes, for comparison and storage.
import Databases

/// The consecutive values of a row: a letter for the storage class, then the eight bytes of a number, or the length and
/// the bytes of a text or blob.
struct RowImage {
  private(set) var bytes: [UInt8] = []
  private(set) var hash = 0

  /// The most bytes of an image to hold.
  static let longestKept = 1 << 20

  /// Takes columns of the row at `statement`.
  mutating func take(_ statement: PreparedStatement, _ columns: [Int]) {
    bytes.removeAll(keepingCapacity: true)
    for column in columns {
      switch statement.storageClass(column) {
      case .null: bytes.append(Tag.null)
      case .integer: append(Tag.integer, UInt64(bitPattern: Int64(statement.integer(column))))
      case .real: append(Tag.real, statement.real(column).bitPattern)
      case .text: statement.withBytes(column) { append(Tag.text, $0) }
      case .blob: statement.withBytes(column) { append(Tag.blob, $0) }
      }
    }
    // Each process has another seed, so that a program can't construct two contents with the same hash.
    var hasher = Hasher()
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    hash = hasher.finalize()
  }

  /// The values of an image.
  static func values(_ bytes: some Collection<UInt8>) -> [ExactValue] {
    var rest = bytes[...]
    func number() -> UInt64 {
      let number = rest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
      rest = rest.dropFirst(8)
      return number
    }
    func content() -> [UInt8] {
      let count = Int(number())
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
    var values: [ExactValue] = []
    while let tag = rest.popFirst() {
      switch tag {
      case Tag.integer: values.append(.integer(Int(Int64(bitPattern: number()))))
      case Tag.real: values.append(.real(Double(bitPattern: number())))
      case Tag.text: values.append(.text(content()))
      case Tag.blob: values.append(.blob(content()))
      default: values.append(.null)
      }
    }
    return values
  }

  private enum Tag {
    static let null = UInt8(ascii: "n")
    static let integer = UInt8(ascii: "i")
    static let real = UInt8(ascii: "r")
    static let text = UInt8(ascii: "t")
    static let blob = UInt8(ascii: "b")
  }

  private mutating func append(_ tag: UInt8, _ number: UInt64) {
    bytes.append(tag)
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }

  private mutating func append(_ tag: UInt8, _ content: UnsafeRawBufferPointer) {
    append(tag, UInt64(content.count))
    bytes.append(contentsOf: content)
  }
}
