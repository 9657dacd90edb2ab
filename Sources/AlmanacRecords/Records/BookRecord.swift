public import StructuredQueries

/// A record that a list of the book can show: how it is ordered, and where it is searched.
public protocol BookRecord: PrimaryKeyedTable, Identifiable, Hashable, Sendable
where ID == Int, PrimaryKey == Int {
  /// The orders of the list, the usual one first. The key of each tells every two records apart.
  static var orders: [ListOrder] { get }
  /// What the list can be narrowed by.
  static var filters: [RecordFilter] { get }
  /// The index over the columns that are searched.
  static var searchIndex: SearchIndex { get }
  /// The columns that a person may change, in the order of a form.
  static var editableColumns: [EditableColumn] { get }
}

extension BookRecord {
  /// The usual order of the list.
  public static var order: ListOrder { orders[0] }
}
