public import Databases
import StructuredQueries

/// What a column must hold, to narrow a list by it: yes or no, or a value.
public struct RecordFilter: Hashable, Sendable {
  private enum Test: Hashable, Sendable {
    /// Any integer but 0 is yes, 0 is no, and any other value is neither.
    case flag(Bool)
    /// The value itself, with its storage class.
    case value(ExactValue)
    /// What was typed, as the column compares it, or by another collation.
    case typed(QueryBinding, collation: String?)
    /// Values that a foreign key names.
    case named([ExactValue], [KeyComparison])
  }

  /// What is let through, in words: `active`, `Country = Norway`.
  public let title: String
  /// The columns that decide.
  public let columns: [String]
  private let test: Test

  /// Lets through what says yes in a column, or no.
  public init(_ title: String, column: String, is isTrue: Bool) {
    (self.title, columns, test) = (title, [column], .flag(isTrue))
  }

  /// Lets through what holds a value in a column.
  public init(column: String, value: ExactValue) {
    (title, columns, test) = (Self.title(column, value), [column], .value(value))
  }

  /// Why a column can't hold what was typed.
  public enum Problem: Error, Hashable, Sendable {
    /// Neither yes nor no.
    case noFlag
    /// The column holds numbers, and the text is none.
    case noNumber
  }

  /// Lets through what holds what `text` says: a flag yes or no in the words that a form takes for them, an identity a
  /// number, an e-mail the text whatever the case of A to Z, any other column the text to the letter.
  public init(_ table: ListedTable, column: String, text: String) throws(Problem) {
    (title, columns) = ("\(column) = \(text.prefix(Self.titleLength))", [column])
    if table.isFlag(column) {
      guard let isOn = EditableColumn.flag(text.trimmedOfWhitespace) else { throw .noFlag }
      test = .flag(isOn)
    } else if table.identity == .rowID(column) {
      guard let id = Int(text.trimmedOfWhitespace) else { throw .noNumber }
      test = .typed(.integer(id), collation: nil)
    } else {
      let isEMail = table.style.editableColumns.contains { $0.name == column && $0.kind == .email }
      // Where nothing compares as the column does, the bytes are compared.
      let isUnknown = table.style.unknownCollations[column] != nil
      test = .typed(.text(text), collation: isEMail ? "NOCASE" : isUnknown ? "BINARY" : nil)
    }
  }

  /// Lets through the records of a table that name the record with these values by a foreign key; `nil` where NULL is
  /// among them: nothing names that.
  public init?(naming: NamingTable, values: [ExactValue]) {
    if values.contains(.null) { return nil }
    columns = naming.columns
    title = zip(columns, values).map(Self.title).joined(separator: ", ")
    test = .named(values, naming.comparisons)
  }

  private static let titleLength = 30

  private static func title(_ column: String, _ value: ExactValue) -> String {
    "\(column) = \(value == .null ? "NULL" : String(value.shown.prefix(titleLength)))"
  }

  /// Whether a value is let through, not a yes or a no.
  public var isByValue: Bool { if case .flag = test { false } else { true } }

  /// Whether a row is let through.
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
    }
  }

  /// Whether a row is let through, by the value of each column; `nil` where only SQLite can tell.
  func admits(_ value: (_ column: String) -> ExactValue?) -> Bool? {
    switch test {
    case .flag(let isTrue):
      guard let value = value(columns[0]) else { return nil }
      if case .integer(let number) = value { return (number != 0) == isTrue }
      return false
    case .value(let wanted): return value(columns[0]).map { $0 == wanted }
    // These compare by affinities and collations.
    case .typed, .named: return nil
    }
  }

  private static func condition(_ name: String, equals value: ExactValue) -> QueryFragment {
    value == .null ? "\(raw: name) IS NULL" : "\(raw: name) = \(value.fragment) COLLATE BINARY"
  }

  /// Of the condition what an index over the columns tells: all rows of one value each. `nil` where it tells none.
  var range: QueryFragment? {
    switch test {
    case .flag, .typed: nil
    case .value(let value): Self.condition(columns[0].quotedName, equals: value)
    case .named: condition
    }
  }

  /// Whether the rows in the range are all equal by a term of an order.
  func fixes(_ term: ListOrder.Term) -> Bool {
    guard let place = columns.firstIndex(of: term.column) else { return false }
    return switch test {
    case .flag, .typed: false
    case .value: true
    // Rows that are equal by one collation need not be by another.
    case .named(_, let comparisons): comparisons[place].isPlain && term.collation == nil
    }
  }

  /// Whether a column says yes, or no.
  static func condition(_ column: String, is isTrue: Bool) -> QueryFragment {
    let name = column.quotedName
    return "(\(raw: name) \(raw: isTrue ? "<>" : "=") 0 AND typeof(\(raw: name)) = 'integer')"
  }
}

extension ExactValue {
  /// What SQLite's `typeof` calls it.
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
