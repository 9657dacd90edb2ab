// SQL text with its bindings: what every expression, clause and statement comes down to.

/// A piece of SQL and the values of its `?`, in order.
///
/// Written as a string literal the text is taken as it stands; what is interpolated is spliced in with its bindings:
/// `"\(column) = \(bind: 5)"`. See `QueryFragment.StringInterpolation` for what may stand there.
public struct QueryFragment: Hashable, Sendable {
  /// The text, with one `?` for each binding.
  public var sql: String
  /// The values, in the order of their `?`.
  public var bindings: [QueryBinding]

  /// Makes a fragment of SQL and of the values for its placeholders.
  public init(_ sql: String = "", _ bindings: [QueryBinding] = []) {
    self.sql = sql
    self.bindings = bindings
  }

  /// Whether there is nothing to run: the statement of `none`, or an insert of no rows.
  public var isEmpty: Bool { sql.isEmpty }

  /// An identifier in double quotes, with quotes inside it doubled.
  public init(quote identifier: String) {
    var name = identifier
    if identifier.utf8.contains(UInt8(ascii: "\"")) {
      name = ""
      for character in identifier.unicodeScalars {
        if character == "\"" { name += "\"" }
        name.unicodeScalars.append(character)
      }
    }
    self.init("\"\(name)\"")
  }

  /// One `?` and its value.
  public init(bind value: QueryBinding) { self.init("?", [value]) }

  /// Puts another fragment behind this one.
  public mutating func append(_ other: QueryFragment) {
    sql += other.sql
    bindings += other.bindings
  }

  /// Puts text without bindings behind this one.
  public mutating func append(_ text: String) { sql += text }

  /// The fragment in parentheses.
  var parenthesized: QueryFragment { QueryFragment("(\(sql))", bindings) }
}

extension [QueryFragment] {
  /// The fragments one after the other with a separator between them.
  public func joined(separator: String = ", ") -> QueryFragment {
    var result = QueryFragment()
    for (index, fragment) in enumerated() {
      if index > 0 { result.append(separator) }
      result.append(fragment)
    }
    return result
  }
}
