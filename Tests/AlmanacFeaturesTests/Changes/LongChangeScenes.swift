// A change of so many records that it takes a while.
import Databases
import Stores
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct LongChangeScenes {
  @Test func itIsShownKeysThatWriteWaitForItAndControlCStopsIt() async throws {
    let gate = StatementGate()
    try await scene(Content.users(1500), size: Size(width: 80, height: 8), trace: gate.trace) { scene in
      defer { gate.open() }
      try await scene.press("2,C-a,d,type:1500")
      gate.close("DELETE")
      try await scene.pressWhileWaiting("Enter")
      await gate.arrival()
      scene.shows(
        """
         Almanac  1 Facts 0  2 Users 1,500  3 Statistics                 book.db · live
         / search                                                               1/1,500
           Name ▲        E-mail                                          Active   Added
         ▌*User 0001     user1@example.org                                 ●        1 d
         * User 0002     user2@example.org                                 ●        1 d
         * User 0003     user3@example.org                                 ○        1 d
         Deleting 1,500 users · others wait to write · Ctrl-C stops it     1,500 marked
         a add  e edit  / search  ⏎ open  ? help  q quit
        """)
      try await scene.pressWhileWaiting("resize:40x8")
      #expect(scene.status == " Deleting 1,500 users · Ctrl-C stops it")
      try await scene.pressWhileWaiting("resize:80x8")
      for key in ["u", "C-r", "d", "Space"] {
        try await scene.pressWhileWaiting(key)
        #expect(scene.status.hasPrefix(" Not now. Deleting 1,500 users · Ctrl-C stops it  "), "\(key): \(scene.status)")
      }
      // A digit pressed at once might be meant for the refused dialog.
      await scene.waitWhileWaiting(0.5)
      try await scene.pressWhileWaiting("Down")
      #expect(scene.status.hasPrefix(" Deleting 1,500 users · others wait to write · Ctrl-C stops it"))
      try await scene.pressWhileWaiting("C-c")
      gate.open()
      await scene.run.settle()
      #expect(scene.status.hasPrefix(" Not deleted: it was stopped. Nothing was changed."), "\(scene.lines)")
      #expect(try scene.rows("SELECT count(*) FROM users") == ["1500"])
      try await scene.press("d,type:1500,Enter")
      #expect(scene.status == " Deleted 1,500 users · u undo")
    }
  }

  @Test("a change of one record that takes long is shown after a moment, lets the cursor move, and can be stopped")
  func aSlowChange() async throws {
    let gate = StatementGate()
    try await scene(trace: gate.trace) { scene in
      defer { gate.open() }
      gate.close("DELETE")
      try await scene.pressWhileWaiting("d")
      await gate.arrival()
      try await scene.pressWhileWaiting("Down")
      #expect(scene.cursorLine == 3 && scene.status == "", "the cursor is about to leave the record")
      await scene.waitWhileWaiting(0.25)
      #expect(scene.status == " Deleting fact 3 · others wait to write · Ctrl-C stops it")
      #expect(scene.cursorLine == 4)
      scene.clock.set(by: -3600)
      await scene.waitWhileWaiting(2)
      #expect(scene.status == " Deleting fact 3 · others wait to write · 2 s · Ctrl-C stops it")
      try await scene.pressWhileWaiting("d")
      #expect(scene.status == " Not now. Deleting fact 3 · Ctrl-C stops it")
      try await scene.pressWhileWaiting("C-c")
      #expect(scene.status == " Stopped: SQLite undoes what it did")
      await scene.waitWhileWaiting(1)
      #expect(scene.status == " Stopped: SQLite undoes what it did · 1 s")
      gate.open()
      await scene.run.settle()
      #expect(scene.status == " Not deleted: it was stopped. Nothing was changed.")
      #expect(try scene.rows("SELECT id FROM facts") == ["1", "2", "3"])
    }
  }

  @Test("behind a form that waits to be saved a slow change can still be stopped")
  func aSlowChangeBehindAForm() async throws {
    let gate = StatementGate()
    try await scene(trace: gate.trace) { scene in
      defer { gate.open() }
      gate.close("DELETE")
      try await scene.pressWhileWaiting("d")
      await gate.arrival()
      await scene.waitWhileWaiting(0.25)
      try await scene.pressWhileWaiting("a,type:New,C-s")
      #expect(scene.status == " Deleting fact 3 · others wait to write · Ctrl-C stops it")
      try await scene.pressWhileWaiting("C-c")
      gate.open()
      await scene.run.settle()
      #expect(try scene.rows("SELECT id FROM facts") == ["1", "2", "3", "4"])
      #expect(scene.status == " Not deleted: it was stopped. Nothing was changed.")
    }
  }

  @Test func quittingAsksAndTakesItBack() async throws {
    let gate = StatementGate()
    try await scene(Content.users(1500), trace: gate.trace) { scene in
      defer { gate.open() }
      var hasEnded = false
      scene.run.onEnd = { hasEnded = true }
      try await scene.press("2,C-a,Space,type:1500")
      gate.close("UPDATE")
      try await scene.pressWhileWaiting("Enter")
      await gate.arrival()
      try await scene.pressWhileWaiting("q")
      #expect(
        scene.status.hasPrefix(" The last change is being written. The same key again quits and takes it back."),
        "\(scene.status)")
      #expect(!hasEnded)
      await scene.waitWhileWaiting(0.7)
      try await scene.pressWhileWaiting("q")
      #expect(hasEnded)
      gate.open()
      await scene.run.settle()
      #expect(try scene.rows("SELECT count(*) FROM users WHERE active") == ["1000"])
    }
  }

  @Test("what was asked for just before leaving is stopped when it takes long", arguments: ["q", ""])
  func aSlowChangeBehindTheScreen(_ key: String) async throws {
    let gate = StatementGate()
    try await scene(trace: gate.trace) { scene in
      defer { gate.open() }
      var hasEnded = false
      scene.run.onEnd = { hasEnded = true }
      gate.close("DELETE")
      try await scene.pressWhileWaiting("d")
      await gate.arrival()
      if key.isEmpty { scene.session.handle(.end) } else { try await scene.pressWhileWaiting(key) }
      #expect(hasEnded)
      await scene.waitWhileWaiting(4.9)
      #expect(scene.session.store.presentChange?.isStopping == false)
      await scene.waitWhileWaiting(0.1)
      gate.open()
      await scene.run.settle()
      #expect(try scene.rows("SELECT id FROM facts") == ["1", "2", "3"])
      #expect(scene.run.failureAfterLeaving == "Not deleted: it was stopped. Nothing was changed.")
    }
  }

  @Test("a change that is written can't be stopped while the rows are read as it left them")
  func aWrittenChangeIsNotStopped() async throws {
    let gate = StatementGate()
    try await scene(trace: gate.trace) { scene in
      defer { gate.open() }
      gate.close(where: { $0.hasPrefix("SELECT `id`, `body`, `createdAt` ") && $0.contains(" ORDER BY ") })
      try await scene.pressWhileWaiting("d")
      await gate.arrival()
      await scene.until { $0.message?.text == "Deleted fact 3" }
      await scene.waitWhileWaiting(0.25)
      #expect(scene.session.store.presentChange == nil)
      #expect(scene.status == " Deleted fact 3 · u undo")
      gate.open()
      await scene.run.settle()
      #expect(try scene.rows("SELECT id FROM facts") == ["1", "2"])
    }
  }

  @Test func theTerminalThatGoesTakesItBack() async throws {
    let gate = StatementGate()
    try await scene(Content.users(1500), trace: gate.trace) { scene in
      defer { gate.open() }
      try await scene.press("2,C-a,d,type:1500")
      gate.close("DELETE")
      try await scene.pressWhileWaiting("Enter")
      await gate.arrival()
      scene.session.handle(.end)
      gate.open()
      await scene.run.settle()
      #expect(try scene.rows("SELECT count(*) FROM users") == ["1500"])
    }
  }

  @Test("a change that gets its lock while quitting gives up the wait is not made")
  func quittingTakesBackWhatHasJustBegun() async throws {
    let gate = StatementGate()
    try await scene(Content.users(1500), trace: gate.trace) { scene in
      defer { gate.open() }
      try await scene.press("2,C-a,Space,type:1500")
      scene.connection.waitForLocks(atMost: nil)
      let holder = try RawConnection(scene.path)
      try holder.run("BEGIN IMMEDIATE")
      gate.close("UPDATE")
      try await scene.pressWhileWaiting("Enter")
      await scene.status { $0.waiting == .write }
      try await scene.pressWhileWaiting("q")
      #expect(scene.status.hasPrefix(" The last change is not written. The same key again quits all the same."))
      try holder.run("COMMIT")
      // The screen has not been told yet: nothing else runs on its thread.
      gate.blockUntilArrival()
      #expect(scene.session.store.file.isWriteWaiting)
      await scene.session.store.send(.work(.quitKeyPressed)).finish()
      gate.open()
      await scene.run.settle()
      #expect(try scene.rows("SELECT count(*) FROM users WHERE active") == ["1000"])
    }
  }

  @Test func quittingAsksNoMoreWhenItIsWritten() async throws {
    let gate = StatementGate()
    try await scene(Content.users(1500), trace: gate.trace) { scene in
      defer { gate.open() }
      var hasEnded = false
      scene.run.onEnd = { hasEnded = true }
      try await scene.press("2,C-a,Space,type:1500")
      gate.close("UPDATE")
      try await scene.pressWhileWaiting("Enter")
      await gate.arrival()
      try await scene.pressWhileWaiting("q")
      gate.open()
      await scene.run.settle()
      #expect(!hasEnded)
      #expect(scene.status.hasPrefix(" Toggled 1,500 users · u undo"), "\(scene.status)")
      #expect(try scene.rows("SELECT count(*) FROM users WHERE active") == ["500"])
    }
  }

  @Test func whereThereIsNoRoomQuittingSaysWhatControlCDoes() async throws {
    let gate = StatementGate()
    try await scene(Content.users(1500), trace: gate.trace) { scene in
      defer { gate.open() }
      var hasEnded = false
      scene.run.onEnd = { hasEnded = true }
      try await scene.press("2,C-a,Space,type:1500")
      gate.close("UPDATE")
      try await scene.pressWhileWaiting("Enter")
      await gate.arrival()
      try await scene.pressWhileWaiting("q,resize:19x5")
      #expect(scene.lines == ["The last change is", "being written.", "Ctrl-C stops it.", "", ""])
      try await scene.pressWhileWaiting("resize:16x2")
      #expect(scene.lines == ["Writing. Ctrl-C", "stops it."])
      try await scene.pressWhileWaiting("C-c")
      gate.open()
      await scene.run.settle()
      #expect(!hasEnded)
      try await scene.press("resize:80x24")
      #expect(scene.status.hasPrefix(" Not toggled: it was stopped. Nothing was changed."), "\(scene.lines)")
    }
  }

  @Test func theCursorIsMovedWhileItIsUndone() async throws {
    let gate = StatementGate()
    try await scene(Content.facts(3000), trace: gate.trace) { scene in
      defer { gate.open() }
      try await scene.press("/,type:fact 1,Enter,C-a,d,type:1542,Enter,Esc,g")
      gate.close("INSERT")
      try await scene.pressWhileWaiting("u")
      await gate.arrival()
      try await scene.pressWhileWaiting("Down,Down")
      #expect(scene.cursorRow?.contains("Fact 2998") == true)
      gate.open()
      await scene.run.settle()
      #expect(scene.cursorRow?.contains("Fact 2991") == true, "the one that the cursor was on is back")
    }
  }

  @Test func itsUndoIsShownAndStoppedToo() async throws {
    let gate = StatementGate()
    try await scene(Content.facts(1500), trace: gate.trace) { scene in
      defer { gate.open() }
      try await scene.press("C-a,d,type:1500,Enter")
      gate.close("INSERT", "DELETE")
      try await scene.pressWhileWaiting("u")
      await gate.arrival()
      #expect(scene.status == " Undoing: Deleted 1,500 facts · others wait to write · Ctrl-C stops it")
      try await scene.pressWhileWaiting("C-c")
      gate.open()
      await scene.run.settle()
      #expect(scene.status == " Not undone: it was stopped.")
      #expect(try scene.rows("SELECT count(*) FROM facts") == ["0"])
      try await scene.press("u")
      #expect(scene.status == " Undone: Deleted 1,500 facts · Ctrl-R redo")
      gate.close("INSERT", "DELETE")
      try await scene.pressWhileWaiting("C-r")
      #expect(scene.status == " Doing again: Deleted 1,500 facts · others wait to write · Ctrl-C stops it")
    }
  }
}
