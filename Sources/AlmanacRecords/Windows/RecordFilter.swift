public import Databases
import StructuredQueries

/// A condition on columns that narrows a list: a yes or no, or a value.
public struct RecordFilter: Hashable, Sendable {
  private enum Test: Hashable, Sendable {
    /// Any integer but 0 is yes, 0 is no, and any other value is neither.
    case flag(Bool)
    /// The value itself, with its storage class.
    case value(ExactValue)
    /// The typed value, compared as the column compares, or by another collation.
    case typed(QueryBinding, collation: String?)
    /// Values that a foreign key references.
    case named([ExactValue], [KeyComparison])
    /// A comparison in SQL.
    case comparison(QueryFragment)
    /// All of several, one of several, and all but one.
    case all([RecordFilter])
    case any([RecordFilter])
    case inverse([RecordFilter])
  }

  /// The title of the filter: `active`, `Country = Norway`.
  public let title: String
  /// The columns of the condition.
  public let columns: [String]
  private let test: Test

  /// Admits rows with a yes (or a no) in a column.
  public init(_ title: String, column: String, is isTrue: Bool) {
    (self.title, columns, test) = (title, [column], .flag(isTrue))
  }

  /// Admits rows with a value in a column.
  public init(column: String, value: ExactValue) {
    (title, columns, test) = (Self.title(column, value), [column], .value(value))
  }

  /// The reason why a column can't hold the typed text.
  public enum Problem: Error, Hashable, Sendable {
    /// The text is neither yes nor no.
    case noFlag
    /// The column holds numbers, and the text is not a number.
    case noNumber
  }

  /// Admits rows with the value that `text` means. A flag takes the words of a form for yes and no, an identity takes a
  /// number. An e-mail ignores the case of A to Z; any other column must match exactly.
  public init(_ table: ListedTable, column: String, text: String) throws(Problem) {
    (title, columns) = ("\(column) = \(text.prefix(Self.titleLength))", [column])
    if table.isFlag(column) {
      guard let isOn = EditableColumn.flag(text.trimmedOfWhitespace) else { throw .noFlag }
      test = .flag(isOn)
    } else if table.identity == .rowID(column) {
      guard let id = Int(text.trimmedOfWhitespace) else { throw .noNumber }
      test = .typed(.integer(id), collation: nil)
    } else {
      let isEMail = table.style.editing.columns.contains { $0.name == column && $0.kind == .email }
      // If no known collation compares as the column does, bytes are compared.
      let isUnknown = table.style.limits.unknownCollations[column] != nil
      test = .typed(.text(text), collation: isEMail ? "NOCASE" : isUnknown ? "BINARY" : nil)
    }
  }

  /// Admits the referrers: records of a table whose foreign key references the record with these values. Nil if NULL is
  /// among them: nothing references that.
  public init?(naming: NamingTable, values: [ExactValue]) {
    if values.contains(.null) { return nil }
    columns = naming.columns
    title = zip(columns, values).map(Self.title).joined(separator: ", ")
    test = .named(values, naming.comparisons)
  }

  /// Admits rows for which a comparison of a column holds.
  init(_ title: String, column: String, comparison: QueryFragment) {
    (self.title, columns, test) = (title, [column], .comparison(comparison))
  }

  private init(_ title: String, _ parts: [RecordFilter], _ test: Test) {
    (self.title, self.test) = (title, test)
    columns = parts.flatMap(\.columns)
  }

  /// Admits rows that all of the filters admit; nil if there is none.
  static func all(_ filters: [RecordFilter?]) -> RecordFilter? {
    let filters = filters.compactMap(\.self)
    return filters.count < 2
      ? filters.first : RecordFilter(filters.map(\.title).joined(separator: ", "), filters, .all(filters))
  }

  /// Admits rows that one of the filters admits; nil if there is none.
  static func any(_ filters: [RecordFilter], title: String? = nil) -> RecordFilter? {
    filters.count < 2
      ? filters.first : RecordFilter(title ?? filters.map(\.title).joined(separator: " or "), filters, .any(filters))
  }

