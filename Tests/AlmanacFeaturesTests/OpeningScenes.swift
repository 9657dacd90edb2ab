// What stands on the screen before a book is open: the question, and the wait.
import Activities
import AlmanacFeatures
import AlmanacRecords
import Containers
import Databases
import Foundation
import Terminals
import TestSupport
import Testing

/// One opening on a virtual terminal. How the book opens is the test's to say.
@MainActor
private final class OpeningScene {
  let terminal: VirtualTerminal
  let clock = ManualScreenClock(now: Content.now)
  let opening: OpeningSession
  private(set) var outcome: OpeningSession.Outcome?

  init(
    isAsked: Bool, size: Size = Size(width: 80, height: 24), isUnicode: Bool = true,
    open: @escaping OpeningSession.Open = { _, _ in throw CancellationError() }
  ) {
    let terminal = VirtualTerminal(size: size, isUnicode: isUnicode)
    self.terminal = terminal
    opening = OpeningSession(
      path: "/home/ada/.local/share/almanac/book.db", isAsked: isAsked, clock: clock.clock,
      frameClock: .immediate(Activity()),
      activity: Activity(),
      terminal: { terminal }, open: open)
    opening.onEnd = { [weak self] in self?.outcome = $0 }
    opening.begin()
  }

  /// Presses keys; what they ask is drawn in the same turn.
  func press(_ script: String) throws {
    for event in try Key.parse(script: script) { terminal.send(event) }
  }

  func shows(_ expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
    expectScreen(terminal.screen, expected, sourceLocation)
  }

  /// How it ended, in a word.
  var ending: String {
    switch outcome {
    case nil: "not yet"
    case .opened: "opened"
    case .failed(let error): "failed: \(error)"
    case .left: "left"
    case .givenUp(let isLocked): isLocked ? "given up a locked one" : "given up"
    }
  }
}

/// A book that opens when the test says so.
private final class Gate: Sendable {
  private let (waits, began) = AsyncStream<@Sendable (FileStatus) -> Void>.makeStream()
  private let (opens, end) = AsyncStream<Void>.makeStream()

  func open(
    _ answer: Book.Options.Beginning?, _ tell: @escaping @Sendable (FileStatus) -> Void
  ) async throws -> SQLiteConnection {
    began.yield(tell)
    for await _ in opens { return try await SQLiteConnection.open(storage: .memory) }
    throw CancellationError()
  }

  /// Waits until opening has begun; gives what tells of locks.
  func hasBegun() async -> @Sendable (FileStatus) -> Void {
    for await tell in waits { return tell }
    return { _ in }
  }

  func goOn() { end.yield() }
}

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
              │ You have no book yet. It will be made here:                  │
              │ /home/ada/.local/share/almanac/book.db                       │
              │                                                              │
              │ Begin with                                                   │
              │                                                              │
              │ ▌ s  samples  494 true facts, 50 made-up users               │
              │   e  empty    no records yet                                 │
              │                                                              │
              └──────────────────────────────────────────────────────────────┘






       s samples  e empty  ↓ choose  ⏎ begin  Esc leave
      """)
    try scene.press("Down")
    #expect(
      scene.terminal.screen[13...14].map { String($0.dropFirst(10).prefix(14)) } == [
        "  s  samples  ", "▌ e  empty    ",
      ])
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
      return try await SQLiteConnection.open(storage: .memory)
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
    // Too late.
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
      │ Begin with       │
      │ ▌ s  samples     │
      │   e  empty       │
      └──────────────────┘
      """)
    try scene.press("resize:40x12")
    scene.shows(
      """
       Almanac                  book.db · new

      ┌ Your book ───────────────────────────┐
      │ You have no book yet. It will be ma… │
      │ …me/ada/.local/share/almanac/book.db │
      │ Begin with                           │
      │ ▌ s  samples                         │
      │   e  empty                           │
      └──────────────────────────────────────┘


       s samples  e empty  ↓ choose  ⏎ begin
      """)
    try scene.press("resize:200x60")
    #expect(
      scene.terminal.screen[24] == String(repeating: " ", count: 68) + "┌ Your book "
        + String(repeating: "─", count: 51) + "┐")
    #expect(scene.terminal.screen[0].hasSuffix("book.db · new"))
    // Who can't read the question does not answer it.
    try scene.press("resize:19x5,s,e,Enter")
    #expect(scene.terminal.screen[0] == "Almanac needs a")
    #expect(scene.ending == "not yet")
  }

  @Test func withoutUnicode() throws {
    let scene = OpeningScene(isAsked: true, isUnicode: false)
    #expect(scene.terminal.screen[6].trimmingCharacters(in: .whitespaces).hasPrefix("+ Your book ---"))
    #expect(scene.terminal.screen[13].contains("> s  samples  494 true facts"))
    #expect(scene.terminal.screen.allSatisfy { $0.allSatisfy(\.isASCII) })
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
              │ Another program has locked it. It opens by itself as soon as │
              │ that program lets go.                                        │
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
      │ Another program  │
      │ has locked it.   │
      │ Waiting · 3 s    │
      └──────────────────┘
      """)
    try scene.press("x,Enter,resize:80x24")
    gate.goOn()
    await scene.opening.settle()
    #expect(scene.ending == "opened")
    #expect(scene.opening.typedAhead == [])
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
    #expect(scene.terminal.screen[0].hasSuffix("book.db · opening"))
    #expect(scene.terminal.screen.contains { $0.contains("│ Opening it takes longer than usual.") })
    #expect(scene.terminal.screen.contains { $0.contains("│ Opening · 1 s") })
    try scene.press("Esc")
    await scene.opening.settle()
    #expect(scene.ending == "given up")
  }

  @Test func keysTypedBehindTheAnswerAreTheApplications() async throws {
    let gate = Gate()
    let scene = OpeningScene(isAsked: true, open: gate.open)
    try scene.press("s,2,Down")
    _ = await gate.hasBegun()
    gate.goOn()
    await scene.opening.settle()
    #expect(scene.opening.typedAhead == [.key(.character("2")), .key(.down)])
  }

  @Test func whyABookCantBeOpened() async throws {
    let scene = OpeningScene(isAsked: false) { _, _ in throw BookError.missing(path: "x.db") }
    await scene.opening.settle()
    #expect(scene.ending == "failed: x.db does not exist.")
  }
}

extension OpeningScene {
  /// Tells of a lock, and waits until the opening has heard of it.
  fileprivate func told(_ waiting: FileStatus.Waiting, _ tell: @Sendable (FileStatus) -> Void) async throws {
    var status = FileStatus()
    status.waiting = waiting
    tell(status)
    await frame()
  }

  /// Lets the turns of the main actor pass that were asked for until now.
  fileprivate func frame() async {
    for _ in 0..<3 { await Task { @MainActor in }.value }
  }
}
