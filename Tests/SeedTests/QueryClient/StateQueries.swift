// Document 002, "TCA and Sharing".

import Containers
import QueryClients
import Stores

@Reducer
struct MyReducer {
  @ObservableState
  struct State: Equatable {
    @ObservationStateIgnored
    @SharedQuery(SomeData.query) var value
  }

  enum Action { case reloadButtonTapped }

  @Dependency(\.queryClient) var client

  var body: some ReducerOf<Self> {
    Reduce { _, _ in
      .run { _ in _ = try await client.store(for: SomeData.query).fetch() }
    }
  }
}
