/// How a table is displayed and edited.
public struct TableStyle: Hashable, Sendable {
  /// The title of the list on its tab.
  public var title: String
  /// The word for one record in a sentence: `fact`.
  public var noun: String
  /// The columns of the list, from left to right.
  public var listColumns: [ColumnStyle]
  /// The column in which records of a group are equal; nil without groups.
  public var group: String?
  /// The labels and formats of columns in the detail. Other columns have their own names.
  public var detailColumns: [DetailStyle]
  /// The columns that the detail leaves out.
  public var listOnlyColumns: Set<String> = []
  /// The orders of the list, the usual one first. The key of each distinguishes any two records.
  public var orders: [ListOrder]
  /// The filters that narrow the list.
  public var filters: [RecordFilter] = []
  /// The possible changes of its records.
  public var editing: TableEditing
  /// Where a search looks.
  public var search: TableSearch
  /// Its foreign keys, and what names a record.
  public var relations = TableRelations()
  /// What only another program can do with it.
  public var limits = TableLimits()
  /// Whether the style is derived from the table's shape. Then columns that do not fit are scrolled to, not left out,
  /// and the list is narrowed by a record's value in the current column.
  public var isDerived = false
  /// Whether columns stay next to each other. Otherwise the last text takes the free width of the list.
  public var keepsColumnsTogether = false
  /// Whether it is a view: its rows change with other tables.
  public var isView = false
  /// Whether it is a table at an earlier moment: SQLite merges its present rows and those that have changed.
  public var isPast = false
}

/// The changes of a table's records that a person can make.
public struct TableEditing: Hashable, Sendable {
  /// The columns that a person may change, in the order of a form.
  public var columns: [EditableColumn] = []
  /// For each impossible action the reason, as a sentence.
  public var refusals: [RecordDeed: String] = [:]
  /// The column that toggling turns from yes to no and back; nil if there is none.
  public var toggledColumn: String?
  /// The sentence for a table without a toggled column.
  public var toggleRefusal = ""
  /// Whether the deletion of a record may change or delete others, by a foreign key or a trigger.
  public var deletionReachesOthers = false

  /// The changes of a table whose records can't be changed, for these reasons as sentences.
  static func none(_ refusal: String, toggle: String) -> TableEditing {
    TableEditing(
      refusals: Dictionary(uniqueKeysWithValues: RecordDeed.allCases.map { ($0, refusal) }), toggleRefusal: toggle)
  }
}

/// Where a search of a table looks.
public struct TableSearch: Hashable, Sendable {
  /// The searched columns.
  var columns: [String]
  /// The index over them; nil if there is none.
  public var index: SearchIndex?
}

/// The foreign keys of a table, and what names a record.
public struct TableRelations: Hashable, Sendable {
  /// The columns of the primary key, in its order, if the identity is another; otherwise none.
  public var primaryKey: [String] = []
  /// What labels a record if the list does not show its key; nil if no column has texts.
  public var label: RecordLabel?
  /// The foreign keys of the table.
  public var references: [TableReference] = []
  /// The foreign keys of all tables that reference this one.
  public var naming: [NamingTable] = []
}

/// What only another program can do with a table: it has the functions and collations.
public struct TableLimits: Hashable, Sendable {
  /// The columns that can't be sorted by, each with the collation that is missing.
  public var unknownCollations: [String: String] = [:]
  /// Whether a collation of an index is missing.
  var hasUnusableIndex = false
  /// Whether the table has more columns than the listed ones.
  var leavesColumnsOut = false
}

/// How a value is displayed.
public enum ValueFormat: Hashable, Sendable {
  /// The value itself.
  case plain
  /// 0 as no, 1 as yes.
  case flag
  /// A moment as its age: `5 d`.
  case age
  /// A moment as its age in a sentence: `5 d ago`.
  case agePhrase
  /// A moment as its time of day, with seconds: `17:05:09`.
  case time
  /// A change in words: a list colours its values and cuts them around their differences.
  case change
}

/// A column of a list.
public struct ColumnStyle: Hashable, Sendable {
  /// The side that a text is aligned to.
  public enum Alignment: Hashable, Sendable {
    /// Left.
    case leading
    /// Right.
    case trailing
    /// Centered.
    case center
  }

  /// The heading.
  public var title: String
  /// The column of the table.
  public var column: String
  /// The side that the text is aligned to.
  public var alignment: Alignment
  /// The format of values.
  public var format: ValueFormat
  /// The share of the screen's columns that remain when every column has what it needs; 0 for no share.
  public var weight: Int
  /// Whether search terms are highlighted in it.
  public var isSearched: Bool
  /// Whether its value belongs to a group of records: below the first record of the group it shows `·`.
  public var isOfGroup: Bool
  /// The least width of a list that shows the column at once; a narrower list shows it only when the person goes there.
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
  /// The label before the value.
  public var label: String
  /// The column of the table.
  public var column: String
  /// The format of the value.
  public var format: ValueFormat
  /// The declared type if it says more than the value; otherwise empty.
  public var type: String

  /// Makes a column of a record's detail.
  public init(_ label: String, of column: String, format: ValueFormat = .plain, type: String = "") {
    (self.label, self.column, self.format, self.type) = (label, column, format, type)
  }
}
