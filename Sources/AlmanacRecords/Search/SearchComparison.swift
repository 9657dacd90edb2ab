// Comparisons of a column with a typed text.
import Databases
import StructuredQueries

/// The sign of a comparison, the longer ones first.
public enum ComparisonSign: String, CaseIterable, Sendable {
  /// Another value.
  case unequal = "!="
  /// The value, or one before it.
  case atMost = "<="
  /// The value, or one after it.
  case atLeast = ">="
  /// The value.
  case equal = "="
  /// A value before it.
  case less = "<"
  /// A value after it.
  case greater = ">"

  /// Whether it asks for equal values, or for others.
  public var isOfEquality: Bool { self == .equal || self == .unequal }
  /// Whether greater values satisfy it: texts are greater than all numbers.
  fileprivate var isUpwards: Bool { self == .greater || self == .atLeast }
}

extension RecordFilter {
  /// Admits rows whose value in a column compares so with the value that `text` means there: a number or a text as the
  /// column stores it, yes or no for a flag, a date for a column of moments, the label of the record that the column
  /// references. A date has all moments of its day in it. NULL is unequal to everything.
  ///
  /// Nil for a column of numbers and another sign than `=` if the text means no number there: SQLite orders all numbers
  /// before texts, so the comparison would hold for all records or for none.
  public init?(_ table: ListedTable, _ column: String, _ sign: ComparisonSign, _ text: String, zone: CivilZone) {
    guard sign == .equal || table.canCompare(column, with: text, zone: zone) else { return nil }
    if sign == .unequal {
      guard let equal = RecordFilter(table, column, .equal, text, zone: zone) else { return nil }
      self = equal.inverse
    } else if sign == .equal, table.isFlag(column) || table.meaning(of: column) == .flag,
      let isOn = EditableColumn.flag(text)
    {
      self = .flag(column, is: isOn)
    } else {
      let title = "\(column) \(sign.rawValue) \(text.prefix(RecordFilter.titleLength))"
      let comparison = Comparison(table, column, sign, zone).sql(text)
      self = RecordFilter(title, column: column, comparison: comparison)
    }
  }
}

extension ListedTable {
  /// Whether a column may have texts, as one of a date type does, or `text` means one of its numbers: a number, a date if
  /// the numbers mean moments, yes or no if they mean that, or the label of a record that they reference.
  fileprivate func canCompare(_ column: String, with text: String, zone: CivilZone) -> Bool {
    guard let editable = style.editing.columns.first(where: { $0.name == column }), editable.affinity.isOfNumbers,
      [.number, .flag].contains(editable.promise) || TypedMoments(column, of: self, zone: zone) != nil
    else { return true }
    return ExactValue(number: text.trimmedOfWhitespace) != nil
      || TypedMoments(column, of: self, zone: zone)?.interval(of: text) != nil
      || EditableColumn.flag(text) != nil && (isFlag(column) || meaning(of: column) == .flag)
      || style.relations.references.contains { $0.columns == [column] }
  }
}

/// The SQL of a comparison.
private struct Comparison {
  private let table: ListedTable
  private let column: String
  private let sign: ComparisonSign
  private let zone: CivilZone

  init(_ table: ListedTable, _ column: String, _ sign: ComparisonSign, _ zone: CivilZone) {
    (self.table, self.column, self.sign, self.zone) = (table, column, sign, zone)
  }

  /// The column. If no known collation compares as it does, bytes are compared.
  private var name: QueryFragment {
    "\(raw: column.quotedName)\(raw: table.style.limits.unknownCollations[column] == nil ? "" : " COLLATE BINARY")"
  }

  func sql(_ text: String) -> QueryFragment {
    if let days = TypedMoments(column, of: table, zone: zone)?.interval(of: text) {
      return within(days.start.fragment, days.end.fragment)
    }
    // A moment is written in the order of its parts: as many of them are compared as are typed.
    if isOfWrittenMoments,
      TypedMoments.days(of: text) != nil
        || Timestamp(text: text).secondsSince1970 != nil && !Timestamp(text: text).isZoned
    {
      let length = text.unicodeScalars.count
      let typed = text.replacing("T", with: " ")
      return
        "replace(substr(\(raw: column.quotedName), 1, \(raw: "\(length)")), 'T', ' ') \(raw: sign.rawValue) \(bind: typed)"
    }
    guard let number = ExactValue(number: text.trimmedOfWhitespace) else { return compared(with: text) }
    let asText: QueryFragment = "\(name) \(raw: sign.rawValue) \(bind: text)"
    switch affinity {
    case .text: return asText
    case .integer, .real, .numeric: return "\(name) \(raw: sign.rawValue) \(number.fragment)\(beforeTexts)"
    case .blob, nil:
      // A column without a type has texts and numbers, and SQLite converts neither.
      return """
        CASE typeof(\(name)) WHEN 'text' THEN \(asText) WHEN 'blob' THEN 0 \
        ELSE \(name) \(raw: sign.rawValue) \(number.fragment) END
        """
    }
  }

  private var affinity: Affinity? { table.style.editing.columns.first { $0.name == column }?.affinity }

  /// Whether its values are moments that are written as texts.
  private var isOfWrittenMoments: Bool {
    if case .moment = table.meaning(of: column) { return true }
    return table.style.listColumns.contains { $0.column == column && [.age, .agePhrase, .time].contains($0.format) }
  }

  /// The comparison with the moments from one to another.
  private func within(_ start: QueryFragment, _ end: QueryFragment) -> QueryFragment {
    switch sign {
    case .equal, .unequal: "\(name) >= \(start) AND \(name) < \(end)"
    case .less: "\(name) < \(start)"
    case .atMost: "\(name) < \(end)"
    case .greater: "\(name) >= \(end)\(beforeTexts)"
    case .atLeast: "\(name) >= \(start)\(beforeTexts)"
    }
  }

  /// Leaves texts and blobs out, which SQLite orders behind all numbers. An index of the column finds this too.
  private var beforeTexts: QueryFragment { sign.isUpwards ? " AND \(name) < ''" : "" }

  private func compared(with text: String) -> QueryFragment {
    let own: QueryFragment = "\(name) \(raw: sign.rawValue) \(bind: text)"
    let reference = table.style.relations.references.first { $0.columns == [column] }
    if let label = reference?.labelSQL(in: table) {
      let labelled: QueryFragment = "\(raw: label) \(raw: sign.rawValue) \(bind: text) COLLATE NOCASE"
      return sign == .equal ? "\(labelled) OR \(own)" : labelled
    }
    return own
  }
}

extension RecordFilter {
  /// Admits rows with yes, or no, in a column of yes and no: numbers, and the words that some programs write.
  static func flag(_ column: String, is isOn: Bool) -> RecordFilter {
    let title = isOn ? column : "not \(column)"
    let words = isOn ? "('true', 'yes')" : "('false', 'no')"
    let inWords: QueryFragment = "lower(\(raw: column.quotedName)) IN \(raw: words)"
    let filters = [
      RecordFilter(title, column: column, is: isOn), RecordFilter(title, column: column, comparison: inWords),
    ]
    return RecordFilter.any(filters, title: title) ?? filters[0]
  }
}
