// Document 002, "The MV Pattern" and "MVVM".

import Containers
import Observation
import QueryClients

enum SingleView {
  struct MyView {
    @SharedQuery(SomeData.query) var state

    /// The values that `body` shows.
    var text: String {
      switch $state.status {
      case .idle:
        "Idle"
      case .loading:
        "Loading"
      case .result(.success(let data)):
        data
      case .result(.failure(let error)):
        "\(error)"
      }
    }
  }
}

enum ViewWithClient {
  struct MyView {
    @Dependency(\.queryClient) var client
  }
}

struct ParentView {
  @SharedQuery(SomeData.query) var state
  let child = ChildView()
}

struct ChildView {
  @SharedQuery(SomeData.query) var state
}

@MainActor
@Observable
final class MyViewModel {
  var state = SomeData.Query.State(initialValue: nil)
  @ObservationIgnored private var subscriptions = Set<QuerySubscription>()

  init(client: QueryClient) {
    let store = client.store(for: SomeData.query)
    store.subscribe(
      with: QueryEventHandler { [weak self] state, _ in
        Task { @MainActor in
          self?.state = state
        }
      }
    )
    .store(in: &subscriptions)
  }
}
