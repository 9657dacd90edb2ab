// The schema of a book, on standard output.
import TestSupport
import Testing

@Suite("almanac schema")
struct SchemaCommandTests {
  @Test("ANY-32: below the columns of a view stands the statement that made it, in its own lines, harmless")
  func view() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["shop.db"]
    try await sandbox.sqlite(
      file,
      """
      CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT);
      CREATE VIEW late AS
      SELECT id, name -- \u{1B}[31m
        FROM customer

      WHERE id > 10;
      CREATE VIEW broken AS SELECT * FROM missing;
      """)
    #expect(
      try await sandbox.almanac("schema", "--file", file).text == """
        view broken
          can't be read: no such table: missing
          CREATE VIEW broken AS SELECT * FROM missing

        table customer
          id    INTEGER  primary key
          name  TEXT

        view late
          id    INTEGER
          name  TEXT
          CREATE VIEW late AS
          SELECT id, name -- ␛[31m
            FROM customer

          WHERE id > 10

        """)
  }

  @Test("ANY-32: columns, indexes and foreign keys, a line each; names are shown harmless")
  func oneTable() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    try await sandbox.sqlite(
      book,
      """
      ALTER TABLE users ADD COLUMN "no\u{1B}te" TEXT NOT NULL DEFAULT '-' COLLATE RTRIM;
      ALTER TABLE users ADD COLUMN fact REFERENCES facts ON DELETE SET NULL;
      CREATE INDEX late ON users(createdAt DESC, lower(name)) WHERE active;
      """)
    #expect(
      try await sandbox.almanac("schema", "USERS", "--file", book).text == #"""
        table users
          id         INTEGER  primary key
          name       TEXT     not null
          email      TEXT     not null
          active     INTEGER  not null, default 1
          createdAt  TEXT     not null, default strftime('%Y-%m-%d %H:%M:%f','now')
          no␛te      TEXT     not null, default '-', collate RTRIM
          fact
          index late on createdAt desc, an expression, of some rows
          unique index sqlite_autoindex_users_1 on email
          index users_by_age on createdAt, id, active
          index users_by_email on email collate NOCASE, id, active
          index users_by_name on name collate NOCASE, id, active
          index users_search_blind on id, of some rows
          foreign key (fact) to facts, on delete set null

        """#)
    let all = try await sandbox.almanac("schema", "--all", "--file", book).text.split(separator: "\n")
    #expect(
      all.filter { !$0.hasPrefix(" ") } == [
        "table almanac_migrations", "table facts", "virtual table facts_search",
        "shadow table facts_search_config", "shadow table facts_search_content", "shadow table facts_search_data",
        "shadow table facts_search_docsize", "shadow table facts_search_idx", "table search_blocks",
        "table search_folds (without rowid)", "internal table sqlite_schema", "internal table sqlite_sequence",
        "table users", "virtual table users_search", "shadow table users_search_config",
        "shadow table users_search_content", "shadow table users_search_data", "shadow table users_search_docsize",
        "shadow table users_search_idx",
      ])
    let wrong = try await sandbox.almanac("schema", "cats", "--file", book)
    #expect(wrong.status == 2)
    #expect(
      wrong.errors
        == "almanac schema: There is no table 'cats'; almanac schema lists the tables.\n"
    )
  }
}
