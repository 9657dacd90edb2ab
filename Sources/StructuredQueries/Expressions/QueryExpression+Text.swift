// Text: patterns, case, length.

/// Text, or text that may be missing. Conform a type of your own whose column is text to it.
public protocol TextQueryValue: QueryBindable {}

extension String: TextQueryValue {}
extension Optional: TextQueryValue where Wrapped: TextQueryValue {}
extension QueryBinding: TextQueryValue {}

extension QueryExpression where QueryValue: TextQueryValue {
  /// Whether the text is like a pattern, in which `%` stands for any text and `_` for one character; ASCII letters
  /// match in both cases.
  /// With `escape`, that character before one of these takes it literally.
  public func like(_ pattern: String, escape: Character? = nil) -> SQLExpression<Bool> {
    var right: QueryFragment = "\(bind: pattern)"
    if let escape { right.append(" ESCAPE \(raw: escape == "'" ? "''''" : "'\(escape)'")") }
    return binary("LIKE", right, .comparison)
  }

  /// Whether the text occurs in it, ASCII letters in either case. `%` and `_` have no special meaning.
  public func contains(_ text: String) -> SQLExpression<Bool> { like("%\(escaped(text))%", escape: "\\") }

  /// Whether it begins with the text, ASCII letters in either case.
  public func hasPrefix(_ text: String) -> SQLExpression<Bool> { like("\(escaped(text))%", escape: "\\") }

  /// Whether it ends with the text, ASCII letters in either case.
  public func hasSuffix(_ text: String) -> SQLExpression<Bool> { like("%\(escaped(text))", escape: "\\") }

  /// Whether the text is like a pattern of a shell: `*`, `?`, `[a-z]`. Case matters.
  public func glob(_ pattern: String) -> SQLExpression<Bool> { binary("GLOB", "\(bind: pattern)", .comparison) }

  /// Whether the full-text column holds what the query of FTS5 asks for.
  public func match(_ query: String) -> SQLExpression<Bool> { binary("MATCH", "\(bind: query)", .comparison) }

  /// The ASCII letters in lower case.
  public func lower() -> SQLExpression<QueryValue> { SQLExpression("lower(\(fragment))") }

  /// The ASCII letters in upper case.
  public func upper() -> SQLExpression<QueryValue> { SQLExpression("upper(\(fragment))") }

  /// Without spaces, or these characters, at both ends.
  public func trim(_ characters: String? = nil) -> SQLExpression<QueryValue> { call("trim", characters) }

  /// Without spaces, or these characters, at the beginning.
  public func ltrim(_ characters: String? = nil) -> SQLExpression<QueryValue> { call("ltrim", characters) }

  /// Without spaces, or these characters, at the end.
  public func rtrim(_ characters: String? = nil) -> SQLExpression<QueryValue> { call("rtrim", characters) }

  /// With a text in the place of another one, wherever that occurs.
  public func replace(_ text: String, _ replacement: String) -> SQLExpression<QueryValue> {
    call("replace", text, replacement)
  }

  /// The characters from a place on, counted from 1; from the end if it is negative. `length` says how many.
  public func substr(_ start: Int, _ length: Int? = nil) -> SQLExpression<QueryValue> { call("substr", start, length) }

  /// Where the text first occurs in it, counted from 1; 0 if it does not.
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

  // A column of unknown type adds numbers, and text only by `appending`.
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

  /// `a || b || c` needs no parentheses, and neither does what binds more tightly.
  private func joined(_ other: some QueryExpression<QueryValue>) -> SQLExpression<QueryValue> {
    let left = precedence >= .concatenation ? fragment : fragment.parenthesized
    let right = other.precedence >= .concatenation ? other.fragment : other.fragment.parenthesized
    return SQLExpression("\(left) || \(right)", precedence: .concatenation)
  }

  /// Compared and ordered by these rules.
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
  /// How many characters the text has.
  public func length() -> SQLExpression<Int> { SQLExpression("length(\(fragment))") }
}

extension QueryExpression<String?> {
  /// How many characters the text has; NULL for NULL.
  public func length() -> SQLExpression<Int?> { SQLExpression("length(\(fragment))") }
}

/// How text is compared and ordered.
public struct Collation: Hashable, Sendable {
  let fragment: QueryFragment

  /// Byte by byte.
  public static let binary = Collation(fragment: "BINARY")
  /// ASCII letters in either case are equal.
  public static let nocase = Collation(fragment: "NOCASE")
  /// Spaces at the end don't count.
  public static let rtrim = Collation(fragment: "RTRIM")

  /// A collation that the connection has registered under this name.
  public static func named(_ name: String) -> Collation { Collation(fragment: QueryFragment(quote: name)) }
}
