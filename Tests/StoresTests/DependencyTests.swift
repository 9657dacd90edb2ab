// Injected services in reducers and their effects, in the spelling of applications.
import Containers
import Locks
import Stores
import TestSupport
import Testing

private final class Deletions: Sendable {
  let ids = Lock<[Int]>([])

  func delete(_ id: Int) async throws { ids.withLock { $0.append(id) } }
}

extension Container {
  fileprivate var deletions: Factory<Deletions> { self { Deletions() }.cached }
}

@Reducer
private struct Items {
  @ObservableState
  struct State: Equatable {}

  enum Action {
    case view(View)

    @CasePathable
    enum View {
      case onAppear
      case onItemDeleted(Int)
    }
  }

  @Dependency(\.deletions) var deletions

  var body: some ReducerOf<Self> {
    Reduce { _, action in
      switch action {
      case .view(.onAppear):
        return .none
      case .view(.onItemDeleted(let id)):
        return .run { _ in
          try await deletions.delete(id)
          try await Container.shared.deletions().delete(id + 1)
        }
      }
    }
  }
}

/// Two children with the same service type; the second one gets another instance.
@Reducer
private struct Pair {
  struct State: Equatable {
    var first = Items.State()
    var second = Items.State()
  }

  enum Action {
    case first(Items.Action)
    case second(Items.Action)
  }

  let other: Deletions

  var body: some ReducerOf<Self> {
    Scope(state: \.first, action: \.first) { Items() }
    Scope(state: \.second, action: \.second) { Items().dependency(\.deletions, other) }
  }
}

/// Uses its service in its reducer, and in the handler of an effect's error.
@Reducer
private struct Failing {
  struct State: Equatable { var count = 0 }

  enum Action {
    case started
    case caught(Int)
  }

  @LazyInjected(\.deletions) var deletions

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .started:
        state.count = deletions.ids.withLock { $0.count }
        return .run { _ in
          throw TestFailure()
        } catch: { _, send in
          await send(.caught(Container.shared.deletions().ids.withLock { $0.count }))
        }
      case .caught(let count):
        state.count += count * 10
        return .none
      }
    }
  }

  private struct TestFailure: Error {}
}

@MainActor
@Suite(.recordsIssues, .container)
struct DependencyTests {
  @Test("A reducer's injected service is used by its effects, in the composition of the test")
  func injected() async {
    let store = Store(initialState: Items.State()) { Items() }
    await store.send(.view(.onAppear)).finish()
    await store.send(.view(.onItemDeleted(3))).finish()
    #expect(Container.shared.deletions().ids.withLock { $0 } == [3, 4])
  }

  @Test("A reducer with a dependency of its own uses it in its effects, injected or resolved; its sibling does not")
  func ofOne() async {
    let other = Deletions()
    let store = Store(initialState: Pair.State()) { Pair(other: other) }
    await store.send(.first(.view(.onItemDeleted(1)))).finish()
    await store.send(.second(.view(.onItemDeleted(5)))).finish()
    #expect(Container.shared.deletions().ids.withLock { $0 } == [1, 2])
    #expect(other.ids.withLock { $0 } == [5, 6])
  }

  @Test("A reducer with a dependency of its own uses it while it reduces, and where it takes an effect's error")
  func whileReducing() async {
    let other = Deletions()
    other.ids.withLock { $0 = [1, 2, 3] }
    let store = Store(initialState: Failing.State()) { Failing().dependency(\.deletions, other) }
    await store.send(.started).finish()
    #expect(store.count == 33)
    #expect(Container.shared.deletions().ids.withLock { $0 } == [])
  }

  @Test("What a closure gives to a reducer is asked for at each action, and a value once")
  func askedForAtEachAction() async {
    let (first, second) = (Deletions(), Deletions())
    let given = Lock(first)
    let asking = Store(initialState: Items.State()) { Items().dependency(\.deletions) { given.withLock { $0 } } }
    let once = Store(initialState: Items.State()) { Items().dependency(\.deletions, given.withLock { $0 }) }
    await asking.send(.view(.onItemDeleted(1))).finish()
    given.withLock { $0 = second }
    await asking.send(.view(.onItemDeleted(5))).finish()
    await once.send(.view(.onItemDeleted(8))).finish()
    #expect(first.ids.withLock { $0 } == [1, 2, 8, 9])
    #expect(second.ids.withLock { $0 } == [5, 6])
  }

  @Test("Of two dependencies for the same factory, that nearer to the reducer holds")
  func nearest() async {
    let (inner, outer) = (Deletions(), Deletions())
    let store = Store(initialState: Items.State()) {
      Items().dependency(\.deletions, inner).dependency(\.deletions, outer)
    }
    await store.send(.view(.onItemDeleted(1))).finish()
    #expect(inner.ids.withLock { $0 } == [1, 2])
    #expect(outer.ids.withLock { $0 } == [])
  }
}
