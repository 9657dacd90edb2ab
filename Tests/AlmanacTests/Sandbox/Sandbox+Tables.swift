// A file of another program with every kind of table, and verbs on it.
import Foundation
import TestSupport
import Testing

extension Sandbox {
  /// Tables by kind of key, with names, generated columns and types of all sorts.
  func tables(encoding: String = "UTF-8", journal: String = "delete") async throws -> String {
    let file = self["tables.db"]
    try await sqlite(
      file,
      """
      PRAGMA encoding = '\(encoding)'; PRAGMA page_size = 1024; PRAGMA auto_vacuum = INCREMENTAL;
      PRAGMA journal_mode = \(journal); PRAGMA user_version = 7; PRAGMA application_id = 42;
      CREATE TABLE tracks(
        TrackId INTEGER PRIMARY KEY, Name TEXT NOT NULL, Milliseconds INTEGER CHECK (Milliseconds > 0),
        Price REAL DEFAULT 0.99, Seconds INTEGER AS (Milliseconds / 1000), Size INTEGER AS (length(Name)) STORED);
      INSERT INTO tracks(Name, Milliseconds) VALUES ('Balls to the Wall', 342562), ('Fast As a Shark', 230619);
      CREATE TABLE codes(code TEXT PRIMARY KEY COLLATE NOCASE, name, isActive BOOLEAN);
      INSERT INTO codes VALUES ('ALFKI', 'Alfreds', 1), ('BONAP', NULL, 0), (NULL, 'no code', NULL);
      CREATE TABLE "Order Details"(
        OrderID INTEGER, ProductID INTEGER, Quantity INTEGER, done INTEGER DEFAULT 0,
        PRIMARY KEY (OrderID, ProductID)) WITHOUT ROWID;
      INSERT INTO "Order Details"(OrderID, ProductID, Quantity) VALUES (10248, 11, 12), (10248, 42, 10), (10249, 14, 9);
      CREATE TABLE newest(id INTEGER PRIMARY KEY DESC, v);
      INSERT INTO newest VALUES (1, 'one'), (2, 'two'), (3, 'three');
      CREATE TABLE falling(a TEXT, b INTEGER, v, PRIMARY KEY (a DESC, b)) WITHOUT ROWID;
      INSERT INTO falling VALUES ('x', 1, 'x1'), ('x', 2, 'x2'), ('y', 1, 'y1');
      CREATE TABLE loose(a, b);
      INSERT INTO loose VALUES (1, 'one'), ('1', 'text one'), (NULL, 'none');
      CREATE TABLE named(rowid TEXT, v);
      INSERT INTO named VALUES ('r', 1), ('s', 2);
      CREATE TABLE mixed(k PRIMARY KEY, v) WITHOUT ROWID;
      INSERT INTO mixed VALUES (5, 'integer'), ('six', 'text'), (7.5, 'real'), (x'00ff', 'blob');
      CREATE TABLE typed(k INT PRIMARY KEY, n INTEGER, r REAL, t TEXT, b BLOB, a ANY) STRICT;
      INSERT INTO typed VALUES (1, 2, 3.5, 'four', x'05', 'six');
      CREATE TABLE "say ""hi""=x"("a b" TEXT PRIMARY KEY, "c=d", "e:", "", "sel""ect");
      INSERT INTO "say ""hi""=x" VALUES ('key', 1, 2, 3, 4);
      ANALYZE;
      """)
    return file
  }

  /// Runs a verb on a file, which must succeed.
  func done(
    _ file: String, _ words: String..., at location: SourceLocation = #_sourceLocation
  ) async throws -> String {
    let ending = try await run([Self.binary] + words + ["--file", file])
    #expect(ending.status == 0 && ending.errors == "", "\(words): \(ending.errors)", sourceLocation: location)
    return ending.text
  }

  /// Runs a verb on a file; it must fail and leave the file as it is. Returns its message.
  func refusal(
    _ file: String, _ words: String..., status: Int32 = 1, at location: SourceLocation = #_sourceLocation
  ) async throws -> String {
    let before = try Data(contentsOf: URL(fileURLWithPath: file))
    let ending = try await run([Self.binary] + words + ["--file", file])
    #expect(ending.status == status && ending.text == "", "\(words): \(ending.text)", sourceLocation: location)
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before, "\(words)", sourceLocation: location)
    let prefix = "almanac \(words[0]): "
    #expect(ending.errors.hasPrefix(prefix), sourceLocation: location)
    return String(ending.errors.dropFirst(prefix.count).dropLast())
  }
}
