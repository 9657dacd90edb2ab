// A value as SQLite stores it.

public import CSQLite

/// A value of one of SQLite's five storage classes.
public enum SQLiteValue: Hashable, Sendable {
  case null
  case integer(Int)
  case real(Double)
  case text(String)
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
  case null, integer, real, text, blob

  /// The class that a code of SQLite's stands for.
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

  /// A value of this class, in words.
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
