// Several files on one screen, where one must not reach into another.
import AlmanacRecords
import Containers
import Databases
import Foundation
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

private let music = """
  CREATE TABLE band(id INTEGER PRIMARY KEY, name TEXT); INSERT INTO band VALUES (1, 'Trio'), (2, 'Quartet');
  """
private let bakery = """
  CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT); INSERT INTO item VALUES (1, 'Bread'), (2, 'Cheese');
  """
private let gig = " CREATE TABLE gig(id INTEGER PRIMARY KEY, place TEXT); INSERT INTO gig VALUES "

@Suite(.recordsIssues, .container)
@MainActor
struct OtherFileScenes {
  @Test("CIT-28: a table of the first file that is reached from another one is read and changed in its own file")
  func sameTables() async throws {
    try await filesScene([
      "music.db": music + gig + "(1, 'Bar'), (2, 'Hall')", "backup.db": music + gig + "(1, 'Old')",
    ]) { scene in
      try await scene.press("),:,type:gig")
      let entries = scene.terminal.screen.filter { $0.contains("gig") }.dropFirst()
      let place = try #require(entries.firstIndex { $0.contains("music.db") }) - entries.startIndex
      try await scene.press(
        Array(repeating: "Down", count: place).joined(separator: ",") + (place > 0 ? "," : "") + "Enter")
      #expect(scene.top == " music.db 1/2  band 2  gig 2                           live")
      #expect(scene.terminal.screen[3] == " ▌  1  Bar")
      try await scene.press("d")
      #expect(try scene.rows("music.db", "SELECT place FROM gig") == ["Hall"])
      #expect(try scene.rows("backup.db", "SELECT place FROM gig") == ["Old"])
    }
  }

  @Test("CIT-28: a file that opens late stays behind if a key was pressed meanwhile: text goes on where it began")
  func lateFile() async throws {
    let gate = FileGate()
    try await filesScene(
      ["music.db": music, "shop.db": bakery], open: ["music.db"], size: Size(width: 80, height: 12), gate: gate
    ) { scene in
      try await scene.beginToOpen("shop.db", gate)
      scene.terminal.send(try Key.parse(script: "e"))
      await scene.files.run?.settle()
      scene.terminal.send(try Key.parse(script: "type:di"))
      await scene.files.run?.settle()
      gate.open()
      await scene.files.settle()
      #expect(scene.top.hasPrefix(" music.db 1/2"))
      #expect(scene.terminal.screen.contains { $0.contains("shop.db is open: ) goes to it.") })
      try await scene.press("type:ed,C-s")
      #expect(try scene.rows("music.db", "SELECT name FROM band") == ["Triodied", "Quartet"])
      #expect(try scene.rows("shop.db", "SELECT name FROM item") == ["Bread", "Cheese"])
      try await scene.press(")")
      #expect(scene.top.hasPrefix(" shop.db 2/2  item 2"))
    }
  }

  @Test(
    "CIT-28: a file that opens without a key meanwhile is shown, and a key for the former one changes nothing there")
  func keyAtOpening() async throws {
    let gate = FileGate()
    try await filesScene(["music.db": music, "shop.db": bakery], open: ["music.db"], gate: gate) { scene in
      try await scene.beginToOpen("shop.db", gate)
      gate.open()
      await scene.files.settle()
      #expect(scene.top.hasPrefix(" shop.db 2/2  item 2"))
      try await scene.pressAtOnce("d")
      #expect(try scene.rows("shop.db", "SELECT count(*) FROM item") == ["2"])
      try await scene.press("d")
      #expect(try scene.rows("shop.db", "SELECT count(*) FROM item") == ["1"])
    }
  }

  @Test("CIT-28: a change that fails after Q is told behind the last screen")
  func failureAfterClosing() async throws {
    try await filesScene(["music.db": music, "shop.db": bakery]) { scene in
      try await scene.press(")")
      let other = try RawConnection(scene.path("shop.db"))
      try other.run("BEGIN IMMEDIATE")
      scene.terminal.send(try Key.parse(script: "d,Q,q"))
      #expect(scene.hasEnded)
      let runs = scene.files.unfinished
      #expect(runs.map(\.path) == [scene.path("music.db"), scene.path("shop.db")])
      for run in runs {
        run.connection.waitForLocks(atMost: .zero)
        run.connection.giveUpWaiting()
      }
      await scene.files.close()
      #expect(runs.compactMap(\.failureAfterLeaving).count == 1)
      try other.run("ROLLBACK")
      #expect(try scene.rows("shop.db", "SELECT count(*) FROM item") == ["2"])
    }
  }

  @Test("CIT-28: the question before quitting names what would be lost in each file")
  func lossesOfAll() async throws {
    try await filesScene(
      ["music.db": music, "shop.db": bakery, "club.db": music], size: Size(width: 140, height: 14)
    ) { scene in
      let others = try ["music.db", "shop.db"].map { try RawConnection(scene.path($0)) }
      for other in others { try other.run("BEGIN IMMEDIATE") }
      scene.terminal.send(.key(.character("d")))
      await scene.untilWriteWaits()
      await scene.pressWhileWaiting("),d")
      await scene.untilWriteWaits()
      await scene.pressWhileWaiting("),q")
      #expect(
        scene.status == " The last change of music.db is not written. The last change of shop.db is not written. "
          + "The same key again quits all the same.")
      #expect(!scene.hasEnded)
      await scene.pressWhileWaiting("q")
      #expect(scene.hasEnded)
      for other in others { try other.run("ROLLBACK") }
    }
  }

  @Test("CIT-28: Q that is held closes one file")
  func heldQ() async throws {
    try await filesScene(["music.db": music, "shop.db": bakery, "club.db": music]) { scene in
      try await scene.press("),)")
      try await scene.pressAtOnce("Q,Q,Q")
      #expect(scene.top == " shop.db 2/2  item 2                                   live")
      try await scene.press("Q")
      #expect(scene.top == " music.db  band 2                                      live")
    }
  }
}
