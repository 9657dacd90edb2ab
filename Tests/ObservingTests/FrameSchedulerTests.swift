import Activities
import Observing
import TestSupport
import Testing

@MainActor
@Suite(.recordsIssues)
struct FrameSchedulerTests {
  let activity = Activity()
  let clock = ManualFrameClock()
  let model = CounterModel()

  func scheduler() -> FrameScheduler { FrameScheduler(activity: activity, clock: clock.clock) }

  @Test("NAV-04: ten changes are one run and one frame")
  func changesAreOneFrame() {
    let scheduler = scheduler()
    var frames = 0
    var seen: [Int] = []
    scheduler.onFrame = { frames += 1 }
    let token = observe(scheduler: scheduler) { seen.append(model.count) }
    #expect(frames == 0)
    for _ in 1...10 { model.count += 1 }
    #expect(!scheduler.isClean)
    #expect(!activity.isSettled)
    clock.advance()
    #expect(seen == [0, 10])
    #expect(frames == 1)
    #expect(scheduler.isClean)
    #expect(activity.isSettled)
    withExtendedLifetime(token) {}
  }

  @Test("NAV-04: frames for changes begin 16 ms apart but for two that may come early, the last state is drawn")
  func framesAreSpaced() {
    let scheduler = scheduler()
    var frames: [String] = []
    var seen = 0
    let now = clock.clock.now
    scheduler.onFrame = { frames.append("\(now().components.attoseconds / 1_000_000_000_000_000) ms: \(seen)") }
    let token = observe(scheduler: scheduler) { seen = model.count }
    for _ in 1...40 {
      model.count += 1
      clock.advance(by: .milliseconds(1))
    }
    clock.advance(by: .milliseconds(20))
    #expect(frames == ["0 ms: 1", "1 ms: 2", "2 ms: 3", "16 ms: 16", "32 ms: 32", "48 ms: 40"])
    #expect(scheduler.isClean)
    withExtendedLifetime(token) {}
  }

  @Test("A key's consequences are drawn in the same turn, and the frame that was owed does not come twice")
  func flushDrawsNow() {
    let scheduler = scheduler()
    var frames: [Int] = []
    var seen = 0
    scheduler.onFrame = { frames.append(seen) }
    let token = observe(scheduler: scheduler) { seen = model.count }
    model.count = 1
    scheduler.flush()
    #expect(frames == [1])
    #expect(activity.isSettled)
    model.count = 2
    scheduler.flush()
    #expect(frames == [1, 2])
    scheduler.flush()
    clock.advance(by: .milliseconds(100))
    #expect(frames == [1, 2])
    withExtendedLifetime(token) {}
  }

  @Test("What a person waits for is drawn in the next turn with all that is owed, and its frame does not count")
  func awaitedChange() {
    let scheduler = scheduler()
    let answer = CounterModel()
    var frames: [String] = []
    var seen = (model: 0, answer: 0)
    let now = clock.clock.now
    scheduler.onFrame = {
      frames.append("\(now().components.attoseconds / 1_000_000_000_000_000) ms: \(seen.model) \(seen.answer)")
    }
    let tokens = [
      observe(scheduler: scheduler) { seen.model = model.count },
      observe(scheduler: scheduler) { seen.answer = answer.count },
    ]
    model.count = 1
    clock.advance()
    model.count = 2
    clock.advance()
    model.count = 3
    clock.advance(by: .milliseconds(2))
    // The next frame is due at 16 ms.
    model.count = 4
    clock.advance(by: .milliseconds(2))
    withTransaction(\.isAwaited, true) { answer.count = 1 }
    clock.advance(by: .milliseconds(2))
    model.count = 5
    clock.advance(by: .milliseconds(20))
    #expect(frames == ["0 ms: 1 0", "0 ms: 2 0", "0 ms: 3 0", "4 ms: 4 1", "16 ms: 5 1"])
    #expect(scheduler.isClean)
    #expect(activity.isSettled)
    withExtendedLifetime(tokens) {}
  }

  @Test(
    "Frames that were flushed do not count: a change after them is drawn in the next turn, as far as there are frames")
  func changeAfterFlush() {
    let scheduler = scheduler()
    var frames: [Int] = []
    var seen = 0
    scheduler.onFrame = { frames.append(seen) }
    let token = observe(scheduler: scheduler) { seen = model.count }
    model.count = 1
    scheduler.flush()
    model.count = 2
    clock.advance()
    for count in 3...4 {
      model.count = count
      clock.advance()
    }
    #expect(frames == [1, 2, 3, 4])
    clock.advance(by: .milliseconds(6))
    model.count = 5
    // A key comes in between: its frame includes the owed changes, and the interval goes on.
    scheduler.flush()
    model.count = 6
    clock.advance(by: .milliseconds(9))
    #expect(frames == [1, 2, 3, 4, 5])
    clock.advance(by: .milliseconds(1))
    #expect(frames == [1, 2, 3, 4, 5, 6])
    withExtendedLifetime(token) {}
  }

