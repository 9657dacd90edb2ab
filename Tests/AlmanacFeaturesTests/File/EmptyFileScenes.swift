// A file without bytes is a database without tables.
import AlmanacRecords
import Containers
import Databases
import Foundation
import LiveQueries
import Locks
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct EmptyFileScenes {
  @Test("an empty file is a database without tables, and stays empty while it is shown")
  func looking() async throws {
    try await fileScene("", journal: "delete") { scene in
      scene.shows(
        """
         music.db                                                                  live

           There are no tables in this file yet.




















         : jump  C changes  ? help  q quit
        """)
      try await scene.press("a,d,/,u,?,Esc,Tab,G")
      let status = try FileManager.default.attributesOfItem(atPath: scene.path)
      #expect(status[.size] as? Int == 0)
      #expect(try FileManager.default.contentsOfDirectory(atPath: scene.folder.path) == ["book.db"])
    }
  }

  @Test(
    "ANY-25: the tables that another program creates in an empty file appear, whatever its encoding and its journal",
    arguments: ["UTF-8", "UTF-16le", "UTF-16be"], ["delete", "wal"])
  func firstTables(_ encoding: String, _ journal: String) async throws {
    try await fileScene("", journal: "delete") { scene in
      try await scene.outside(
        """
        PRAGMA encoding='\(encoding)'; PRAGMA journal_mode=\(journal);
        CREATE TABLE notes(id INTEGER PRIMARY KEY, body); INSERT INTO notes(body) VALUES ('Überall 🐈');
        """)
      #expect(scene.lines[0].hasPrefix(" music.db  notes 1"))
      #expect(scene.cursorRow == "1  Überall 🐈")
      try await scene.press("/,type:uber 🐈,Enter")
      #expect(scene.cursorRow == "1  Überall 🐈")
      try await scene.press("Esc,e,type:!,C-s")
      #expect(try scene.rows("SELECT body FROM notes") == ["Überall 🐈!"])
      #expect(try scene.rows("PRAGMA encoding; PRAGMA journal_mode") == [encoding, journal])
    }
  }

  @Test("an empty file that takes the place of another program's file is shown as what it is, and stays empty")
  func empties() async throws {
    try await fileScene("CREATE TABLE t(a); INSERT INTO t VALUES (1)", journal: "delete") { scene in
      try await scene.press("x")
      let other = scene.folder.appendingPathComponent("other.db")
      try Data().write(to: other)
      #expect(rename(other.path, scene.path) == 0)
      await scene.run.settle()
      #expect(scene.list.first == "   There are no tables in this file yet.", "\(scene.lines)")
      #expect(scene.status.hasPrefix(" Almanac opened the file that is now at this path: undo and marks are gone."))
      #expect(try Data(contentsOf: URL(fileURLWithPath: scene.path)).isEmpty)
    }
  }

  @Test("a book that another program makes of an empty file is shown by its tables, and can be searched")
  func bookInAnEmptyFile() async throws {
    try await fileScene("", journal: "delete") { scene in
      try await scene.outside(
        """
        PRAGMA application_id = 1095517518;
        CREATE TABLE facts(id INTEGER PRIMARY KEY AUTOINCREMENT, body TEXT NOT NULL, createdAt TEXT NOT NULL DEFAULT '');
        CREATE TABLE users(
          id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, email TEXT NOT NULL UNIQUE,
          active INTEGER NOT NULL DEFAULT 1, createdAt TEXT NOT NULL DEFAULT '');
        INSERT INTO facts(body) VALUES ('A clowder.'), ('Honey keeps.');
        """)
      #expect(scene.lines[0].hasPrefix(" music.db  facts 2  users 0"))
      try await scene.press("/,type:honey,Enter")
      #expect(scene.cursorRow?.hasPrefix("2  Honey keeps.") == true)
    }
  }

  @Test("a book that was made says so until a key is pressed")
  func made() async throws {
    var options = Book.Options()
    (options.creates, options.watchesOtherProcesses) = (true, false)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("almanac-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("book.db").path
    for isMade in [true, false] {
      let isTold = Lock(false)
      options.made = { isTold.withLock { $0 = true } }
      let connection = try await Book.open(path: path, options)
      #expect(isTold.withLock(\.self) == isMade)
      let opened = try await OpenedFile(connection, isMade: isMade)
      Container.shared.defaultDatabase.register { connection }
      let state = Application.State(file: OpenFile(path: path).noting(opened), tables: opened.tables)
      #expect(state.message?.text == (isMade ? "Made book.db, a new book." : nil))
      await connection.close()
    }
  }
}
