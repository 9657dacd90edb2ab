// Document 001, "ViewModel Dependencies".

import Containers

enum ViewModelDependencies {
  private class ContentViewModel {
    @Injected(\.myService) private var service

    func load() async -> Results { await service.load() }
  }

  private struct ContentView {
    private var viewModel = ContentViewModel()

    func load() async -> Results { await viewModel.load() }
  }

  /// The values shown by a view that makes its own model.
  static func draw() async -> Results { await ContentView().load() }
}

private class ContentViewModel {
  private let service: MyServiceType
  init(service: MyServiceType) {
    self.service = service
  }

  func load() async -> Results { await service.load() }
}

extension Container {
  fileprivate var contentViewModel: Factory<ContentViewModel> {
    self { ContentViewModel(service: myService()) }
  }
}

enum InitializerInjection {
  /// The values shown by a model that the container makes with a service.
  static func draw() async -> Results { await Container.shared.contentViewModel().load() }
}
