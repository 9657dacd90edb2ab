// A foreign key, followed from a record to the one that it references.
import Databases

/// A foreign key of a table.
public struct TableReference: Hashable, Sendable {
  /// The columns of the key, as the table spells them.
  public var columns: [String]
  /// The referenced table, as the file spells it; as the foreign key does if the table does not exist.
  public var parent: String
  /// The referenced columns; none if the table does not exist or lacks one of them.
  public var parentColumns: [String]
  /// What labels a record of that table; nil if nothing does, or if looking up a record takes a pass through the whole
  /// table.
  public var label: RecordLabel?

  /// Makes a foreign key.
  public init(columns: [String], parent: String, parentColumns: [String], label: RecordLabel? = nil) {
    (self.columns, self.parent, self.parentColumns, self.label) = (columns, parent, parentColumns, label)
  }

  /// The column whose cells show the label.
  public var lastColumn: String { columns[columns.count - 1] }
}

/// A foreign key of another table, seen from the referenced record.
public struct NamingTable: Hashable, Sendable {
  /// The table of the referrers.
  public var table: String
  /// The columns of the key.
  public var columns: [String]
  /// The referenced columns.
  public var namedColumns: [String]
  /// How each column is compared with the column that it references.
  public var comparisons: [KeyComparison]
}
