public import Databases

/// What SQLite reports about a table or a view.
public struct TableShape: Hashable, Sendable {
  /// What SQLite says that it is.
  public enum Kind: Hashable, Sendable {
    /// A table of its own.
    case table
    /// A view.
    case view
    /// A table of a module, as FTS5 is one.
    case virtual
    /// A table in which a module keeps what is in its own.
    case shadow
    /// A table that SQLite keeps for itself: its name begins with `sqlite_`.
    case `internal`
  }

  /// A column.
  public struct Column: Hashable, Sendable {
    /// Whether the file computes the value.
    public enum Generation: Hashable, Sendable {
      /// It does not.
      case none
      /// Computed when it is read.
      case virtual
      /// Computed when the row is written.
      case stored
    }

    /// The name.
    public var name: String
    /// As the schema has it; empty where there is none.
    public var declaredType: String
    /// What SQLite makes of a value that is written.
    public var affinity: Affinity
    /// How texts are compared.
    public var collation: String
    /// Whether SQLite can compare texts by the collation: other programs define their own.
    public var isCollationKnown = true
    /// Whether it refuses NULL.
    public var isNotNull: Bool
    /// The default value as SQL.
    public var defaultValue: String?
    /// The place in the primary key, from 1; 0 where it is no part of it.
    public var keyPlace: Int
    /// Whether the file computes the value.
    public var generation: Generation
    /// A column of a module that `SELECT *` leaves out.
    public var isHidden: Bool
    /// Why SQLite can't compute it, as the rest of a sentence: only another program has the function for it. `nil` where it
    /// can.
    public var problem: String?

    /// Whether a list can show it.
    var isListed: Bool { !isHidden && isNamedInSQL && problem == nil }
  }

  /// An index.
  public struct Index: Hashable, Sendable {
    /// A column or an expression of an index.
    public struct Part: Hashable, Sendable {
      /// `nil` where it is an expression.
      public var column: String?
      /// How texts are compared.
      public var collation: String
      /// Whether the greatest value stands first.
      public var isDescending: Bool
    }

    /// The name.
    public var name: String
    /// Whether no two records may be equal in it.
    public var isUnique: Bool
    /// It has only the rows that a condition names.
    public var isPartial: Bool
    /// It keeps the primary key.
    public var isPrimaryKey: Bool
    /// What it sorts by, in its order.
    public var parts: [Part]
    /// Whether SQLite can compare texts by the collations of its parts.
    public var isUsable = true
  }

  /// A foreign key.
  public struct ForeignKey: Hashable, Sendable {
    /// The columns that name a record of the other table.
    public var columns: [String]
    /// The other table.
    public var parent: String
    /// The columns of the parent; empty where it is its primary key.
    public var parentColumns: [String]
    /// As SQL says it: `CASCADE`, `SET NULL`, `NO ACTION`.
    public var onDelete: String
    /// What happens when the named record gets another key.
    public var onUpdate: String
  }

  /// What tells a record from the others.
  public enum Identity: Hashable, Sendable {
    /// The rowid, under a name that means it.
    case rowID(String)
    /// The columns of the primary key, in its order.
    case key([String])
    /// Nothing: only content and occurrence do.
    case none

    /// The names of the columns; none where nothing identifies a record.
    public var columns: [String] {
      switch self {
      case .rowID(let name): [name]
      case .key(let names): names
      case .none: []
      }
    }

    /// Whether VACUUM may give the records of a table with these columns other identities: rowids that are no column.
    func isLoose(in columns: [String]) -> Bool {
      if case .rowID(let name) = self { !columns.contains(name) } else { false }
    }
  }

  /// The name as the schema has it.
  public let name: String
  /// What it is.
  public let kind: Kind
  /// The columns, in their order.
  public let columns: [Column]
  /// The indexes, in the order of their names.
  public let indexes: [Index]
  /// The foreign keys, in the order of the schema.
  public let foreignKeys: [ForeignKey]
  /// Whether the values that a column takes are those of its declared type.
  public let isStrict: Bool
  /// Whether its records have rowids.
  public let hasRowIDs: Bool
  /// What tells its records apart.
  public let identity: Identity
  /// What its INSTEAD OF triggers do not let be done to a view; `nil` of a table.
  public let viewLimits: ViewLimits?
  /// Why nothing can be read from it, as the rest of a sentence; it has no columns then. `nil` where something can.
  public let problem: String?

  /// Whether SQLite or a module made the table for itself.
  public var isInternal: Bool { kind == .shadow || kind == .internal }

  /// Whether its name begins with a low line, as those do that tools add to a person's own tables (`_litestream_seq`).
  var isOfTool: Bool { name.hasPrefix("_") }
}
