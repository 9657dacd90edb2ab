// A column of a list on the screen.
public import AlmanacRecords
import Databases

/// A column of a list, and where its values stand among the cells of a row.
struct ListColumn {
  let style: ColumnStyle
  private let cell: Int
  /// Whether the list can be sorted by it.
  let isSortable: Bool
  /// Whether it is part of what tells a record from the others.
  let isKey: Bool
  /// Whether it is the rowid.
  let isRowID: Bool
  /// Whether its values are shown as keys are, as what they are, so that a person can type them.
  private let isTyped: Bool
  /// What its values mean, if that is known and shown.
  private(set) var meaning: ValueMeaning?
  /// The place of the foreign key whose label it shows among those of the table; `nil` where it shows none.
  let reference: Int?

  init(_ style: ColumnStyle, of table: ListedTable) {
    self.style = style
    cell = table.cell(of: style.column)
    isKey = table.identity.columns.contains(style.column)
    isRowID = table.identity == .rowID(style.column)
    reference = table.style.references.firstIndex { $0.label != nil && $0.lastColumn == style.column }
    isTyped = table.isTyped(style.column)
    isSortable = table.style.orders.contains { $0.column == style.column }
    takeMeaning(from: table)
  }

  /// Shows its values by what they mean in the table, if that is known.
  mutating func takeMeaning(from table: ListedTable) {
    if meaning == nil, !isTyped { meaning = table.meaning(of: style.column) }
  }

  /// The columns that it takes at least, so that it keeps its width when its texts change.
  var leastWidth: Int {
    switch style.format {
    case .age: Age.usualWidth
    case .agePhrase: Age.usualPhraseWidth
    case .time: Self.timeWidth
    case .plain, .flag: 0
    }
  }

  /// What a moment takes at most, with an offset behind it where the hour comes twice; 0 where there are none.
  var widthOfMoments: Int { if case .number = meaning { 26 } else { 0 } }

  /// `17:05:09`.
  private static let timeWidth = 8

  /// The value of a record.
  func value(_ row: ListedRow) -> Excerpt { row.cells[cell] }

  /// What stands in the row of a record: a value that its format or its meaning does not fit is shown as what it is.
  func text(_ row: ListedRow, at now: Double, in zone: CivilZone) -> String {
    let value = value(row)
    return switch (style.format, value) {
    case (.plain, _): meaning?.text(of: value, in: zone) ?? value.shown
    // Where there is no UTF-8 these are written `*` and `-`, as `SafeText` tells.
    case (.flag, .integer(let number)): number == 0 ? "○" : "●"
    case (.age, .text(let text)): Timestamp(text: text).age(at: now)
    case (.agePhrase, .text(let text)): Timestamp(text: text).agePhrase(at: now)
    case (.time, .text(let text)):
      // Behind the date and a space.
      Timestamp(text: text).secondsSince1970.map { String(zone.listed($0).dropFirst(11)) } ?? text
    default: value.shown
    }
  }
}

extension ListedTable {
  /// The columns of the list, from left to right.
  var listColumns: [ListColumn] { style.listColumns.map { ListColumn($0, of: self) } }

  /// What a list shows of a record in the column of the table with this name; empty where it does not show it.
  public func text(_ column: String, of row: ListedRow, at now: Double, in zone: CivilZone) -> String {
    listColumns.first { $0.style.column == column }?.text(row, at: now, in: zone) ?? ""
  }

  /// A number of records in words: `1 fact`, `1,024 facts`.
  func counted(_ count: Int) -> String { "\(count.groupedDigits) \(style.noun)\(count == 1 ? "" : "s")" }
}
