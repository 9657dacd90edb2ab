// The queue of input without a screen: which keys wait, their order, and when they are dropped.
import Terminals
import Testing

@testable import AlmanacFeatures

@MainActor
struct EventQueueTests {
  private let screen = FakeScreen()
  private let queue = EventQueue()

  init() { queue.responder = screen }

  private func press(_ keys: String) { Self.press(keys, queue) }

  private static func press(_ keys: String, _ queue: EventQueue) {
    for key in keys { queue.add(.key(key == "!" ? .escape : key == "\n" ? .enter : .character(key))) }
  }

  @Test func eventsAreDoneAtOnceWhileNothingIsUnderWay() {
    press("jd")
    #expect(screen.done == "jd" && queue.waiting.isEmpty)
  }

  @Test func anEventWaitsForTheWorkThatItsBindingNames() {
    screen.barrier = .change
    press("j")
    #expect(screen.done == "j", "a motion waits for rows alone")
    press("d")
    #expect(screen.done == "j" && queue.waiting.map(\.event) == [.key(.character("d"))])
    screen.barrier = []
    queue.drain()
    #expect(screen.done == "jd" && queue.waiting.isEmpty)
  }

  @Test func whatWaitsForNothingComesInItsTurn() {
    screen.barrier = .change
    press("djj")
    #expect(screen.done == "")
    screen.barrier = []
    queue.drain()
    #expect(screen.done == "djj")
  }

  @Test func theWorkThatAnEventBeginsIsWaitedForByThoseBehindIt() {
    screen.barrier = .change
    screen.effects["d"] = { $0.barrier = .change }
    press("ddd")
    for count in 1...3 {
      screen.barrier = []
      queue.drain()
      #expect(screen.done == String(repeating: "d", count: count))
    }
  }

  @Test func anEventMeansWhatItMeansInItsTurn() {
    screen.barrier = .rows
    screen.effects["a"] = { $0.isTextTyped = true }
    press("jad\n")
    screen.barrier = []
    queue.drain()
    #expect(screen.done == "jaTT", "d and Enter were typed into what a opened")
  }

  @Test func textAndEscDropWhatWaits() {
    screen.barrier = .rows
    press("j")
    screen.isTextTyped = true
    press("x")
    #expect(screen.done == "T" && queue.waiting.isEmpty)
    screen.isTextTyped = false
    screen.elapsed = 1
    press("j!")
    #expect(screen.done == "T!" && queue.waiting.isEmpty)
  }

  @Test func whatAnotherScreenAsksForAtOnceDropsNothing() {
    screen.barrier = .rows
    press("j")
    queue.add(.resize(Size(width: 1, height: 1)))
    #expect(screen.done == "R" && queue.waiting.count == 1)
  }

  @Test func aChangeThatFailsDropsWhatWaitsBehindIt() {
    screen.barrier = .change
    press("dj")
    screen.failureCount = 1
    screen.barrier = []
    press("k")
    #expect(screen.done == "k" && screen.refused == [.typedBehindFailure])
  }

  @Test("REAL-48: when a change meets a lock, what was typed behind it is dropped, also what need not wait")
  func whatWaitsWhenALockIsMet() {
    screen.barrier = .change
    press("dj")
    (screen.isLocked, screen.barrier) = (true, [])
    queue.drain()
    #expect(queue.waiting.isEmpty && screen.done == "" && screen.refused == [.notNow])
    press("j")
    #expect(screen.done == "j")
  }

  @Test func nothingWaitsBehindALock() {
    screen.barrier = .change
    press("dj")
    screen.isLocked = true
    queue.drain()
    #expect(queue.waiting.isEmpty && screen.done == "" && screen.refused == [.notNow])
    press("d")
    #expect(queue.waiting.isEmpty && screen.refused == [.notNow, .notNow])
    press("j")
    #expect(screen.done == "j")
  }

  @Test func aRefusedKeyIsNotDoneLater() {
    screen.refusals["d"] = .because("no")
    press("d")
    screen.refusals = [:]
    queue.drain()
    #expect(screen.done == "" && screen.refused == [.because("no")])
  }

  @Test func withoutAScreenEventsWait() {
    let queue = EventQueue()
    queue.add(.key(.character("j")))
    queue.responder = screen
    queue.drain()
    #expect(screen.done == "j")
  }

