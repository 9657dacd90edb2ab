// A foreign key as a person follows it: from a record to the one that it names.
import Databases

/// A foreign key of a table.
public struct TableReference: Hashable, Sendable {
  /// The columns that name a record, as the table has them.
  public var columns: [String]
  /// The table whose record they name, as the file has it; where there is none, as the foreign key has it.
  public var parent: String
  /// The columns of that table that hold the same values; none where there is no such table, or it lacks one of them.
  public var parentColumns: [String]
  /// The column of that table that says in words which record it is; `nil` where none does, or where looking a record up
  /// would go through the whole table.
  public var label: String?

  /// Makes a foreign key.
  public init(columns: [String], parent: String, parentColumns: [String], label: String? = nil) {
    (self.columns, self.parent, self.parentColumns, self.label) = (columns, parent, parentColumns, label)
  }

  /// The column whose cells show what is named.
  public var lastColumn: String { columns[columns.count - 1] }
}

/// A foreign key of another table, as the record sees it that is named.
public struct NamingTable: Hashable, Sendable {
  /// The table whose records name one.
  public var table: String
  /// The columns by which they do.
  public var columns: [String]
  /// The columns of the record that is named with the same values.
  public var namedColumns: [String]
  /// How each of the columns is compared with the one that it names.
  public var comparisons: [KeyComparison]
}
