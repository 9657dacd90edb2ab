// How a row is read: column after column, from the left, without an existential, a closure or a dictionary a row.

/// Reads the columns of the present row, each call the next one.
///
/// The module that owns the database conforms a struct to it, with `@inlinable` members, so that the decoding of a
/// table
/// is specialised down to calls of the C library.
public protocol QueryDecoder {
  /// The next column as an integer; `nil` for NULL.
  mutating func decode(_ type: Int.Type) throws -> Int?
  /// The next column as a floating-point number; `nil` for NULL.
  mutating func decode(_ type: Double.Type) throws -> Double?
  /// The next column as text; `nil` for NULL.
  mutating func decode(_ type: String.Type) throws -> String?
  /// The next column as bytes; `nil` for NULL.
  mutating func decode(_ type: [UInt8].Type) throws -> [UInt8]?
  /// The next column in the storage class that it has.
  mutating func decode(_ type: QueryBinding.Type) throws -> QueryBinding
  /// Passes over the next `count` columns and says `true` if all of them are NULL; else stays where it is.
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
  /// A row of a statement that has none.
  case unexpectedRow

  public var description: String {
    switch self {
    case .unexpectedNull(let type):
      "The column is NULL, but \(type) has no place for it; decode it as \(type)? instead."
    case .unexpectedValue(let value, let type): "The value \(value) is none of \(type)."
    case .unexpectedRow: "The statement gave a row, but it was declared to give none; add returning(_:)."
    }
  }
}
