public import Databases
import StructuredQueries

/// A condition that a list can be narrowed by: a column that says yes or no, or that holds a value.
public struct RecordFilter: Hashable, Sendable {
  private enum Test: Hashable, Sendable {
    /// Any integer but 0 is yes, 0 is no, and any other value is neither.
    case flag(Bool)
    /// The value itself, with its storage class.
    case value(ExactValue)
  }

  /// What is let through, in words: `active`, `Country = Norway`.
  public let title: String
  public let column: String
  private let test: Test

  /// Lets through what says yes in a column, or no.
  public init(_ title: String, column: String, is isTrue: Bool) {
    (self.title, self.column, test) = (title, column, .flag(isTrue))
  }

  /// Lets through what holds a value in a column.
  public init(column: String, value: ExactValue) {
    let shown = value == .null ? "NULL" : String(value.shown.prefix(30))
    (title, self.column, test) = ("\(column) = \(shown)", column, .value(value))
  }

  /// Whether a value is let through, not a yes or a no.
  public var isByValue: Bool { if case .value = test { true } else { false } }

  /// Whether a row is let through.
  var condition: QueryFragment {
    switch test {
    case .flag(let isTrue): Self.condition(column, is: isTrue)
    case .value(.null): "\(quote: column) IS NULL"
    case .value(let value):
      """
      (\(quote: column) = \(value.fragment) COLLATE BINARY AND typeof(\(quote: column)) = '\(raw: value.storageClass)')
      """
    }
  }

  /// Whether a column says yes, or no.
  static func condition(_ column: String, is isTrue: Bool) -> QueryFragment {
    "(\(quote: column) \(raw: isTrue ? "<>" : "=") 0 AND typeof(\(quote: column)) = 'integer')"
  }
}

extension ExactValue {
  /// What SQLite's `typeof` calls it.
  fileprivate var storageClass: String {
    switch self {
    case .null: "null"
    case .integer: "integer"
    case .real: "real"
    case .text, .utf16: "text"
    case .blob: "blob"
    }
  }
}
