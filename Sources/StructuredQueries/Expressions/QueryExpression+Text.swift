// Text functions: patterns, case, length.

/// A text, or an optional one. Conform your own type to it if its column is text.
public protocol TextQueryValue: QueryBindable {}

extension String: TextQueryValue {}
extension Optional: TextQueryValue where Wrapped: TextQueryValue {}
extension QueryBinding: TextQueryValue {}

extension QueryExpression where QueryValue: TextQueryValue {
  /// Whether the text matches a pattern: `%` matches any text and `_` one character; ASCII letters match in either
  /// case. With `escape`, that character makes the next `%`, `_` or escape character literal.
  public func like(_ pattern: String, escape: Character? = nil) -> SQLExpression<Bool> {
    var right: QueryFragment = "\(bind: pattern)"
    if let escape { right.append(" ESCAPE \(raw: escape == "'" ? "''''" : "'\(escape)'")") }
    return binary("LIKE", right, .comparison)
  }

  /// Whether it contains the text, ignoring the case of ASCII letters. `%` and `_` are literal.
  public func contains(_ text: String) -> SQLExpression<Bool> { like("%\(escaped(text))%", escape: "\\") }

  /// Whether it begins with the text, ignoring the case of ASCII letters.
  public func hasPrefix(_ text: String) -> SQLExpression<Bool> { like("\(escaped(text))%", escape: "\\") }

  /// Whether it ends with the text, ignoring the case of ASCII letters.
  public func hasSuffix(_ text: String) -> SQLExpression<Bool> { like("%\(escaped(text))", escape: "\\") }

  /// Whether the text matches a shell pattern: `*`, `?`, `[a-z]`. Case matters.
  public func glob(_ pattern: String) -> SQLExpression<Bool> { binary("GLOB", "\(bind: pattern)", .comparison) }

  /// Whether the full-text column matches an FTS5 query.
  public func match(_ query: String) -> SQLExpression<Bool> { binary("MATCH", "\(bind: query)", .comparison) }

  /// The text with ASCII letters in lower case.
  public func lower() -> SQLExpression<QueryValue> { SQLExpression("lower(\(fragment))") }

  /// The text with ASCII letters in upper case.
  public func upper() -> SQLExpression<QueryValue> { SQLExpression("upper(\(fragment))") }

  /// The text without spaces, or these characters, at both ends.
  public func trim(_ characters: String? = nil) -> SQLExpression<QueryValue> { call("trim", characters) }

  /// The text without spaces, or these characters, at the beginning.
  public func ltrim(_ characters: String? = nil) -> SQLExpression<QueryValue> { call("ltrim", characters) }

  /// The text without spaces, or these characters, at the end.
  public func rtrim(_ characters: String? = nil) -> SQLExpression<QueryValue> { call("rtrim", characters) }

  /// The text with every occurrence of one text replaced by another.
  public func replace(_ text: String, _ replacement: String) -> SQLExpression<QueryValue> {
    call("replace", text, replacement)
  }

  /// The characters from a position on, counted from 1, or from the end if negative. `length` is their number; nil:
  /// all.
  public func substr(_ start: Int, _ length: Int? = nil) -> SQLExpression<QueryValue> { call("substr", start, length) }

  /// The position of the first occurrence of the text, counted from 1; 0 if there is none.
  public func instr(_ text: String) -> SQLExpression<Int?> { call("instr", text) }

  private func call<Result>(_ function: String, _ arguments: (any QueryBindable)?...) -> SQLExpression<Result> {
    let bound = arguments.compactMap { $0.map { QueryFragment(bind: $0.queryBinding) } }
    return SQLExpression("\(raw: function)(\(([fragment] + bound).joined()))")
  }

  /// The text followed by another.
  public func appending(_ text: String) -> SQLExpression<QueryValue> {
    joined(SQLExpression("\(bind: text)"))
  }

  /// The text followed by another.
  public func appending(_ other: some QueryExpression<QueryValue>) -> SQLExpression<QueryValue> {
    joined(other)
  }

  // For a column of unknown type `+` adds numbers; use `appending` for text.
  /// The same as `appending`, with a value.
  @_disfavoredOverload
  public static func + (left: Self, right: QueryValue) -> SQLExpression<QueryValue> {
    left.joined(SQLExpression(value: right))
  }

  /// The same as `appending`, with an expression.
  @_disfavoredOverload
  public static func + (left: Self, right: some QueryExpression<QueryValue>) -> SQLExpression<QueryValue> {
    left.joined(right)
  }

  /// This text followed by an expression.
  @_disfavoredOverload
  public static func + (left: QueryValue, right: Self) -> SQLExpression<QueryValue> {
    SQLExpression(value: left).joined(right)
  }

  /// `a || b || c` needs no parentheses, and neither do operators that bind more tightly.
  private func joined(_ other: some QueryExpression<QueryValue>) -> SQLExpression<QueryValue> {
    let left = precedence >= .concatenation ? fragment : fragment.parenthesized
    let right = other.precedence >= .concatenation ? other.fragment : other.fragment.parenthesized
    return SQLExpression("\(left) || \(right)", precedence: .concatenation)
  }

  /// The text, compared and ordered by a collation.
  public func collate(_ collation: Collation) -> SQLExpression<QueryValue> {
    SQLExpression("\(operand(of: .collate)) COLLATE \(collation.fragment)", precedence: .collate)
  }

  private func escaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      if character == "%" || character == "_" || character == "\\" { result += "\\" }
      result.unicodeScalars.append(character)
    }
    return result
  }
}

extension QueryExpression<String> {
  /// The number of characters.
  public func length() -> SQLExpression<Int> { SQLExpression("length(\(fragment))") }
}

extension QueryExpression<String?> {
  /// The number of characters; NULL for NULL.
  public func length() -> SQLExpression<Int?> { SQLExpression("length(\(fragment))") }
}

/// The rules for comparing and ordering text.
public struct Collation: Hashable, Sendable {
  let fragment: QueryFragment

  /// Byte by byte.
  public static let binary = Collation(fragment: "BINARY")
  /// Ignores the case of ASCII letters.
  public static let nocase = Collation(fragment: "NOCASE")
  /// Ignores spaces at the end.
  public static let rtrim = Collation(fragment: "RTRIM")

  /// A collation that the connection has registered under this name.
  public static func named(_ name: String) -> Collation { Collation(fragment: QueryFragment(quote: name)) }
}
