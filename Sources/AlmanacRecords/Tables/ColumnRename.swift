/// A column that has another name in the same table.
public struct ColumnRename: Hashable, Sendable {
  /// Its name before.
  public let old: String
  /// Its name now.
  public let new: String

  /// The one column by whose name a table differs from what it was; `nil` where more differs. One statement can't take a
  /// column away and put another in its place.
  public init?(from old: ListedTable, to new: ListedTable) {
    let places = old.columns.indices.filter { place in
      place >= new.columns.count || !old.columns[place].utf8.elementsEqual(new.columns[place].utf8)
    }
    guard old.columns.count == new.columns.count, places.count == 1 else { return nil }
    (self.old, self.new) = (old.columns[places[0]], new.columns[places[0]])
  }
}
