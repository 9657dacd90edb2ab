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
public struct ListColumn<Record>: Sendable {
  public enum Alignment: Hashable, Sendable {
    case leading
    case trailing
    case center
  }

  public var title: String
  /// The column of the table that it shows, where the list can be sorted by it.
  public var column: String?
  public var alignment: Alignment
  /// The share of the columns that are left over when every other column has what it needs; 0 takes what it needs.
  public var weight: Int
  /// The columns that it takes at least, so that it keeps its width when its texts change.
  public var leastWidth: Int
  /// Whether search terms are emphasised in it.
  public var isSearched: Bool
  public var text: @Sendable (_ record: Record, _ context: ListContext) -> String

  public init(
    _ title: String, column: String? = nil, alignment: Alignment = .leading, weight: Int = 0, leastWidth: Int = 0,
    isSearched: Bool = false,
    text: @escaping @Sendable (_ record: Record, _ context: ListContext) -> String
  ) {
    self.title = title
    self.column = column
    self.alignment = alignment
    self.weight = weight
    self.leastWidth = leastWidth
    self.isSearched = isSearched
    self.text = text
  }
}

/// What the text of a column depends on besides its record.
public struct ListContext: Hashable, Sendable {
  /// Seconds since 1970, in whole minutes: ages step by minutes.
  public var now: Double

  public init(now: Double) { self.now = now }
}
