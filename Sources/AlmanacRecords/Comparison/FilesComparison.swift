// Compares two SQLite files: their tables, indexes, views and triggers, and the rows of their tables.
//
//   the schemas of both ──> changes of the schema, and the tables to compare
//   the pages of both ──> the rows that differ, if the schemas are equal; otherwise all rows are read
public import Databases

/// What differs between two files. For use inside a read of each.
public struct FilesComparison {
  /// The tables, indexes, views and triggers that only one file has, or that differ.
  public let schemaChanges: [SchemaChange]
  /// The tables by name, with those in which modules keep their data.
  public let tables: [ComparedTable]
  /// The tables, views and virtual tables of both files, by which a person names them.
  public let names: [String]
  /// The indexes and triggers that both files have.
  let kept: [SchemaChange]
  /// Whether a table of one of the files has foreign keys.
  let hasForeignKeys: Bool
  /// Whether both files encode texts the same way.
  let isOfOneEncoding: Bool
  private let old: Database
  private let new: Database
  private let pages: PageRows?

  /// Compares the schemas, and the pages if they can tell which rows differ. `readsPages`: false reads all rows.
  public init(_ old: Database, _ new: Database, readsPages: Bool = true) throws {
    let (before, after) = (try Schema(old), try Schema(new))
    (self.old, self.new) = (old, new)
    schemaChanges = before.changes(to: after)
    let all = (after.shapes + before.shapes).filter { $0.kind != .internal }.map(\.name)
    names = all.indices.filter { place in !all[..<place].contains { $0.isSameName(as: all[place]) } }.map { all[$0] }
    kept = before.parts.values.filter { part in
      ["index", "trigger"].contains(part.type) && after.parts[part.key]?.definition == part.definition
    }.sorted { $0.name < $1.name }
    hasForeignKeys = (before.shapes + after.shapes).contains { !$0.foreignKeys.isEmpty }
    isOfOneEncoding = try old.textEncoding == new.textEncoding
    let pages = readsPages ? try old.rowsByPages(differingIn: new) : nil
    self.pages = pages
    tables = before.tables(with: after).map { table in
      var table = table
      // Equal pages have equal rows, whatever the obstacle.
      if let pages, pages.tables[table.name.lowercasedASCII] == nil { table.obstacle = nil }
      return table
    }
  }

  /// Whether the pages have told which rows differ, so that equal rows are never read.
  var isByPages: Bool { pages != nil }

  /// Calls `body` for each row of a table that differs.
  public func eachChange(of table: ComparedTable, _ body: (ChangedRows.Row) throws -> Void) throws {
    var known: [ChangedRows.Row]?
    if let pages {
      guard let told = pages.tables[table.name.lowercasedASCII] else { return }
      // Almanac may leave out other columns than the pages do.
      if let told, told.table.columns == table.table.columns { known = told.rows }
    }
    try TableComparison(walk: RowWalk(table: table, old: old, new: new, known: known)).run(body)
  }

  /// Calls `body` for each row of a table in the new file, as if it were added.
  func eachNewRow(of table: ComparedTable, _ body: (ChangedRows.Row) throws -> Void) throws {
    try TableComparison(walk: RowWalk(table: table.alone, old: old, new: new, known: nil)).run(body)
  }

  /// Whether a row of a table differs.
  public func hasChange(_ table: ComparedTable) throws -> Bool {
    struct Found: Error {}
    do {
      try eachChange(of: table) { _ in throw Found() }
      return false
    } catch is Found {
      return true
    }
  }

  /// The greatest numbers that the tables with AUTOINCREMENT have ever given, in both files.
  func counters() throws -> (old: [String: ExactValue], new: [String: ExactValue]) {
    (try Self.counters(old), try Self.counters(new))
  }

  private static func counters(_ database: Database) throws -> [String: ExactValue] {
    var counters: [String: ExactValue] = [:]
    guard try TableShape(named: "sqlite_sequence", database) != nil else { return [:] }
    try database.internalRows("SELECT name, seq FROM main.sqlite_sequence") {
      counters[$0.text(0).lowercasedASCII] = $0.exactValue(1)
    }
    return counters
  }
}

/// The schema of one of the files.
private struct Schema {
  var shapes: [TableShape]
  /// Its tables, indexes, views and triggers, as if each had just been made.
  var parts: [String: SchemaChange] = [:]

  init(_ database: Database) throws {
    shapes = try TableShape.all(database)
    try database.internalRows("SELECT type, name, tbl_name, sql FROM main.sqlite_schema WHERE sql IS NOT NULL") { row in
      let part = SchemaChange(
        type: row.text(0), name: row.text(1), table: row.text(2), formerDefinition: nil, definition: row.text(3))
      if !part.name.hasPrefix("sqlite_") { parts[part.key] = part }
    }
  }

  /// The virtual table whose module keeps its data in a table.
  func owner(of shape: TableShape) -> String? {
    guard shape.kind == .shadow else { return nil }
    return shapes.filter { $0.kind == .virtual && shape.name.lowercasedASCII.hasPrefix($0.name.lowercasedASCII + "_") }
      .map(\.name).max { $0.count < $1.count }
  }

  func definition(of table: String) -> String? { parts["table \(table.lowercasedASCII)"]?.definition }

  /// What differs in another schema. A module makes and drops the tables in which it keeps its data.
  func changes(to new: Schema) -> [SchemaChange] {
    let (former, present) = (ownParts, new.ownParts)
    let dropped = former.values.filter { present[$0.key] == nil }.map { part in
      SchemaChange(
        type: part.type, name: part.name, table: part.table, formerDefinition: part.definition, definition: nil)
    }
    let others = present.values.compactMap { part -> SchemaChange? in
      let definition = former[part.key]?.definition
      if definition == part.definition { return nil }
      var change = part
      change.formerDefinition = definition
      return change
    }
    return (dropped + others).sorted { ($0.type, $0.name) < ($1.type, $1.name) }
  }

  /// Its parts without those of the tables in which modules keep their data.
  private var ownParts: [String: SchemaChange] {
    let shadows = Set(shapes.filter { owner(of: $0) != nil }.map(\.name.lowercasedASCII))
    return parts.filter { !shadows.contains($0.value.table.lowercasedASCII) }
  }

  func tables(with new: Schema) -> [ComparedTable] {
    func rowTables(_ schema: Schema) -> [String: TableShape] {
      Dictionary(
        schema.shapes.filter { $0.kind == .table || $0.kind == .shadow }.map { ($0.name.lowercasedASCII, $0) }
      ) { first, _ in first }
    }
    let (before, after) = (rowTables(self), rowTables(new))
    return Set(before.keys).union(after.keys).sorted().compactMap { name in
      var old = before[name]
      let present = after[name]
      let (formerOwner, owner) = (old.flatMap(self.owner), present.flatMap(new.owner))
      // A module that is made or dropped has made or dropped its tables.
      if formerOwner != nil, present == nil { return nil }
      if old != nil, formerOwner != owner { old = nil }
      if let owner, definition(of: owner) != new.definition(of: owner) { old = nil }
      return ComparedTable(
        old: old, new: present,
        definitions: (old.flatMap { definition(of: $0.name) }, present.flatMap { new.definition(of: $0.name) }),
        owner: owner)
    }
  }
}

extension SchemaChange {
  fileprivate var key: String { "\(type) \(name.lowercasedASCII)" }
}
