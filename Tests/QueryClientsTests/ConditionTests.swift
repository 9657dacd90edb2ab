// Conditions that are combined from other conditions.
import QueryClients
import TestSupport
import Testing

@Suite(.recordsIssues)
struct ConditionTests {
  @Test("LIB-14: conditions are put together with and, or and not")
  func together() {
    let (one, other) = (QuerySwitch(isOn: false), QuerySwitch(isOn: false))
    let context = QueryContext()
    let conditions: [any QueryCondition] = [one && other, one || other, !one, one && !other, !(one || other)]
    func holding() -> [Bool] { conditions.map { $0.isSatisfied(in: context) } }
    #expect(holding() == [false, false, true, false, true])
    one.isOn = true
    #expect(holding() == [false, true, false, true, false])
    other.isOn = true
    #expect(holding() == [true, true, false, false, false])
  }

  @Test("LIB-14: a condition made of others tells when it begins and ceases to hold, and nothing else")
  func changes() {
    let (one, other) = (QuerySwitch(isOn: false), QuerySwitch(isOn: true))
    let log = Log<Bool>()
    let subscription = (one && other).subscribe(in: QueryContext()) { log.add($0) }
    other.isOn = false
    one.isOn = true
    #expect(log.entries == [])
    other.isOn = true
    other.isOn = false
    one.isOn = false
    #expect(log.entries == [true, false])
    subscription.cancel()
    one.isOn = true
    other.isOn = true
    #expect(log.entries == [true, false])
  }

  @Test("LIB-14: a query runs by itself when the last of its conditions begins to hold")
  func running() async throws {
    let (online, paused) = (QuerySwitch(isOn: false), QuerySwitch(isOn: true))
    let runs = Counter()
    let store = QueryStore(for: TestQuery { runs.add() }.runsByItself(when: online && !paused))
    let subscription = store.subscribe(with: QueryEventHandler())
    online.isOn = true
    #expect(store.activeTasks.isEmpty)
    paused.isOn = false
    for task in store.activeTasks { _ = try await task.value }
    #expect(runs.count == 1)
    withExtendedLifetime(subscription) {}
  }
}
