// Keys typed after a key whose work fails are dropped.
import Databases
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct FailedWorkScenes {
  private static let schema = """
    CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT, kind TEXT);
    INSERT INTO item VALUES (1, 'one', 'a'), (2, 'two', 'b'), (3, 'three', 'b');
    """
  private static let rows = "SELECT id, name FROM item"
  private static let all = ["1|one", "2|two", "3|three"]

  @Test(
    "REAL-48: keys behind a record that is not there are dropped with a word",
    arguments: ["d", "Space,d", "e,type:x,C-s", "x,d", "E", "j,d"])
  func absentRecord(keys: String) async throws {
    try await fileScene(Self.schema) { scene in
      try await scene.pressAtOnce(":,type:99,Enter,\(keys)")
      #expect(scene.said == "There is no item 99. What you typed after it was dropped.", "\(scene.lines)")
      #expect(try scene.rows(Self.rows) == Self.all)
      await scene.wait(1)
      try await scene.press("d")
      #expect(try scene.rows(Self.rows).count == 2)
    }
  }

  @Test(
    "REAL-48: a key that changes something is dropped while what has failed can't have been read yet",
    arguments: ["d", "Space", "e,type:x,C-s", "u"])
  func unreadFailure(keys: String) async throws {
    try await fileScene(Self.schema) { scene in
      try await scene.press("j,d,k")
      try await scene.pressAtOnce(":,type:99,Enter")
      await scene.wait(0.399)
      try await scene.pressAtOnce(keys)
      #expect(scene.said == "There is no item 99. What you typed after it was dropped.", "\(scene.lines)")
      #expect(try scene.rows(Self.rows) == ["1|one", "3|three"])
      await scene.wait(0.6)
      try await scene.pressAtOnce("j,d")
      #expect(try scene.rows(Self.rows) == ["1|one"], "\(scene.lines)")
    }
  }

  @Test("REAL-48: a key acts at once behind what the person has given up themselves, and in a form")
  func knownFailure() async throws {
    try await fileScene(Self.schema) { scene in
      let holder = try SQLiteShell(scene.path)
      try await holder.run("BEGIN IMMEDIATE")
      try await scene.pressWhileWaiting("d")
      await scene.status { $0.waiting == .write }
      try await scene.pressAtOnce("Esc")
      #expect(scene.said.hasPrefix("Not deleted: another program has locked the file."), "\(scene.lines)")
      try await holder.run("COMMIT")
      try await holder.end()
      try await scene.pressAtOnce("d")
      #expect(try scene.rows(Self.rows) == ["2|two", "3|three"], "\(scene.lines)")
      try await scene.press("Esc")
      try RawConnection.run(
        "CREATE TRIGGER refuse BEFORE UPDATE ON item BEGIN SELECT RAISE(ABORT, 'no edits today'); END", on: scene.path)
      try await scene.press("e,type:!,C-s")
      try RawConnection.run("DROP TRIGGER refuse", on: scene.path)
      try await scene.pressAtOnce("C-s")
      #expect(try scene.rows(Self.rows) == ["2|two!", "3|three"], "\(scene.lines)")
    }
  }

  @Test("REAL-48: motions act while what has failed can't have been read yet, and leave it on the screen")
  func motionBeforeFailureIsRead() async throws {
    try await fileScene(Self.schema) { scene in
      try await scene.pressAtOnce(":,type:99,Enter")
      await scene.wait(0.1)
      try await scene.pressAtOnce("j")
      #expect(scene.said == "There is no item 99.", "\(scene.lines)")
      await scene.wait(0.3)
      try await scene.pressAtOnce("d")
      #expect(try scene.rows(Self.rows) == ["1|one", "3|three"], "\(scene.lines)")
      #expect(scene.said.hasPrefix("Deleted "), "\(scene.lines)")
    }
  }

  @Test("REAL-48: keys behind a filter wait for its value, and are dropped where that can't be had")
  func filter() async throws {
    try await fileScene(Self.schema) { scene in
      try await scene.press("j,L,L")
      try await scene.pressAtOnce("f,C-a,d")
      #expect(try scene.rows(Self.rows) == ["1|one"], "\(scene.lines)")
      try await scene.press("u,Esc,Esc,g,j")
      try RawConnection.run("DELETE FROM item WHERE id = 2", on: scene.path)
      try await scene.pressAtOnce("f,C-a,d")
      #expect(try scene.rows(Self.rows) == ["1|one", "3|three"], "\(scene.lines)")
      #expect(scene.said == "item 2 has gone. What you typed after it was dropped.", "\(scene.lines)")
    }
  }
}
