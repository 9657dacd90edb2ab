// A column of a list on the screen.
public import AlmanacRecords
import Containers
import Databases

/// How the values of a list are shown.
struct ValueForms: Equatable {
  /// The sign between thousands, in numbers that count or measure.
  var thousands: String
  /// Whether moments are shown as ages.
  var hasAges: Bool

  init(_ settings: Settings) { (thousands, hasAges) = (settings.thousands.sign, settings.dates == .ages) }
}

/// A column of a list, and which cell of a row holds its value.
struct ListColumn {
  let style: ColumnStyle
  private let cell: Int
  /// Whether the list can be sorted by it.
  let isSortable: Bool
  /// Whether it is part of the key that identifies a record.
  let isKey: Bool
  /// Whether it is the rowid.
  let isRowID: Bool
  /// Whether its values are shown as they are, as key values are, so that a person can type them.
  private let isTyped: Bool
  /// Its index among the columns of the table's list, wherever the person has moved it.
  let index: Int
  /// The width that the person chose; `nil`: what its texts need.
  var width: Int?
  /// The meaning of its values, if known and shown.
  private(set) var meaning: ValueMeaning?
  /// How its values are shown, as the settings want it.
  var forms: ValueForms
  /// The index, among the table's foreign keys, of the one whose label it shows; `nil` if it shows none.
  let reference: Int?

  init(_ style: ColumnStyle, at index: Int, of table: ListedTable) {
    (self.style, self.index) = (style, index)
    cell = table.cell(of: style.column)
    isKey = table.identity.columns.contains(style.column)
    isRowID = table.identity == .rowID(style.column)
    reference = table.style.relations.references.firstIndex { $0.label != nil && $0.lastColumn == style.column }
    isTyped = table.isTyped(style.column)
    isSortable = table.style.orders.contains { $0.column == style.column }
    forms = ValueForms(Container.shared.settings())
    if style.format == .flag { meaning = .flag }
    takeMeaning(from: table)
  }

  /// Shows its values by what they mean in the table, if that is known. Returns whether it is new.
  @discardableResult
  mutating func takeMeaning(from table: ListedTable) -> Bool {
    guard meaning == nil, !isTyped else { return false }
    meaning = table.meaning(of: style.column)
    return meaning != nil
  }

  /// The least width, in columns of the screen. It keeps the column from changing its width when its texts change.
  var leastWidth: Int {
    switch style.format {
    case .age: Age.usualWidth
    case .agePhrase: Age.usualPhraseWidth
    case .time: Self.timeWidth
    case .plain, .flag, .change: isOfAges ? Age.usualPhraseWidth : 0
    }
  }

  /// The greatest width of a moment, with its offset if the hour occurs twice; 0 if the column has no moments.
  var widthOfMoments: Int { if case .number = meaning, !isOfAges { 26 } else { 0 } }

  /// Whether its moments are shown as ages.
  var isOfAges: Bool {
    switch meaning {
    case .number, .moment: forms.hasAges
    case .flag, .json, .uuid, .vector, .quantity, nil: false
    }
  }

  /// The share of the free width of the list. A chosen width takes no more.
  var weight: Int { width == nil ? style.weight : 0 }

  /// `17:05:09`.
  private static let timeWidth = 8

  /// The value of a record.
  func value(_ row: ListedRow) -> Excerpt { row.cells[cell] }

  /// The text of the column in a record's row. A value that does not fit the format or the meaning is shown as it is.
  func text(_ row: ListedRow, at now: Double, in zone: CivilZone) -> String {
    let value = value(row)
    return switch (style.format, value) {
    case (.plain, _), (.flag, _), (.change, _): shortText(value, at: now, in: zone) ?? fullText(value, in: zone)
    case (.age, .text(let text)): Timestamp(text: text).age(at: now)
    case (.agePhrase, .text(let text)): Timestamp(text: text).agePhrase(at: now)
    case (.time, .text(let text)):
      // The time follows the date and a space.
      Timestamp(text: text).secondsSince1970.map { String(zone.listed($0).dropFirst(11)) } ?? text
    default: value.shown
    }
  }

  /// The text of a value by its meaning, before it is made short.
  private func fullText(_ value: Excerpt, in zone: CivilZone) -> String {
    meaning?.text(of: value, in: zone) ?? value.shown
  }

  /// What is shown instead of the full text: a moment as an age, a number with thousands. Nil if that is shown itself.
  private func shortText(_ value: Excerpt, at now: Double, in zone: CivilZone) -> String? {
    if isOfAges { return meaning?.age(of: value, at: now, in: zone) }
    return meaning == .quantity ? value.grouped(by: forms.thousands) : nil
  }

  /// The text that `text` makes short, which tells two values apart and in which a search finds what it finds in the
  /// value; nil if nothing is made short.
  func fullText(_ row: ListedRow, in zone: CivilZone) -> String? {
    guard isOfAges || meaning == .quantity else { return nil }
    return fullText(value(row), in: zone)
  }
}

extension ListedTable {
  /// The columns of the list, from left to right.
  var listColumns: [ListColumn] {
    style.listColumns.enumerated().map { ListColumn($1, at: $0, of: self) }
  }

  /// The list's text of a record in the column with this name; empty if the list does not show the column.
  public func text(_ column: String, of row: ListedRow, at now: Double, in zone: CivilZone) -> String {
    listColumns.first { $0.style.column == column }?.text(row, at: now, in: zone) ?? ""
  }

  /// A number of records in words: `1 fact`, `1,024 facts`.
  func counted(_ count: Int) -> String { "\(count.groupedDigits) \(style.noun)\(count == 1 ? "" : "s")" }
}
