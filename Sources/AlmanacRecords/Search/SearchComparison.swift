// Comparisons of a column with a typed text.
import Databases
import StructuredQueries

/// The sign of a comparison, the longer ones first.
public enum ComparisonSign: String, CaseIterable, Sendable {
  case unequal = "!="
  case atMost = "<="
  case atLeast = ">="
  case equal = "="
  case less = "<"
  case greater = ">"

  /// Whether it asks for equal values, or for others.
  var isOfEquality: Bool { self == .equal || self == .unequal }
  /// Whether greater values satisfy it: texts are greater than all numbers.
  fileprivate var isUpwards: Bool { self == .greater || self == .atLeast }
}

extension RecordFilter {
  /// Admits rows whose value in a column compares so with the value that `text` means there: a number or a text as the
  /// column stores it, yes or no for a flag, a date for a column of moments, the label of the record that the column
  /// references. A date has all moments of its day in it. NULL is unequal to everything.
  public init(_ table: ListedTable, _ column: String, _ sign: ComparisonSign, _ text: String, zone: CivilZone) {
    if sign == .unequal {
      self = RecordFilter(table, column, .equal, text, zone: zone).inverse
    } else if sign == .equal, table.isFlag(column) || table.meaning(of: column) == .flag,
      let isOn = EditableColumn.flag(text)
    {
      self = RecordFilter(isOn ? column : "not \(column)", column: column, is: isOn)
    } else {
      let title = "\(column) \(sign.rawValue) \(text.prefix(RecordFilter.titleLength))"
      let comparison = Comparison(table, column, sign, zone).sql(text)
      self = RecordFilter(title, column: column, comparison: comparison)
    }
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

  private var name: QueryFragment { "\(raw: column.quotedName)" }
  /// If no known collation compares as the column does, bytes are compared.
  private var collation: String { table.style.limits.unknownCollations[column] == nil ? "" : " COLLATE BINARY" }

  func sql(_ text: String) -> QueryFragment {
    if let days = TypedMoments(column, of: table, zone: zone)?.interval(of: text) {
      return within(days.start.fragment, days.end.fragment, endsBeforeTexts: true)
    }
    // A moment is written in the order of its parts: those of a day begin with its date.
    if case .moment = table.meaning(of: column), [10, 16].contains(text.utf8.count),
      Timestamp(text: text).secondsSince1970 != nil
    {
      return within("\(bind: text)", "\(bind: text + "\u{10FFFF}")", endsBeforeTexts: false)
    }
    guard let number = ExactValue(number: text.trimmedOfWhitespace) else { return compared(with: text) }
    let asText: QueryFragment = "\(name) \(raw: sign.rawValue) \(bind: text)\(raw: collation)"
    switch table.style.editing.columns.first(where: { $0.name == column })?.affinity {
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

  /// The comparison with the moments from one to another.
  private func within(_ start: QueryFragment, _ end: QueryFragment, endsBeforeTexts: Bool) -> QueryFragment {
    let limit = endsBeforeTexts ? beforeTexts : ""
    return switch sign {
    case .equal, .unequal: "\(name) >= \(start) AND \(name) < \(end)"
    case .less: "\(name) < \(start)"
    case .atMost: "\(name) < \(end)"
    case .greater: "\(name) >= \(end)\(limit)"
    case .atLeast: "\(name) >= \(start)\(limit)"
    }
  }

  /// Leaves texts and blobs out, which SQLite orders behind all numbers. An index of the column finds this too.
  private var beforeTexts: QueryFragment { sign.isUpwards ? " AND \(name) < ''" : "" }

  private func compared(with text: String) -> QueryFragment {
    let own: QueryFragment = "\(name) \(raw: sign.rawValue) \(bind: text)\(raw: collation)"
    let reference = table.style.relations.references.first { $0.columns == [column] }
    guard let label = reference?.labelSQL(in: table) else { return own }
    return "\(raw: label) \(raw: sign.rawValue) \(bind: text) COLLATE NOCASE OR \(own)"
  }
}
