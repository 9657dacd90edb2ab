// Reads the shapes of a file's tables from SQLite's pragmas.

public import Databases

extension TableShape {
  /// A row of SQLite's list of tables.
  private struct Entry {
    var name: String
    var kind: Kind
    var hasRowIDs: Bool
    var isStrict: Bool
  }

  /// The shapes of all tables and views of the file by name, a tool's own last. Call inside a read.
  public static func all(_ db: Database) throws -> [TableShape] {
    try entries(db).map { try TableShape($0, db) }
  }

  /// The shape of the table or view with `name`, ignoring the case of A to Z; nil if there is none. Call inside a read.
  public init?(named name: String, _ db: Database) throws {
    guard let entry = try Self.entries(db).first(where: { $0.name.isSameName(as: name) }) else { return nil }
    try self.init(entry, db)
  }

  /// The SQL statement that created the view; nil for a table. Call inside a read.
  public func viewDefinition(_ db: Database) throws -> String? {
    guard kind == .view else { return nil }
    var definition: String?
    try db.internalRows("SELECT sql FROM sqlite_schema WHERE type = 'view' AND name = ?", exactly: [.text(name)]) {
      definition = $0.text(0)
    }
    return definition
  }

  private static func entries(_ db: Database) throws -> [Entry] {
    var entries: [Entry] = []
    try db.internalRows(
      """
      SELECT name, type, wr, strict FROM pragma_table_list WHERE schema = 'main'
      ORDER BY substr(name, 1, 1) = '_', name COLLATE NOCASE, name
      """
    ) { row in
      let name = row.text(0)
      let kind: Kind =
        switch row.text(1) {
        case _ where name.lowercasedASCII.hasPrefix("sqlite_"): .internal
        case "view": .view
        case "virtual": .virtual
        case "shadow": .shadow
        default: .table
        }
      entries.append(Entry(name: name, kind: kind, hasRowIDs: row.integer(2) == 0, isStrict: row.integer(3) != 0))
    }
    return entries
  }

  private init(_ entry: Entry, _ db: Database) throws {
    (name, kind, isStrict) = (entry.name, entry.kind, entry.isStrict)
    hasRowIDs = entry.hasRowIDs && entry.kind != .view
    var columns: [Column] = []
    var problem: String?
    do {
      columns = try Self.columns(of: name, isStrict: isStrict, db)
    } catch let error as DatabaseError where error.isOfSchema {
      problem = error.reason
    }
    self.problem = problem
    for index in columns.indices where kind != .view {
      columns[index].isCollationKnown = try Self.knowsCollation(columns[index].collation, db)
      guard columns[index].generation == .virtual, columns[index].isNamedInSQL else { continue }
      let reading = "SELECT \(columns[index].name.quotedName) FROM \(name.quotedTable)"
      columns[index].problem = try db.problem(compiling: reading).flatMap(MissingPart.init)?.description
    }
    let indexes = problem == nil ? try Self.indexes(entry.name, db) : []
    (self.columns, self.indexes) = (columns, indexes)
    foreignKeys = problem == nil ? try Self.foreignKeys(entry.name, db) : []
    let identity =
      kind == .view || problem != nil
      ? .none : Self.identity(columns, hasRowIDs: hasRowIDs, indexes: indexes)
    deletionFiresDeletions = try Self.deletionFiresDeletions(of: name, db)
    viewLimits = kind == .view && problem == nil ? try ViewLimits(of: name, columns.map(\.name), db) : nil
    // A key with an unknown collation can't look up a record. A table without rowids can't be read at all then.
    let isUnknown = columns.contains { !$0.isCollationKnown && identity.columns.contains($0.name) }
    self.identity = isUnknown && hasRowIDs ? .none : identity
  }

  /// Whether a trigger deletes rows of an ordinary table when a record is deleted. Compiles a statement, and runs none.
  private static func deletionFiresDeletions(of name: String, _ db: Database) throws -> Bool {
    var hasTrigger = false
    try db.internalRows(
      "SELECT 1 FROM main.sqlite_schema WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE AND sql LIKE '%DELETE%'",
      exactly: [.text(name)]
    ) { _ in hasTrigger = true }
    // A trigger that can't be compiled keeps the record.
    guard hasTrigger, let triggers = try? db.triggers(firedBy: "DELETE FROM \(name.quotedTable)") else { return false }
    return try triggers.values.contains { trigger in
      try trigger.deletes.contains { if case .table? = try db.schema.kind($0) { true } else { false } }
    }
  }

  /// The columns of a table or a view. Call inside a read.
  static func columns(of table: String, isStrict: Bool = false, _ db: Database) throws -> [Column] {
    var columns: [Column] = []
    try db.internalRows(
      #"SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?, 'main') ORDER BY cid"#,
      exactly: [.text(table)]
    ) { row in
      let type = row.text(1)
      let generation: Column.Generation =
        switch row.integer(5) {
        case 2: .virtual
        case 3: .stored
        default: .none
        }
      columns.append(
        Column(
          name: row.text(0), declaredType: type, affinity: Affinity(declaredType: type, isStrict: isStrict),
          collation: "BINARY", isNotNull: row.integer(2) != 0, defaultValue: row.exactValue(3).string,
          keyPlace: row.integer(4), generation: generation, isHidden: row.integer(5) == 1))
    }
    // SQLite reports no collation for the columns of a view.
    for index in columns.indices {
      columns[index].collation = db.collation(of: columns[index].name, in: table) ?? "BINARY"
    }
    return columns
  }

