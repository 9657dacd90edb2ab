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
}
