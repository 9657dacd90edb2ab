// Databases of other programs, made by script.
import Testing

/// A database that another program might have made.
struct OtherDatabase: CustomTestStringConvertible, Sendable {
  let name: String
  let schema: String
  /// Changes the shown rows, as the database's own program does.
  let write: String

  var testDescription: String { name }

  static let all = [musicLibrary, orders, browserHistory, messages, utf16]

  static let musicLibrary = OtherDatabase(
    name: "a music library",
    schema: """
      CREATE TABLE Artist(ArtistId INTEGER PRIMARY KEY, Name NVARCHAR(120));
      CREATE TABLE Album(
        AlbumId INTEGER PRIMARY KEY, Title NVARCHAR(160) NOT NULL,
        ArtistId INTEGER NOT NULL REFERENCES Artist(ArtistId));
      CREATE INDEX AlbumArtist ON Album(ArtistId);
      CREATE TABLE Track(
        TrackId INTEGER PRIMARY KEY, Name TEXT NOT NULL, AlbumId INTEGER REFERENCES Album ON DELETE CASCADE,
        Milliseconds INTEGER, UnitPrice NUMERIC(10, 2));
      CREATE VIEW Lengths AS SELECT Title, sum(Milliseconds) AS Length FROM Album JOIN Track USING (AlbumId) GROUP BY 1;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
      INSERT INTO Artist SELECT i, CASE WHEN i % 7 THEN 'Artist ' || i END FROM n;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 90)
      INSERT INTO Album SELECT i, 'Album ' || i, 1 + i % 40 FROM n;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
      INSERT INTO Track SELECT i, 'Track ' || i, 1 + i % 90, i * 1000, 0.99 FROM n;
      """,
    write: "INSERT INTO Track(Name, AlbumId) VALUES ('New', 3); UPDATE Album SET Title = Title || '!' WHERE AlbumId < 9"
  )

  static let orders = OtherDatabase(
    name: "orders, with composite keys and names with spaces",
    schema: """
      CREATE TABLE "Order Details"(
        OrderID INTEGER, ProductID INTEGER, "Unit Price" REAL, "select" TEXT, PRIMARY KEY (OrderID, ProductID)
      ) WITHOUT ROWID;
      CREATE TABLE "Customers ""A"" B"("Customer ID" TEXT PRIMARY KEY DESC, "Company Name" TEXT COLLATE NOCASE, rowid TEXT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
      INSERT INTO "Order Details" SELECT 10000 + i / 3, i % 3, i * 0.5, NULL FROM n;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
      INSERT INTO "Customers ""A"" B" SELECT printf('C%03d', i), 'Company ' || i, 'r' || i FROM n;
      """,
    write: """
      UPDATE "Order Details" SET "Unit Price" = 9 WHERE ProductID = 1; DELETE FROM "Customers ""A"" B" WHERE rowid = 'r9'
      """)

  static let browserHistory = OtherDatabase(
    name: "a browser's history",
    schema: """
      CREATE TABLE urls(
        id INTEGER PRIMARY KEY AUTOINCREMENT, url LONGVARCHAR, title LONGVARCHAR, visit_count INTEGER DEFAULT 0 NOT NULL,
        last_visit_time INTEGER NOT NULL, hidden INTEGER DEFAULT 0 NOT NULL);
      CREATE INDEX urls_url_index ON urls(url);
      CREATE TABLE visits(id INTEGER PRIMARY KEY, url INTEGER NOT NULL, visit_time INTEGER NOT NULL, from_visit INTEGER);
      CREATE INDEX visits_url_index ON visits(url);
      CREATE TABLE meta(key LONGVARCHAR NOT NULL UNIQUE PRIMARY KEY, value LONGVARCHAR);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150)
      INSERT INTO urls(url, title, visit_count, last_visit_time)
      SELECT 'https://example.org/' || i, 'Page ' || i, i % 9, 13300000000000000 + i FROM n;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
      INSERT INTO visits(url, visit_time) SELECT 1 + i % 150, 13300000000000000 + i FROM n;
      INSERT INTO meta VALUES ('version', '58'), ('last_compatible_version', 16);
      """,
    write:
      "INSERT INTO visits(url, visit_time) VALUES (1, 13300000000009999); UPDATE urls SET visit_count = 99 WHERE id = 1"
  )

  static let messages = OtherDatabase(
    name: "a message store with a full-text index",
    schema: """
      CREATE TABLE message(id INTEGER PRIMARY KEY, sender TEXT, body TEXT, read BOOLEAN DEFAULT 0, attachment BLOB);
      CREATE VIRTUAL TABLE message_fts USING fts5(body, content='message', content_rowid='id');
      CREATE TRIGGER message_ai AFTER INSERT ON message BEGIN
        INSERT INTO message_fts(rowid, body) VALUES (new.id, new.body);
      END;
      CREATE TRIGGER message_ad AFTER DELETE ON message BEGIN
        INSERT INTO message_fts(message_fts, rowid, body) VALUES ('delete', old.id, old.body);
      END;
      CREATE TABLE draft(body);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120)
      INSERT INTO message SELECT i, 'Sender ' || i % 5, 'Hello number ' || i, i % 2, x'89504e470d0a1a0a00' FROM n;
      INSERT INTO draft VALUES ('one'), ('one'), (2), (NULL), (x'00');
      """,
    write: "INSERT INTO message(sender, body) VALUES ('New', 'Just in'); INSERT INTO draft VALUES ('one')")

  static let utf16 = OtherDatabase(
    name: "a UTF-16 file",
    schema: """
      PRAGMA encoding = 'UTF-16be';
      CREATE TABLE städte(name TEXT PRIMARY KEY, einwohner INTEGER, notiz TEXT) WITHOUT ROWID;
      INSERT INTO städte VALUES
        ('Köln', 1080000, 'odd'), ('München', 1500000, 'even!'), ('Łódź', 670000, NULL), ('東京', 14000000, '𝔸𝔹'),
        ('', 0, '');
      """,
    write: "UPDATE städte SET einwohner = einwohner + 1; INSERT INTO städte VALUES ('Neu', 1, 'x')")
}
