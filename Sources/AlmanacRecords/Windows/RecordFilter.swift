import StructuredQueries

/// A condition that a list can be narrowed by: a column that says yes or no.
public struct RecordFilter: Hashable, Sendable {
  /// What is let through, in a word: `active`.
  public let title: String
  /// The column, and what it has to say: any integer but 0 is yes, 0 is no, and any other value is neither.
  public let column: String
  public let isTrue: Bool

  public init(_ title: String, column: String, is isTrue: Bool) {
    self.title = title
    self.column = column
    self.isTrue = isTrue
  }

  /// Whether a row is let through.
  var condition: QueryFragment { Self.condition(column, is: isTrue) }

  /// Whether a column says yes, or no.
  static func condition(_ column: String, is isTrue: Bool) -> QueryFragment {
    "(\(quote: column) \(raw: isTrue ? "<>" : "=") 0 AND typeof(\(quote: column)) = 'integer')"
  }
}
