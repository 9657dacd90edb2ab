// The macros that write a table's conformance.

/// Makes a struct a table: writes its columns, its decoder, and, where it has a primary key, its `Draft`.
///
/// ```swift
/// @Table struct Fact {
///   let id: Int
///   var body: String
///   @Column("created_at") var createdAt = 0
/// }
/// ```
///
/// What every statement of the type is to obey is `scope(_:)` of `Table`, not an `all` of the type's own.
///
/// The table's name is inferred (`Fact` is `"facts"`, `Category` is `"categories"`) unless given. The property `id`
/// is the primary key unless another is marked `@Column(primaryKey: true)`. What the macro writes can be written by
/// hand: see the article `HandWrittenTables`.
@attached(member, names: named(TableColumns), named(Columns), named(Draft))
@attached(
  extension, conformances: Table, PrimaryKeyedTable,
  names: named(init(decoder:)), named(tableName), named(all), named(appendBindings(to:)), named(primaryKeyName),
  named(primaryKey))
public macro Table(_ name: String? = nil) = #externalMacro(module: "Macros", type: "TableMacro")

/// Makes a struct something that can be selected: `select { Summary.Columns(title: $0.title, count: $1.count()) }`.
@attached(member, names: named(Columns))
@attached(extension, conformances: QueryDecodable, names: named(init(decoder:)), named(queryColumnCount))
public macro Selection() = #externalMacro(module: "Macros", type: "SelectionMacro")

/// Says how a property of a `@Table` is stored.
///
/// - Parameters:
///   - name: the column's name; that of the property unless given.
///   - primaryKey: whether rows are known by it. Without any such mark it is the property `id`.
///   - generated: whether the database computes it, so that no insert sets it.
@attached(peer)
public macro Column(_ name: String? = nil, primaryKey: Bool = false, generated: Bool = false) =
  #externalMacro(module: "Macros", type: "ColumnMacro")

/// Says how a property of a `@Table` is stored, in a form of its own: `@Column(as: Date.UnixTimeRepresentation.self)`.
///
/// - Parameters:
///   - name: the column's name; that of the property unless given.
///   - representation: how the column holds the property's value; of an optional property an optional one.
///   - primaryKey: whether rows are known by it. Without any such mark it is the property `id`.
///   - generated: whether the database computes it, so that no insert sets it.
@attached(peer)
public macro Column<Representation: QueryRepresentation>(
  _ name: String? = nil, as representation: Representation.Type, primaryKey: Bool = false, generated: Bool = false
) = #externalMacro(module: "Macros", type: "ColumnMacro")

/// Keeps a property of a `@Table` out of the table. It needs a default value.
@attached(peer)
public macro Ephemeral() = #externalMacro(module: "Macros", type: "EphemeralMacro")
