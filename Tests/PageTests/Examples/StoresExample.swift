import Stores
import Testing

@Reducer
struct Counter {
  @ObservableState
  struct State: Equatable {
    var count = 0
  }

  enum Action: Sendable {
    case increased
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increased:
        state.count += 1
        return .none
      }
    }
  }
}

@MainActor
@Test func stores() {
  let store = Store(initialState: Counter.State()) { Counter() }
  store.send(.increased)
  #expect(store.count == 1)
}
