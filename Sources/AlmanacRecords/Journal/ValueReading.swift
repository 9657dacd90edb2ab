// How a person reads the values of a changed row.
import Databases

/// What the columns of one table mean, and in which zone moments are told.
package struct ValueReading: Sendable {
  private let meanings: TableMeanings?
  private let zone: CivilZone

  /// Reads values as they are where nothing is known of their table.
  init(_ meanings: TableMeanings?, _ zone: CivilZone) { (self.meanings, self.zone) = (meanings, zone) }

  /// Reads the values of a table.
  package init(_ table: ListedTable, _ zone: CivilZone) { self.init(table.meanings[table.name], zone) }

  /// What a person reads in place of a value; `nil` where that is the value itself.
  func words(for value: ExactValue?, of column: String) -> String? {
    value.flatMap { value in meanings?[column]?.words(for: Excerpt(value), in: zone) }
  }
}
