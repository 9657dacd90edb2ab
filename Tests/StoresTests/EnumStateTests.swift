// State that is one of several cases: a screen as an enumeration, and key paths into it.
import IdentifiedCollections
import Locks
import Stores
import TestSupport
import Testing

/// A screen that ticks on a clock, and can change to another screen.
@Reducer
private struct Ticking {
  struct State: Equatable { var ticks = 0 }

  enum Action: Equatable {
    case started
    case ticked
  }

  let clock: TestClock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .started:
        return .run { [clock] send in
          try await clock.sleep(for: .seconds(1))
          await send(.ticked)
        }
      case .ticked:
        state.ticks += 1
        return .none
      }
    }
  }
}

@Reducer
private struct Screen {
  @ObservableState
  enum State: Equatable {
    case list
    case empty
    case timer(Ticking.State)
    case counter(Counter.State)
  }

  enum Action {
    case timer(Ticking.Action)
    case counter(Counter.Action)
    case timerOpened
    case waited
  }

  let clock: TestClock

  var body: some ReducerOf<Self> {
    Scope(state: \.timer, action: \.timer) { Ticking(clock: clock) }
    Scope(state: \.counter, action: \.counter) { Counter() }
    Reduce { state, action in
      switch action {
      case .timerOpened:
        state = .timer(Ticking.State())
        return .run { [clock] send in
          try await clock.sleep(for: .seconds(1))
          await send(.timer(.ticked))
        }
      case .waited: return .run { [clock] _ in try await clock.sleep(for: .seconds(1)) }
      case .timer, .counter: return .none
      }
    }
  }
}

@Reducer
private struct Root {
  struct State: Equatable {
    var screen: Screen.State?
    var todos: IdentifiedArrayOf<Todo.State> = []
  }

  enum Action {
    case screen(Screen.Action)
    case todos(IdentifiedActionOf<Todo>)
    case screenReplaced(Screen.State?)
  }

  let clock: TestClock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .screenReplaced(let screen) = action { state.screen = screen }
      return .none
    }
    .ifLet(\.screen, action: \.screen) { Screen(clock: clock) }
    .forEach(\.todos, action: \.todos) { Todo() }
  }
}

@Suite(.recordsIssues)
@MainActor
struct EnumStateTests {
  private let clock = TestClock()

  private func store(_ screen: Screen.State?) -> StoreOf<Root> {
    Store(initialState: Root.State(screen: screen, todos: [Todo.State(id: 7)])) { [clock] in Root(clock: clock) }
  }

  @Test("A key path goes on through the cases of cases, and to one element of a collection")
  func pathsInDepth() throws {
    let action = Root.Action.screen(.timer(.ticked))
    #expect(action.is(\.screen.timer.ticked))
    #expect(!action.is(\.screen.timer.started))
    #expect(!action.is(\.screen.counter))
    #expect(action[case: \.screen.timer] == .ticked)
    let path = Root.Action.allCasePaths[keyPath: \.screen.counter.nameChanged]
    guard case .screen(.counter(.nameChanged("x"))) = path.embed("x") else {
      return #expect(Bool(false), "\(path.embed("x"))")
    }
    #expect(path.extract(path.embed("x")) == "x")
    let toggled = Root.Action.todos(.element(id: 7, action: .toggled))
    #expect(toggled.is(\.todos[id: 7].toggled))
    #expect(!toggled.is(\.todos[id: 8].toggled))
    #expect(!toggled.is(\.todos[id: 7].removed))
  }

  @Test("A test receives by a key path in depth")
  func receivesInDepth() async {
    let store = TestStore(initialState: Root.State(screen: .list)) { [clock] in Root(clock: clock) }
    await store.send(.screen(.timerOpened)) { $0.screen = .timer(Ticking.State()) }
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    await store.receive(\.screen.timer.ticked) { $0.screen = .timer(Ticking.State(ticks: 1)) }
    await store.finish()
  }

  @Test("TCA-23: the store of a case is the same object while the screen is that case, and nil while it is another")
  func scopedStore() throws {
    let store = store(.counter(Counter.State()))
    let counter = try #require(store.scope(state: \.screen?.counter, action: \.screen.counter))
    #expect(store.scope(state: \.screen?.timer, action: \.screen.timer) == nil)
    counter.send(.incrementButtonTapped)
    #expect(counter.count == 1)
    #expect(store.scope(state: \.screen?.counter, action: \.screen.counter) === counter)
    let screen = try #require(store.scope(state: \.screen, action: \.screen))
    #expect(screen.scope(state: \.counter, action: \.counter)?.count == 1)
    store.send(.screenReplaced(.list))
    #expect(store.scope(state: \.screen?.counter, action: \.screen.counter) == nil)
    store.send(.screenReplaced(.counter(Counter.State(count: 5))))
    let second = try #require(store.scope(state: \.screen?.counter, action: \.screen.counter))
    #expect(second !== counter)
    #expect(second.count == 5)
  }

  @Test("TCA-11: an action for another case than the state's is one issue that names the place and the action")
  func otherCase() {
    let store = store(.list)
    let issues = Lock<[String]>([])
    withKnownIssue {
      _ = store.send(.screen(.counter(.incrementButtonTapped)))
    } matching: { issue in
      issues.withLock { $0 += issue.comments.map(\.rawValue) }
      return true
    }
    let texts = issues.withLock { $0 }
    #expect(texts.count == 1)
    #expect(texts.first?.contains("The Scope at StoresTests/EnumStateTests.swift:") == true)
    #expect(texts.first?.contains("incrementButtonTapped") == true)
    #expect(store.state.screen == .list)
  }

  @Test("TCA-13: a screen that is exchanged for another case takes its effects with it")
  func exchanged() async {
    let store = store(.timer(Ticking.State()))
    let task = store.send(.screen(.timer(.started)))
    await clock.sleepers(1)
    store.send(.screenReplaced(.counter(Counter.State())))
    await task.finish()
    await clock.sleepers(0)
    #expect(store.state.screen == .counter(Counter.State()))
  }

  @Test("TCA-13: so does a screen whose case has no value, for another such case")
  func exchangedWithoutValues() async {
    let store = store(.list)
    let task = store.send(.screen(.waited))
    await clock.sleepers(1)
    store.send(.screenReplaced(.list))
    await clock.sleepers(1)
    store.send(.screenReplaced(.empty))
    await task.finish()
    await clock.sleepers(0)
    #expect(store.state.screen == .empty)
  }

  @Test("A screen that goes over to another case by itself keeps what it starts with that")
  func goesOver() async {
    let store = store(.list)
    let task = store.send(.screen(.timerOpened))
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    await task.finish()
    #expect(store.state.screen == .timer(Ticking.State(ticks: 1)))
  }
}
