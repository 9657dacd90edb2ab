// The diagnostics of the table macros.

extension MacroMessage {
  static func notAStruct(macro: String) -> Self {
    Self(
      "A row is a value: '@\(macro)' belongs to a struct. Make this a struct.",
      name: "not-a-struct")
  }

  static let noColumns = Self(
    "A table needs a column. Declare a stored property, as in 'let id: Int'.",
    name: "no-columns")

  static let destructured = Self(
    "A column needs a name of its own. Declare each property by itself, as in 'var x: Int'.",
    name: "destructured")

  static func typeMissing(_ name: String) -> Self {
    Self(
      "The column's type can't be read from this value. Write it out, as in 'var \(name): Int = …'.",
      name: "type-missing")
  }

  static func constantWithValue(_ name: String) -> Self {
    Self(
      "The constant '\(name)' has its value already, so no row can set it. Write 'var', or mark it '@Ephemeral'.",
      name: "constant-with-value")
  }

  static func ephemeralWithoutDefault(_ name: String) -> Self {
    Self(
      "'\(name)' is not in the table, so a decoded row can't fill it. Give it a value, as in '= nil'.",
      name: "ephemeral-without-default")
  }

  static let scopeAsAll = Self(
    "A table's scope holds under every alias too, so it is written as a function of the columns. Write "
      + "'@PredicateBuilder static func scope(_ columns: TableColumns) -> [Predicate] { … }' instead of 'all'.",
    name: "scope-as-all")

  static let nameNotLiteral = Self(
    "The name is needed while compiling. Write it as a string literal without interpolations.",
    name: "name-not-literal")

  static let flagNotLiteral = Self(
    "The answer is needed while compiling. Write 'true' or 'false'.",
    name: "flag-not-literal")

  static func secondPrimaryKey(_ name: String) -> Self {
    Self(
      "'\(name)' would be a second primary key. Mark one property only; find rows by several columns with 'where'.",
      name: "second-primary-key")
  }

  static func duplicateColumn(_ name: String) -> Self {
    Self(
      "Two properties have the column '\(name)'. Give one of them another name with '@Column(\"…\")'.",
      name: "duplicate-column")
  }

  static let columnOutsideTable = Self(
    "'@Column' and '@Ephemeral' belong to a stored property of a '@Table' struct. Remove it here.",
    name: "column-outside-table")

  static let columnNotStored = Self(
    "A computed property is no column. Remove the attribute, or store the property.",
    name: "column-not-stored")

  static let representationNotType = Self(
    "The representation is needed while compiling. Write it as a type, as in 'as: Date.UnixTimeRepresentation.self'.",
    name: "representation-not-type")
}
