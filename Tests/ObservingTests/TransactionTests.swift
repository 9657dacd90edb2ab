import Activities
import Observing
import TestSupport
import Testing

extension Transaction {
  private enum Reason: TransactionKey { static let defaultValue = "none" }
  fileprivate var reason: String {
    get { self[Reason.self] }
    set { self[Reason.self] = newValue }
  }
}

@MainActor
@Suite(.recordsIssues)
struct TransactionTests {
  let activity = Activity()

  @Test("NAV-13: a key set around a mutation is seen in the run that follows, and not afterwards")
  func travels() async {
    let model = CounterModel()
    var seen: [String] = []
    let token = observe(activity: activity) { seen.append("\(model.count) \(Transaction.current.reason)") }
    withTransaction(\.reason, "key") { model.count = 1 }
    #expect(Transaction.current.reason == "none")
    await activity.settled()
    model.count = 2
    await activity.settled()
    #expect(seen == ["0 none", "1 key", "2 none"])
    withExtendedLifetime(token) {}
  }

  @Test("NAV-13: in frames too")
  func travelsIntoFrames() {
    let model = CounterModel()
    let clock = ManualFrameClock()
    let scheduler = FrameScheduler(clock: clock.clock)
    var seen: [Bool] = []
    let token = observe(scheduler: scheduler) {
      _ = model.count
      seen.append(Transaction.current.isAnimated)
    }
    withTransaction(\.isAnimated, true) { model.count = 1 }
    clock.advance()
    model.count = 2
    // The flush's own transaction is not that of the change.
    withTransaction(\.isAnimated, true) { scheduler.flush() }
    #expect(seen == [false, true, false])
    withExtendedLifetime(token) {}
  }

  @Test("NAV-13: a change that comes during the run brings its transaction")
  func travelsWithStamp() async {
    let stamp = ChangeStamp()
    var seen: [String] = []
    let token = observe(activity: activity) {
      stamp.access()
      seen.append(Transaction.current.reason)
      if seen.count == 1 { withTransaction(\.reason, "late") { stamp.noteChange() } }
    }
    await activity.settled()
    #expect(seen == ["none", "late"])
    withExtendedLifetime(token) {}
  }

  @Test("NAV-13: transactions nest like scopes")
  func nesting() {
    func seen() -> String { "\(Transaction.current.reason) \(Transaction.current.isAnimated)" }
    withTransaction(\.reason, "outer") {
      #expect(seen() == "outer false")
      withTransaction(\.isAnimated, true) {
        #expect(seen() == "outer true")
        withTransaction(\.reason, "inner") { #expect(seen() == "inner true") }
        #expect(seen() == "outer true")
      }
      var transaction = Transaction()
      transaction.reason = "merged"
      withTransaction(transaction) { #expect(seen() == "merged false") }
      #expect(seen() == "outer false")
    }
    #expect(seen() == "none false")
  }

  @Test("NAV-13: a binding's transaction travels with its writes")
  func bindingTransaction() async {
    let model = CounterModel()
    var seen: [String] = []
    let token = observe(activity: activity) { seen.append("\(model.count) \(Transaction.current.reason)") }
    var transaction = Transaction()
    transaction.reason = "binding"
    Binding(get: { model.count }, set: { model.count = $0 }).transaction(transaction).wrappedValue = 1
    await activity.settled()
    #expect(seen == ["0 none", "1 binding"])
    withExtendedLifetime(token) {}
  }
}
