// A value bound to a `?` of a statement.

/// A value that a statement carries beside its SQL text, in one of SQLite's storage classes.
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
  /// Text as its bytes, which need not be valid.
  case encodedText([UInt8], QueryTextEncoding)
  /// A value that SQLite can't hold, or a statement that must not run. Executing the statement throws
  /// `QueryBindingError` with this reason instead of running it.
  case invalid(reason: String)
}

/// How the bytes of a text are to be read.
public enum QueryTextEncoding: Hashable, Sendable {
  /// UTF-8.
  case utf8
  /// UTF-16, in one of its two orders of bytes.
  case utf16(isBigEndian: Bool)
}

/// Thrown before a statement runs when one of its bindings is `.invalid`.
public struct QueryBindingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A sentence that says what is wrong with the value or the statement, and how to mend it.
  public var reason: String

  /// Makes an error with the reason, a sentence.
  public init(reason: String) { self.reason = reason }

  public var description: String { reason }
}
