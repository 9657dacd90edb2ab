// The screen before a book is open: the question, and the wait.
import Activities
import AlmanacRecords
import Containers
import Databases
import Foundation
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct OpeningScenes {
  @Test func aNewBookIsAskedFor() throws {
    let scene = OpeningScene(isAsked: true)
    scene.shows(
      """
       Almanac                                                          book.db · new





              ┌ Your book ───────────────────────────────────────────────────┐
              │                                                              │
              │ You have no book yet. It goes here:                          │
              │ /home/ada/.local/share/almanac/book.db                       │
              │                                                              │
              │ Begin with                                                   │
              │                                                              │
              │ ▌ s  samples  494 true facts, 50 made-up users               │
              │   e  empty    no records yet                                 │
              │                                                              │
              └──────────────────────────────────────────────────────────────┘






       ⏎ begin  ↓ choose  Esc leave
      """)
    try scene.press("Down")
    scene.shows(
      """
       Almanac                                                          book.db · new





              ┌ Your book ───────────────────────────────────────────────────┐
              │                                                              │
              │ You have no book yet. It goes here:                          │
              │ /home/ada/.local/share/almanac/book.db                       │
              │                                                              │
              │ Begin with                                                   │
              │                                                              │
              │   s  samples  494 true facts, 50 made-up users               │
              │ ▌ e  empty    no records yet                                 │
              │                                                              │
              └──────────────────────────────────────────────────────────────┘






       ⏎ begin  ↓ choose  Esc leave
      """)
    try scene.press("k")
    #expect(scene.terminal.screen[13].contains("▌ s  samples"))
    #expect(scene.ending == "not yet")
  }

  @Test(
    "each key gives its answer",
    arguments: [
      ("s", Book.Options.Beginning.samples), ("e", .empty), ("Enter", .samples), ("Down,Enter", .empty),
      ("Up,Tab,Enter", .samples), ("x,?,1,C-l,e", .empty),
    ])
  func answers(_ keys: String, _ expected: Book.Options.Beginning) async throws {
    let (answers, continuation) = AsyncStream<Book.Options.Beginning?>.makeStream()
    let scene = OpeningScene(isAsked: true) { answer, _ in
      continuation.yield(answer)
      return try await OpenedFile(SQLiteConnection.open(storage: .memory))
    }
    try scene.press(keys)
    for await answer in answers {
      #expect(answer == expected)
      break
    }
    await scene.opening.settle()
    #expect(scene.ending == "opened")
  }

  @Test(arguments: ["Esc", "q", "C-c"])
  func leavingTheQuestionOpensNothing(_ key: String) async throws {
    let scene = OpeningScene(isAsked: true) { _, _ in
      Issue.record("Nothing is opened.")
      throw CancellationError()
    }
    try scene.press(key)
    await scene.opening.settle()
    #expect(scene.ending == "left")
    // The key comes too late.
    try scene.press("s")
    await scene.opening.settle()
  }

  @Test func aTerminalThatGoesLeavesTheQuestion() async throws {
    let scene = OpeningScene(isAsked: true)
    scene.terminal.send(.end)
    await scene.opening.settle()
    #expect(scene.ending == "left")
  }

  @Test func theQuestionFitsEverySize() throws {
    let scene = OpeningScene(isAsked: true)
    try scene.press("resize:20x5")
    scene.shows(
      """
      ┌ Your book ───────┐
      │ ▌ s  samples     │
      │   e  empty       │
      └──────────────────┘
       ⏎ begin  Esc leave
      """)
    try scene.press("resize:40x12")
    scene.shows(
      """
       Almanac                  book.db · new

      ┌ Your book ───────────────────────────┐
      │ You have no book yet. It goes here:  │
      │ …me/ada/.local/share/almanac/book.db │
      │ Begin with                           │
      │ ▌ s  samples                         │
      │   e  empty                           │
      └──────────────────────────────────────┘


       ⏎ begin  ↓ choose  Esc leave
      """)
    try scene.press("resize:200x60")
    #expect(
      scene.terminal.screen[24] == String(repeating: " ", count: 68) + "┌ Your book "
        + String(repeating: "─", count: 51) + "┐")
    #expect(scene.terminal.screen[0].hasSuffix("book.db · new"))
    // A person who can't read the question can't answer it.
    try scene.press("resize:19x5,s,e,Enter")
    #expect(scene.terminal.screen[0] == "Almanac needs a")
    #expect(scene.ending == "not yet")
  }

  @Test func withoutUnicode() throws {
    let scene = OpeningScene(isAsked: true, isUnicode: false)
    scene.shows(
      """
       Almanac                                                          book.db - new





              + Your book ---------------------------------------------------+
              |                                                              |
              | You have no book yet. It goes here:                          |
              | /home/ada/.local/share/almanac/book.db                       |
              |                                                              |
              | Begin with                                                   |
              |                                                              |
              | > s  samples  494 true facts, 50 made-up users               |
              |   e  empty    no records yet                                 |
              |                                                              |
              +--------------------------------------------------------------+






       Enter begin  Down choose  Esc leave
      """)
  }

  @Test func aLockWithoutUnicode() async throws {
    let gate = Gate()
    let scene = OpeningScene(isAsked: false, isUnicode: false, open: gate.open)
    let tell = await gate.hasBegun()
    try await scene.told(.write, tell)
    scene.clock.advance(by: 3.5)
    await scene.frame()
    scene.shows(
      """
       Almanac                                                         book.db - busy





              + book.db -----------------------------------------------------+
              |                                                              |
              | Another program has locked it. Wait, or close that program:  |
              | then it opens by itself. Or open a copy:                     |
              |                                                              |
              | D=$(mktemp -d); cp /home/ada/.local/share/almanac/book.db*   |
              | $D; almanac $D/book.db                                       |
              |                                                              |
              | Waiting - 3 s                                                |
              |                                                              |
              +--------------------------------------------------------------+






       Esc leave
      """)
    gate.goOn()
    await scene.opening.settle()
  }

  @Test func leavingThatTakesLongSaysSo() async throws {
    let (opens, end) = AsyncStream<Void>.makeStream()
    // An opening that can't be interrupted goes on.
    let scene = OpeningScene(isAsked: false) { _, _ in
      await Task { for await _ in opens { return } }.value
      throw CancellationError()
    }
    scene.clock.advance(by: 1)
    try scene.press("Esc")
    scene.clock.advance(by: 2)
    await scene.frame()
    scene.shows(
      """
       Almanac                                                      book.db · opening







              ┌ book.db ─────────────────────────────────────────────────────┐
              │                                                              │
              │ Opening it takes longer than usual.                          │
              │                                                              │
              │ Leaving · 3 s                                                │
              │                                                              │
              └──────────────────────────────────────────────────────────────┘
      """)
    end.yield()
    await scene.opening.settle()
    #expect(scene.ending == "given up")
  }

  @Test func nothingIsShownOfABookThatOpensAtOnce() async throws {
    let gate = Gate()
    let scene = OpeningScene(isAsked: false, open: gate.open)
    _ = await gate.hasBegun()
    scene.clock.advance(by: 0.2)
    gate.goOn()
    await scene.opening.settle()
    #expect(scene.ending == "opened")
    scene.clock.advance(by: 5)
    #expect(scene.opening.terminal == nil)
    #expect(scene.terminal.frameCount == 0)
  }

  @Test func aLockIsWaitedForWithACounter() async throws {
    let gate = Gate()
    let scene = OpeningScene(isAsked: false, open: gate.open)
    let tell = await gate.hasBegun()
    try await scene.told(.write, tell)
    scene.clock.advance(by: 3.5)
    await scene.frame()
    scene.shows(
      """
       Almanac                                                         book.db · busy





              ┌ book.db ─────────────────────────────────────────────────────┐
              │                                                              │
              │ Another program has locked it. Wait, or close that program:  │
              │ then it opens by itself. Or open a copy:                     │
              │                                                              │
              │ D=$(mktemp -d); cp /home/ada/.local/share/almanac/book.db*   │
              │ $D; almanac $D/book.db                                       │
              │                                                              │
              │ Waiting · 3 s                                                │
              │                                                              │
              └──────────────────────────────────────────────────────────────┘






       Esc leave
      """)
    try scene.press("resize:20x5")
    scene.shows(
      """
      ┌ book.db ─────────┐
      │ It is locked.    │
      │ Waiting · 3 s    │
      └──────────────────┘
       Esc leave
      """)
    try scene.press("x,Enter,resize:80x24")
    gate.goOn()
    await scene.opening.settle()
    #expect(scene.ending == "opened")
    #expect(scene.events.waiting.map(\.event) == [])
  }

  @Test(arguments: ["Esc", "q", "C-c"])
  func waitingIsGivenUp(_ key: String) async throws {
    let gate = Gate()
    let scene = OpeningScene(isAsked: false, open: gate.open)
    let tell = await gate.hasBegun()
    try await scene.told(.write, tell)
    scene.clock.advance(by: 2)
    try scene.press(key)
    await scene.opening.settle()
    #expect(scene.ending == "given up a locked one")
  }

  @Test func aBookThatTakesLongSaysSo() async throws {
    let gate = Gate()
    let scene = OpeningScene(isAsked: false, open: gate.open)
    _ = await gate.hasBegun()
    scene.clock.advance(by: 1)
    await scene.frame()
    scene.shows(
      """
       Almanac                                                      book.db · opening







              ┌ book.db ─────────────────────────────────────────────────────┐
              │                                                              │
              │ Opening it takes longer than usual.                          │
              │                                                              │
              │ Opening · 1 s                                                │
              │                                                              │
              └──────────────────────────────────────────────────────────────┘








       Esc leave
      """)
    try scene.press("Esc")
    await scene.opening.settle()
    #expect(scene.ending == "given up")
  }

  @Test func keysTypedBehindTheAnswerAreTheApplications() async throws {
    let gate = Gate()
    let scene = OpeningScene(isAsked: true, open: gate.open)
    try scene.press("s,2,Down,paste:text")
    _ = await gate.hasBegun()
    gate.goOn()
    await scene.opening.settle()
    #expect(scene.events.waiting.map(\.event) == [.key(.character("2")), .key(.down), .paste("text")])
  }

  @Test func whyABookCantBeOpened() async throws {
    let scene = OpeningScene(isAsked: false) { _, _ in throw BookError.missing(path: "x.db") }
    await scene.opening.settle()
    #expect(scene.ending == "failed: x.db does not exist.")
    // The terminal is as it was.
    #expect(scene.opening.terminal == nil)
  }
}
