// Verbs on views, which only their INSTEAD OF triggers change.
import Foundation
import TestSupport
import Testing

@Suite("records of views")
struct ViewVerbTests {
  private func shop(_ sandbox: Sandbox) async throws -> String {
    let file = sandbox["shop.db"]
    try await sandbox.sqlite(
      file,
      """
      CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE album(id INTEGER PRIMARY KEY, title TEXT, artist INT, sold BOOLEAN DEFAULT 0);
      CREATE TABLE log(what);
      INSERT INTO artist VALUES (1, 'Accept'), (2, 'AC/DC');
      INSERT INTO album VALUES (1, 'Balls', 1, 0), (2, 'Rock', 2, 1), (3, 'Rock', 2, 1);
      CREATE VIEW albums AS SELECT album.id, title, name, sold FROM album JOIN artist ON artist.id = artist;
      CREATE TRIGGER albums_edit INSTEAD OF UPDATE ON albums BEGIN
        SELECT RAISE(ABORT, 'an album needs a title') WHERE new.title = '';
        UPDATE album SET title = new.title, sold = new.sold WHERE id = old.id;
        UPDATE artist SET name = new.name WHERE name = old.name;
      END;
      CREATE TRIGGER albums_add INSTEAD OF INSERT ON albums BEGIN
        INSERT INTO album(title, artist) SELECT new.title, id FROM artist WHERE name = new.name;
      END;
      CREATE TRIGGER albums_delete INSTEAD OF DELETE ON albums BEGIN
        DELETE FROM album WHERE id = old.id; INSERT INTO log VALUES (old.title);
      END;
      CREATE VIEW titles AS SELECT title, name FROM album JOIN artist ON artist.id = artist;
      CREATE TRIGGER titles_edit INSTEAD OF UPDATE OF title ON titles BEGIN
        UPDATE album SET title = upper(new.title) WHERE title = old.title;
      END;
      """)
    return file
  }

