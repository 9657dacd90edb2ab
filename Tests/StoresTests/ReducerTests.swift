// Composition: collections, optional children, cases, changes, builders.
import Activities
import IdentifiedCollections
import Locks
import Stores
import TestSupport
import Testing

@Reducer
private struct Ticking {
  @ObservableState
  struct State: Equatable {
    var ticks = 0
    var inner: Inner?
    struct Inner: Equatable { var ticks = 0 }
  }

  enum Action {
    case started
    case ticked
    case inner(InnerTicking.Action)
  }

  let clock: TestClock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .started:
        state.inner = State.Inner()
        return .run { [clock] send in
          while true {
            try await clock.sleep(for: .seconds(1))
            await send(.ticked)
          }
        }
      case .ticked:
        state.ticks += 1
        return .none
      case .inner: return .none
      }
    }
    .ifLet(\.inner, action: \.inner) { InnerTicking(clock: clock) }
  }
}

@Reducer
private struct InnerTicking {
  typealias State = Ticking.State.Inner

  enum Action {
    case started
    case ticked
  }

  let clock: TestClock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .started:
        return .run { [clock] send in
          while true {
            try await clock.sleep(for: .seconds(1))
            await send(.ticked)
          }
        }
        .cancellable(id: "inner")
      case .ticked:
        state.ticks += 1
        return .none
      }
    }
  }
}

@Reducer
private struct Parent {
  @ObservableState
  struct State: Equatable {
    var child: Ticking.State? = Ticking.State()
  }

  enum Action {
    case child(Ticking.Action)
    case childClosed
  }

  let clock: TestClock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .childClosed = action { state.child = nil }
      return .none
    }
    .ifLet(\.child, action: \.child) { Ticking(clock: clock) }
  }
}

@Reducer
private struct Exclaiming {
  @ObservableState
  struct State: Equatable {
    var count = 0
    var description = ""
    var changes = 0
  }

  enum Action: Equatable {
    case increment, decrement, same
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment: state.count += 1
      case .decrement: state.count -= 1
      case .same: state.count = Int(state.count)
      }
      return .none
    }
    .onChange(of: \.count) { _, count in
      Reduce { state, _ in
        state.changes += 1
        state.description = String(repeating: "!", count: count)
        return count > 1 ? .send(.decrement) : .none
      }
    }
  }
}

@Reducer
private struct Screens {
  @CasePathable @dynamicMemberLookup
  enum State: Equatable {
    case counter(Counter.State)
    case todo(Todo.State)
  }

  enum Action {
    case counter(Counter.Action)
    case todo(Todo.Action)
    case switched
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .switched = action { state = .todo(Todo.State(id: 1)) }
      return .none
    }
    .ifCaseLet(\.counter, action: \.counter) { Counter() }
    .ifCaseLet(\.todo, action: \.todo) { Todo() }
  }
}

private struct Row: Equatable, Identifiable { let id: Int }

@CasePathable
private enum RowAction { case started, cancelled }

@CasePathable
private enum ListAction {
  case rows(IdentifiedAction<Int, RowAction>)
  case allCancelled
  case removed(Int)
}

@MainActor
@Suite(.recordsIssues)
struct ReducerTests {
  @Test("TCA-10: an element's action changes that element alone, and what follows comes back to it")
  func forEach() {
    let todos = IdentifiedArrayOf(uniqueElements: (1...3).map { Todo.State(id: $0, text: "\($0)") })
    let store = Store(initialState: Todos.State(todos: todos)) { Todos() }
    store.send(.todos(.element(id: 2, action: .textChanged(""))))
    #expect(store.todos.map(\.text) == ["1", "Empty", "3"])
  }

  @Test("An element's action that changes nothing leaves the collection its storage")
  func unchangedElement() {
    let store = Store(initialState: Todos.State(todos: [Todo.State(id: 1, text: "Empty")])) { Todos() }
    let storage = { store.withState { $0.todos.elements.withUnsafeBufferPointer(\.baseAddress) } }
    let before = storage()
    store.send(.todos(.element(id: 1, action: .textChanged("Empty"))))
    #expect(storage() == before)
    #expect(store.todos.map(\.text) == ["Empty"])
  }

  @Test("TCA-11: an action for an element that isn't there is one issue that names the place and the action")
  func missingElement() {
    let store = Store(initialState: Todos.State(todos: [Todo.State(id: 1)])) { Todos() }
    let issues = Lock<[String]>([])
    withKnownIssue {
      _ = store.send(.todos(.element(id: 9, action: .toggled)))
    } matching: { issue in
      issues.withLock { $0 += issue.comments.map(\.rawValue) }
      return true
    }
    let texts = issues.withLock { $0 }
    #expect(texts.count == 1)
    #expect(texts.first?.contains("forEach at StoresTests/Features.swift:") == true)
    #expect(texts.first?.contains("toggled") == true)
    #expect(store.state == Todos.State(todos: [Todo.State(id: 1)]))
  }

