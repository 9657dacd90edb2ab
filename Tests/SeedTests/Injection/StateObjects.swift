// Document 001, "StateObjects" and "InjectedObject".

import Containers

// the view model
private class ContentViewModel {
  @Injected(\.myService) private var service
  var results: Results = []
  func load() async {
    results = await service.load()
  }
}

// the factory
extension Container {
  fileprivate var contentViewModel: Factory<ContentViewModel> {
    self { ContentViewModel() }
  }
}

enum StateObjects {
  // the view
  private struct ContentView {
    var viewModel = Container.shared.contentViewModel()
  }

  /// The values that two views show; one of them loads.
  static func draw() async -> [Results] {
    let (one, other) = (ContentView(), ContentView())
    await one.viewModel.load()
    return [one.viewModel.results, other.viewModel.results]
  }
}

enum InjectedObjects {
  // the view
  private struct ContentView {
    @InjectedObject(\.contentViewModel) private var viewModel

    func load() async -> Results {
      await viewModel.load()
      return viewModel.results
    }

    var results: Results { viewModel.results }
  }

  /// The values that a view shows after loading, and after it is drawn again.
  static func draw() async -> [Results] {
    let view = ContentView()
    let loaded = await view.load()
    return [loaded, view.results]
  }
}
