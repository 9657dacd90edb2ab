// How a row is read: column after column, from the left, without an existential, a closure or a dictionary a row.

/// Reads the columns of the present row, each call the next one.
///
/// A value is read as what it is. SQLite would convert between any two storage classes, so that a text becomes 0 and a
/// blob a text; here that is an error, `QueryDecodingError.wrongStorageClass`. What each type takes:
///
/// | stored   | `Int` | `Double` | `Bool`   | `String`       | `[UInt8]` | `QueryBinding`  |
/// |----------|-------|----------|----------|----------------|-----------|-----------------|
/// | INTEGER  | yes   | yes      | 0 is no  | error          | error     | `.integer`      |
/// | REAL     | error | yes      | error    | error          | error     | `.real`         |
/// | TEXT     | error | error    | error    | if it is UTF-8 | error     | if it is UTF-8  |
/// | BLOB     | error | error    | error    | error          | yes       | `.blob`         |
/// | NULL     | `nil` | `nil`    | `nil`    | `nil`          | `nil`     | `.null`         |
///
/// These are the classes that a column of the type's affinity can hold. An INTEGER is taken for a `Double`, since a
/// NUMERIC column stores whole numbers so; one that `Double` can't hold becomes the nearest, as in a REAL column. A
/// text that is not valid UTF-8 is never repaired: `QueryDecodingError.invalidText`.
///
/// The module that owns the database conforms a struct to it, with `@inlinable` members, so that the decoding of a
/// table is specialised down to calls of the C library.
public protocol QueryDecoder {
  /// The next column as an integer; `nil` for NULL.
  mutating func decode(_ type: Int.Type) throws -> Int?
  /// The next column as a floating-point number; `nil` for NULL.
  mutating func decode(_ type: Double.Type) throws -> Double?
  /// The next column as yes or no; `nil` for NULL.
  mutating func decode(_ type: Bool.Type) throws -> Bool?
  /// The next column as text; `nil` for NULL.
  mutating func decode(_ type: String.Type) throws -> String?
  /// The next column as bytes; `nil` for NULL.
  mutating func decode(_ type: [UInt8].Type) throws -> [UInt8]?
  /// The next column in the storage class that it has.
  mutating func decode(_ type: QueryBinding.Type) throws -> QueryBinding
  /// Passes over the next `count` columns and says `true` if all of them are NULL; otherwise stays where it is.
  mutating func skipNulls(_ count: Int) -> Bool
  /// How many columns have not been read yet.
  var remainingColumnCount: Int { get }
}

/// Why a column could not become a Swift value. The executor knows at which column its decoder stood, and adds it.
public enum QueryDecodingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// NULL where the Swift type has no place for it.
  case unexpectedNull(type: String)
  /// A value that the Swift type does not know, as the raw value of no case.
  case unexpectedValue(String, type: String)
  /// A value of a storage class that the Swift type does not take, both in words: `a text`, `an integer`.
  case wrongStorageClass(found: String, expected: String)
  /// A text that is not valid UTF-8.
  case invalidText
  /// A row of a statement that has none.
  case unexpectedRow

  public var description: String {
    switch self {
    case .unexpectedNull(let type):
      "The column is NULL, but \(type) has no place for it; decode it as \(type)? instead."
    case .unexpectedValue(let value, let type): "The value \(value) is none of \(type)."
    case .wrongStorageClass(let found, let expected): "\(found), not \(expected)"
    case .invalidText: "a text that is not valid UTF-8"
    case .unexpectedRow: "The statement gave a row, but it was declared to give none; add returning(_:)."
    }
  }
}
