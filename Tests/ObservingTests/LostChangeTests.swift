import Activities
import Dispatch
import Locks
import Observation
import Observing
import TestSupport
import Testing

/// A value that any thread changes, like a fetched value.
private final class Fetched: Sendable {
  private let storage = Lock(0)
  private let changes = ChangeStamp()

  var value: Int {
    changes.access()
    return storage.withLock { $0 }
  }

  func increment() {
    storage.withLock { $0 += 1 }
    changes.noteChange()
  }
}

@MainActor
@Suite(.recordsIssues)
struct LostChangeTests {
  @Test("NAV-05: eight tasks write while closures run, 300 rounds, and the last value is always seen")
  func nothingIsLost() async {
    var drawn = 0
    for round in 0..<300 {
      let activity = Activity()
      let fetched = Fetched()
      let model = CounterModel()
      var seen = -1
      var seenCount = -1
      let token = observe(activity: activity) {
        seen = fetched.value
        // A closure that draws takes some time after the read: during that time changes could get lost.
        for cell in 0..<2_000 { drawn &+= cell ^ seen }
        seenCount = model.count
      }
      await withTaskGroup { group in
        for writer in 0..<8 {
          group.addTask {
            for _ in 0..<5 {
              fetched.increment()
              await Task.yield()
            }
            if writer == 0 { await MainActor.run { model.count += 1 } }
          }
        }
      }
      await activity.settled()
      #expect(seen == 40, "round \(round)")
      #expect(seenCount == 1, "round \(round)")
      withExtendedLifetime(token) {}
    }
  }

  @Test("NAV-05: a change between the read and the registration is seen")
  func changeDuringRun() async {
    let activity = Activity()
    let fetched = Fetched()
    var seen: [Int] = []
    let token = observe(activity: activity) {
      seen.append(fetched.value)
      guard seen.count == 1 else { return }
      // Another thread changes the value while this closure still runs.
      let changed = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        fetched.increment()
        changed.signal()
      }
      changed.wait()
    }
    await activity.settled()
    #expect(seen == [0, 1])
    withExtendedLifetime(token) {}
  }

  @Test("NAV-05: in frames too a change during the run is seen, in the next frame")
  func changeDuringRunInFrame() {
    let fetched = Fetched()
    let clock = ManualFrameClock()
    let scheduler = FrameScheduler(clock: clock.clock)
    var seen: [Int] = []
    let token = observe(scheduler: scheduler) {
      seen.append(fetched.value)
      if seen.count == 2 { fetched.increment() }
    }
    var frames: [[Int]] = []
    scheduler.onFrame = { frames.append(seen) }
    fetched.increment()
    clock.advance()
    #expect(frames == [[0, 1], [0, 1, 2]])
    #expect(scheduler.isClean)
    withExtendedLifetime(token) {}
  }

  @Test("NAV-15: a thousand times tokens are dropped and made, and the runs never stop")
  func tokensComeAndGo() async {
    let activity = Activity()
    let fetched = Fetched()
    var runs = 0
    var tokens: [ObserveToken] = []
    for round in 1...1000 {
      tokens = [observe(activity: activity) { runs = fetched.value }]
      fetched.increment()
      await activity.settled()
      #expect(runs == round)
    }
    withExtendedLifetime(tokens) {}
  }
}
