// Document 001, "Coping With @MainActor".

import Containers
import Observation

// the view model
@MainActor
@Observable
private class ContentViewModel {
  @ObservationIgnored @Injected(\.myService) private var service
  var results: Results = []
  func load() async {
    results = await service.load()
  }

  static var made = 0
  init() { Self.made += 1 }
}

// the factory
extension Container {
  @MainActor
  fileprivate var contentViewModel: Factory<ContentViewModel> {
    self { ContentViewModel() }
  }
}

@MainActor
enum OnMainActor {
  // the view
  @MainActor
  private struct ContentView {
    @InjectedObservable(\.contentViewModel) var viewModel
  }

  /// The values that a view shows after loading.
  static func draw() async -> Results {
    let view = ContentView()
    await view.viewModel.load()
    return view.viewModel.results
  }

  /// The number of models that a factory makes for two callers after it is registered again.
  static func registerAgain() -> Int {
    ContentViewModel.made = 0
    Container.shared.contentViewModel.register {
      ContentViewModel()
    }
    _ = (Container.shared.contentViewModel(), Container.shared.contentViewModel())
    return ContentViewModel.made
  }
}