  @Test("What an owed closure changes is drawn in the same frame, each closure once a frame")
  func cascade() {
    let scheduler = scheduler()
    var log: [String] = []
    scheduler.onFrame = { log.append("frame") }
    let reader = observe(scheduler: scheduler) { log.append("name \(model.name)") }
    let writer = observe(scheduler: scheduler) {
      let count = model.count
      log.append("count \(count)")
      if count > 0 { model.name = "\(count)" }
    }
    log = []
    model.count = 1
    clock.advance()
    #expect(log == ["count 1", "name 1", "frame"])
    log = []
    // The reader runs first, and is owed a second run, which belongs to the next frame.
    model.name = "x"
    model.count = 2
    clock.advance()
    #expect(log == ["name x", "count 2", "frame", "name 2", "frame"])
    #expect(activity.isSettled)
    withExtendedLifetime((reader, writer)) {}
  }

  @Test("A frame asked for by an owed closure is the frame under way; by onFrame, the next one")
  func requestInFrame() {
    let scheduler = scheduler()
    var frames = 0
    var again = true
    scheduler.onFrame = {
      frames += 1
      if again { scheduler.requestFrame() }
      again = false
    }
    let token = observe(scheduler: scheduler) {
      _ = model.count
      scheduler.requestFrame()
    }
    clock.advance()
    #expect(frames == 2)
    #expect(scheduler.isClean)
    model.count = 1
    clock.advance(by: .milliseconds(16))
    #expect(frames == 3)
    #expect(scheduler.isClean)
    withExtendedLifetime(token) {}
  }

  @Test("The present scheduler is that of the task")
  func taskLocal() {
    let scheduler = scheduler()
    var seen: [Int] = []
    let token = FrameScheduler.$current.withValue(scheduler) {
      observe { seen.append(model.count) }
    }
    model.count = 1
    #expect(clock.appointmentCount == 1)
    clock.advance()
    #expect(seen == [0, 1])
    withExtendedLifetime(token) {}
  }

  @Test("What an event begins to observe belongs to the frames, and what it changed is drawn in the same turn")
  func perform() {
    let scheduler = scheduler()
    var frames = 0
    var seen: [String] = []
    var tokens: [ObserveToken] = []
    scheduler.onFrame = { frames += 1 }
    tokens.append(
      observe(scheduler: scheduler) {
        guard model.flag else { return }
        tokens.append(observe { seen.append("inner \(model.count)") })
      })
    scheduler.perform {
      tokens.append(observe { seen.append("event \(model.count)") })
      model.flag = true
    }
    #expect(seen == ["event 0", "inner 0"])
    #expect(frames == 1)
    seen = []
    scheduler.perform { model.count = 1 }
    #expect(seen == ["event 1", "inner 1"])
    #expect(frames == 2)
    withExtendedLifetime(tokens) {}
  }

  @Test("A dropped token leaves an owed frame without its run")
  func droppedWhileOwed() {
    let scheduler = scheduler()
    var seen: [Int] = []
    var token: ObserveToken? = observe(scheduler: scheduler) { seen.append(model.count) }
    model.count = 1
    token?.cancel()
    token = nil
    clock.advance()
    #expect(seen == [0])
    #expect(activity.isSettled)
  }

  @Test("Changes on other threads end in frames on the main queue")
  func mainClock() async {
    let stamp = ChangeStamp()
    let scheduler = FrameScheduler(activity: activity, interval: .milliseconds(1))
    var frames = 0
    var seen = 0
    scheduler.onFrame = {
      MainActor.assertIsolated()
      frames += 1
    }
    let token = observe(scheduler: scheduler) {
      stamp.access()
      seen = stamp.version
    }
    await withTaskGroup { group in
      for _ in 1...8 { group.addTask { for _ in 1...10 { stamp.noteChange() } } }
    }
    await activity.settled()
    #expect(seen == 80)
    #expect((1...80).contains(frames))
    scheduler.requestFrame()
    scheduler.requestFrame()
    await activity.settled()
    #expect(scheduler.isClean)
    withExtendedLifetime(token) {}
  }
}
