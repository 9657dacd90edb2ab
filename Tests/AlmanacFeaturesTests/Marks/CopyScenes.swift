// Copying records to the clipboard.
import Databases
import Foundation
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct CopyScenes {
  @Test func theRecordWithTheCursor() async throws {
    try await scene { scene in
      try await scene.press("y")
      #expect(
        scene.terminal.copied
          == #"{"id":3,"body":"An octopus has three hearts.","createdAt":"2026-01-31 11:55:00.000"}"# + "\n")
      #expect(scene.status == " Copied fact 3.")
      try await scene.press("2,y")
      #expect(
        scene.terminal.copied
          == #"{"id":1,"name":"Ada Byron","email":"ada@example.org","active":true,"createdAt":"2026-01-29 12:00:00.000"}"#
          + "\n")
      #expect(scene.status == " Copied user 1.")
      try await scene.press("j")
      #expect(scene.status == "", "the next key takes the message away")
    }
  }

  @Test("a record whose key the list does not show is named by its label")
  func label() async throws {
    try await fileScene("CREATE TABLE Log(line TEXT NOT NULL); INSERT INTO Log VALUES ('Started')") { scene in
      try await scene.press("y")
      #expect(scene.terminal.copied == "{\"line\":\"Started\"}\n")
      #expect(scene.status == " Copied Log “Started”.")
    }
  }

  @Test("copies a value of every storage class, and control characters")
  func values() async throws {
    let sql = """
      CREATE TABLE Thing(id INTEGER PRIMARY KEY, v, w, isOn BOOLEAN);
      INSERT INTO Thing VALUES
        (1, NULL, 9007199254740993, 1), (2, 0.1, 1e999, 0), (3, x'00ff', 'x''00ff''', 7),
        (4, 'say "hi" \\' || char(27) || '[2J', 'line' || char(10) || 'Łódź', NULL);
      """
    try await fileScene(sql) { scene in
      try await scene.press("C-a,y")
      #expect(
        scene.terminal.copied == #"""
          {"id":1,"v":null,"w":9007199254740993,"isOn":1}
          {"id":2,"v":0.1,"w":1e999,"isOn":0}
          {"id":3,"v":"x'00ff'","w":"\u0078'00ff'","isOn":7}
          {"id":4,"v":"say \"hi\" \\\u001b[2J","w":"line\nŁódź","isOn":null}

          """#)
      #expect(scene.status.hasPrefix(" Copied 4 records.  "))
    }
  }

  @Test("marked records are copied in the order of the list, not of the marks")
  func order() async throws {
    let sql = """
      CREATE TABLE Town(code TEXT PRIMARY KEY, name TEXT, size INT) WITHOUT ROWID;
      INSERT INTO Town VALUES ('b', 'Bonn', 3), ('a', 'Ahlen', 3), ('d', 'Dorf', NULL), ('c', 'Celle', 1);
      """
    let (a, b, c, d) = (
      #"{"code":"a","name":"Ahlen","size":3}"#, #"{"code":"b","name":"Bonn","size":3}"#,
      #"{"code":"c","name":"Celle","size":1}"#, #"{"code":"d","name":"Dorf","size":null}"#
    )
    try await fileScene(sql) { scene in
      try await scene.press("x,G,x,k,x,y")
      #expect(scene.terminal.copied == [a, c, d].joined(separator: "\n") + "\n")
      #expect(scene.status.hasPrefix(" Copied 3 records.  "))
      try await scene.press("g,j,x,L,L,s,y")
      #expect(scene.terminal.copied == [d, c, a, b].joined(separator: "\n") + "\n", "by size")
      try await scene.press("Esc,S,C-a,y")
      #expect(scene.terminal.copied == [b, a, c, d].joined(separator: "\n") + "\n", "from the greatest on")
      try await scene.press("Esc,/,type:bonn,Enter,C-a,Esc,x,y")
      #expect(scene.terminal.copied == b + "\n", "only what is marked")
    }
  }

  @Test("a view that holds the same twice gives it twice; a file that can only be read gives all")
  func view() async throws {
    let sql = """
      CREATE TABLE Log(line TEXT);
      INSERT INTO Log VALUES ('one'), ('two'), ('one'), ('one');
      CREATE VIEW Lines AS SELECT upper(line) AS line FROM Log ORDER BY Log.rowid;
      """
    try await fileScene(sql, isReadOnly: true) { scene in
      try await scene.press("2,y")
      #expect(scene.terminal.copied == "{\"line\":\"ONE\"}\n")
      #expect(scene.status == " Copied a record of Lines.")
      try await scene.press("C-a,y")
      #expect(
        scene.terminal.copied == "{\"line\":\"ONE\"}\n{\"line\":\"TWO\"}\n{\"line\":\"ONE\"}\n{\"line\":\"ONE\"}\n")
      try await scene.press("Esc,j,x,G,x,y")
      #expect(
        scene.terminal.copied == "{\"line\":\"ONE\"}\n{\"line\":\"TWO\"}\n", "the first of equal ones stands for any")
      #expect(scene.status.hasPrefix(" Copied 2 records.  "))
    }
  }

  @Test func aRecordThatIsOpen() async throws {
    try await fileScene(
      "CREATE TABLE Album(AlbumId INTEGER PRIMARY KEY, Title TEXT); INSERT INTO Album VALUES (3, 'Rock'), (4, 'Roll')"
    ) { scene in
      // Marks in the list behind the record are ignored.
      try await scene.press("C-a,Enter,y")
      #expect(scene.terminal.copied == "{\"AlbumId\":3,\"Title\":\"Rock\"}\n")
      #expect(scene.status == " Copied Album 3.")
      try await scene.outside("DELETE FROM Album WHERE AlbumId = 3")
      try await scene.press("y")
      #expect(scene.status == " This record is gone.")
    }
  }

  @Test func aboveAHundredTheNumberIsTyped() async throws {
    try await scene(Content.facts(101)) { scene in
      try await scene.press("C-a,y")
      #expect(scene.lines.contains { $0.contains("┌ Copy 101 facts? ───") })
      #expect(scene.lines.contains { $0.contains("│ Type 101 to go on ") })
      try await scene.press("type:100,Enter")
      #expect(scene.lines.contains { $0.contains("│ That is a different number. Nothing was") })
      #expect(scene.lines.contains { $0.contains("│ copied. ") })
      #expect(scene.terminal.copied == nil)
      try await scene.press("Esc")
      #expect(scene.status.hasPrefix(" Nothing was copied.  "))
      try await scene.press("y,type:101,Enter")
      #expect(scene.status.hasPrefix(" Copied 101 facts.  "))
      let lines = scene.terminal.copied?.split(separator: "\n")
      #expect(lines?.count == 101)
      #expect(lines?.first == #"{"id":101,"body":"Fact 101","createdAt":"2026-01-30 12:00:00.000"}"#)
      #expect(lines?.last == #"{"id":1,"body":"Fact 1","createdAt":"2026-01-30 12:00:00.000"}"#)
      // A hundred records are few.
      try await scene.press("x,y")
      #expect(scene.status.hasPrefix(" Copied 100 facts.  "))
      #expect(scene.terminal.copied?.hasPrefix(#"{"id":100,"#) == true)
    }
  }

  @Test("of a file that can only be read very many records are copied too")
  func readOnly() async throws {
    try await scene(Content.facts(101), isReadOnly: true) { scene in
      try await scene.press("C-a,y,type:101,Enter")
      #expect(scene.status.hasPrefix(" Copied 101 facts.  "))
    }
  }

  @Test func theNumberHasChanged() async throws {
    try await scene(Content.facts(102)) { scene in
      try await scene.press("C-a,y,type:102")
      // The screen has not followed yet when the key is pressed.
      try RawConnection.run("DELETE FROM facts WHERE id = 7", on: scene.path)
      try await scene.pressAtOnce("Enter")
      #expect(scene.lines.contains { $0.contains("┌ Copy 101 facts? ───") })
      #expect(scene.lines.contains { $0.contains("│ The number has changed. Nothing was copied. ") })
      #expect(scene.terminal.copied == nil)
    }
  }

  private static let album = """
    CREATE TABLE Album(id INTEGER PRIMARY KEY, title TEXT, length AS (length(title)));
    INSERT INTO Album(id, title) VALUES (1, 'a, b'), (2, 'c|d' || char(10) || 'e'), (3, NULL);
    """

  @Test(
    "CIT-05: Y chooses the value, or the record in a format",
    arguments: [
      ("Y,Enter", "1", " Copied id of Album 1."), ("L,Y,Enter", "a, b", " Copied title of Album 1."),
      ("Y,type:csv,Enter", "id,title,length\r\n1,\"a, b\",4\r\n", " Copied Album 1 as CSV."),
      ("Y,type:tsv,Enter", "id\ttitle\tlength\n1\ta, b\t4\n", " Copied Album 1 as TSV."),
      (
        "Y,type:as a json,Enter", "[\n{\"id\":1,\"title\":\"a, b\",\"length\":4}\n]\n",
        " Copied Album 1 as a JSON array."
      ),
      (
        "Y,type:mark,Enter", "| id | title | length |\n| --- | --- | --- |\n| 1 | a, b | 4 |\n",
        " Copied Album 1 as Markdown."
      ),
      (
        "Y,type:ins,Enter", "INSERT INTO \"Album\"(\"id\", \"title\") VALUES (1, 'a, b');\n",
        " Copied Album 1 as INSERT."
      ),
    ])
  func formats(_ keys: String, _ copied: String, _ status: String) async throws {
    try await fileScene(Self.album) { scene in
      try await scene.press(keys)
      #expect(scene.terminal.copied == copied)
      #expect(scene.status == status)
    }
  }

  @Test("CIT-05: Y means the record that had the cursor, though another program deletes it before Enter")
  func deletedMeanwhile() async throws {
    try await fileScene(Self.album) { scene in
      try await scene.press("j,L,Y")
      #expect(scene.lines.contains { $0.contains("copy title") && $0.contains("Album 2") }, "\(scene.lines)")
      try await scene.outside("DELETE FROM Album WHERE id = 2")
      try await scene.press("Enter")
      #expect(scene.terminal.copied == nil)
      #expect(scene.status.hasPrefix(" Album 2 has gone already."))
    }
  }

  @Test("CIT-05: a value with characters that a terminal obeys is copied as JSON only, where they are escaped")
  func controlCharacters() async throws {
    try await fileScene("CREATE TABLE T(id INTEGER PRIMARY KEY, v); INSERT INTO T VALUES (1, char(27) || '[201~')") {
      scene in
      for key in ["L,Y,Enter", "Y,type:csv,Enter", "Y,type:mark,Enter"] {
        try await scene.press(key)
        #expect(scene.terminal.copied == nil)
        #expect(scene.status.hasPrefix(" Not copied: a value has control characters"), "\(scene.status)")
      }
      try await scene.press("Y,type:ins,Enter")
      #expect(scene.terminal.copied == "INSERT INTO \"T\"(\"id\", \"v\") VALUES (1, (char(27) || '[201~'));\n")
    }
  }

  @Test("CIT-05: an INSERT has all columns of a book but those that SQLite computes")
  func insertionOfABook() async throws {
    try await scene { scene in
      try await scene.press("Y,type:ins,Enter")
      #expect(
        scene.terminal.copied
          == #"INSERT INTO "facts"("id", "body", "createdAt") VALUES (3, 'An octopus has three hearts.', '2026-01-31 11:55:00.000');"#
          + "\n")
    }
  }

  @Test("CIT-05: of marked records, the column or the rows; in a record, the value of the field")
  func markedFormats() async throws {
    try await fileScene(Self.album) { scene in
      try await scene.press("L,C-a,Y,Enter")
      #expect(scene.terminal.copied == "a, b\nc|d\ne\n")
      #expect(scene.status.hasPrefix(" Copied title of 3 records."))
      try await scene.press("Y,type:mark,Enter")
      #expect(
        scene.terminal.copied == """
          | id | title | length |
          | --- | --- | --- |
          | 1 | a, b | 4 |
          | 2 | c\\|d<br>e | 5 |
          | 3 |  |  |

          """)
      #expect(scene.status.hasPrefix(" Copied 3 records as Markdown."))
      try await scene.press("Esc,j,l,j,Y,Enter")
      #expect(scene.terminal.copied == "c|d\ne")
      #expect(scene.status.hasPrefix(" Copied title of Album 2."))
    }
  }

  @Test("what is too long for terminals is not copied, one value or many records")
  func tooLong() async throws {
    let sql = """
      CREATE TABLE Photo(id INTEGER PRIMARY KEY, data BLOB, text TEXT);
      INSERT INTO Photo VALUES (1, zeroblob(3000000), NULL), (2, NULL, printf('%.*c', 749969, 'x')),
        (3, NULL, printf('%.*c', 749970, 'x'));
      CREATE VIEW Pairs AS SELECT a.id FROM Photo AS a, Photo AS b WHERE b.id < 3;
      """
    try await fileScene(sql, size: Size(width: 120, height: 12)) { scene in
      try await scene.press("y")
      #expect(
        scene.status == " Not copied: Photo 1 is more than 750,000 bytes, too much for terminals; "
          + "almanac show --json prints it.")
      #expect(scene.terminal.copied == nil)
      try await scene.press("j,y")
      #expect(scene.terminal.copied?.utf8.count == Clipboard.byteLimit)
      try await scene.press("j,y")
      #expect(scene.status.hasPrefix(" Not copied: Photo 3 is more than 750,000 bytes"))
      try await scene.press("x,k,x,y")
      #expect(
        scene.status == " Not copied: 2 records are more than 750,000 bytes, too much for terminals; "
          + "almanac export prints them.        2 marked")
    }
  }

  @Test func aRecordThatHasGone() async throws {
    try await scene { scene in
      try RawConnection.run("DELETE FROM facts WHERE id = 3", on: scene.path)
      try await scene.pressAtOnce("y")
      #expect(scene.status.hasPrefix(" Fact 3 has gone already.  "))
      try await scene.press("C-a")
      try RawConnection.run("DELETE FROM facts", on: scene.path)
      try await scene.pressAtOnce("y")
      #expect(scene.status.hasPrefix(" 2 facts have gone already.  "))
      #expect(scene.terminal.copied == nil)
      try await scene.press("y")
      #expect(scene.status == " There is no fact here.")
    }
  }

  @Test("what can't be read is not copied, and the message says what SQLite says")
  func unreadable() async throws {
    let sql = "CREATE TABLE A(x); INSERT INTO A VALUES (-1); CREATE VIEW Absolute AS SELECT abs(x) FROM A"
    try await fileScene(sql) { scene in
      try await scene.press("2")
      // The screen has not followed yet when the key is pressed.
      try RawConnection.run("UPDATE A SET x = -9223372036854775808", on: scene.path)
      try await scene.pressAtOnce("y")
      #expect(scene.status == " Not copied: integer overflow.")
      #expect(scene.terminal.copied == nil)
    }
  }

  @Test("a list that stands still is copied as it is seen: where it is no more, it catches up first")
  func paused() async throws {
    try await scene { scene in
      try await scene.press("P")
      try await scene.outside("UPDATE facts SET body = 'Squids too.' WHERE id = 3")
      try await scene.press("y")
      #expect(scene.status.hasPrefix(" The list has caught up: press the key again for what it shows now."))
      #expect(scene.terminal.copied == nil)
      try await scene.press("y")
      #expect(scene.terminal.copied?.contains("Squids too.") == true)
      try await scene.press("Enter,P")
      try await scene.outside("UPDATE facts SET body = 'And cuttlefish.' WHERE id = 3")
      try await scene.press("y")
      #expect(scene.status.hasPrefix(" The list has caught up: press the key again for what it shows now."))
      try await scene.press("y")
      #expect(scene.terminal.copied?.contains("And cuttlefish.") == true)
    }
  }

  @Test func theKeyWaitsForAToggle() async throws {
    let gate = StatementGate()
    try await scene(trace: gate.trace) { scene in
      try await scene.press("2")
      gate.close("UPDATE main.`users`")
      try await scene.pressWhileWaiting("Space,y")
      await gate.arrival()
      #expect(scene.session.screen.events.isAnyWaiting)
      gate.open()
      await scene.run.settle()
      #expect(scene.terminal.copied?.contains(#""active":false"#) == true)
    }
  }

  @Test("the palette has the key once on each screen, as what it does there")
  func palette() async throws {
    try await fileScene("CREATE TABLE A(id INTEGER PRIMARY KEY); INSERT INTO A VALUES (1)") { scene in
      try await scene.press(":,type:copy as json,Enter")
      #expect(scene.terminal.copied == "{\"id\":1}\n")
      try await scene.outside("INSERT INTO A VALUES (2)")
      try await scene.press("C,?")
      #expect(scene.lines.joined().components(separatedBy: "copy as").count == 2)
      #expect(scene.lines.contains { $0.contains("y Y        copy as SQL, choose") }, "\(scene.lines)")
    }
  }

  @Test("CHG-18: a statement that is too long for terminals is not copied")
  func longStatement() async throws {
    try await fileScene("CREATE TABLE A(id INTEGER PRIMARY KEY, x)") { scene in
      try await scene.outside("INSERT INTO A VALUES (1, zeroblob(400000))")
      try await scene.press("C,y")
      #expect(scene.status == " Not copied: the text has more than 750,000 bytes, too much for terminals.")
      #expect(scene.terminal.copied == nil)
    }
  }
}
