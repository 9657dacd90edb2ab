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

  /// What a view shows after it has loaded.
  static func draw() async -> Results {
    let view = ContentView()
    await view.viewModel.load()
    return view.viewModel.results
  }

  /// How often a factory that is registered anew makes a model for two that ask.
  static func registerAgain() -> Int {
    ContentViewModel.made = 0
    Container.shared.contentViewModel.register {
      ContentViewModel()
    }
    _ = (Container.shared.contentViewModel(), Container.shared.contentViewModel())
    return ContentViewModel.made
  }
}
