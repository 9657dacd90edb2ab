// The book's tables, as ordered, named migrations. A migration that has been released never changes.
import Databases
import LiveQueries
import StructuredQueries

enum BookSchema {
  /// SQLite's `application_id` for a book: "ALMN".
  static let applicationID = 0x414C_4D4E

  private typealias Step = (name: String, body: @Sendable (Database) throws -> Void)

  private static let steps: [Step] = [
    ("Create facts and users", createTables), ("Create the search indexes", createSearchIndexes),
    ("Index the orders of users", createOrderIndexes),
  ]

  @Sendable private static func createTables(_ db: Database) throws {
    try db.execute(
      """
      PRAGMA application_id = \(applicationID);
      CREATE TABLE facts(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        body TEXT NOT NULL,
        createdAt TEXT NOT NULL DEFAULT (strftime('%Y-%m-%d %H:%M:%f','now')));
      CREATE TABLE users(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL,
        email TEXT NOT NULL UNIQUE,
        active INTEGER NOT NULL DEFAULT 1,
        createdAt TEXT NOT NULL DEFAULT (strftime('%Y-%m-%d %H:%M:%f','now')));
      CREATE INDEX users_by_name ON users(name COLLATE NOCASE, id);
      """)
  }

  @Sendable private static func createSearchIndexes(_ db: Database) throws {
    try db.execute(SearchIndex.foldTables)
    for table in ListedTable.ofBook { if let index = table.style.search.index { try db.execute(index.schema) } }
  }

  /// Each order of the list, with the column of its filters, so that a page is found in the index alone.
  @Sendable private static func createOrderIndexes(_ db: Database) throws {
    try db.execute(
      """
      DROP INDEX users_by_name;
      CREATE INDEX users_by_name ON users(name COLLATE NOCASE, id, active);
      CREATE INDEX users_by_email ON users(email COLLATE NOCASE, id, active);
      CREATE INDEX users_by_age ON users(createdAt, id, active);
      """)
  }

  static let migrator: Migrator = {
    var migrator = Migrator(table: "almanac_migrations")
    for step in steps { migrator.register(step.name, step.body) }
    return migrator
  }()

  /// Throws `BookError` if a read-only book is outdated or of a later version. Call inside a read.
  static func check(_ db: Database, path: String) throws {
    do {
      guard try migrator.pending(db).isEmpty else { throw BookError.outdated(path: path) }
    } catch let error as MigrationError {
      throw BookError.laterVersion(path: path, error)
    }
  }

  /// Whether the file is a book. Call inside a read.
  static func isBook(_ db: Database) throws -> Bool {
    try SQLQuery<Int>("PRAGMA application_id").fetchOne(db) == applicationID && tellsRecordsApart(db)
  }

  /// Whether `id` is the rowid of both tables, which lists rely on: a file may only claim to be a book. Call inside a
  /// read.
  static func tellsRecordsApart(_ db: Database) throws -> Bool {
    try SQLQuery<Int>(
      """
      SELECT count(*) FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns
      -- A virtual table has no page of its own. SQLite's list of tables would open each of those.
      WHERE tables.name IN ('facts', 'users') AND tables.type = 'table' AND tables.rootpage > 0
        AND columns.name = 'id' AND upper(columns.type) = 'INTEGER' AND columns.pk = 1
        AND (SELECT max(pk) FROM pragma_table_info(tables.name)) = 1
        -- PRIMARY KEY DESC makes an index, and WITHOUT ROWID is one: then `id` is not the rowid.
        AND NOT EXISTS (SELECT 1 FROM pragma_index_list(tables.name) WHERE origin = 'pk')
      """
    ).fetchOne(db) == 2
  }

  /// Prepares a connection to a book: it adds the term tables of the search indexes, and makes unknown quoted names
  /// errors.
  static func prepare(_ db: Database) throws {
    // A missing column must be an error: another program may have dropped it.
    db.refuseQuotedStrings()
    for index in ListedTable.ofBook.compactMap(\.style.search.index) {
      try db.execute(
        "CREATE VIRTUAL TABLE temp.\(index.name)_terms USING fts5vocab(main, \(index.name), row)")
    }
  }
}
