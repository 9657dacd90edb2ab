// Actions and effects that a test skips, on purpose or because it is not exhaustive.
import IssueReporting

extension TestStore {
  /// Accepts the actions not received yet.
  public func skipReceivedActions() { skip(count: received.count) }

  /// Cancels the running effects, so that the test may end.
  public func skipInFlightEffects() {
    if case .off = exhaustivity {
      skipped += runningOrigins.map { "An effect was still running, which followed \(text(of: $0.action))." }
    }
    store.engine?.runtime.forget()
  }

  /// Accepts the first actions not received yet.
  func skip(count: Int) {
    guard count > 0 else { return }
    if case .off = exhaustivity {
      var before = state
      for next in received[..<count] {
        skipped.append("\(text(of: next.action)) was not received.")
        noteSkipped(before: before, after: next.after, nil, cause: text(of: next.action))
        before = next.after
      }
    }
    state = received[count - 1].after
    received.removeFirst(count)
  }

  /// Records a change that the test does not mention: a difference left by the closure, applied to the state before.
  func noteSkipped(before: State, after: State, _ change: ((inout State) throws -> Void)?, cause: String) {
    var said = before
    // The closure's own issues are reported when it is applied to the state after.
    IssueReporters.$current.withValue(IssueHandler { _, _ in }) { try? change?(&said) }
    guard said != after else { return }
    skipped.append("\(cause) changed more than was said (-said, +actual):\n\(text(said, after))")
  }
}
