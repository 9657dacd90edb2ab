// undo, redo and log: the steps of the screen and of the verbs are the same ones.
import Foundation
import TestSupport
import Testing

@Suite struct UndoCommandTests {
  private func letters(_ sandbox: Sandbox) async throws -> String {
    let file = sandbox["letters.db"]
    try await sandbox.sqlite(
      file, "CREATE TABLE letter(id INTEGER PRIMARY KEY, name); INSERT INTO letter VALUES (1, 'a'), (2, 'b'), (3, 'c')")
    return file
  }

  private func labels(_ sandbox: Sandbox, _ file: String) async throws -> [String] {
    let ending = try await sandbox.almanac(file, "log", "--json")
    #expect(ending.errors == "")
    return try ending.text.split(separator: "\n").map { line in
      let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      return "\(object["label"] ?? "")\(object["undone"] as? Bool == true ? " (undone)" : "")"
    }
  }

  /// HIS-06
  @Test func undoTakesBackWhatVerbsAndTheScreenDid() async throws {
    let sandbox = try Sandbox()
    let file = try await letters(sandbox)
    _ = try await sandbox.almanac(file, "delete", "letter", "2")
    _ = try await sandbox.almanac(file, "script", "d", "--write")
    _ = try await sandbox.almanac(file, "edit", "letter", "3", "name=z")
    #expect(try await labels(sandbox, file) == ["Edited letter 3", "Deleted letter 1", "Deleted letter 2"])
    var told: [String] = []
    for _ in 0..<4 { told.append(try await sandbox.almanac(file, "undo").errors) }
    #expect(
      told == [
        "Undone: Edited letter 3.\n", "Undone: Deleted letter 1.\n", "Undone: Deleted letter 2.\n",
        "almanac undo: There is nothing to undo.\n",
      ])
    #expect(try await sandbox.sqlite(file, "SELECT * FROM letter") == "1|a\n2|b\n3|c")
    // The screen makes it again, and takes back what a verb has done since.
    let screen = try await sandbox.almanac(file, "script", "C-r,C-r", "--write").text
    #expect(screen.contains("Deleted letter 1"))
    #expect(try await sandbox.sqlite(file, "SELECT * FROM letter") == "3|c")
    #expect(try await labels(sandbox, file) == ["Edited letter 3 (undone)", "Deleted letter 1", "Deleted letter 2"])
    _ = try await sandbox.almanac(file, "add", "letter", "name=d")
    #expect(try await sandbox.almanac(file, "redo").errors == "almanac redo: There is nothing to redo.\n")
    _ = try await sandbox.almanac(file, "script", "u", "--write")
    #expect(try await sandbox.sqlite(file, "SELECT * FROM letter") == "3|c")
  }

  /// HIS-06
  @Test func aRowOfAnotherProgramStays() async throws {
    let sandbox = try Sandbox()
    let file = try await letters(sandbox)
    _ = try await sandbox.almanac(file, "edit", "letter", "1", "name=x")
    _ = try await sandbox.almanac(file, "edit", "letter", "2", "name=y")
    try await sandbox.sqlite(file, "UPDATE letter SET name = 'theirs' WHERE id = 2")
    let ending = try await sandbox.almanac(file, "undo")
    #expect(ending.status == 1)
    #expect(
      ending.errors
        == "almanac undo: Not undone: Edited letter 2: another program has changed record 2 of letter since; nothing was changed, and the step waits until after the others.\n"
    )
    #expect(try await sandbox.almanac(file, "undo").errors == "Undone: Edited letter 1.\n")
    #expect(try await sandbox.sqlite(file, "SELECT * FROM letter") == "1|a\n2|theirs\n3|c")
  }

  /// HIS-08
  @Test func stepsFollowAMovedFileAndNoOther() async throws {
    let sandbox = try Sandbox()
    let file = try await letters(sandbox)
    _ = try await sandbox.almanac(file, "delete", "letter", "2")
    let (moved, copy) = (sandbox["moved.db"], sandbox["copy.db"])
    try FileManager.default.copyItem(atPath: file, toPath: copy)
    try FileManager.default.moveItem(atPath: file, toPath: moved)
    try FileManager.default.moveItem(atPath: copy, toPath: file)
    #expect(try await sandbox.almanac(file, "undo").errors == "almanac undo: There is nothing to undo.\n")
    #expect(try await sandbox.almanac(moved, "undo").errors == "Undone: Deleted letter 2.\n")
    // Other contents in the same file: each row is compared.
    _ = try await sandbox.almanac(moved, "edit", "letter", "1", "name=x")
    try await sandbox.sqlite(
      sandbox["other.db"], "CREATE TABLE letter(id INTEGER PRIMARY KEY, name); INSERT INTO letter VALUES (1, 'other')")
    _ = try await sandbox.shell("cat '\(sandbox["other.db"])' > '\(moved)'")
    #expect(try await sandbox.almanac(moved, "undo").status == 1)
    #expect(try await sandbox.sqlite(moved, "SELECT * FROM letter") == "1|other")
  }

  /// HIS-07
  @Test func aKilledChangeIsAStepIfItWasCommitted() async throws {
    let sandbox = try Sandbox()
    let file = try await letters(sandbox)
    var values = ["a"]
    for round in 1...24 {
      let limit = String(format: "%.3f", Double(round) * 0.005)
      let ending = try await sandbox.run(
        ["timeout", "-s", "KILL", limit, Sandbox.binary, file, "edit", "letter", "1", "name=\(round)"])
      let value = try await sandbox.sqlite(file, "SELECT name FROM letter WHERE id = 1")
      #expect(value == values.last || value == "\(round)", "round \(round)")
      if ending.status == 0 { #expect(value == "\(round)", "round \(round): what was told is done") }
      if value == "\(round)" { values.append(value) }
      #expect(try await labels(sandbox, file).count == values.count - 1, "round \(round)")
    }
    while values.count > 1 {
      values.removeLast()
      #expect(try await sandbox.almanac(file, "undo").status == 0)
      #expect(try await sandbox.sqlite(file, "SELECT name FROM letter WHERE id = 1") == values.last)
    }
    #expect(try await sandbox.almanac(file, "undo").status == 1)
  }

  /// HIS-09
  @Test func withoutAStateFolderAVerbWorksAndSaysSo() async throws {
    let sandbox = try Sandbox()
    let file = try await letters(sandbox)
    _ = FileManager.default.createFile(atPath: sandbox["state"], contents: nil)
    let ending = try await sandbox.almanac(file, "delete", "letter", "2")
    #expect(ending.status == 0 && ending.text == "2\n")
    #expect(ending.errors == "Undo can't keep its steps for the next start: Not a directory.\n")
    #expect(try await sandbox.almanac(file, "log").text == "")
    let screen = try await sandbox.almanac(file, "script", "d,u", "--write")
    #expect(screen.status == 0 && screen.text.contains("Undone: Deleted letter 1"))
    #expect(try await sandbox.sqlite(file, "SELECT * FROM letter") == "1|a\n3|c")
  }

  /// HIS-17
  @Test func nothingIsWrittenBesideTheFile() async throws {
    let sandbox = try Sandbox()
    let file = try await letters(sandbox)
    _ = try await sandbox.almanac(file, "delete", "letter", "2")
    _ = try await sandbox.almanac(file, "undo")
    #expect(try await sandbox.sqlite(file, "SELECT name FROM sqlite_schema") == "letter")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: sandbox.folder).sorted()
        == ["home", "letters.db", "state", "tmp"])
    // A copy leaves nothing.
    _ = try await sandbox.almanac(file, "script", "d")
    #expect(try await labels(sandbox, file) == ["Deleted letter 2 (undone)"])
  }

  /// A table with a search index that its triggers keep. `update`: what the one for updates does first.
  private func indexed(_ sandbox: Sandbox, _ module: String, update: String) async throws -> String {
    let file = sandbox["notes.db"]
    try await sandbox.sqlite(
      file,
      """
      CREATE TABLE note(id INTEGER PRIMARY KEY, k TEXT, title TEXT);
      INSERT INTO note VALUES (1, 'a', 'one'), (2, 'b', 'two'), (3, 'c', 'three');
      CREATE VIRTUAL TABLE found USING \(module);
      INSERT INTO found(rowid, k, title) SELECT id, k, title FROM note;
      CREATE TRIGGER changing BEFORE UPDATE ON note BEGIN \(update); END;
      CREATE TRIGGER changed AFTER UPDATE ON note BEGIN
        INSERT INTO found(rowid, k, title) VALUES (new.id, new.k, new.title); END
      """)
    return file
  }

  @Test("REAL-02: a verb keeps a step that can be undone until another row is indexed, and says so")
  func passingStep() async throws {
    let sandbox = try Sandbox()
    let file = try await indexed(
      sandbox, "fts5(k, title, content='')",
      update: "INSERT INTO found(found, rowid, k, title) VALUES ('delete', old.id, old.k, old.title)")
    let edited = try await sandbox.almanac(file, "edit", "note", "1", "title=eins")
    #expect(edited.errors == "Undo works only until another row of found changes.\n" && edited.status == 0)
    #expect(try await sandbox.almanac(file, "undo").errors == "Undone: Edited note 1.\n")
    #expect(try await sandbox.sqlite(file, "SELECT title FROM note WHERE id = 1") == "one")
    #expect(try await sandbox.sqlite(file, "SELECT rowid FROM found WHERE found MATCH 'one'") == "1")
    #expect(try await sandbox.sqlite(file, "SELECT rowid FROM found WHERE found MATCH 'eins'") == "")
  }

  @Test(
    "REAL-02: an index that keeps some columns without indexing them follows undo",
    arguments: ["fts4(content='note', k, title, notindexed=k)", "fts5(k UNINDEXED, title, content='note')"])
  func unindexedColumn(_ module: String) async throws {
    let sandbox = try Sandbox()
    let delete = "INSERT INTO found(found, rowid, k, title) VALUES ('delete', old.id, old.k, old.title)"
    let file = try await indexed(
      sandbox, module, update: module.hasPrefix("fts5") ? delete : "DELETE FROM found WHERE docid = old.id")
    #expect(try await sandbox.almanac(file, "edit", "note", "1", "title=eins").errors == "")
    try await sandbox.sqlite(file, "UPDATE note SET title = 'zwei' WHERE id = 2")
    #expect(try await sandbox.almanac(file, "undo").errors == "Undone: Edited note 1.\n")
    #expect(try await sandbox.sqlite(file, "SELECT title FROM note") == "one\nzwei\nthree")
    #expect(try await sandbox.sqlite(file, "SELECT rowid FROM found WHERE found MATCH 'one'") == "1")
    #expect(try await sandbox.sqlite(file, "SELECT rowid FROM found WHERE found MATCH 'eins'") == "")
  }

  @Test("HIS-06: a record that has another one's key or unique value by now stays away, the others come back")
  func takenKey() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["keys.db"]
    try await sandbox.sqlite(
      file,
      """
      CREATE TABLE t(id TEXT PRIMARY KEY, name TEXT UNIQUE, a);
      INSERT INTO t VALUES ('v', 'p', 0), ('x', 'q', 1), ('y', 'r', 2), ('z', 's', 3);
      """)
    _ = try await sandbox.almanac(file, "edit", "t", "v", "a=9")
    _ = try await sandbox.almanac(file, "delete", "t", "x", "y", "z")
    try await sandbox.sqlite(file, "INSERT INTO t VALUES ('y', 'new', 7), ('w', 's', 8)")
    let undone = try await sandbox.almanac(file, "undo", "--partly")
    #expect(undone.status == 0, "\(undone)")
    #expect(
      try await sandbox.sqlite(file, "SELECT * FROM t ORDER BY id") == "v|p|9\nw|s|8\nx|q|1\ny|new|7")
    #expect(try await sandbox.almanac(file, "undo").errors == "Undone: Edited t v.\n")
  }

  @Test("HIS-06: another program's change of another column does not hinder undo, whatever the key")
  func otherColumn() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["keys.db"]
    try await sandbox.sqlite(
      file, "CREATE TABLE t(id TEXT PRIMARY KEY, a, b); INSERT INTO t VALUES ('x', 1, 2), ('y', 3, 4)")
    _ = try await sandbox.almanac(file, "edit", "t", "x", "a=9")
    try await sandbox.sqlite(file, "UPDATE t SET b = 5 WHERE id = 'x'; ALTER TABLE t ADD COLUMN c")
    #expect(try await sandbox.almanac(file, "undo").errors == "Undone: Edited t x.\n")
    #expect(try await sandbox.sqlite(file, "SELECT id, a, b FROM t") == "x|1|5\ny|3|4")
    // Another record has the rowid: it is left alone.
    _ = try await sandbox.almanac(file, "edit", "t", "x", "a=9")
    try await sandbox.sqlite(file, "DELETE FROM t WHERE id = 'x'; INSERT INTO t(rowid, id, a, b) VALUES (1, 'n', 9, 5)")
    #expect(try await sandbox.almanac(file, "undo").status == 1)
    #expect(try await sandbox.sqlite(file, "SELECT id, a FROM t WHERE id = 'n'") == "n|9")
  }

  @Test("HIS-06: a change with cascades leaves a changed row and one with a taken value, after one answer")
  func changedAndTaken() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["keys.db"]
    try await sandbox.sqlite(
      file,
      """
      CREATE TABLE t(email TEXT UNIQUE, a); INSERT INTO t VALUES ('p', 0), ('q', 1), ('r', 2), ('s', 3);
      CREATE TABLE log(id INTEGER PRIMARY KEY, n); INSERT INTO log VALUES (1, 0);
      CREATE TRIGGER gone AFTER DELETE ON t BEGIN UPDATE log SET n = n + 1; END;
      """)
    _ = try await sandbox.almanac(file, "delete", "t", "3", "4")
    // The new row has the rowid of a deleted one, and the address of the other.
    try await sandbox.sqlite(file, "INSERT INTO t VALUES ('s', 7); UPDATE log SET n = 9")
    let undone = try await sandbox.almanac(file, "undo", "--partly")
    #expect(undone.status == 0, "\(undone)")
    #expect(try await sandbox.sqlite(file, "SELECT email, a FROM t ORDER BY a") == "p|0\nq|1\nr|2\ns|7")
    #expect(try await sandbox.sqlite(file, "SELECT n FROM log") == "9")
  }
}
