/// How a table is shown and edited.
public struct TableStyle: Hashable, Sendable {
  /// The list's name on its tab.
  public var title: String
  /// One record, in a sentence: `fact`.
  public var noun: String
  /// The columns of the list, from left to right.
  public var listColumns: [ColumnStyle]
  /// The column in which records that belong together are equal; `nil` where none do.
  public var group: String?
  /// What the detail calls a column, and how it shows its values. The others have their own names.
  public var detailColumns: [DetailStyle]
  /// The columns that the detail leaves out.
  public var listOnlyColumns: Set<String> = []
  /// The columns that a person may change, in the order of a form.
  public var editableColumns: [EditableColumn]
  /// Why something can't be done to records, as a sentence; none where it can.
  public var refusals: [RecordDeed: String] = [:]
  /// The orders of the list, the usual one first. The key of each tells every two records apart.
  public var orders: [ListOrder]
  /// The columns without an order of their own, each with the collation that is missing for it.
  public var unknownCollations: [String: String] = [:]
  /// Whether an index has a collation that is missing.
  public var hasUnusableIndex = false
  /// Whether another program alone can compute one of the table's columns, which is left out here.
  public var hasIncomputableColumn = false
  /// What the list can be narrowed by.
  public var filters: [RecordFilter]
  /// The column that toggling turns from yes to no and back; `nil` where there is none.
  public var toggledColumn: String?
  /// The sentence for a table without one.
  public var toggleRefusal = ""
  /// The columns that are searched.
  public var searchedColumns: [String]
  /// The index over the columns that are searched; `nil` where there is none.
  public var searchIndex: SearchIndex?
  /// Whether the table's shape gave the style: columns that find no room are scrolled to, not left out, and the list is
  /// narrowed by the value that a record has in the current column.
  public var isDerived = false
  /// The columns of real numbers that the file computes when they are read.
  var computedReals: [String] = []
  /// Whether it is a view: what it shows changes with other tables.
  public var isView = false
  /// The columns of the primary key, in its order, where something else tells records apart; otherwise none.
  public var primaryKey: [String] = []
  /// The column whose text names a record where the list does not show its key; `nil` where no column has texts.
  public var label: String?
  /// The foreign keys of the table.
  public var references: [TableReference] = []
  /// Whether a foreign key changes or deletes records of some table with the record that they name.
  public var deletionReachesOthers = false
  /// The foreign keys of all tables that name records of this one.
  public var naming: [NamingTable] = []
}

/// How a value is put into words.
public enum ValueFormat: Hashable, Sendable {
  /// As it stands.
  case plain
  /// 0 as no, any other integer as yes.
  case flag
  /// A moment as its age: `5 d`.
  case age
  /// A moment as its age in a sentence: `5 d ago`.
  case agePhrase
  /// A moment as its time of day, with seconds: `17:05:09`.
  case time
}

/// A column of a list.
public struct ColumnStyle: Hashable, Sendable {
  /// On which side a text stands.
  public enum Alignment: Hashable, Sendable {
    /// At the left.
    case leading
    /// At the right.
    case trailing
    /// In the middle.
    case center
  }

  /// The heading.
  public var title: String
  /// The column of the table that it shows.
  public var column: String
  /// On which side the text stands.
  public var alignment: Alignment
  /// How a value is written.
  public var format: ValueFormat
  /// The share of the columns that are left over when every other column has what it needs; 0 takes what it needs.
  public var weight: Int
  /// Whether search terms are emphasised in it.
  public var isSearched: Bool
  /// Whether its value is that of a group of records: below the first of them stands `·`.
  public var isOfGroup: Bool
  /// A narrower list leaves it out until the person goes there.
  public var leastRoom: Int

  /// Makes a column of a list.
  public init(
    _ title: String, of column: String, alignment: Alignment = .leading, format: ValueFormat = .plain, weight: Int = 0,
    isSearched: Bool = false, isOfGroup: Bool = false, leastRoom: Int = 0
  ) {
    self.title = title
    self.column = column
    self.alignment = alignment
    self.format = format
    self.weight = weight
    self.isSearched = isSearched
    (self.isOfGroup, self.leastRoom) = (isOfGroup, leastRoom)
  }
}

/// A column of a record's detail.
public struct DetailStyle: Hashable, Sendable {
  /// What stands before the value.
  public var label: String
  /// The column of the table.
  public var column: String
  /// How the value is written.
  public var format: ValueFormat
  /// The declared type, where that says more than the value; otherwise empty.
  public var type: String

  /// Makes a field of a record.
  public init(_ label: String, of column: String, format: ValueFormat = .plain, type: String = "") {
    (self.label, self.column, self.format, self.type) = (label, column, format, type)
  }
}
