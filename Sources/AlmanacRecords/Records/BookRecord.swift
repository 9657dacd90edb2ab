public import StructuredQueries

/// A record that a list of the book can show: how it is ordered, and where it is searched.
public protocol BookRecord: PrimaryKeyedTable, Identifiable, Hashable, Sendable
where ID == Int, PrimaryKey == Int {
  /// The order of the list. Its key tells every two records apart.
  static var order: ListOrder { get }
  /// The index over the columns that are searched.
  static var searchIndex: SearchIndex { get }
  /// The columns of which a list reads only an excerpt (`RecordsWindow.excerptLength` bytes): they may be long.
  static var excerpted: Set<String> { get }
  /// The columns that a person may change, in the order of a form.
  static var editableColumns: [EditableColumn] { get }
}
