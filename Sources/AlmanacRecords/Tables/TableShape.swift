public import Databases

/// SQLite's report about a table or a view.
public struct TableShape: Hashable, Sendable {
  /// The kind of a table.
  public enum Kind: Hashable, Sendable {
    /// An ordinary table.
    case table
    /// A view.
    case view
    /// A table of a module such as FTS5.
    case virtual
    /// A table in which a module stores the content of its own.
    case shadow
    /// An internal table of SQLite: its name begins with `sqlite_`.
    case `internal`
  }

  /// A column.
  public struct Column: Hashable, Sendable {
    /// Whether and when the file computes the value.
    public enum Generation: Hashable, Sendable {
      /// Not computed.
      case none
      /// Computed on reading.
      case virtual
      /// Computed when the row is written.
      case stored
    }

    /// The name.
    public var name: String
    /// The type in the schema; empty if there is none.
    public var declaredType: String
    /// The affinity, which converts written values.
    public var affinity: Affinity
    /// The collation that compares texts.
    public var collation: String
    /// Whether SQLite knows the collation: other programs define their own.
    var isCollationKnown = true
    /// Whether NULL is refused.
    public var isNotNull: Bool
    /// The default value as SQL.
    public var defaultValue: String?
    /// The position in the primary key, from 1; 0 if the column is not part of it.
    public var keyPlace: Int
    /// Whether and when the file computes the value.
    public var generation: Generation
    /// Whether it is a column of a module that `SELECT *` leaves out.
    public var isHidden: Bool
    /// The reason that SQLite can't compute it, as the rest of a sentence: only another program has the function for
    /// it. Nil if SQLite can.
    public var problem: String?

    /// Whether a list can show it.
    var isListed: Bool { !isHidden && isNamedInSQL && problem == nil }
  }

  /// An index.
  public struct Index: Hashable, Sendable {
    /// A column or an expression of an index.
    public struct Part: Hashable, Sendable {
      /// The column's name; nil for an expression.
      public var column: String?
      /// The collation that compares texts.
      public var collation: String
      /// Whether the greatest value comes first.
      public var isDescending: Bool
    }

    /// The name.
    public var name: String
    /// Whether no two records may be equal in it.
    public var isUnique: Bool
    /// Whether it only has the rows that satisfy a condition.
    public var isPartial: Bool
    /// Whether it is the index of the primary key.
    public var isPrimaryKey: Bool
    /// The columns and expressions, the most significant first.
    public var parts: [Part]
    /// Whether SQLite knows the collations of its parts.
    public var isUsable = true
  }

  /// A foreign key.
  public struct ForeignKey: Hashable, Sendable {
    /// The columns that reference a record of the other table.
    public var columns: [String]
    /// The referenced table.
    public var parent: String
    /// The referenced columns; empty for the primary key.
    public var parentColumns: [String]
    /// The action for a deletion, in SQL: `CASCADE`, `SET NULL`, `NO ACTION`.
    public var onDelete: String
    /// The action for a change of the referenced key, in SQL.
    public var onUpdate: String
  }

  /// The kind of identity that a record has.
  public enum Identity: Hashable, Sendable {
    /// The rowid, under one of its names.
    case rowID(String)
    /// The columns of the primary key, in its order.
    case key([String])
    /// Only content and occurrence.
    case none

    /// The names of the columns; none without an identity.
    public var columns: [String] {
      switch self {
      case .rowID(let name): [name]
      case .key(let names): names
      case .none: []
      }
    }

    /// Whether VACUUM may change the identities in a table with these columns: rowids that no column holds.
    func isLoose(in columns: [String]) -> Bool {
      if case .rowID(let name) = self { !columns.contains(name) } else { false }
    }
  }

  /// The name in the schema.
  public let name: String
  /// The kind of the table.
  public let kind: Kind
  /// The columns, in their order.
  public let columns: [Column]
  /// The indexes by name.
  public let indexes: [Index]
  /// The foreign keys, in the order of the schema.
  public let foreignKeys: [ForeignKey]
  /// Whether the table is STRICT: a column only takes values of its declared type.
  public let isStrict: Bool
  /// Whether its records have rowids.
  public let hasRowIDs: Bool
  /// The identity of its records.
  public let identity: Identity
  /// Whether a trigger deletes rows of an ordinary table when a record is deleted.
  let deletionFiresDeletions: Bool
  /// The actions that the triggers of a view do not support; nil for a table.
  public let viewLimits: ViewLimits?
  /// The reason that nothing can be read from it, as the rest of a sentence; nil if it is readable. With a problem it
  /// has no columns.
  public let problem: String?

  /// Whether it is an internal table of SQLite or of a module.
  public var isInternal: Bool { kind == .shadow || kind == .internal }

  /// Whether its name begins with `_`, as do tables that tools add to a person's own (`_litestream_seq`).
  var isOfTool: Bool { name.hasPrefix("_") }
}
