// The names of records in titles and messages.
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct RecordNameScenes {
  @Test("ANY-10: a record is named after its table, as that is spelled, and by its key, in titles and messages")
  func key() async throws {
    let sql = """
      CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      INSERT INTO artist VALUES (1, 'AC/DC'), (3, 'Accept');
      """
    try await fileScene(sql, size: Size(width: 60, height: 8)) { scene in
      try await scene.press("j,l")
      #expect(scene.line(0) == " music.db › artist 3                                   live")
      #expect(scene.line(1) == " ▌ id    3")
      try await scene.press("e")
      #expect(scene.lines.contains { $0.contains(" Edit artist 3 ") })
      try await scene.press("Esc,d")
      #expect(scene.status == " Deleted artist 3 · u undo")
      try await scene.press("u")
      #expect(scene.status == " Undone: Deleted artist 3 · Ctrl-R redo")
      try await scene.press(":,type:7,Enter")
      #expect(scene.status == " There is no artist 7.")
    }
  }

  @Test("REAL-25: people are called by both names, wherever a foreign key or a change names one")
  func people() async throws {
    let sql = """
      CREATE TABLE Employees(
        EmployeeID INTEGER PRIMARY KEY, LastName TEXT NOT NULL, FirstName TEXT, Title TEXT,
        ReportsTo INTEGER REFERENCES Employees);
      INSERT INTO Employees VALUES (1, 'Davolio', 'Nancy', 'Sales Representative', 2),
        (2, 'Fuller', 'Andrew', 'Vice President, Sales', NULL), (3, 'Leverling', '', 'Sales Representative', 1),
        (4, '', NULL, 'Clerk', 3), (5, 'Buchanan', 'Steven', 'Sales Manager', 4);
      CREATE VIEW Staff AS SELECT FirstName, LastName, Title FROM Employees;
      CREATE TRIGGER gone INSTEAD OF DELETE ON Staff BEGIN DELETE FROM Employees WHERE LastName = old.LastName; END;
      """
    try await fileScene(sql, size: Size(width: 120, height: 12)) { scene in
      #expect(
        scene.list.prefix(5).map { $0.suffix(24).trimmingPrefix { $0 == " " } } == [
          "2 Andrew Fuller", "NULL", "1 Nancy Davolio", "3 Leverling", "4 Clerk",
        ], "\(scene.lines)")
      try await scene.press("l")
      #expect(scene.lines.contains { $0.hasSuffix("2 › Andrew Fuller") }, "\(scene.lines)")
      try await scene.outside("DELETE FROM Employees WHERE EmployeeID = 5")
      try await scene.press("C")
      #expect(scene.list[0].contains("-  Steven Buchanan"), "\(scene.lines)")
      try await scene.press("Esc,h,2")
      for (key, label) in [("G", "Clerk"), ("G", "Leverling"), ("g", "Nancy Davolio")] {
        try await scene.press("\(key),d")
        #expect(scene.said == "Deleted Staff “\(label)”", "\(scene.lines)")
      }
    }
  }

  @Test("ANY-02: a record whose key the list does not show is named by its label, or where it has none by its table")
  func label() async throws {
    let sql = """
      CREATE TABLE Log(level INT, line TEXT NOT NULL);
      CREATE TABLE Pair(a INT, b INT);
      CREATE TABLE Seat(hall TEXT, place INT, holder TEXT NOT NULL, PRIMARY KEY (hall, place));
      CREATE VIEW Lines AS SELECT line, level FROM Log;
      INSERT INTO Log VALUES (1, 'Started'), (2, '');
      INSERT INTO Pair VALUES (1, 2);
      INSERT INTO Seat VALUES ('A', 7, 'Ada');
      """
    try await fileScene(sql, size: Size(width: 60, height: 8)) { scene in
      try await scene.press("l")
      #expect(scene.line(0).hasPrefix(" music.db › Log “Started”  "))
      try await scene.press("e")
      #expect(scene.lines.contains { $0.contains(" Edit Log “Started” ") })
      try await scene.press("Esc,d")
      #expect(scene.status == " Deleted Log “Started” · u undo")
      try await scene.press("u")
      #expect(scene.status == " Undone: Deleted Log “Started” · Ctrl-R redo")
      try await scene.press("h,j,d")
      #expect(scene.status == " Deleted a record of Log · u undo")
      try await scene.press("u,2,d")
      #expect(scene.status == " Deleted a record of Pair · u undo")
      try await scene.press("u,l")
      #expect(scene.line(0).hasPrefix(" music.db › A record of Pair  "))
      try await scene.press("3,l")
      #expect(scene.line(0).hasPrefix(" music.db › Seat A 7  "))
      try await scene.press("4,l")
      #expect(scene.line(0).hasPrefix(" music.db › Lines “Started”  "))
    }
  }

  @Test("ANY-01: the count on a tab follows our own changes, however the table's name is spelled")
  func countOfAName() async throws {
    let sql = "CREATE TABLE Artist(Id INTEGER PRIMARY KEY, Name TEXT); INSERT INTO Artist VALUES (1, 'a'), (2, 'b');"
    try await fileScene(sql, size: Size(width: 60, height: 8)) { scene in
      try await scene.press("L,f")
      try await scene.inside("UPDATE Artist SET Name = 'a' WHERE Id = 2")
      #expect(scene.line(1).hasSuffix("2 of 2"))
      try await scene.inside("DELETE FROM Artist WHERE Id = 2")
      #expect(scene.line(0).hasPrefix(" music.db  Artist 1  "))
    }
  }

  @Test("ANY-10: names, keys and labels of any length and any characters stay in one harmless line")
  func anyName() async throws {
    let sql = """
      CREATE TABLE "ab\u{1B}[2J\u{A}cd"(id TEXT PRIMARY KEY);
      CREATE TABLE "bb \(String(repeating: "x", count: 300))"(id TEXT PRIMARY KEY);
      INSERT INTO "ab\u{1B}[2J\u{A}cd" VALUES ('k' || char(10) || printf('%.100c', 'l'));
      INSERT INTO "bb \(String(repeating: "x", count: 300))" VALUES (1);
      """
    try await fileScene(sql, size: Size(width: 80, height: 8)) { scene in
      try await scene.press("d")
      #expect(scene.status == " Deleted ab␛[2J↵cd k↵lllllllllllllllllllllllllllllllllllll… · u undo")
      try await scene.press("2,d")
      #expect(scene.status == " Deleted bb xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx… 1 · u undo")
    }
  }

  @Test("ANY-34: what another program has done to a record since is told of it by its name")
  func conflict() async throws {
    let sql = "CREATE TABLE Log(level INT, line TEXT NOT NULL); INSERT INTO Log VALUES (1, 'Started');"
    try await fileScene(sql, size: Size(width: 90, height: 8)) { scene in
      try await scene.press("e,Tab,type:!,C-s")
      #expect(scene.status == " Edited Log “Started!” · u undo")
      try await scene.outside("UPDATE Log SET line = 'Other'")
      try await scene.press("u")
      #expect(scene.status == " Not undone: another program has changed Log “Started!” since · = choose")
    }
  }
}
