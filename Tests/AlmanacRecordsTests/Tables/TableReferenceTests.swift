// The foreign keys of a file's tables, each with the referenced table.
import Databases
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite struct TableReferenceTests {
  /// The foreign keys of the table `name` in a database that `sql` makes.
  private func references(_ name: String, _ sql: String) async throws -> [TableReference] {
    try await withDatabase { connection in
      try await connection.write { try $0.execute(sql) }
      let tables = try await connection.read { db in try FileTables().fetch(db) }
      return try #require(tables[name]).style.relations.references
    }
  }

  @Test("ANY-14: one column, a unique column, the table itself, several columns, whatever the case of names")
  func allKinds() async throws {
    let found = try await references(
      "child",
      """
      CREATE TABLE Parent(Id INTEGER PRIMARY KEY, Note TEXT, Name TEXT NOT NULL, Code TEXT UNIQUE);
      CREATE TABLE pair(a, b, words TEXT, PRIMARY KEY (a, b)) WITHOUT ROWID;
      CREATE TABLE child(
        id INTEGER PRIMARY KEY, title TEXT, p REFERENCES PARENT, c REFERENCES parent(CODE), up REFERENCES Child, x, y,
        FOREIGN KEY (x, Y) REFERENCES pair);
      """)
    #expect(
      found == [
        TableReference(columns: ["p"], parent: "Parent", parentColumns: ["Id"], label: RecordLabel([["Name"]])),
        TableReference(columns: ["c"], parent: "Parent", parentColumns: ["Code"], label: RecordLabel([["Name"]])),
        TableReference(columns: ["up"], parent: "child", parentColumns: ["id"], label: RecordLabel([["title"]])),
        TableReference(
          columns: ["x", "y"], parent: "pair", parentColumns: ["a", "b"], label: RecordLabel([["words"]])),
      ])
  }

  @Test("ANY-14: a missing table, a missing column, a view and a key that has more columns are named, and not found")
  func nothingFound() async throws {
    let found = try await references(
      "child",
      """
      CREATE TABLE two(a, b, PRIMARY KEY (a, b)); CREATE VIEW seen AS SELECT 1 AS id;
      CREATE TABLE child(a REFERENCES Missing, b REFERENCES two, c REFERENCES two(z), d REFERENCES seen(id));
      """)
    #expect(
      found == [
        TableReference(columns: ["a"], parent: "Missing", parentColumns: []),
        TableReference(columns: ["b"], parent: "two", parentColumns: []),
        TableReference(columns: ["c"], parent: "two", parentColumns: []),
        TableReference(columns: ["d"], parent: "seen", parentColumns: []),
      ])
  }

  @Test(
    "ANY-14: the label is the column that a person knows a record by, and never a key",
    arguments: [
      ("id INTEGER PRIMARY KEY, a TEXT, b TEXT UNIQUE, c TEXT NOT NULL", "b"),
      ("id INTEGER PRIMARY KEY, a TEXT, b TEXT, c VARCHAR(9) NOT NULL", "c"),
      ("id INTEGER PRIMARY KEY, n INT NOT NULL, a TEXT, b TEXT", "a"),
      ("id TEXT PRIMARY KEY, a TEXT", "a"),
      ("id TEXT PRIMARY KEY, n INT", nil),
      ("id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT, UNIQUE (b, c)", "a"),
      ("id INT, a TEXT", nil),
      ("id INTEGER PRIMARY KEY, code TEXT NOT NULL, title TEXT, name TEXT", "title"),
      ("id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, Label TEXT", "Label"),
      ("id INTEGER PRIMARY KEY, kind_name TEXT NOT NULL, parent_name TEXT", "parent_name"),
      ("id INTEGER PRIMARY KEY, bio TEXT NOT NULL, username TEXT", "username"),
      ("id INTEGER PRIMARY KEY, name, note TEXT NOT NULL", "name"),
      ("id INTEGER PRIMARY KEY, name STRING, note TEXT NOT NULL", "name"),
      ("id INTEGER PRIMARY KEY, name INTEGER, note TEXT", "note"),
      ("id INTEGER PRIMARY KEY, colorHex TEXT NOT NULL, sha256 TEXT UNIQUE, file_path TEXT, note TEXT", "note"),
      ("id INTEGER PRIMARY KEY, country_code TEXT, created_at TEXT NOT NULL", "country_code"),
      ("id INTEGER PRIMARY KEY, owner TEXT NOT NULL REFERENCES child(p), note TEXT", "note"),
      ("id INTEGER PRIMARY KEY, Name TEXT NOT NULL, FOREIGN KEY (name) REFERENCES child(p)", nil),
      ("id INTEGER PRIMARY KEY, subject TEXT, body TEXT NOT NULL", "subject"),
    ])
  func label(columns: String, expected: String?) async throws {
    let found = try await references(
      "child", "CREATE TABLE parent(\(columns)); CREATE TABLE child(p REFERENCES parent(id))")
    #expect(found.map(\.label) == [expected.map { RecordLabel([[$0]]) }])
  }

  @Test(
    "REAL-25: a first and a last name label a person, before a title, in many languages",
    arguments: [
      ("LastName TEXT, FirstName TEXT, Title TEXT", [["FirstName", "LastName"], ["Title"]]),
      ("title TEXT NOT NULL, first_name TEXT, last_name TEXT", [["first_name", "last_name"], ["title"]]),
      ("lname TEXT, fname TEXT", [["fname", "lname"]]), ("Nachname, Vorname", [["Vorname", "Nachname"]]),
      ("Name TEXT, Vorname TEXT", [["Vorname", "Name"]]), ("nom TEXT, prenom TEXT", [["prenom", "nom"]]),
      ("nom TEXT, prénom TEXT", [["prénom", "nom"]]), ("nombre TEXT, apellidos TEXT", [["nombre", "apellidos"]]),
      ("given_name TEXT, family_name TEXT", [["given_name", "family_name"]]),
      ("forename TEXT, surname TEXT", [["forename", "surname"]]), ("First TEXT, Last TEXT", [["First", "Last"]]),
      ("ZFIRSTNAME VARCHAR, ZLASTNAME VARCHAR, ZTITLE VARCHAR", [["ZFIRSTNAME", "ZLASTNAME"], ["ZTITLE"]]),
      ("parentFirstName TEXT, parentLastName TEXT, title TEXT", [["parentFirstName", "parentLastName"], ["title"]]),
      ("a TEXT, firstname TEXT, lastname TEXT, email TEXT NOT NULL", [["firstname", "lastname"], ["email"]]),
      // The name of a person who belongs to the record.
      (
        "contact_first_name TEXT, contact_last_name TEXT, title TEXT",
        [["title"], ["contact_first_name", "contact_last_name"]]
      ),
      // The whole name has its own column.
      ("name TEXT, first_name TEXT, last_name TEXT", [["name"], ["first_name", "last_name"]]),
      ("title TEXT, last_name TEXT", [["title"]]), ("nom TEXT, note TEXT NOT NULL", [["note"]]),
      ("first INT, last INT, note TEXT", [["note"]]), ("agent_first_name TEXT, last_name TEXT", [["agent_first_name"]]),
    ])
  func person(columns: String, expected: [[String]]) async throws {
    let found = try await references(
      "child",
      "CREATE TABLE parent(id INTEGER PRIMARY KEY, \(columns)); CREATE TABLE child(p REFERENCES parent(id))")
    #expect(found.map { $0.label?.choices } == [expected])
  }

  @Test("REAL-25: a missing name is left out; without both the next best column labels")
  func missingNames() {
    let label = RecordLabel([["first", "last"], ["title"]])
    func text(_ values: [String: String]) -> String? { label.text { values[$0] } }
    #expect(text(["first": "Ada", "last": "Byron", "title": "Countess"]) == "Ada Byron")
    #expect(text(["first": "", "last": "Byron"]) == "Byron")
    #expect(text(["first": "Ada", "title": "Countess"]) == "Ada")
    #expect(text(["first": "", "title": "Countess"]) == "Countess")
    #expect(text(["title": ""]) == nil)
  }

  // MARK: Records that can't be deleted

  /// A record that can't be deleted, of the table `name` in a database that `sql` makes, and the reason.
  private func kept(
    _ name: String, _ ids: [RecordID], isDeleted: Bool = true, _ sql: String
  ) async throws -> KeptRecord? {
    try await withDatabase { connection in
      try await connection.write { try $0.execute(sql) }
      return try await connection.read { db in
        try TableShape(named: name, db)!.recordKept(among: ids, isDeleted: isDeleted, db)
      }
    }
  }

  private static let staff = "CREATE TABLE emp(id INTEGER PRIMARY KEY, boss REFERENCES emp); INSERT INTO emp VALUES"

  @Test("ANY-15: a record that is deleted with the one that it names keeps it only by RESTRICT")
  func itself() async throws {
    let staff = "\(Self.staff) (1, 1), (2, 1), (3, 2)"
    let second = KeptRecord(table: "emp", id: 2, naming: [NamingRecords(table: "emp", columns: ["boss"], count: 1)])
    #expect(try await kept("emp", [1, 2], staff) == second)
    #expect(try await kept("emp", [1, 2, 3], staff) == nil)
    #expect(try await kept("emp", [3], staff) == nil)
    let first = KeptRecord(table: "emp", id: 1, naming: [NamingRecords(table: "emp", columns: ["boss"], count: 2)])
    #expect(
      try await kept("emp", [1, 2], staff.replacing("REFERENCES emp", with: "REFERENCES emp ON DELETE RESTRICT"))
        == first)
    // A record whose key is changed still references itself by the old key.
    #expect(try await kept("emp", [1], isDeleted: false, staff) == first)
    #expect(
      try await kept(
        "pair", [.key([.text("a"), .integer(1)]), .key([.text("b"), .integer(2)])],
        """
        CREATE TABLE pair(x TEXT COLLATE NOCASE, y INT, bx, by, PRIMARY KEY (x, y), FOREIGN KEY (bx, by) REFERENCES pair)
        WITHOUT ROWID;
        INSERT INTO pair VALUES ('a', 1, 'B', 2), ('b', 2, NULL, 2), ('c', 3, 'B', 2);
        """)
        == KeptRecord(
          table: "pair", id: .key([.text("b"), .integer(2)]),
          naming: [NamingRecords(table: "pair", columns: ["bx", "by"], count: 1)]))
  }

  @Test(
    "ANY-15: the first record that is kept among very many, with all that names it; actions that change do not keep")
  func amongMany() async throws {
    let sql = """
      CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT UNIQUE COLLATE NOCASE);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40000) INSERT INTO artist SELECT i, 'n' || i FROM n;
      CREATE TABLE album(a INTEGER REFERENCES artist, b REFERENCES artist ON DELETE CASCADE);
      CREATE TABLE song(n REFERENCES ARTIST(NAME)); CREATE TABLE tour(a REFERENCES artist ON DELETE SET NULL);
      INSERT INTO album VALUES (39999, 1), (39998, 2); INSERT INTO song VALUES ('N39998'), ('n39998'), ('n40000');
      INSERT INTO tour VALUES (3);
      """
    #expect(
      try await kept("artist", (1...40_000).map { .rowID($0) }, sql)
        == KeptRecord(
          table: "artist", id: 39_998,
          naming: [
            NamingRecords(table: "album", columns: ["a"], count: 1),
            NamingRecords(table: "song", columns: ["n"], count: 2),
          ]))
    #expect(try await kept("artist", (1...39_000).map { .rowID($0) }, sql) == nil)
  }
}
