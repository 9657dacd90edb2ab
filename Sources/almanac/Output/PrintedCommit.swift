// A commit as a watch prints it, and the order of its lines.
import AlmanacRecords
import Databases

/// The effect of a commit on the watched tables.
struct PrintedCommit: Sendable {
  var number: Int
  var gap: String?
  var schema: [SchemaChange]
  var tables: [Table]
  /// The tables of modules that the commit changed too, but that are not watched.
  var leftOut: [String] = []

  /// The effect of a commit on the rows of a table.
  struct Table: Sendable {
    /// Its name; of rows in which a module keeps its data, the name of the module's table.
    var name: String
    var change: TableChange
    /// How to print the rows; `nil` if they are not known.
    var lines: RowLines?
  }

  /// A part of a commit.
  enum Item {
    case schema(SchemaChange)
    case rows(Table)
  }

  /// The parts in an order in which their statements can run. For undo the parts are in the same order, to be run from
  /// the last to the first.
  func items(_ form: WatchOutput.Form) -> [Item] {
    let (dropped, made) = (schema.filter { $0.definition == nil }, schema.filter { $0.formerDefinition == nil })
    let altered = schema.filter { $0.definition != nil && $0.formerDefinition != nil }
    let renamed = altered.filter { $0.formerName != nil }
    let before = Self.tableNames(dropped).union(Self.tableNames(renamed) { $0.formerName ?? $0.name })
    let after = Self.tableNames(made + renamed)
    // Rows of a dropped or renamed table come before the drop or renaming, rows of a new name after it. Other rows come
    // after the alterations, when the new columns exist; for undo, before them.
    func isFirst(_ table: Table) -> Bool {
      let name = table.name.lowercasedASCII
      switch (before.contains(name), after.contains(name)) {
      // Almanac knows these rows only if the dropped or the new table had none.
      case (true, true): return table.change.inserted == 0
      case (true, false): return true
      case (false, true): return false
      case (false, false): return form == .undoSQL
      }
    }
    let (first, last) = (tables.filter(isFirst), tables.filter { !isFirst($0) })
    func items(_ changes: [SchemaChange], _ types: String...) -> [Item] {
      types.flatMap { type in changes.filter { $0.type == type } }.map(Item.schema)
    }
    return items(dropped, "trigger", "index", "view") + first.map(Item.rows) + items(dropped, "table")
      + altered.map(Item.schema) + items(made, "table") + last.map(Item.rows)
      + items(made, "view", "index", "trigger")
  }

  /// The names of the changed tables, in lower case.
  private static func tableNames(
    _ changes: [SchemaChange], _ name: (SchemaChange) -> String = { $0.name }
  ) -> Set<String> {
    Set(changes.filter { $0.type == "table" }.map { name($0).lowercasedASCII })
  }

  /// The tables that were dropped and created again under the same name, and whose rows are not known.
  var rebuilt: Set<String> {
    Self.tableNames(schema.filter { $0.definition == nil })
      .intersection(Self.tableNames(schema.filter { $0.formerDefinition == nil }))
      .intersection(tables.filter { $0.lines == nil }.map(\.name.lowercasedASCII))
  }
}