  @Test("what is typed for a form that was refused is refused too, until Enter, Esc or a pause of half a second")
  func textOfARefusedForm() {
    screen.refusals["a"] = .because("read-only")
    press("add")
    queue.add(.paste("d"))
    #expect(screen.done == "" && screen.refused.count == 4)
    press("\n")
    #expect(screen.done == "", "Enter was meant for the form")
    press("d")
    #expect(screen.done == "d")
    press("ad!")
    #expect(screen.done == "d", "so was Esc")
    press("j")
    #expect(screen.done == "dj")
    press("ad")
    screen.elapsed = 0.4
    press("d")
    screen.elapsed = 0.8
    press("d")
    #expect(screen.done == "dj", "the pause is from one key to the next")
    screen.elapsed = 1.3
    press("d")
    #expect(screen.done == "djd")
  }

  @Test("what waits behind a key that is refused in its turn was meant for its text")
  func textThatWaitsBehindARefusal() {
    screen.barrier = .rows
    press("jad\nd")
    screen.refusals["a"] = .because("no")
    screen.barrier = []
    queue.drain()
    #expect(screen.done == "jd", "Enter ends the text")
  }

  @Test("another screen does not make commands of the rest of a refused text, nor does the mouse")
  func refusedTextOnAnotherScreen() {
    screen.refusals["a"] = .because("no")
    press("ad")
    queue.responder = screen
    queue.add(.mouse(MouseEvent(.wheelDown, at: Point(column: 0, row: 0))))
    press("d")
    #expect(screen.done == "" && screen.refused.count == 3)
  }

  @Test("text that waits behind a motion takes its place, as if it came now")
  func textBehindAMotion() {
    screen.barrier = .rows
    screen.effects["a"] = { $0.isTextTyped = true }
    press("j")
    screen.barrier = []
    screen.effects["j"] = { $0.barrier = .rows }
    press("aj")
    #expect(screen.done == "jaT")
    screen.isTextTyped = false
    screen.elapsed = 1
    screen.barrier = .rows
    press("kkx")
    screen.isTextTyped = true
    queue.drain()
    #expect(screen.done == "jaTTTT" && queue.waiting.isEmpty)
  }

  @Test func aKeyThatIsPressedAgainWhileItWaitsIsDoneAtOnce() {
    screen.barrier = .rows
    press("jq")
    screen.elapsed = 0.69
    press("q")
    #expect(screen.done == "", "it may be held")
    screen.elapsed = 1.39
    press("q")
    #expect(screen.done == "q" && queue.waiting.isEmpty)
  }

  @Test("a dropped event that would have opened a place for text leaves its text refused, wherever it waited")
  func textOfADroppedKey() {
    let causes: [(FakeScreen, EventQueue) -> Void] = [
      { screen, _ in screen.failureCount += 1 }, { screen, _ in screen.isLocked = true },
      { $1.drop(because: .notNow) },
    ]
    for (keys, isRefused) in [("dax", true), ("djax", true), ("dax\n", false), ("dax\nay", true), ("dj", false)] {
      for cause in causes {
        let (screen, queue) = (FakeScreen(), EventQueue())
        queue.responder = screen
        screen.barrier = .change
        Self.press(keys, queue)
        cause(screen, queue)
        queue.drain()
        screen.isLocked = false
        screen.barrier = []
        // Long enough to read the reason, but not yet a pause.
        screen.elapsed += 0.45
        Self.press("d", queue)
        #expect(screen.done == (isRefused ? "" : "d"), "\(keys)")
        Self.press("\nk", queue)
        #expect(screen.done == (isRefused ? "k" : "dk"), "\(keys)")
      }
    }
  }

  @Test func aKeyAgainIsNotUrgentAmongText() {
    screen.barrier = .rows
    screen.effects["a"] = { $0.isTextTyped = true }
    press("jaqq")
    #expect(screen.done == "" && queue.waiting.count == 4)
    screen.barrier = []
    queue.drain()
    #expect(screen.done == "jaTT")
  }

  @Test("a place for text that goes by itself leaves what is typed on refused, unless a key has ended the text")
  func aPlaceThatGoes() {
    for (ending, isRefused) in [("", true), ("\n", false), ("!", false)] {
      screen.elapsed += 10
      screen.isTextTyped = true
      queue.followPlace()
      press("x")
      if !ending.isEmpty {
        screen.isTextTyped = false
        press(ending)
      }
      screen.elapsed += 3
      screen.isTextTyped = false
      queue.followPlace()
      let done = screen.done
      press("d")
      #expect(screen.done == (isRefused ? done : done + "d"), "\(ending)")
    }
  }

