// The row that a property follows which is declared without a statement.

public import StructuredQueries

/// A row that may be missing: `Fact?`.
///
/// `@FetchOne` names it, and not `Row?` of any `Row`: the compiler takes no generic initialiser for a bare property of a
/// function.
public protocol OptionalRow: ExpressibleByNilLiteral {
  /// The type of the row.
  associatedtype Row: Table
  /// The row; `nil` when it is missing.
  var row: Row? { get }
  /// Makes one of a row.
  init(row: Row?)
}

extension Optional: OptionalRow where Wrapped: Table {
  public var row: Wrapped? { self }
  public init(row: Wrapped?) { self = row }
}

extension Table {
  /// What a property follows that is declared with this row.
  @usableFromInline
  var follows: SelectOf<Self> {
    func row<Keyed: PrimaryKeyedTable>(of row: Keyed) -> Any { Keyed.find(row.primaryKey) }
    guard let keyed = self as? any PrimaryKeyedTable else { return Self.all }
    return row(of: keyed) as? SelectOf<Self> ?? Self.all
  }
}
