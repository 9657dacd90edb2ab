// The reads of joins by names, which SQLite's authorizer does not report.

import CSQLite

extension Database {
  /// Adds the reads that the authorizer leaves out: the columns that only USING or NATURAL compares, and their tables if
  /// the statement reads nothing else of them. The compiled program names the tables; all their columns are added.
  func addingJoinsByNames(to reads: ReadSet, of sql: String, _ traits: StatementTraits) throws -> ReadSet {
    // A statement that reads a view also reads one of its tables.
    guard
      try Self.joinsByNames(sql)
        || traits.reads.count > 1 && !schema.viewsJoiningByNames().isDisjoint(with: traits.reads.keys)
    else { return reads }
    var reads = reads
    for table in try tablesOpened(by: sql) {
      let layout = try schema.layout(table)
      reads.formUnion(ReadSet(tables: [layout.reportedName: Set(layout.storedColumns + layout.virtualColumns)]))
    }
    return reads
  }

  /// Whether the text of a statement or a view may join by names. It may have the words elsewhere.
  static func joinsByNames(_ sql: String) -> Bool {
    let sql = sql.lowercasedASCII
    return sql.holds("using") || sql.holds("natural")
  }

  /// The tables of the file whose pages, or whose index's pages, a statement reads.
  private func tablesOpened(by sql: String) throws -> [TableKey] {
    var roots: Set<Int> = []
    try runOnce("EXPLAIN " + sql) { row in
      if row.text(1) == "OpenRead", row.integer(4) == 0 { roots.insert(row.integer(3)) }
    }
    var tables: [TableKey] = []
    let list = roots.map(String.init).joined(separator: ",")
    try runOnce("SELECT DISTINCT tbl_name FROM main.sqlite_schema WHERE rootpage IN (\(list))") { row in
      tables.append(TableKey(schema: "main", name: row.text(0)))
    }
    return tables
  }
}

extension SchemaCatalog {
  /// The views of the file that may join by names.
  fileprivate func viewsJoiningByNames() throws -> Set<TableKey> {
    let cookie = try cookie()
    if let known = joiningViews, known.cookie == cookie { return known.views }
    var views: Set<TableKey> = []
    try database.internalRows("SELECT name, sql FROM main.sqlite_schema WHERE type = 'view'") { row in
      if Database.joinsByNames(row.text(1)) { views.insert(TableKey(schema: "main", name: row.text(0))) }
    }
    joiningViews = (cookie, views)
    return views
  }
}
