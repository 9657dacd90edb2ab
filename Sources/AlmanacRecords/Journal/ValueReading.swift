// How the values of a changed row are displayed.
import Databases

/// The meanings of the columns of one table, and the time zone for moments.
package struct ValueReading: Sendable {
  private let meanings: TableMeanings?
  private let zone: CivilZone

  /// Shows values unchanged if nothing is known about their table.
  init(_ meanings: TableMeanings?, _ zone: CivilZone) { (self.meanings, self.zone) = (meanings, zone) }

  /// Shows the values of a table.
  package init(_ table: ListedTable, _ zone: CivilZone) { self.init(table.meanings[table.name], zone) }

  /// The words shown instead of a value; nil if the value itself is shown.
  func words(for value: ExactValue?, of column: String) -> String? {
    value.flatMap { value in meanings?[column]?.words(for: Excerpt(value), in: zone) }
  }
}
