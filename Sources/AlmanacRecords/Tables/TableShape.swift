/// What SQLite reports about a table or a view.
public struct TableShape: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case table
    case view
    /// A table of a module, as FTS5 is one.
    case virtual
    /// A table in which a module keeps what is in its own.
    case shadow
    /// A table that SQLite keeps for itself: its name begins with `sqlite_`.
    case `internal`
  }

  /// What SQLite converts the values of a column to when they are written.
  public enum Affinity: Hashable, Sendable {
    case text, numeric, integer, real
    /// Nothing is converted.
    case blob
  }

  public struct Column: Hashable, Sendable {
    public enum Generation: Hashable, Sendable {
      case none
      /// Computed when it is read.
      case virtual
      /// Computed when the row is written.
      case stored
    }

    public var name: String
    /// As the schema has it; empty where there is none.
    public var declaredType: String
    public var affinity: Affinity
    public var collation: String
    /// Whether SQLite can compare texts by the collation: other programs define their own.
    public var isCollationKnown = true
    public var isNotNull: Bool
    /// The default value as SQL.
    public var defaultValue: String?
    /// The place in the primary key, from 1; 0 where it is no part of it.
    public var keyPlace: Int
    public var generation: Generation
    /// A column of a module that `SELECT *` leaves out.
    public var isHidden: Bool
  }

  public struct Index: Hashable, Sendable {
    public struct Part: Hashable, Sendable {
      /// `nil` where it is an expression.
      public var column: String?
      public var collation: String
      public var isDescending: Bool
    }

    public var name: String
    public var isUnique: Bool
    /// It has only the rows that a condition names.
    public var isPartial: Bool
    /// It keeps the primary key.
    public var isPrimaryKey: Bool
    public var parts: [Part]
    /// Whether SQLite can compare texts by the collations of its parts.
    public var isUsable = true
  }

  public struct ForeignKey: Hashable, Sendable {
    public var columns: [String]
    public var parent: String
    /// The columns of the parent; empty where it is its primary key.
    public var parentColumns: [String]
    /// As SQL says it: `CASCADE`, `SET NULL`, `NO ACTION`.
    public var onDelete: String
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
  public let kind: Kind
  public let columns: [Column]
  public let indexes: [Index]
  public let foreignKeys: [ForeignKey]
  /// Whether the values that a column takes are those of its declared type.
  public let isStrict: Bool
  public let hasRowIDs: Bool
  public let identity: Identity
  /// What its INSTEAD OF triggers do not let be done to a view; `nil` of a table.
  public let viewLimits: ViewLimits?
  /// Why nothing can be read from it, in SQLite's words; it has no columns then. `nil` where something can.
  public let problem: String?

  /// Whether SQLite or a module made the table for itself.
  public var isInternal: Bool { kind == .shadow || kind == .internal }
}
