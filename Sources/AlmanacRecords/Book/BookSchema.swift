// The book's tables, as ordered, named migrations. A migration that has been released never changes.
import Databases

enum BookSchema {
  /// SQLite's `application_id` of a book: "ALMN".
  static let applicationID = 0x414C_4D4E

  static let migrator: Migrator = {
    var migrator = Migrator()
    migrator.register("Create facts and users") { db in
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
    migrator.register("Create the search indexes") { db in
      try db.execute(SearchIndex.foldTables)
      try db.execute(Fact.searchIndex.schema)
      try db.execute(User.searchIndex.schema)
    }
    return migrator
  }()

  /// What every connection to a book has for itself: the terms of the search indexes.
  static func prepare(_ db: Database) throws {
    for index in [Fact.searchIndex, User.searchIndex] {
      try db.execute(
        "CREATE VIRTUAL TABLE temp.\(index.name)_terms USING fts5vocab(main, \(index.name), row)")
    }
  }
}
