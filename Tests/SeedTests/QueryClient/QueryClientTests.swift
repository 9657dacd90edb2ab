// Document 002 runs.

import Activities
import Containers
import Locks
import Observing
import QueryClients
import Stores
import TestSupport
import Testing

@MainActor
@Suite(.recordsIssues, .container, .timeLimit(.minutes(10)))
struct QueryClientTests {
  let activity = Activity()
  let runs = Lock(0)

  /// Registers a client that counts its runs of `SomeData`. A run returns its number after `gate` has ended.
  private func makeClient(gate: AsyncStream<Void>? = nil) -> QueryClient {
    var context = QueryContext()
    context.loadSomeData = { [runs] in
      let number = runs.withLock { runs in
        runs += 1
        return runs
      }
      if let gate { for await _ in gate {} }
      return "run \(number)"
    }
    let client = QueryClient(defaultContext: context, activity: activity)
    Container.shared.queryClient.register(value: client)
    return client
  }

  @Test("The MV Pattern: a view shows where its query stands")
  func view() async throws {
    let gate = AsyncStream<Void>.makeStream()
    _ = makeClient(gate: gate.stream)
    let view = SingleView.MyView()
    #expect(view.text == "Loading")
    gate.continuation.finish()
    await activity.settled()
    #expect(view.text == "run 1")
    view.$state.store.reset()
    #expect(view.text == "Idle")
  }

  @Test("A view's client is that of the container, and another may be registered")
  func environment() {
    let client = makeClient()
    #expect(ViewWithClient.MyView().client === client)
  }

  @Test("QRY-02: parent and child are two subscribers of one fetch and see one state")
  func parentAndChild() async throws {
    let gate = AsyncStream<Void>.makeStream()
    let client = makeClient(gate: gate.stream)
    let parent = ParentView()
    #expect(client.store(for: SomeData.query).subscriberCount == 2)
    #expect(parent.$state.isLoading && parent.child.$state.isLoading)
    gate.continuation.finish()
    await activity.settled()
    #expect(runs.withLock { $0 } == 1)
    #expect((parent.state, parent.child.state) == ("run 1", "run 1"))
  }

  @Test("MVVM: a model follows the store of a query for as long as it lives")
  func viewModel() async throws {
    let client = makeClient()
    var model: MyViewModel? = MyViewModel(client: client)
    let store = client.store(for: SomeData.query)
    #expect(store.subscriberCount == 1)
    await until { model?.state.currentValue == "run 1" }
    store.currentValue = "by hand"
    await until { model?.state.currentValue == "by hand" }
    model = nil
    #expect(store.subscriberCount == 0)
  }

  @Test("QRY-26: Clean Architecture: a query takes its use case from the context, and sets the state of another query")
  func useCase() async throws {
    struct Mock: LoadUserUseCase {
      func execute(id: UserID) async throws -> User { User(id: id, name: "Mock") }
    }
    let client = makeClient()
    let query = User.query(for: UserID(number: 7))
    #expect(try await client.store(for: query).fetch() == User(id: UserID(number: 7), name: "User 7"))
    #expect(client.store(for: SomeData.query).currentValue == "User 7")
    var context = QueryContext()
    context.loadUserUseCase = Mock()
    let other = QueryClient(defaultContext: context)
    #expect(try await other.store(for: query).fetch().name == "Mock")
  }

  @Test("TCA and Sharing: a state's query subscribes, wakes its readers, and is fetched by the reducer's client")
  func state() async throws {
    let client = makeClient()
    let store = Store(initialState: MyReducer.State()) { MyReducer() }
    #expect(client.store(for: SomeData.query).subscriberCount == 1)
    var seen: [String?] = []
    let token = observe(scheduler: nil, activity: activity) { seen.append(store.value) }
    await activity.settled()
    #expect(seen.last == "run 1")
    await store.send(.reloadButtonTapped).finish()
    await activity.settled()
    #expect(seen.last == "run 2")
    withExtendedLifetime(token) {}
  }
}
