// Changes of views through their INSTEAD OF triggers.
import Databases
import LiveQueries
import StructuredQueries
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite struct ViewChangeTests {
  private static let schema = """
    CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE album(id INTEGER PRIMARY KEY, title TEXT, artist REFERENCES artist, sold BOOLEAN DEFAULT 0);
    INSERT INTO artist VALUES (1, 'Accept'), (2, 'AC/DC');
    INSERT INTO album VALUES (1, 'Balls', 1, 0), (2, 'Rock', 2, 1), (3, 'Rock', 2, 1);
    CREATE TABLE log(what);
    CREATE VIEW albums AS SELECT album.id, title, name, sold FROM album JOIN artist ON artist.id = artist;
    CREATE TRIGGER albums_edit INSTEAD OF UPDATE ON albums BEGIN
      SELECT RAISE(ABORT, 'an album needs a title') WHERE new.title = '';
      UPDATE album SET title = new.title, sold = new.sold WHERE id = old.id;
      UPDATE artist SET name = new.name WHERE id = (SELECT artist FROM album WHERE id = old.id);
    END;
    CREATE TRIGGER albums_add INSTEAD OF INSERT ON albums BEGIN
      INSERT INTO album(title, artist) SELECT new.title, id FROM artist WHERE name = new.name;
    END;
    CREATE TRIGGER albums_delete INSTEAD OF DELETE ON albums WHEN old.id < 3 BEGIN
      DELETE FROM album WHERE id = old.id; INSERT INTO log VALUES (old.title);
    END;
    CREATE VIEW titles AS SELECT title, name FROM album JOIN artist ON artist.id = artist;
    CREATE TRIGGER titles_edit INSTEAD OF UPDATE OF title ON titles BEGIN
      UPDATE album SET title = new.title WHERE title = old.title;
    END;
    """
  private static let albums = "SELECT id || ' ' || title || ' ' || name || ' ' || sold FROM albums ORDER BY id"
  private static let base = ["1 Balls Accept 0", "2 Rock AC/DC 1", "3 Rock AC/DC 1"]

  /// Runs `body` with a view and the identities of its records in their order.
  private func withView(
    _ name: String, _ sql: String = "", _ body: (SQLiteConnection, ListedTable, [RecordID]) async throws -> Void
  ) async throws {
    try await withDatabase { connection in
      try await connection.write { try $0.execute(Self.schema + sql) }
      let (view, ids) = try await connection.read { db in
        let view = try #require(try ListedTable.named(name, db))
        return (view, try RecordsWindow(ListQuery(view)).fetch(db).rows.map(\.id))
      }
      try await body(connection, view, ids)
    }
  }

  private func texts(_ sql: String, _ connection: SQLiteConnection) async throws -> [String] {
    try await connection.read { db in try SQLQuery<String>("\(raw: sql)").fetchAll(db) }
  }

  @Test("ANY-12: an edit of a view, whose trigger writes to two tables, is undone and done again in both")
  func edit() async throws {
    try await withView("albums") { connection, view, ids in
      let change = try await connection.write { db in
        try view.edit(ids[0], ["title": .text("Restless"), "name": .text("accept")], db)
      }
      let now = RecordID.content([.integer(1), .text("Restless"), .text("accept"), .integer(0)], occurrence: 0)
      #expect(change.onlyRow?.id == now && change.rows.map(\.id) == [ids[0], now])
      #expect(change.otherRecords == [OtherRecords(.changed, 1, of: "album"), OtherRecords(.changed, 1, of: "artist")])
      #expect(try await texts(Self.albums, connection)[0] == "1 Restless accept 0")
      let undone = try await connection.write { db in try change.inverse.apply(db).change }
      #expect(try await texts(Self.albums, connection) == Self.base)
      #expect(undone.onlyRow?.id == ids[0])
      let again = try await connection.write { db in try undone.inverse.apply(db).change }
      #expect(again.onlyRow?.id == now)
      #expect(try await texts(Self.albums, connection)[0] == "1 Restless accept 0")
      try await connection.write { try $0.execute("UPDATE artist SET name = 'Theirs' WHERE id = 1") }
      let theirs = RowConflict(table: "artist", id: 1)
      await #expect(throws: PartOnly(left: [theirs])) {
        try await connection.write { db in _ = try again.inverse.apply(db) }
      }
      #expect(try await texts(Self.albums, connection)[0] == "1 Restless Theirs 0")
      let made = try await connection.write { db in try again.inverse.apply(db, leaving: [theirs]) }
      #expect(made.left == [theirs])
      #expect(try await texts(Self.albums, connection)[0] == "1 Balls Theirs 0")
    }
  }

  @Test("ANY-12: a record of a view is toggled, added and deleted through its triggers, and each is undone")
  func otherDeeds() async throws {
    try await withView("albums") { connection, view, ids in
      let deeds: [(deed: @Sendable (Database) throws -> BookChange, rows: [String])] = [
        ({ db in try view.toggle("sold", of: [ids[0]], db) }, ["1 Balls Accept 1"] + Self.base.dropFirst()),
        (
          { db in try view.add(["title": .text("Power"), "name": .text("AC/DC")], db) }, Self.base + ["4 Power AC/DC 0"]
        ),
        ({ db in try view.delete([ids[0], ids[1]], db) }, Array(Self.base.dropFirst(2))),
      ]
      for (deed, rows) in deeds {
        let change = try await connection.write { db in try deed(db) }
        #expect(try await texts(Self.albums, connection) == rows)
        _ = try await connection.write { db in try change.inverse.apply(db) }
        #expect(try await texts(Self.albums, connection) == Self.base)
        #expect(try await texts("SELECT what FROM log", connection) == [])
      }
      let added = try await connection.write { db in
        try view.add(["title": .text("Power"), "name": .text("AC/DC")], db).onlyRow
      }
      #expect(added?.id == .content([.integer(4), .text("Power"), .text("AC/DC"), .integer(0)], occurrence: 0))
      // Two records look alike, so the new one is unknown.
      let second = try await connection.write { db in
        try view.add(["title": .text("Power"), "name": .text("AC/DC")], db)
      }
      #expect(second.rows.isEmpty && second.isAddition)
    }
  }

  @Test("ANY-12: what a trigger does not do is not called done")
  func nothingDone() async throws {
    try await withView("albums") { connection, view, ids in
      let kept = RefusedByTrigger(outcome: .notDeleted, table: "albums", id: ids[2])
      await #expect(throws: kept) { try await connection.write { db in _ = try view.delete([ids[2]], db) } }
      await #expect(throws: kept) { try await connection.write { db in _ = try view.deleteForGood([ids[2]], db) } }
      await #expect(throws: RefusedByTrigger(outcome: .notAdded, table: "albums")) {
        try await connection.write { db in _ = try view.add(["title": .text("x"), "name": .text("No one")], db) }
      }
      // The trigger ignores this column.
      await #expect(throws: RefusedByTrigger(outcome: .notChanged, table: "albums", id: ids[0])) {
        try await connection.write { db in _ = try view.edit(ids[0], ["id": .integer(9)], db) }
      }
      let error = await #expect(throws: DatabaseError.self) {
        try await connection.write { db in _ = try view.edit(ids[0], ["title": .text("")], db) }
      }
      #expect(error.flatMap(BrokenRule.init)?.description == "an album needs a title")
      #expect(try await texts(Self.albums, connection) == Self.base)
      // An edit to the values that a record holds already writes nothing.
      let same = try await connection.write { db in
        try view.edit(ids[0], ["id": .text("1"), "title": .text("Balls")], db)
      }
      #expect(same.rows.isEmpty)
    }
  }

  @Test("ANY-12: of records of a view that are the same in all columns none is changed, and the sentence counts them")
  func alike() async throws {
    try await withView("titles") { connection, view, ids in
      #expect(ids.count == 3 && ids[1] != ids[2])
      for id in ids[1...] {
        let error = await #expect(throws: RecordsAlike.self) {
          try await connection.write { db in _ = try view.edit(id, ["title": .text("x")], db) }
        }
        #expect(
          error?.description == "2 records of titles are the same in all columns, and nothing tells one from another")
      }
      _ = try await connection.write { db in try view.edit(ids[0], ["title": .text("Rest")], db) }
      await #expect(throws: RecordGone(table: "titles", id: ids[0])) {
        try await connection.write { db in _ = try view.edit(ids[0], ["title": .text("x")], db) }
      }
      #expect(try await texts("SELECT title FROM album ORDER BY id", connection) == ["Rest", "Rock", "Rock"])
    }
  }

  @Test("ANY-12: records of a view are told apart by storage class and byte, whatever the column's collation and type")
  func exactly() async throws {
    let sql = """
      CREATE TABLE kinds(id INTEGER PRIMARY KEY, v); CREATE TABLE words(id INTEGER PRIMARY KEY, v TEXT COLLATE NOCASE);
      INSERT INTO kinds(v) VALUES (1), (1.0), ('1'), (x'31'), (NULL), ('');
      INSERT INTO words(v) VALUES ('a'), ('A'), ('a ');
      CREATE VIEW plain AS SELECT v FROM kinds; CREATE VIEW cased AS SELECT v FROM words;
      CREATE VIEW typed(v) AS SELECT CAST(v AS INTEGER) FROM words WHERE 0 UNION ALL SELECT v FROM kinds;
      CREATE TRIGGER a INSTEAD OF DELETE ON plain BEGIN
        DELETE FROM kinds WHERE v IS old.v AND typeof(v) = typeof(old.v); END;
      CREATE TRIGGER b INSTEAD OF DELETE ON cased BEGIN DELETE FROM words WHERE v = old.v COLLATE BINARY; END;
      CREATE TRIGGER c INSTEAD OF DELETE ON typed BEGIN
        DELETE FROM kinds WHERE v IS old.v AND typeof(v) = typeof(old.v); END;
      """
    for (name, table) in [("plain", "kinds"), ("cased", "words"), ("typed", "kinds")] {
      try await withView(name, sql) { connection, view, ids in
        for (index, id) in ids.enumerated() {
          let change = try await connection.write { db in try view.delete([id], db) }
          #expect(change.others.rows.map(\.id) == [.rowID(index + 1)], "\(name)")
          _ = try await connection.write { db in try change.inverse.apply(db) }
        }
        #expect(try await texts("SELECT CAST(count(*) AS TEXT) FROM \(table)", connection) == ["\(ids.count)"])
      }
    }
  }

  @Test("ANY-12: long values tell records of a view apart, and can be edited alone")
  func longValues() async throws {
    let sql = """
      CREATE TABLE page(id INTEGER PRIMARY KEY, title TEXT, body TEXT);
      INSERT INTO page(title, body) VALUES ('A', replace(hex(zeroblob(3000)), '0', 'x')), ('B', 'short');
      CREATE VIEW pages AS SELECT title, body FROM page;
      CREATE TRIGGER pages_edit INSTEAD OF UPDATE ON pages BEGIN
        UPDATE page SET title = new.title, body = new.body WHERE title = old.title AND body = old.body; END;
      CREATE TRIGGER pages_delete INSTEAD OF DELETE ON pages BEGIN
        DELETE FROM page WHERE title = old.title AND body = old.body; END;
      """
    try await withView("pages", sql) { connection, view, ids in
      let change = try await connection.write { db in
        try view.edit(ids[0], ["body": .text("now short")], db)
      }
      #expect(try await texts("SELECT body FROM page", connection) == ["now short", "short"])
      _ = try await connection.write { db in try change.inverse.apply(db) }
      // Another record with the same title takes its place.
      try await connection.write { db in
        try db.execute("UPDATE page SET body = replace(body, 'x', 'y') WHERE id = 1")
      }
      await #expect(throws: RecordGone(table: "pages", id: ids[0])) {
        try await connection.write { db in _ = try view.edit(ids[0], ["title": .text("C")], db) }
      }
      #expect(try await connection.write { db in try view.delete([ids[0]], db) }.rows.isEmpty)
      try await connection.write { db in
        try db.execute("INSERT INTO page(title, body) SELECT title, replace(body, 'y', 'x') FROM page WHERE id = 1")
      }
      let error = await #expect(throws: RecordsAlike.self) {
        try await connection.write { db in _ = try view.delete([ids[0]], db) }
      }
      #expect(
        error?.description
          == "2 records of pages are the same in all columns but the long ones, and nothing tells one from another")
      #expect(try await texts("SELECT title FROM page", connection) == ["A", "B", "A"])
    }
  }

  @Test("ANY-12: a change whose trigger writes to a search index itself is undone")
  func virtualTable() async throws {
    let sql = """
      CREATE VIRTUAL TABLE found USING fts5(body); CREATE VIEW notes AS SELECT body FROM found;
      CREATE TRIGGER notes_add INSTEAD OF INSERT ON notes BEGIN INSERT INTO found VALUES (new.body); END;
      """
    try await withView("notes", sql) { connection, view, _ in
      let change = try await connection.write { db in try view.add(["body": .text("tea")], db) }
      #expect(try await texts("SELECT body FROM found", connection) == ["tea"])
      try await connection.write { db in _ = try change.inverse.apply(db) }
      #expect(try await texts("SELECT body FROM found", connection) == [])
    }
  }

  @Test("ANY-12: the style of a view says what its triggers do not do, and which columns they leave")
  func limits() async throws {
    try await withView("titles") { _, view, _ in
      #expect(
        view.style.editing.refusals == [
          .add: "Nothing can be added to titles: the view has no INSTEAD OF INSERT trigger.",
          .delete: "Records of titles can't be deleted: the view has no INSTEAD OF DELETE trigger.",
        ])
      #expect(view.style.editing.columns.map(\.name) == ["title"])
    }
    let sql = """
      CREATE TRIGGER titles_add INSTEAD OF INSERT ON titles BEGIN INSERT INTO log VALUES (new.title); END;
      CREATE TRIGGER titles_delete INSTEAD OF DELETE ON titles BEGIN DELETE FROM gone; END;
      """
    try await withView("titles", sql) { _, view, _ in
      #expect(view.style.editing.refusals == [.delete: "Records of titles can't be deleted: no such table: gone."])
      #expect(view.style.editing.columns.map(\.name) == ["title", "name"])
      #expect(view.style.editing.columns.map(\.isFixed) == [false, true])
    }
    try await withView("albums") { _, view, _ in
      #expect(view.style.editing.refusals.isEmpty && view.style.editing.toggledColumn == "sold")
      #expect(view.style.editing.columns.allSatisfy { !$0.isFixed && !$0.isNotNull })
    }
  }
}
