// A commit's change of the schema.

/// A table, index, view or trigger that a commit made, changed or dropped.
public struct SchemaChange: Hashable, Sendable {
  /// Its type, as the schema has it: `table`, `index`, `view` or `trigger`.
  public var type: String
  /// Its name; if it was dropped, its name before.
  public var name: String
  /// The name of the table that it belongs to; for a table or a view, its own name.
  public var table: String
  /// Its former name; nil if it has not been renamed.
  public var formerName: String?
  /// The statement that creates it as it was before; nil if it is new.
  public var formerDefinition: String?
  /// The statement that creates it as it is now; nil if it was dropped.
  public var definition: String?

  /// Makes a change from its parts.
  public init(
    type: String, name: String, table: String, formerName: String? = nil, formerDefinition: String?,
    definition: String?
  ) {
    (self.type, self.name, self.table) = (type, name, table)
    (self.formerName, self.formerDefinition, self.definition) = (formerName, formerDefinition, definition)
  }
}
