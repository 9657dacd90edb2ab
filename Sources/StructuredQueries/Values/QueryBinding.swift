// A value bound to a `?` of a statement.

/// A value for a placeholder of a statement, in one of SQLite's storage classes.
public enum QueryBinding: Hashable, Sendable {
  /// NULL.
  case null
  /// An integer of 64 bits.
  case integer(Int)
  /// A real number.
  case real(Double)
  /// A text.
  case text(String)
  /// Bytes.
  case blob([UInt8])
  /// Text as bytes, which may be invalid.
  case encodedText([UInt8], QueryTextEncoding)
  /// A value that SQLite can't store, or a statement that must not run. Running the statement throws
  /// `QueryBindingError` with this reason.
  case invalid(reason: String)
}

/// The encoding of a text's bytes.
public enum QueryTextEncoding: Hashable, Sendable {
  /// UTF-8.
  case utf8
  /// UTF-16, in one of its two byte orders.
  case utf16(isBigEndian: Bool)
}

/// The error of a statement with an `.invalid` binding, thrown before it runs.
public struct QueryBindingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The fault of the value or the statement, and its remedy, as a sentence.
  public var reason: String

  /// Makes an error with the reason, a sentence.
  public init(reason: String) { self.reason = reason }

  public var description: String { reason }
}
