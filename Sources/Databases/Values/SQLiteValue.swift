// A value as SQLite stores it.

public import CSQLite

/// A value of one of SQLite's five storage classes.
public enum SQLiteValue: Hashable, Sendable {
  /// NULL.
  case null
  /// An integer of 64 bits.
  case integer(Int)
  /// A real number.
  case real(Double)
  /// A text; invalid UTF-8 in it is repaired.
  case text(String)
  /// Bytes.
  case blob([UInt8])
}

extension SQLiteValue: ExpressibleByNilLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByBooleanLiteral
{
  /// NULL.
  public init(nilLiteral: ()) { self = .null }
  /// An integer.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// A real number.
  public init(floatLiteral value: Double) { self = .real(value) }
  /// A text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// 1 or 0.
  public init(booleanLiteral value: Bool) { self = .integer(value ? 1 : 0) }
}

/// How SQLite stores a value.
public enum SQLiteStorageClass: Hashable, Sendable, CustomStringConvertible {
  /// A storage class, named as in SQLite's `typeof`.
  case null, integer, real, text, blob

  /// The class of one of SQLite's type codes.
  @inlinable
  init(_ code: Int32) {
    self =
      switch code {
      case SQLITE_INTEGER: .integer
      case SQLITE_FLOAT: .real
      case SQLITE_TEXT: .text
      case SQLITE_BLOB: .blob
      default: .null
      }
  }

  /// The name of this class, in words.
  public var description: String {
    switch self {
    case .null: "NULL"
    case .integer: "an integer"
    case .real: "a real number"
    case .text: "a text"
    case .blob: "a blob"
    }
  }
}
