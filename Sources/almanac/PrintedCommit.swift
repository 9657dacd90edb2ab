// A commit, as far as a watch prints it, and the order of its lines.
import AlmanacRecords
import Databases

/// What a commit did to the tables that are watched.
struct PrintedCommit: Sendable {
  var number: Int
  var gap: String?
  var schema: [SchemaChange]
  var tables: [Table]

  /// What it did to the rows of a table.
  struct Table: Sendable {
    var name: String
    var change: TableChange
    /// How the rows are printed; `nil` where they are not known.
    var lines: RowLines?
  }

  /// A part of a commit.
  enum Item {
    case schema(SchemaChange)
    case rows(Table)
  }

  /// The parts in an order in which their statements can run; those that take the commit back, from the last to the first.
  func items(_ form: WatchOutput.Form) -> [Item] {
    let (dropped, made) = (schema.filter { $0.definition == nil }, schema.filter { $0.formerDefinition == nil })
    let altered = schema.filter { $0.definition != nil && $0.formerDefinition != nil }
    // Rows of a dropped table go before it does, those of a table that was made come behind it. All others stand behind
    // what was altered, where the new columns are; taking back, before it.
    let names = Set((form == .undoSQL ? made : dropped).filter { $0.type == "table" }.map(\.name.lowercasedASCII))
    let special = tables.filter { names.contains($0.name.lowercasedASCII) }
    let others = tables.filter { !names.contains($0.name.lowercasedASCII) }
    let (first, last) = form == .undoSQL ? (others, special) : (special, others)
    func items(_ changes: [SchemaChange], areTables: Bool) -> [Item] {
      changes.filter { ($0.type == "table") == areTables }.map(Item.schema)
    }
    return items(dropped, areTables: false) + first.map(Item.rows) + items(dropped, areTables: true)
      + altered.map(Item.schema) + items(made, areTables: true) + last.map(Item.rows) + items(made, areTables: false)
  }

  /// The tables that were dropped and made again under the same name, and whose rows are not known.
  var rebuilt: Set<String> {
    func names(_ changes: [SchemaChange]) -> Set<String> {
      Set(changes.filter { $0.type == "table" }.map(\.name.lowercasedASCII))
    }
    return names(schema.filter { $0.definition == nil }).intersection(
      names(schema.filter { $0.formerDefinition == nil })
    )
    .intersection(tables.filter { $0.lines == nil }.map(\.name.lowercasedASCII))
  }

  /// Whether no statement says what was done to the columns of a table.
  func hasUntoldAlteration(of table: String, _ form: WatchOutput.Form) -> Bool {
    schema.contains { change in
      guard change.type == "table", change.name.isSameName(as: table), change.definition != nil,
        change.formerDefinition != nil
      else { return false }
      let statement = SchemaStatement(change)
      return (form == .undoSQL ? statement.backward : statement.forward) == nil
    }
  }
}