  /// Admits all rows that this one does not: also those with NULL, of which a comparison says nothing.
  public var inverse: RecordFilter { RecordFilter("not \(title)", [self], .inverse([self])) }

  static let titleLength = 30

  private static func title(_ column: String, _ value: ExactValue) -> String {
    "\(column) = \(value == .null ? "NULL" : String(value.shown.prefix(titleLength)))"
  }

  /// Whether the filter is for a value rather than a yes or no.
  public var isByValue: Bool { if case .flag = test { false } else { true } }

  /// The condition in SQL that a row is admitted.
  var condition: QueryFragment {
    let name = columns[0].quotedName
    switch test {
    case .flag(let isTrue): return Self.condition(columns[0], is: isTrue)
    case .value(.null): return Self.condition(name, equals: .null)
    case .value(let value):
      return "(\(Self.condition(name, equals: value)) AND typeof(\(raw: name)) = '\(raw: value.storageClass)')"
    case .typed(let value, let collation):
      return "\(raw: name) = \(bind: value)\(raw: collation.map { " COLLATE \($0)" } ?? "")"
    case .named(let values, let comparisons):
      let parts = columns.indices.map { comparisons[$0].condition(columns[$0], names: values[$0]) }
      return "(\(parts.joined(separator: " AND ")))"
    case .comparison(let comparison): return "(\(comparison))"
    case .all(let filters): return "(\(filters.map(\.condition).joined(separator: " AND ")))"
    case .any(let filters): return "(\(filters.map(\.condition).joined(separator: " OR ")))"
    case .inverse(let filters): return "(\(filters[0].condition) IS NOT TRUE)"
    }
  }

  /// Whether a row with these values is admitted; nil if only SQLite can tell.
  func admits(_ value: (_ column: String) -> ExactValue?) -> Bool? {
    switch test {
    case .flag(let isTrue):
      guard let value = value(columns[0]) else { return nil }
      if case .integer(let number) = value { return (number != 0) == isTrue }
      return false
    case .value(let wanted): return value(columns[0]).map { $0 == wanted }
    // Affinities and collations decide here.
    case .typed, .named, .comparison: return nil
    case .all(let filters):
      let answers = filters.map { $0.admits(value) }
      return answers.contains(false) ? false : answers.contains(nil) ? nil : true
    case .any(let filters):
      let answers = filters.map { $0.admits(value) }
      return answers.contains(true) ? true : answers.contains(nil) ? nil : false
    case .inverse(let filters): return filters[0].admits(value).map { !$0 }
    }
  }

  private static func condition(_ name: String, equals value: ExactValue) -> QueryFragment {
    value == .null ? "\(raw: name) IS NULL" : "\(raw: name) = \(value.fragment) COLLATE BINARY"
  }

  /// The part of the condition that an index over the columns can look up: all rows of one value each. Nil if there is
  /// none.
  var range: QueryFragment? {
    switch test {
    case .flag, .typed, .comparison, .all, .any, .inverse: nil
    case .value(let value): Self.condition(columns[0].quotedName, equals: value)
    case .named: condition
    }
  }

  /// Whether all rows in the range are equal in a term of an order.
  func fixes(_ term: ListOrder.Term) -> Bool {
    guard let place = columns.firstIndex(of: term.column) else { return false }
    return switch test {
    case .flag, .typed, .comparison, .all, .any, .inverse: false
    case .value: true
    // Rows that are equal in one collation may differ in another.
    case .named(_, let comparisons): comparisons[place].isPlain && term.collation == nil
    }
  }

  /// The condition that a column says yes, or no.
  static func condition(_ column: String, is isTrue: Bool) -> QueryFragment {
    let name = column.quotedName
    return "(\(raw: name) \(raw: isTrue ? "<>" : "=") 0 AND typeof(\(raw: name)) = 'integer')"
  }
}

extension ExactValue {
  /// The name that SQLite's `typeof` has for the value's class.
  var storageClass: String {
    switch self {
    case .null: "null"
    case .integer: "integer"
    case .real: "real"
    case .text, .utf16: "text"
    case .blob: "blob"
    }
  }
}
