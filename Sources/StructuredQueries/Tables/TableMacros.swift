// The macros that write a table's conformance.

/// Makes a struct a table: writes its columns, its decoder, and, if it has a primary key, its `Draft`.
///
/// ```swift
/// @Table struct Fact {
///   let id: Int
///   var body: String
///   @Column("created_at") var createdAt = 0
/// }
/// ```
///
/// To restrict every statement of the type, implement `scope(_:)` of `Table`, not `all`.
///
/// By default the table's name is inferred (`Fact` is `"facts"`, `Category` is `"categories"`). The property `id` is
/// the primary key unless another is marked `@Column(primaryKey: true)`. The macro's output can also be written by
/// hand: see the article `HandWrittenTables`.
@attached(member, names: named(TableColumns), named(Columns), named(Draft))
@attached(
  extension, conformances: Table, PrimaryKeyedTable,
  names: named(init(decoder:)), named(tableName), named(all), named(appendBindings(to:)), named(primaryKeyName),
  named(primaryKey))
public macro Table(_ name: String? = nil) = #externalMacro(module: "Macros", type: "TableMacro")

/// Makes a struct selectable: `select { Summary.Columns(title: $0.title, count: $1.count()) }`.
@attached(member, names: named(Columns))
@attached(extension, conformances: QueryDecodable, names: named(init(decoder:)), named(queryColumnCount))
public macro Selection() = #externalMacro(module: "Macros", type: "SelectionMacro")

/// Declares how a property of a `@Table` is stored.
///
/// - Parameters:
///   - name: the column's name; by default that of the property.
///   - primaryKey: whether the column identifies rows. By default the property `id` does.
///   - generated: whether the database computes the column, so that no insert sets it.
@attached(peer)
public macro Column(_ name: String? = nil, primaryKey: Bool = false, generated: Bool = false) =
  #externalMacro(module: "Macros", type: "ColumnMacro")

/// Declares how a property of a `@Table` is stored, in another representation: `@Column(as:
/// Date.UnixTimeRepresentation.self)`.
///
/// - Parameters:
///   - name: the column's name; by default that of the property.
///   - representation: how the column holds the property's value; for an optional property an optional one.
///   - primaryKey: whether the column identifies rows. By default the property `id` does.
///   - generated: whether the database computes the column, so that no insert sets it.
@attached(peer)
public macro Column<Representation: QueryRepresentation>(
  _ name: String? = nil, as representation: Representation.Type, primaryKey: Bool = false, generated: Bool = false
) = #externalMacro(module: "Macros", type: "ColumnMacro")

/// Excludes a property of a `@Table` from the table. It needs a default value.
@attached(peer)
public macro Ephemeral() = #externalMacro(module: "Macros", type: "EphemeralMacro")
