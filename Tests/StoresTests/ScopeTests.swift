// Scoped stores: their identity, and which observers a change wakes.
import IdentifiedCollections
import Locks
import Observation
import Stores
import TestSupport
import Testing

/// Counts the changes of the values that a closure read, and tracks it again after each.
@MainActor
private final class Pane {
  private(set) var wakes = 0
  private let isOwed = Lock(false)
  private let read: () -> Void

  init(_ read: @escaping () -> Void) {
    self.read = read
    track()
  }

  private func track() {
    withObservationTracking(read) { [isOwed] in isOwed.withLock { $0 = true } }
  }

  /// Whether something changed since the last call. Reads again if it did.
  func isWoken() -> Bool {
    let isWoken = isOwed.withLock { isOwed in
      defer { isOwed = false }
      return isOwed
    }
    if isWoken { track() }
    return isWoken
  }
}

@MainActor
@Suite(.recordsIssues)
struct ScopeTests {
  @Test("TCA-22: a pane is woken by a difference in what it read, and by nothing else")
  func tracking() {
    let store = Store(initialState: OptionalCounter.State(counter: Counter.State())) { OptionalCounter() }
    let a = Pane { _ = store.count }
    let b = Pane { _ = store.name }
    let c = Pane { _ = store.scope(state: \.counter, action: \.counter)?.count }
    let d = Pane { _ = store.scope(state: \.counter, action: \.counter) == nil }
    let e = Pane { _ = store.has(\.counter) }
    let f = Pane { _ = store.withState { $0 } }
    func woken() -> String {
      [("A", a), ("B", b), ("C", c), ("D", d), ("E", e), ("F", f)].map { $1.isWoken() ? $0 : "" }.joined()
    }
    store.send(.countChanged(1))
    #expect(woken() == "A")
    store.send(.countChanged(1))
    #expect(woken() == "")
    store.send(.counter(.incrementButtonTapped))
    #expect(woken() == "C")
    store.send(.counter(.nameChanged("x")))
    #expect(woken() == "")
    store.send(.counterReplaced(Counter.State(count: 5)))
    #expect(woken() == "C")
    store.send(.counterReplaced(Counter.State(count: 5)))
    #expect(woken() == "")
    store.send(.stateReplaced(OptionalCounter.State(counter: Counter.State(count: 5), count: 1, name: "new")))
    #expect(woken() == "B")
    store.send(.toggleCounterButtonTapped)
    #expect(woken().contains("D"))
    store.send(.toggleCounterButtonTapped)
    #expect(woken() == "CDE")
    store.send(.counter(.incrementButtonTapped))
    #expect(woken() == "C")
  }

  @Test("TCA-22: a row copied out, changed and put back wakes its readers alone")
  func rows() {
    let store = Store(initialState: Todos.State(todos: [Todo.State(id: 1), Todo.State(id: 2)])) { Todos() }
    let list = Pane { _ = store.scope(state: \.todos, action: \.todos).count }
    let first = Pane { _ = store.scope(state: \.todos, action: \.todos)[0].text }
    let rows = store.scope(state: \.todos, action: \.todos)
    let second = Pane { _ = rows[1].text }
    store.send(.rowCopiedOutAndBack(id: 2, text: "b"))
    #expect([list.isWoken(), first.isWoken(), second.isWoken()] == [false, false, true])
    store.send(.rowCopiedOutAndBack(id: 2, text: "b"))
    #expect([list.isWoken(), first.isWoken(), second.isWoken()] == [false, false, false])
    store.send(.todos(.element(id: 1, action: .textChanged("a"))))
    #expect([list.isWoken(), first.isWoken(), second.isWoken()] == [false, true, false])
  }

  @Test("TCA-23: scoping twice gives the same object; after nil a new one")
  func identity() throws {
    let store = Store(initialState: OptionalCounter.State(counter: Counter.State())) { OptionalCounter() }
    let first = try #require(store.scope(state: \.counter, action: \.counter))
    #expect(store.scope(state: \.counter, action: \.counter) === first)
    store.send(.counter(.incrementButtonTapped))
    #expect(store.scope(state: \.counter, action: \.counter) === first)
    store.send(.toggleCounterButtonTapped)
    #expect(store.scope(state: \.counter, action: \.counter) == nil)
    store.send(.toggleCounterButtonTapped)
    let second = try #require(store.scope(state: \.counter, action: \.counter))
    #expect(second !== first)
    #expect(second.count == 0)
  }

  @Test("TCA-23: the elements of a collection keep their stores while they are in it")
  func collectionIdentity() {
    let store = Store(initialState: Todos.State(todos: [Todo.State(id: 1), Todo.State(id: 2)])) { Todos() }
    let before = store.scope(state: \.todos, action: \.todos)
    before[0].send(.removed)
    let after = store.scope(state: \.todos, action: \.todos)
    #expect(after.map(\.id) == [2])
    #expect(after[0] === before[1])
    store.send(.added(Todo.State(id: 1)))
    let again = store.scope(state: \.todos, action: \.todos)
    #expect(again[0] === before[1])
    #expect(again[1] !== before[0])
  }

  @Test("A filtered collection is scoped by a computed property")
  func filtered() {
    let store = Store(initialState: Todos.State(todos: [Todo.State(id: 1), Todo.State(id: 2)], filter: .completed)) {
      Todos()
    }
    let pane = Pane { _ = store.scope(state: \.filteredTodos, action: \.todos).count }
    #expect(store.scope(state: \.filteredTodos, action: \.todos).isEmpty)
    store.send(.todos(.element(id: 2, action: .toggled)))
    #expect(pane.isWoken())
    #expect(store.scope(state: \.filteredTodos, action: \.todos).map(\.id) == [2])
  }

  @Test("Each of two children has its own store, and sends through it")
  func children() {
    let store = Store(initialState: TwoCounters.State()) { TwoCounters() }
    let first = store.scope(state: \.counter1, action: \.counter1)
    let second = store.scope(state: \.counter2, action: \.counter2)
    first.send(.incrementButtonTapped)
    second.send(.decrementButtonTapped)
    #expect((first.count, second.count) == (1, -1))
    #expect((store.counter1.count, store.counter2.count) == (1, -1))
  }
}
