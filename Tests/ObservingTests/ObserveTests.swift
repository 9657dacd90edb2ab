import Activities
import Locks
import Observation
import Observing
import TestSupport
import Testing

@MainActor
@Observable
final class CounterModel {
  var count = 0
  var name = ""
  var flag = false
}

@MainActor
@Suite(.recordsIssues)
struct ObserveTests {
  let activity = Activity()

  @Test("NAV-01: the closure runs at once, and again after a change")
  func runsAtOnceAndAgain() async {
    let model = CounterModel()
    var seen: [Int] = []
    let token = observe(activity: activity) { seen.append(model.count) }
    #expect(seen == [0])
    model.count += 1
    #expect(seen == [0])
    await activity.settled()
    #expect(seen == [0, 1])
    withExtendedLifetime(token) {}
  }

  @Test("NAV-02: a dropped token ends the runs and releases the closure")
  func droppedToken() async {
    final class Screen {}
    let model = CounterModel()
    var seen: [Int] = []
    weak var released: Screen?
    var token: ObserveToken?
    do {
      let screen = Screen()
      released = screen
      token = observe(activity: activity) {
        seen.append(model.count)
        withExtendedLifetime(screen) {}
      }
    }
    model.count += 1
    await activity.settled()
    #expect(seen == [0, 1])
    #expect(released != nil)
    _ = token
    token = nil
    #expect(released == nil)
    model.count += 1
    await activity.settled()
    #expect(seen == [0, 1])
  }

  @Test("NAV-02: a run that is owed when the token is dropped does not come")
  func droppedWhileOwed() async {
    let model = CounterModel()
    var seen: [Int] = []
    var token: ObserveToken? = observe(activity: activity) { seen.append(model.count) }
    model.count += 1
    token?.cancel()
    token = nil
    await activity.settled()
    #expect(seen == [0])
  }

  @Test("NAV-04: three changes in one turn are one run")
  func changesAreGathered() async {
    let model = CounterModel()
    var seen: [String] = []
    let token = observe(activity: activity) { seen.append("\(model.count) \(model.name) \(model.flag)") }
    model.count = 3
    model.name = "Blob"
    model.flag = true
    await activity.settled()
    #expect(seen == ["0  false", "3 Blob true"])
    withExtendedLifetime(token) {}
  }

  @Test("Each run tracks again what it reads")
  func tracksAnew() async {
    let model = CounterModel()
    var seen: [String] = []
    let token = observe(activity: activity) { seen.append(model.flag ? model.name : "\(model.count)") }
    model.name = "unread"
    await activity.settled()
    model.flag = true
    await activity.settled()
    model.count = 7
    await activity.settled()
    model.name = "read"
    await activity.settled()
    #expect(seen == ["0", "unread", "read"])
    withExtendedLifetime(token) {}
  }

  @Test("An inner closure wakes alone, and has run when the outer observe returns")
  func innerDoesNotWakeOuter() async {
    let model = CounterModel()
    var log: [String] = []
    var inner: ObserveToken?
    let outer = observe(activity: activity) {
      log.append("outer \(model.name)")
      inner = observe(activity: activity) { log.append("inner \(model.count)") }
      log.append("outer ends")
    }
    #expect(log == ["outer ", "outer ends", "inner 0"])
    log = []
    model.count = 1
    await activity.settled()
    #expect(log == ["inner 1"])
    log = []
    model.name = "Blob"
    await activity.settled()
    #expect(log == ["outer Blob", "outer ends", "inner 1"])
    log = []
    model.count = 2
    await activity.settled()
    #expect(log == ["inner 2"])
    withExtendedLifetime((outer, inner)) {}
  }

  @Test("An inner closure whose token is dropped at once never runs")
  func innerDroppedAtOnce() {
    var runs = 0
    let outer = observe {
      _ = observe { runs += 1 }
    }
    #expect(runs == 0)
    withExtendedLifetime(outer) {}
  }
}

actor Ledger {
  @Observable
  final class Page { var line = 0 }

  private let page = Page()
  private(set) var seen: [Int] = []
  private var token: ObserveToken?

  func begin(activity: Activity) {
    token = observe(activity: activity) {
      self.assertIsolated()
      self.seen.append(self.page.line)
    }
  }

  func turn() { page.line += 1 }
}

@Suite(.recordsIssues)
struct ObserveOnActorTests {
  @Test("NAV-07: on an actor of one's own every run is isolated there")
  func customActor() async {
    let activity = Activity()
    let ledger = Ledger()
    await ledger.begin(activity: activity)
    for _ in 1...3 {
      await ledger.turn()
      await activity.settled()
    }
    #expect(await ledger.seen == [0, 1, 2, 3])
  }

  @Test("NAV-07: a scheduler of frames is not used off the main actor")
  func customActorWithScheduler() async {
    let activity = Activity()
    let clock = ManualFrameClock()
    let scheduler = await FrameScheduler(clock: clock.clock)
    let ledger = Ledger()
    await FrameScheduler.$current.withValue(scheduler) {
      await ledger.begin(activity: activity)
      await ledger.turn()
    }
    await activity.settled()
    #expect(await ledger.seen == [0, 1])
    #expect(clock.appointmentCount == 0)
  }
}
