// What a commit did to the schema.

/// A table, index, view or trigger that a commit made, changed or dropped.
public struct SchemaChange: Hashable, Sendable {
  /// What it is, as the schema has it: `table`, `index`, `view` or `trigger`.
  public var type: String
  /// Its name, before where it was dropped.
  public var name: String
  /// The name of the table that it belongs to: its own of a table and of a view.
  public var table: String
  /// Its name before, where that was another.
  public var formerName: String?
  /// The statement that made it as it was before; `nil` where it is new.
  public var formerDefinition: String?
  /// The statement that makes it as it is; `nil` where it was dropped.
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
