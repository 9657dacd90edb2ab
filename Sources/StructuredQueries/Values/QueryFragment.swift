// SQL text with its bindings, the form of every expression, clause and statement.

/// A piece of SQL and the values of its `?`, in order.
///
/// The text of a string literal is used unchanged; interpolated values are inserted with their bindings: `"\(column) =
/// \(bind: 5)"`. See `QueryFragment.StringInterpolation` for the possible interpolations.
public struct QueryFragment: Hashable, Sendable {
  /// The text, with one `?` for each binding.
  public var sql: String
  /// The values, in the order of their `?`.
  public var bindings: [QueryBinding]

  /// Makes a fragment from SQL and the values of its placeholders.
  public init(_ sql: String = "", _ bindings: [QueryBinding] = []) {
    self.sql = sql
    self.bindings = bindings
  }

  /// Whether there is nothing to run, as for `none` or an insert without rows.
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

  /// Appends another fragment.
  public mutating func append(_ other: QueryFragment) {
    sql += other.sql
    bindings += other.bindings
  }

  /// Appends text without bindings.
  public mutating func append(_ text: String) { sql += text }

  /// The fragment in parentheses.
  var parenthesized: QueryFragment { QueryFragment("(\(sql))", bindings) }
}

extension [QueryFragment] {
  /// The fragments joined with a separator.
  public func joined(separator: String = ", ") -> QueryFragment {
    var result = QueryFragment()
    for (index, fragment) in enumerated() {
      if index > 0 { result.append(separator) }
      result.append(fragment)
    }
    return result
  }
}
