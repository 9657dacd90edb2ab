// Document 004, "Basic Store-Driven View", "Single Child Feature" and "Using ifLet".

import Stores

@Reducer
struct Counter {
  @ObservableState
  struct State: Equatable {
    var count = 0
  }

  enum Action {
    case decrementButtonTapped
    case incrementButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .decrementButtonTapped: state.count -= 1
      case .incrementButtonTapped: state.count += 1
      }
      return .none
    }
  }
}

@MainActor
struct CounterView {
  let store: StoreOf<Counter>

  /// The values that `body` shows.
  var text: String { "\(store.count)" }

  /// The actions of the buttons in `body`.
  func press(_ button: String) {
    if button == "minus" {
      store.send(.decrementButtonTapped)
    } else {
      store.send(.incrementButtonTapped)
    }
  }
}

@MainActor
struct TwoCountersView {
  let store: StoreOf<TwoCounters>

  /// The values that `body` shows.
  var counters: [CounterView] {
    [
      CounterView(
        store: store.scope(state: \.counter1, action: \.counter1)
      ),
      CounterView(
        store: store.scope(state: \.counter2, action: \.counter2)
      ),
    ]
  }
}

@Reducer
struct TwoCounters {
  @ObservableState
  struct State: Equatable {
    var counter1 = Counter.State()
    var counter2 = Counter.State()
  }

  enum Action {
    case counter1(Counter.Action)
    case counter2(Counter.Action)
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.counter1, action: \.counter1) {
      Counter()
    }
    Scope(state: \.counter2, action: \.counter2) {
      Counter()
    }
  }
}

@MainActor
struct OptionalCounterView {
  let store: StoreOf<OptionalCounter>

  /// The values that `body` shows.
  var text: String {
    if let store = store.scope(state: \.counter, action: \.counter) {
      CounterView(store: store).text
    } else {
      "Counter not loaded"
    }
  }

  /// The action of the button in `body`.
  func press() {
    store.send(.toggleCounterButtonTapped)
  }
}

@Reducer
struct OptionalCounter {
  @ObservableState
  struct State: Equatable {
    var counter: Counter.State?
  }

  enum Action {
    case counter(Counter.Action)
    case toggleCounterButtonTapped
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .toggleCounterButtonTapped:
        state.counter = state.counter == nil ? Counter.State() : nil
        return .none

      case .counter:
        return .none
      }
    }
    .ifLet(\.counter, action: \.counter) {
      Counter()
    }
  }
}

@MainActor
struct AnimatedCounterView {
  let store: StoreOf<Counter>

  /// The values that `body` shows.
  var text: String { "\(store.count)" }
}
