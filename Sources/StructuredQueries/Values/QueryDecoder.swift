// Decodes a row column by column from the left, without an existential, a closure or a dictionary per row.

/// Decodes the columns of the current row; each call decodes the next one.
///
/// Values are not converted. SQLite would convert between any two storage classes, so that a text becomes 0 and a blob
/// a text. Here that is an error, `QueryDecodingError.wrongStorageClass`. The types accept these classes:
///
/// | stored   | `Int` | `Double` | `Bool`   | `String`       | `[UInt8]` | `QueryBinding`  |
/// |----------|-------|----------|----------|----------------|-----------|-----------------|
/// | INTEGER  | yes   | yes      | 0 is no  | error          | error     | `.integer`      |
/// | REAL     | error | yes      | error    | error          | error     | `.real`         |
/// | TEXT     | error | error    | error    | if it is UTF-8 | error     | if it is UTF-8  |
/// | BLOB     | error | error    | error    | error          | yes       | `.blob`         |
/// | NULL     | `nil` | `nil`    | `nil`    | `nil`          | `nil`     | `.null`         |
///
/// These are the classes that a column of the type's affinity can hold. An INTEGER is accepted for a `Double`, because
/// a NUMERIC column stores whole numbers as integers; one that `Double` can't represent becomes the nearest value, as
/// in a REAL column. A text that is not valid UTF-8 is never repaired: `QueryDecodingError.invalidText`.
///
/// The module that owns the database conforms a struct to it, with `@inlinable` members, so that the decoding of a
/// table is specialised down to calls of the C library.
public protocol QueryDecoder {
  /// The next column as an integer; `nil` for NULL.
  mutating func decode(_ type: Int.Type) throws -> Int?
  /// The next column as a floating-point number; `nil` for NULL.
  mutating func decode(_ type: Double.Type) throws -> Double?
  /// The next column as a Boolean; nil for NULL.
  mutating func decode(_ type: Bool.Type) throws -> Bool?
  /// The next column as text; `nil` for NULL.
  mutating func decode(_ type: String.Type) throws -> String?
  /// The next column as bytes; `nil` for NULL.
  mutating func decode(_ type: [UInt8].Type) throws -> [UInt8]?
  /// The next column in its own storage class.
  mutating func decode(_ type: QueryBinding.Type) throws -> QueryBinding
  /// Skips the next `count` columns and returns `true` if all of them are NULL; otherwise does not move.
  mutating func skipNulls(_ count: Int) -> Bool
  /// The number of columns not read yet.
  var remainingColumnCount: Int { get }
}

/// The reason why a column could not be decoded. The code that runs the statement adds the column.
public enum QueryDecodingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// NULL for a Swift type that can't represent it.
  case unexpectedNull(type: String)
  /// A value that the Swift type does not know, such as the raw value of no case.
  case unexpectedValue(String, type: String)
  /// A value of a storage class that the Swift type does not accept, both in words: `a text`, `an integer`.
  case wrongStorageClass(found: String, expected: String)
  /// A text that is not valid UTF-8.
  case invalidText
  /// A row from a statement that was declared to return none.
  case unexpectedRow

  public var description: String {
    switch self {
    case .unexpectedNull(let type):
      "The column is NULL, but \(type) has no place for it; decode it as \(type)? instead."
    case .unexpectedValue(let value, let type): "The value \(value) is none of \(type)."
    case .wrongStorageClass(let found, let expected): "\(found), not \(expected)"
    case .invalidText: "a text that is not valid UTF-8"
    case .unexpectedRow: "The statement returned a row, but it was declared to return none; add returning(_:)."
    }
  }
}
