// The subscribers of changes.

import Dispatch
import Locks
import TestSupport
import Testing

@testable import Databases

@Suite(.recordsIssues) struct ChangePublisherTests {
  @Test("a handler may let go of the last reference to another, which goes when no lock is held")
  func releasedByAnotherHandler() {
    final class Publishing: Sendable {
      let publisher: ChangePublisher
      let done: DispatchSemaphore
      init(_ publisher: ChangePublisher, _ done: DispatchSemaphore) { (self.publisher, self.done) = (publisher, done) }
      deinit {
        publisher.publish(ChangeBatch(origin: .outside))
        done.signal()
      }
    }
    let (publisher, done) = (ChangePublisher(), DispatchSemaphore(value: 0))
    DispatchQueue(label: "publishing").async {
      let second = Lock<ChangeSubscription?>(nil)
      let first = publisher.subscribe { _ in second.withLock { $0 }?.cancel() }
      let third = publisher.subscribe { [publishing = Publishing(publisher, done)] _ in
        withExtendedLifetime(publishing) {}
      }
      second.withLock { $0 = third }
      publisher.publish(ChangeBatch(origin: .own))
      withExtendedLifetime(first) {}
    }
    // The deadline catches a publisher that waits for itself.
    #expect(done.wait(timeout: .now() + 120) == .success)
    #expect(publisher.generation == 2)
  }

  @Test("subscribers are called in the order in which they came, those that are to be first before them")
  func order() {
    let (publisher, called) = (ChangePublisher(), Lock<[String]>([]))
    let subscriptions = [("early", false), ("late", false), ("first", true)].map { name, isFirst in
      publisher.subscribe(isFirst: isFirst) { _ in called.withLock { $0.append(name) } }
    }
    publisher.publish(ChangeBatch(origin: .outside))
    #expect(called.withLock(\.self) == ["first", "early", "late"])
    withExtendedLifetime(subscriptions) {}
  }

  @Test("what observes a queue of turns is let go of when no lock is held")
  func observerOfTurns() {
    final class Leaving: Sendable {
      let turns: TurnQueue
      let done: DispatchSemaphore
      init(_ turns: TurnQueue, _ done: DispatchSemaphore) { (self.turns, self.done) = (turns, done) }
      deinit {
        turns.leave()
        done.signal()
      }
    }
    let (turns, done) = (TurnQueue(places: 0), DispatchSemaphore(value: 0))
    DispatchQueue(label: "leaving").async {
      turns.observe { [leaving = Leaving(turns, done)] _, _ in withExtendedLifetime(leaving) {} }
      turns.observe(nil)
    }
    // The deadline catches a queue that waits for itself.
    #expect(done.wait(timeout: .now() + 120) == .success)
    #expect(turns.enterIfFree())
  }
}