  @Test("TCA-11: an action for a child that is nil is one issue that names the place and the action")
  func missingChild() {
    let store = Store(initialState: OptionalCounter.State()) { OptionalCounter() }
    let issues = Lock<[String]>([])
    withKnownIssue {
      _ = store.send(.counter(.incrementButtonTapped))
    } matching: { issue in
      issues.withLock { $0 += issue.comments.map(\.rawValue) }
      return true
    }
    let texts = issues.withLock { $0 }
    #expect(texts.count == 1)
    #expect(texts.first?.contains("ifLet at StoresTests/Features.swift:") == true)
    #expect(texts.first?.contains("incrementButtonTapped") == true)
    #expect(store.state == OptionalCounter.State())
  }

  @Test("TCA-13: a child that becomes nil takes its timers and those of its own child with it")
  func childEffects() async {
    let activity = Activity()
    let clock = TestClock()
    let store = Store(initialState: Parent.State(), activity: activity) { Parent(clock: clock) }
    store.send(.child(.started))
    store.send(.child(.inner(.started)))
    await clock.sleepers(2)
    clock.advance(by: .seconds(1))
    await clock.sleepers(2)
    #expect(store.child == Ticking.State(ticks: 1, inner: Ticking.State.Inner(ticks: 1)))
    store.send(.childClosed)
    await activity.settled()
    #expect(clock.sleeperCount == 0)
  }

  @Test("An element's cancel is its own, its removal ends its effects, a parent's cancel reaches all of that name")
  func namesOfElements() async {
    let activity = Activity()
    let clock = TestClock()
    let store = Store(
      initialState: IdentifiedArrayOf<Row>(uniqueElements: (1...3).map { Row(id: $0) }), activity: activity
    ) {
      Reduce<IdentifiedArrayOf<Row>, ListAction> { rows, action in
        switch action {
        case .allCancelled: return .cancel(id: "row")
        case .removed(let id): rows.remove(id: id)
        case .rows: break
        }
        return .none
      }
      .forEach(\.self, action: \.rows) {
        Reduce<Row, RowAction> { _, action in
          switch action {
          case .started:
            .run { _ in try await clock.sleep(for: .seconds(1)) }.cancellable(id: "row", cancelInFlight: true)
          case .cancelled: .cancel(id: "row")
          }
        }
      }
    }
    for id in 1...3 { store.send(.rows(.element(id: id, action: .started))) }
    await clock.sleepers(3)
    store.send(.rows(.element(id: 2, action: .cancelled)))
    await clock.sleepers(2)
    store.send(.removed(3))
    await clock.sleepers(1)
    store.send(.allCancelled)
    await activity.settled()
    #expect(clock.sleeperCount == 0)
  }

  @Test("A child that dismisses itself is nil afterwards; an element is removed")
  func dismissal() {
    let store = Store(initialState: OptionalCounter.State(counter: Counter.State())) { OptionalCounter() }
    store.send(.counter(.closeButtonTapped))
    #expect(store.counter == nil)
    let todos = Store(initialState: Todos.State(todos: [Todo.State(id: 1), Todo.State(id: 2)])) { Todos() }
    todos.send(.todos(.element(id: 1, action: .removed)))
    #expect(todos.todos.ids == [2])
    let root = Store(initialState: Counter.State()) { Counter() }
    withKnownIssue { _ = root.send(.closeButtonTapped) }
  }

  @Test("TCA-15: onChange runs after a change of the value, not after an equal assignment")
  func onChange() async {
    let store = TestStore(initialState: Exclaiming.State()) { Exclaiming() }
    await store.send(.increment) {
      $0.count = 1
      $0.description = "!"
      $0.changes = 1
    }
    await store.send(.same)
    await store.send(.increment) {
      $0.count = 2
      $0.description = "!!"
      $0.changes = 2
    }
    await store.receive(.decrement) {
      $0.count = 1
      $0.description = "!"
      $0.changes = 3
    }
  }

  @Test("ifCaseLet runs the reducer of the case that the state is")
  func cases() {
    let store = Store(initialState: Screens.State.counter(Counter.State())) { Screens() }
    store.send(.counter(.incrementButtonTapped))
    #expect(store.state.counter?.count == 1)
    #expect(store.scope(state: \.counter, action: \.counter)?.count == 1)
    store.send(.switched)
    store.send(.todo(.toggled))
    #expect(store.state.todo?.isComplete == true)
    #expect(store.scope(state: \.counter, action: \.counter) == nil)
    withKnownIssue { _ = store.send(.counter(.incrementButtonTapped)) }
  }

  @Test("A body is built with if, switch and for", arguments: [true, false])
  func builder(flag: Bool) {
    let store = Store(initialState: [String]()) {
      EmptyReducer<[String], Int>()
      if flag { append("if") }
      if flag { append("then") } else { append("else") }
      switch flag {
      case true: append("true")
      case false: EmptyReducer<[String], Int>()
      }
      for number in 1...2 { append("\(number)") }
    }
    store.send(0)
    #expect(store.state == (flag ? ["if", "then", "true", "1", "2"] : ["else", "1", "2"]))
  }

  private nonisolated func append(_ text: String) -> Reduce<[String], Int> {
    Reduce { state, _ in
      state.append(text)
      return .none
    }
  }
}