  @Test("text for a form waits behind a lock, and what was typed before it is known that it has failed")
  func textThatWaitsForItsRecord() {
    screen.textWork = .filling
    screen.isTextTyped = true
    screen.barrier = .filling
    screen.isLocked = true
    press("xy")
    screen.failureCount += 1
    queue.drain()
    #expect(queue.waiting.count == 2)
    screen.barrier = []
    queue.drain()
    #expect(screen.done == "TT" && screen.refused.isEmpty)
  }

  @Test func whatWaitsIsNotLookedAtAgainAtEachKey() {
    screen.barrier = .rows
    press(String(repeating: "jdk", count: 200))
    #expect(screen.askedCount <= 3 * 600)
    screen.isLocked = true
    queue.drain()
    #expect(screen.refused == [.notNow] && screen.askedCount <= 5 * 600)
  }

  @Test("a key that has waited is refused for a record that was not seen when it was pressed, and drops what follows")
  func unseenRecord() {
    screen.isSeen = false
    press("d")
    #expect(screen.done == "d", "what does not wait means what has the cursor")
    screen.barrier = .rows
    press("jdk")
    screen.barrier = []
    queue.drain()
    #expect(screen.done == "dj" && screen.refused == [.unseenRecord] && queue.waiting.isEmpty)
    press("d")
    #expect(screen.done == "djd")
  }

  @Test func whatNeedsAPermissionWaitsForItsRecordBeforeItIsAskedFor() {
    screen.barrier = .rows
    screen.refusals["d"] = .writePermission
    press("d")
    #expect(screen.refused.isEmpty && queue.waiting.count == 1)
    screen.barrier = []
    queue.drain()
    #expect(screen.refused == [.writePermission] && queue.waiting.isEmpty)
  }

  @Test func aKeyThatWouldOpenNoTextIsRefusedAlone() {
    screen.refusals["d"] = .because("no")
    press("dj")
    #expect(screen.done == "j")
  }
}

/// A screen on which `j` and `k` wait for rows, `d` waits for rows and changes, and `a` opens a text field.
@MainActor
private final class FakeScreen: EventResponder {
  var barrier: Barrier = []
  var isLocked = false
  var failureCount = 0
  var elapsed = 0.0
  var isTextTyped = false
  var questions: [Question] { [] }
  var takesText: Bool { isTextTyped }
  /// The work that text waits for; `nil`: text replaces the waiting keys.
  var textWork: Barrier?
  private(set) var askedCount = 0
  var refusals: [Character: KeyRefusal] = [:]
  var effects: [Character: (FakeScreen) -> Void] = [:]
  private(set) var done = ""
  private(set) var refused: [KeyRefusal] = []

  func action(for event: InputEvent) -> EventAction? {
    askedCount += 1
    return switch event {
    case .key(.escape): EventAction(order: .superseding) { [self] in done += "!" }
    case .key where isTextTyped, .paste where isTextTyped:
      EventAction(order: textWork.map { .inTurn(waitsFor: $0) } ?? .superseding, isOfText: true) { [self] in
        done += "T"
      }
    case .key(.character(let key)): action(for: key)
    case .resize: EventAction(order: .ahead, clearsMessages: false) { [self] in done += "R" }
    default: nil
    }
  }

  private func action(for key: Character) -> EventAction {
    EventAction(
      order: .inTurn(waitsFor: key == "d" ? [.rows, .change] : key == "a" ? [] : .rows), refusal: refusals[key],
      isUrgentAgain: key == "q", isOfText: key == "a", isOfRecord: key == "d"
    ) { [self] in
      done.append(key)
      effects[key]?(self)
    }
  }

  func clearMessages(before event: InputEvent) {}
  func refuse(_ event: InputEvent, because refusal: KeyRefusal) { refused.append(refusal) }
  /// Whether the item with the cursor was visible when keys were pressed.
  var isSeen = true
  var cursorSight: CursorSight { { [self] in isSeen } }
  func isCursorUnread(at time: Double) -> Bool { false }
}
