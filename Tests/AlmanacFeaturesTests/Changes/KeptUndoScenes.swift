// Undo that lasts over a restart of the screen.
@testable import AlmanacFeatures
import AlmanacRecords
import Containers
import Databases
import Foundation
import Locks
import TestSupport
import Testing

@MainActor @Suite(.container) struct KeptUndoScenes {
  /// Begins a run with the steps that are kept in a folder.
  private func keep(in folder: URL) -> StepKeeper {
    let place = StepPlace(path: folder.appending(path: "steps").path, folders: [], birth: "")
    let keeper = StepKeeper(place)
    Container.shared.stepKeeper.register { keeper }
    return keeper
  }

  /// HIS-06
  @Test func tenChangesAreTakenBackAfterARestart() async throws {
    try await withFolder { folder in
      _ = keep(in: folder)
      let rows = (1...12).map { "(\($0), 'v\($0)')" }.joined(separator: ", ")
      let schema = "CREATE TABLE t(id INTEGER PRIMARY KEY, v); INSERT INTO t VALUES \(rows);"
      try await fileScene(schema) { scene in
        let before = try scene.rows("SELECT * FROM t")
        for _ in 1...10 { try await scene.press("d") }
        #expect(try scene.rows("SELECT id FROM t") == ["11", "12"])
        let after = try await begin(again: scene, folder)
        try await after.press("u,u,u")
        #expect(try scene.rows("SELECT id FROM t") == ["8", "9", "10", "11", "12"])
        #expect(after.status.contains("Undone: Deleted t 8"))
        // Another program takes the place of a row.
        try await after.outside("INSERT INTO t VALUES (5, 'theirs')")
        for _ in 1...7 { try await after.press("u") }
        #expect(
          try scene.rows("SELECT * FROM t")
            == before.map { $0 == "5|v5" ? "5|theirs" : $0 })
        try await after.press("C-r")
        #expect(try scene.rows("SELECT id FROM t").count == 11)
        await after.run.close()
      }
    }
  }

  @Test("HIS-06: an addition to a view whose trigger stores another key is a step like any other, also after a restart")
  func additionToAView() async throws {
    try await withFolder { folder in
      _ = keep(in: folder)
      let schema = """
        CREATE TABLE t(id INTEGER PRIMARY KEY, v);
        INSERT INTO t VALUES (1, 'a');
        CREATE VIEW w AS SELECT id, v FROM t;
        CREATE TRIGGER add_w INSTEAD OF INSERT ON w BEGIN INSERT INTO t(v) VALUES (new.v); END;
        CREATE TRIGGER edit_w INSTEAD OF UPDATE ON w BEGIN UPDATE t SET v = new.v WHERE id = old.id; END;
        """
      try await fileScene(schema) { scene in
        try await scene.press("2,e,Tab,C-u,type:b,C-s,a,type:9,Tab,type:c,C-s")
        #expect(try scene.rows("SELECT * FROM t") == ["1|b", "2|c"])
        try await scene.press("u")
        #expect(try scene.rows("SELECT * FROM t") == ["1|b"], "\(scene.lines)")
        try await scene.press("C-r")
        #expect(try scene.rows("SELECT * FROM t") == ["1|b", "2|c"])
        let after = try await begin(again: scene, folder)
        try await after.press("u")
        #expect(try scene.rows("SELECT * FROM t") == ["1|b"], "\(after.lines)")
        try await after.press("u")
        #expect(try scene.rows("SELECT * FROM t") == ["1|a"], "\(after.lines)")
        await after.run.close()
      }
    }
  }

  /// Begins another run on the file of a scene.
  private func begin(again scene: Scene, _ folder: URL) async throws -> Scene {
    await scene.run.close()
    _ = keep(in: folder)
    var options = Book.Options()
    (options.acceptsAnyDatabase, options.watchesOtherProcesses) = (true, false)
    let opened = try await OpenedFile(Book.open(path: scene.path, options))
    let run = ScreenRun(
      opened, terminal: scene.terminal,
      file: OpenFile(path: "/home/ada/music.db", isReadOnly: false, isWriteAllowed: true),
      clock: scene.clock.clock, frameClock: .immediate(scene.frames)
    ) { _ in opened }
    await run.settle()
    return Scene(
      folder: scene.folder, terminal: scene.terminal, run: run, clock: scene.clock, frames: scene.frames,
      trace: Lock([]))
  }
}
