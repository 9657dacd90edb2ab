// Document 001, "Observation".

import Containers
import Observation

@Observable
private class ContentViewModel {
  @ObservationIgnored @Injected(\.myService) private var service
  var results: Results = []
  func load() async {
    results = await service.load()
  }
}

extension Container {
  fileprivate var contentViewModel: Factory<ContentViewModel> {
    self { ContentViewModel() }
  }
}

enum Observed {
  private struct ContentView {
    @InjectedObservable(\.contentViewModel) var viewModel
  }

  /// The values that a view shows after loading, and whether its results reported their change.
  static func draw() async -> (results: Results, isTold: Bool) {
    let view = ContentView()
    let told = AsyncStream<Void>.makeStream()
    withObservationTracking {
      _ = view.viewModel.results
    } onChange: {
      told.continuation.yield()
    }
    await view.viewModel.load()
    told.continuation.finish()
    return (view.viewModel.results, await told.stream.contains { true })
  }
}
