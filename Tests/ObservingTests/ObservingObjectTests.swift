import Activities
import Observing
import TestSupport
import Testing

/// A screen that draws the values it reads, and keeps no token.
private final class CounterScreen: ObservingObject {
  let model: CounterModel
  private(set) var drawn: [String] = []
  private let log: (String) -> Void

  init(_ model: CounterModel, log: @escaping (String) -> Void = { _ in }) {
    self.model = model
    self.log = log
  }

  func appear(activity: Activity) {
    observe(activity: activity) { [weak self] in
      guard let self else { return }
      drawn.append("count \(model.count)")
      log("count \(model.count)")
    }
    observe(activity: activity) { [weak self] in
      guard let self else { return }
      drawn.append("name \(model.name)")
      log("name \(model.name)")
    }
  }
}

@MainActor
@Suite(.recordsIssues)
struct ObservingObjectTests {
  let activity = Activity()

  @Test("NAV-01: an object's closures run at once and after a change, and it keeps their tokens by itself")
  func keepsTokens() async {
    let model = CounterModel()
    let screen = CounterScreen(model)
    screen.appear(activity: activity)
    #expect(screen.drawn == ["count 0", "name "])
    model.count += 1
    await activity.settled()
    model.name = "Blob"
    await activity.settled()
    #expect(screen.drawn == ["count 0", "name ", "count 1", "name Blob"])
  }

  @Test("NAV-02: an object that is released ends the runs of its closures")
  func released() async {
    let model = CounterModel()
    var seen: [String] = []
    var screen: CounterScreen? = CounterScreen(model) { seen.append($0) }
    weak let released = screen
    screen?.appear(activity: activity)
    model.count += 1
    screen = nil
    #expect(released == nil)
    await activity.settled()
    #expect(seen == ["count 0", "name "])
  }

  @Test("NAV-04: an object's closures belong to the frames of the present scheduler, or of the one that is given")
  func frames() {
    let model = CounterModel()
    let scheduler = FrameScheduler(clock: ManualFrameClock().clock)
    let screen = CounterScreen(model)
    scheduler.perform { screen.appear(activity: Activity()) }
    model.count = 1
    model.count = 2
    #expect(screen.drawn == ["count 0", "name "])
    scheduler.flush()
    #expect(screen.drawn == ["count 0", "name ", "count 2"])
  }
}
