/// A column that has another name in a later shape of the same table.
public struct ColumnRename: Hashable, Sendable {
  /// Its old name.
  public let old: String
  /// Its new name.
  public let new: String

  /// The one column whose name differs between two shapes of a table; nil if more differs. One statement can't both
  /// remove a column and add another in its place.
  public init?(from old: ListedTable, to new: ListedTable) {
    let places = old.columns.indices.filter { place in
      place >= new.columns.count || !old.columns[place].utf8.elementsEqual(new.columns[place].utf8)
    }
    guard old.columns.count == new.columns.count, places.count == 1 else { return nil }
    (self.old, self.new) = (old.columns[places[0]], new.columns[places[0]])
  }
}