  @Test("ANY-12, ANY-32: add, edit, toggle, delete and show on a view with triggers; --where names a record")
  func verbs() async throws {
    let sandbox = try Sandbox()
    let file = try await shop(sandbox)
    #expect(
      try await sandbox.done(file, "show", "albums", "--where", "id=1")
        == "id\t1\ntitle\tBalls\nname\tAccept\nsold\t0\n")
    #expect(
      try await sandbox.done(file, "edit", "albums", "--where", "id=1", "title=Restless", "name=accept", "--json")
        == "{\"id\":1,\"title\":\"Restless\",\"name\":\"accept\",\"sold\":0}\n")
    #expect(try await sandbox.sqlite(file, "SELECT name FROM artist") == "accept\nAC/DC")
    #expect(
      try await sandbox.done(file, "toggle", "albums", "--where", "title=Rock", "--where", "id=3", "--json")
        == "{\"id\":3,\"title\":\"Rock\",\"name\":\"AC/DC\",\"sold\":0}\n")
    #expect(try await sandbox.done(file, "add", "albums", "title=Power", "name=AC/DC") == "")
    let ending = try await sandbox.almanac("delete", "albums", "--where", "id:=4", "--file", file)
    #expect(ending.status == 0 && ending.text == "")
    #expect(
      ending.errors == "Also deleted 1 record of album and added 1 record of log.\n",
      "\(ending.errors)")
    #expect(try await sandbox.sqlite(file, "SELECT id, title, sold FROM album") == "1|Restless|0\n2|Rock|1\n3|Rock|0")
    #expect(try await sandbox.sqlite(file, "SELECT what FROM log") == "Power")
    // The trigger stores another value than the typed one, so the edited record is not found again.
    #expect(try await sandbox.done(file, "edit", "titles", "--where", "title=Restless", "title=wild") == "")
    #expect(try await sandbox.sqlite(file, "SELECT title FROM album WHERE id = 1") == "WILD")
  }

  @Test("ANY-12, ANY-32: --dry-run of a change of a view says what its triggers would do, and changes nothing")
  func rehearsed() async throws {
    let sandbox = try Sandbox()
    let file = try await shop(sandbox)
    let before = try Data(contentsOf: URL(fileURLWithPath: file))
    for (words, errors) in [
      (
        ["delete", "albums", "--where", "id=1"],
        "the record of albums would be deleted; 1 record would be deleted from album; 1 record would be added to log"
      ),
      (
        ["edit", "albums", "--where", "id=1", "title=x"],
        "title of the record of albums would change; 1 record would be changed in album; 1 record would be changed in artist"
      ),
      (
        ["add", "albums", "title=x", "name=Accept"],
        "1 record would be added to albums; 1 record would be added to album"
      ),
    ] {
      let ending = try await sandbox.run([Sandbox.binary] + words + ["--dry-run", "--file", file])
      #expect(ending.errors == "Dry run: \(errors). Nothing was written.\n")
      #expect(ending.status == 0)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
  }

  @Test("ANY-12: a verb says which trigger a view lacks, which records look the same, and what a trigger raises")
  func refused() async throws {
    let sandbox = try Sandbox()
    let file = try await shop(sandbox)
    for (sentence, words) in [
      ("Nothing can be added to titles: the view has no INSTEAD OF INSERT trigger.", ["add", "titles", "title=x"]),
      (
        "Records of titles can't be deleted: the view has no INSTEAD OF DELETE trigger.",
        ["delete", "titles", "--where", "title=Balls"]
      ),
      (
        "name can't be changed: no INSTEAD OF UPDATE trigger of titles is for it.",
        ["edit", "titles", "--where", "title=Balls", "name=x"]
      ),
      (
        "titles has no column that is declared boolean; --column names one that holds 0 or 1.",
        ["toggle", "titles", "--where", "title=Balls"]
      ),
      ("albums is a view, without a key: name a record with --where COLUMN=VALUE.", ["delete", "albums", "1"]),
      (
        "albums is a view, without a key: name a record with --where COLUMN=VALUE.", ["edit", "albums", "1", "title=x"]
      ),
      ("albums is a view, without a key: name a record with --where COLUMN=VALUE.", ["show", "albums", "1"]),
      (
        "2 records of albums have title=Rock: --count 2 takes them all.", ["delete", "albums", "--where", "title=Rock"]
      ),
      (
        "Name a record of albums by its key or by --where, not by both: '1' is too much.",
        ["delete", "albums", "1", "--where", "id=1"]
      ),
      ("There is no column 'x' in albums, which has id, title, name and sold.", ["show", "albums", "--where", "x=1"]),
    ] {
      let ending = try await sandbox.run([Sandbox.binary] + words + ["--file", file])
      #expect(ending.errors == "almanac \(words[0]): \(sentence)\n", "\(words)")
      #expect(ending.status == 2 && ending.text == "")
    }
    #expect(
      try await sandbox.refusal(file, "edit", "albums", "--where", "id=1", "title=")
        == "Nothing was changed: an album needs a title.")
    #expect(
      try await sandbox.refusal(file, "delete", "albums", "--where", "id=9")
        == "Nothing was deleted: there is no record with id=9 in albums.")
    #expect(
      try await sandbox.refusal(file, "show", "albums", "--where", "id=9") == "There is no record with id=9 in albums.")
    #expect(
      try await sandbox.refusal(file, "add", "albums", "title=x", "name=y")
        == "Nothing was added: a trigger of the file keeps the record out of albums.")
  }

  @Test("ANY-32: --where names a record of a table too, also of one without a key, which show shows")
  func conditions() async throws {
    let sandbox = try Sandbox()
    let file = try await shop(sandbox)
    try await sandbox.sqlite(file, "CREATE TABLE bare(rowid, oid, _rowid_); INSERT INTO bare VALUES (1, 2, 3)")
    #expect(try await sandbox.done(file, "delete", "album", "--where", "title=Balls") == "1\n")
    #expect(try await sandbox.done(file, "show", "bare", "--where", "oid:=2") == "rowid\t1\noid\t2\n_rowid_\t3\n")
    #expect(
      try await sandbox.refusal(file, "delete", "bare", "--where", "oid:=2", status: 2)
        == "Nothing tells the records of bare apart; almanac list shows them.")
  }
}
