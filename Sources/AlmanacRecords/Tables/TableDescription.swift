// All that the file says of one table, for a person.
public import Databases
public import LiveQueries

/// A table or a view: its shape, its statements, and the references to it.
public struct TableDescription: Hashable, Sendable {
  /// A foreign key of another table, or of the table itself, that references this one.
  public struct Referrer: Hashable, Sendable {
    /// The table with the key.
    public let table: String
    /// Its columns.
    public let columns: [String]
    /// The referenced columns; empty for the primary key.
    public let parentColumns: [String]
  }

  /// The columns, indexes and foreign keys.
  public let shape: TableShape
  /// The foreign keys that reference it, by table.
  public let referrers: [Referrer]
  /// The statements that made the table and its triggers, as they were written.
  public let statements: [String]

  /// The description of a table; nil if there is none. Call inside a read.
  public init?(named name: String, _ db: Database) throws {
    guard let shape = try TableShape(named: name, db) else { return nil }
    self.shape = shape
    var referrers: [(id: Int, Referrer)] = []
    try db.internalRows(
      """
      SELECT m.name, f.id, f."from", f."to" FROM main.sqlite_schema AS m, pragma_foreign_key_list(m.name, 'main') AS f
      WHERE m.type = 'table' AND f."table" = ? COLLATE NOCASE ORDER BY m.name COLLATE NOCASE, m.name, f.id DESC, f.seq
      """, exactly: [.text(shape.name)]
    ) { row in
      let (table, id, column) = (row.text(0), row.integer(1), row.text(2))
      let parent = row.exactValue(3).string.map { [$0] } ?? []
      if let last = referrers.last, last.1.table == table, last.id == id {
        referrers[referrers.count - 1].1 = Referrer(
          table: table, columns: last.1.columns + [column], parentColumns: last.1.parentColumns + parent)
      } else {
        referrers.append((id, Referrer(table: table, columns: [column], parentColumns: parent)))
      }
    }
    self.referrers = referrers.map(\.1)
    var statements: [String] = []
    try db.internalRows(
      """
      SELECT sql FROM main.sqlite_schema WHERE tbl_name = ? COLLATE NOCASE AND type IN ('table', 'view', 'trigger')
        AND sql IS NOT NULL ORDER BY type = 'trigger', name
      """, exactly: [.text(shape.name)]
    ) { statements.append($0.text(0)) }
    self.statements = statements
  }

  /// Fetches the description of a table again when the schema changes.
  public struct Query: FetchKeyRequest {
    private let name: String

    /// Asks for the table with a name.
    public init(_ name: String) { self.name = name }

    public func fetch(_ db: Database) throws -> TableDescription? { try TableDescription(named: name, db) }
  }
}

/// How many bytes of a file its parts take.
public struct TableSizes: Hashable, Sendable {
  /// A table or an index.
  public struct Part: Hashable, Sendable {
    /// Its name.
    public let name: String
    /// Whether it is an index.
    public let isIndex: Bool
    /// The bytes of its pages.
    public let byteCount: Int
  }

  /// The table and its indexes by name; nil if SQLite was built without `dbstat`.
  public let parts: [Part]?
  /// The bytes of all pages of the file.
  public let fileByteCount: Int

  /// The bytes of all pages of the file. Call inside a read.
  public static func fileByteCount(_ db: Database) throws -> Int {
    var count = 0
    try db.internalRows("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size") {
      count = $0.integer(0)
    }
    return count
  }

  /// Reads each page of the table and of its indexes. Call inside a read.
  public init(of table: String, _ db: Database) throws {
    fileByteCount = try Self.fileByteCount(db)
    var hasPages = false
    try db.internalRows("SELECT 1 FROM pragma_module_list WHERE name = 'dbstat'") { _ in hasPages = true }
    guard hasPages else {
      parts = nil
      return
    }
    var found: [(name: String, isIndex: Bool)] = []
    try db.internalRows(
      """
      SELECT name, type = 'index' FROM main.sqlite_schema
      WHERE tbl_name = ? COLLATE NOCASE AND rootpage > 0 ORDER BY type = 'index', name
      """, exactly: [.text(table)]
    ) { found.append(($0.text(0), $0.integer(1) != 0)) }
    parts = try found.map { name, isIndex in
      var byteCount = 0
      try db.internalRows(
        "SELECT pgsize FROM dbstat WHERE schema = 'main' AND aggregate = 1 AND name = ?", exactly: [.text(name)]
      ) { byteCount = $0.integer(0) }
      return Part(name: name, isIndex: isIndex, byteCount: byteCount)
    }
  }
}
