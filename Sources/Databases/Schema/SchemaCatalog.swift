// A connection's knowledge of the schema, read on demand and dropped when the schema changes.

import CSQLite

/// The tables of one connection's databases. Used on that connection's queue.
package final class SchemaCatalog {
  /// The kind of a table.
  package enum Kind: Equatable {
    /// An ordinary table; the name as the schema has it.
    case table(name: String, hasRowIDs: Bool)
    case virtual
    /// A table in which a module keeps the data of the virtual table `owner`.
    case shadow(name: String, owner: String, hasRowIDs: Bool)
    case other
  }

  unowned let database: Database
  /// By schema name: the cookie when its tables were read, and their kinds.
  private var kinds: [String: (cookie: Int, tables: [TableKey: Kind])] = [:]
  private var layouts: [TableKey: TableLayout] = [:]
  /// The views of the file that may join by names, and the cookie when they were read.
  var joiningViews: (cookie: Int, views: Set<TableKey>)?
  /// Changes whenever layouts that callers have may be outdated.
  private(set) var epoch = 0

  init(database: Database) {
    self.database = database
  }

  /// The counter in the file that changes with its schema.
  ///
  /// A program that copies pages past SQLite may bring another schema with the same counter: the upper bits count how
  /// often that has happened.
  func cookie(of schema: String = "main") throws -> Int {
    let number = try database.internalInteger("PRAGMA \(schema.quotedName).schema_version") ?? 0
    return database.seenRewrites << 32 | number & 0xFFFF_FFFF
  }

  /// Drops all that is cached.
  func forget() {
    kinds.removeAll()
    layouts.removeAll()
    joiningViews = nil
    epoch += 1
  }

  /// The layout of a table that the authorizer or the pre-update hook has named.
  func layout(_ key: TableKey) throws -> TableLayout {
    if let known = layouts[key] { return known }
    var layout = TableLayout(reportedName: key.reportedName)
    switch try kind(key) {
    case .shadow(_, let owner, _):
      layout.reportedName = TableKey(schema: key.schema, name: owner).reportedName
      layout.isShadow = true
    case .table, .virtual, .other, nil: break
    }
    try database.internalRows("PRAGMA \(key.schema.quotedName).table_xinfo(\(key.name.quotedName))") { row in
      let column = row.text(1).lowercasedASCII
      if row.integer(5) == 1, row.text(2).lowercasedASCII == "integer", row.integer(0) != layout.storedColumns.count {
        layout.misreadPlace = row.integer(0)
      }
      switch row.integer(6) {
      case 0, 3: layout.storedColumns.append(column)
      case 2: layout.virtualColumns.append(column)
      default: break
      }
    }
    layouts[key] = layout
    return layout
  }

  /// The name under which the table's reads and changes are reported, and whether that is a virtual table's.
  func reportedTable(_ key: TableKey) throws -> (name: String, isVirtual: Bool) {
    switch try kind(key) {
    case .shadow(_, let owner, _): (TableKey(schema: key.schema, name: owner).reportedName, true)
    case .virtual: (key.reportedName, true)
    default: (key.reportedName, false)
    }
  }

  /// The kind of a table; nil if there is no table of that name.
  package func kind(_ key: TableKey) throws -> Kind? { try kinds(of: key.schema)[key] }

  /// The kind of each table of a database.
  func kinds(of schema: String) throws -> [TableKey: Kind] {
    let cookie = try cookie(of: schema)
    if let known = kinds[schema], known.cookie == cookie { return known.tables }
    var tables: [TableKey: Kind] = [:]
    var shadows: [(name: String, hasRowIDs: Bool)] = []
    try database.internalRows("PRAGMA \(schema.quotedName).table_list") { row in
      let table = TableKey(schema: schema, name: row.text(1))
      switch row.text(2) {
      case "table": tables[table] = .table(name: row.text(1), hasRowIDs: row.integer(4) == 0)
      case "virtual": tables[table] = .virtual
      case "shadow": shadows.append((row.text(1), row.integer(4) == 0))
      default: tables[table] = .other
      }
    }
    for shadow in shadows {
      let key = TableKey(schema: schema, name: shadow.name)
      tables[key] =
        Self.owner(of: key, in: tables).map { .shadow(name: shadow.name, owner: $0, hasRowIDs: shadow.hasRowIDs) }
        ?? .other
    }
    kinds[schema] = (cookie, tables)
    return tables
  }

  /// The virtual table of a shadow table: for `x_y_data` it is `x_y` if there is such a virtual table, otherwise `x`.
  private static func owner(of shadow: TableKey, in tables: [TableKey: Kind]) -> String? {
    var owner = shadow.name[...]
    while let end = owner.lastIndex(of: "_") {
      owner = owner[..<end]
      if tables[TableKey(schema: shadow.schema, name: String(owner))] == .virtual { return String(owner) }
    }
    return nil
  }
}
