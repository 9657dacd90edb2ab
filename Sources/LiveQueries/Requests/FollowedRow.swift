// The row that a property declared without a statement follows.

public import StructuredQueries

/// An optional row: `Fact?`.
///
/// `@FetchOne` uses it instead of `Row?` for any `Row`, because the compiler accepts no generic initialiser for a bare
/// property in a function.
public protocol OptionalRow: ExpressibleByNilLiteral {
  /// The type of the row.
  associatedtype Row: Table
  /// The row; nil if it is missing.
  var row: Row? { get }
  /// Makes an optional row.
  init(row: Row?)
}

extension Optional: OptionalRow where Wrapped: Table {
  public var row: Wrapped? { self }
  public init(row: Wrapped?) { self = row }
}

extension Table {
  /// The selection that a property declared with this row follows.
  @usableFromInline
  var follows: SelectOf<Self> {
    func row<Keyed: PrimaryKeyedTable>(of row: Keyed) -> Any { Keyed.find(row.primaryKey) }
    guard let keyed = self as? any PrimaryKeyedTable else { return Self.all }
    return row(of: keyed) as? SelectOf<Self> ?? Self.all
  }
}
