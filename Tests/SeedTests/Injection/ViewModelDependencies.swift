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

  /// What a view shows that makes its model by itself.
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
  /// What a model shows that the container makes of a service.
  static func draw() async -> Results { await Container.shared.contentViewModel().load() }
}
