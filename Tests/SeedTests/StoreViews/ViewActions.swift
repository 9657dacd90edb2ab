// Document 004, "Observing State Changes" and "View Actions".

import Stores

@Reducer
struct Status {
  @ObservableState
  struct State: Equatable {
    var isLoading = true
    var error: String?
    var data = ""
  }

  enum Action {
    case loaded(String)
    case failed(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.isLoading = false
      switch action {
      case .loaded(let data): state.data = data
      case .failed(let error): state.error = error
      }
      return .none
    }
  }
}

@MainActor
struct StatusView {
  let store: StoreOf<Status>

  /// The values that `body` shows.
  var text: String {
    if store.isLoading {
      "Loading"
    } else if let error = store.error {
      error
    } else {
      store.data
    }
  }
}

@Reducer
struct Feature {
  @ObservableState
  struct State: Equatable {
    var appearances = 0
    var news: [String] = []
  }

  enum Action {
    case view(View)
    case newsCame(String)

    @CasePathable
    enum View {
      case onAppear
      case runTasks
    }
  }

  let stream: AsyncStream<String>

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .view(.onAppear):
        state.appearances += 1
        return .none
      case .view(.runTasks):
        return .run(isLongLived: true) { send in
          for await news in stream { await send(.newsCame(news)) }
        }
      case .newsCame(let news):
        state.news.append(news)
        return .none
      }
    }
  }
}

@MainActor
struct FeatureView {
  let store: StoreOf<Feature>

  /// The work of `body`, for as long as the view is there.
  func work() async {
    await store.send(.view(.runTasks)).finish()
  }

  /// The work of `body` when it appears.
  func appear() {
    store.send(.view(.onAppear))
  }
}
