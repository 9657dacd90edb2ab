// What a kind of record tells the screens about itself.
public import AlmanacRecords
public import Databases

/// A record that has a list, a detail and a form.
public protocol ListedRecord: BookRecord {
  /// The list's name on its tab.
  static var title: String { get }
  /// One such record, in a sentence: `fact`.
  static var noun: String { get }
  /// The columns of the list, from left to right.
  static var listColumns: [ListColumn<Self>] { get }
  /// The fields of the form, from top to bottom.
  static var formFields: [FormField] { get }
  /// Every field of a record, for its detail.
  static func detailFields(of row: ExactRow, now: Double) -> [DetailField]
  /// Adds what was typed into the form. Inside a write.
  static func add(_ fields: [FormField], _ db: Database) throws -> BookChange
  /// Toggles records; `nil` where such a record has nothing to toggle.
  static var toggle: (@Sendable (_ ids: [Int], _ db: Database) throws -> BookChange)? { get }
}

/// A column of a list.
public struct ListColumn<Record: BookRecord>: Sendable {
  public enum Alignment: Hashable, Sendable {
    case leading
    case trailing
    case center
  }

  public var title: String
  /// The column of the table that it shows.
  public var column: String
  /// Where its value stands among the cells of a row.
  let cell: Int
  public var alignment: Alignment
  /// The share of the columns that are left over when every other column has what it needs; 0 takes what it needs.
  public var weight: Int
  /// The columns that it takes at least, so that it keeps its width when its texts change.
  public var leastWidth: Int
  /// Whether search terms are emphasised in it.
  public var isSearched: Bool
  private let text: @Sendable (_ value: Excerpt, _ context: ListContext) -> String?

  /// A column whose values `text` puts into words; where it gives `nil`, a value is shown as what it is.
  public init(
    _ title: String, of column: String, alignment: Alignment = .leading, weight: Int = 0, leastWidth: Int = 0,
    isSearched: Bool = false,
    text: @escaping @Sendable (_ value: Excerpt, _ context: ListContext) -> String? = { _, _ in nil }
  ) {
    self.title = title
    self.column = column
    cell = Record.cell(of: column)
    self.alignment = alignment
    self.weight = weight
    self.leastWidth = leastWidth
    self.isSearched = isSearched
    self.text = text
  }

  /// Whether the list can be sorted by it.
  var isSortable: Bool { Record.orders.contains { $0.column == column } }

  /// What stands in the row of a record.
  func text(_ row: ListedRow, _ context: ListContext) -> String {
    let value = row.cells[cell]
    return text(value, context) ?? value.shown
  }
}

extension ListedRecord {
  /// What a list shows of a record in the column of the table with this name; empty where it does not show it.
  public static func text(_ column: String, of row: ListedRow, at now: Double) -> String {
    listColumns.first { $0.column == column }?.text(row, ListContext(now: now)) ?? ""
  }
}

extension Excerpt {
  /// The moment that a text stands for.
  var moment: Timestamp? { if case .text(let text) = self { Timestamp(text: text) } else { nil } }
}

/// What the text of a column depends on besides its record.
public struct ListContext: Hashable, Sendable {
  /// Seconds since 1970, in whole minutes: ages step by minutes.
  public var now: Double

  public init(now: Double) { self.now = now }
}