  static func indexes(_ table: String, _ db: Database) throws -> [Index] {
    var indexes: [Index] = []
    try db.internalRows(
      #"SELECT name, "unique", partial, origin FROM pragma_index_list(?, 'main') ORDER BY name"#,
      exactly: [.text(table)]
    ) { row in
      indexes.append(
        Index(
          name: row.text(0), isUnique: row.integer(1) != 0, isPartial: row.integer(2) != 0,
          isPrimaryKey: row.text(3) == "pk", parts: []))
    }
    for index in indexes.indices {
      try db.internalRows(
        #"SELECT name, coll, "desc" FROM pragma_index_xinfo(?, 'main') WHERE key ORDER BY seqno"#,
        exactly: [.text(indexes[index].name)]
      ) { row in
        indexes[index].parts.append(
          Index.Part(column: row.exactValue(0).string, collation: row.text(1), isDescending: row.integer(2) != 0))
      }
      indexes[index].isUsable = try indexes[index].parts.allSatisfy { try knowsCollation($0.collation, db) }
    }
    return indexes
  }

  /// The built-in collations of SQLite.
  static let ownCollations = ["BINARY", "NOCASE", "RTRIM"]

  /// Whether SQLite can compare texts by a collation. Call inside a read.
  private static func knowsCollation(_ name: String, _ db: Database) throws -> Bool {
    if ownCollations.contains(name.uppercased()) { return true }
    do {
      // SQLite's list of collations also contains names that only occur in the schema.
      try db.withStatement("SELECT '' < '' COLLATE \(name.quotedName)") { _ in }
      return true
    } catch let error as DatabaseError where error.isOfSchema {
      return false
    }
  }

  private static func foreignKeys(_ table: String, _ db: Database) throws -> [ForeignKey] {
    var keys: [(id: Int, key: ForeignKey)] = []
    try db.internalRows(
      #"""
      SELECT id, "table", "from", "to", on_delete, on_update FROM pragma_foreign_key_list(?, 'main') ORDER BY id DESC, seq
      """#,
      exactly: [.text(table)]
    ) { row in
      if keys.last?.id != row.integer(0) {
        let key = ForeignKey(
          columns: [], parent: row.text(1), parentColumns: [], onDelete: row.text(4), onUpdate: row.text(5))
        keys.append((row.integer(0), key))
      }
      keys[keys.count - 1].key.columns.append(row.text(2))
      if let parent = row.exactValue(3).string { keys[keys.count - 1].key.parentColumns.append(parent) }
    }
    return keys.map(\.key)
  }

  /// The identity of the records of a table with these columns and indexes.
  static func identity(_ columns: [Column], hasRowIDs: Bool, indexes: [Index]) -> Identity {
    let keyIndex = indexes.first(where: \.isPrimaryKey)
    let key = columns.filter { $0.keyPlace > 0 }.sorted { $0.keyPlace < $1.keyPlace }
    // If the key's collations differ from the columns', a comparison with the columns may find several records.
    let isKeyOfColumns = key.allSatisfy { column in
      keyIndex?.parts.contains { $0.column == column.name && $0.collation.isSameName(as: column.collation) } == true
    }
    guard hasRowIDs else { return key.isEmpty || !isKeyOfColumns ? .none : .key(key.map(\.name)) }
    // A primary key without an index of its own is the rowid.
    if key.count == 1, key[0].declaredType.lowercasedASCII == "integer", keyIndex == nil { return .rowID(key[0].name) }
    let taken = Set(columns.map(\.name.lowercasedASCII))
    let free = ["rowid", "_rowid_", "oid"].first { !taken.contains($0) }
    // With so many columns no statement has room for the rowid.
    if let free, columns.count < StatementColumns.most { return .rowID(free) }
    // SQLite allows NULLs in such a key, and two NULLs are not equal.
    if !key.isEmpty, isKeyOfColumns, key.allSatisfy(\.isNotNull) { return .key(key.map(\.name)) }
    if let key = indexes.lazy.compactMap({ $0.key(of: columns) }).min(by: { $0.count < $1.count }) { return .key(key) }
    return free.map(Identity.rowID) ?? .none
  }
}

extension TableShape.Index {
  /// The columns of the index if it distinguishes any two records of the table: it is unique, none of its columns may
  /// be NULL, and its collations are theirs. Otherwise nil.
  fileprivate func key(of columns: [TableShape.Column]) -> [String]? {
    guard isUnique, !isPartial, isUsable else { return nil }
    let names = parts.compactMap { part in
      columns.first {
        $0.name == part.column && $0.isNotNull && $0.generation == .none && $0.collation.isSameName(as: part.collation)
      }?.name
    }
    return names.count == parts.count ? names : nil
  }
}

extension DatabaseError {
  /// Whether the schema may be the cause: a view names something missing, or the module of a table is missing. SQLite
  /// uses the same code for an expression that can't be computed.
  public var isOfSchema: Bool { primaryCode == 1 }
}
