import Containers
import Observation
import TestSupport
import Testing

extension OwnContainer {
  var service: Factory<Service> { self { Service("OWN") } }
}

@MainActor
@Observable
final class ContentViewModel {
  @ObservationIgnored @Injected(\.service) private var service
  var results: [String] = []
  func load() { results.append(service.name) }
}

extension Container {
  @MainActor var contentViewModel: Factory<ContentViewModel> { self { ContentViewModel() } }
}

@MainActor
struct ContentScreen {
  @InjectedObservable(\.contentViewModel) var viewModel
  @InjectedObject(\.service) var service

  func draw() -> String {
    viewModel.load()
    return "\(viewModel.results.count) \(service.name)"
  }
}

@Suite(.recordsIssues, .container)
struct InjectionTests {
  let container = Container.shared

  @Test("Injected resolves when its surroundings are made, lazy at the first use, dynamic at each use")
  func whenResolved() {
    struct Feature {
      @Injected(\.service) var injected
      @Dependency(\.service) var dependency
      @LazyInjected(\.service) var lazy
      @DynamicInjected(\.service) var dynamic
      @Injected(\OwnContainer.service) var own
    }
    let feature = Feature()
    container.service.register { Service("NEW") }
    #expect(feature.injected.name == "ORIGINAL")
    #expect(feature.dependency.name == "ORIGINAL")
    #expect(feature.lazy.name == "NEW")
    #expect(feature.lazy === feature.lazy)
    #expect(feature.dynamic.name == "NEW")
    #expect(feature.dynamic !== feature.dynamic)
    #expect(feature.own.name == "OWN")
    feature.lazy = Service("SET")
    #expect(feature.lazy.name == "SET")
  }

  @Test("FAC-20: weak lazy is nil when its only holder drops it")
  func weakLazy() {
    struct Feature { @WeakLazyInjected(\.sharedService) var service }
    var holder: Service? = container.sharedService()
    let feature = Feature()
    #expect(feature.service === holder)
    holder = nil
    #expect(feature.service == nil)
  }

  @Test("LIB-10: a protocol of objects is injected lazily, and held only by others")
  func weakProtocol() {
    struct Feature { @WeakLazyInjected(\.greeter) var greeter: (any Greeter)? }
    var holder: (any Greeter)? = container.greeter()
    let feature = Feature()
    #expect(feature.$greeter.resolvedOrNil() == nil)
    #expect(feature.greeter === holder)
    #expect(feature.greeter?.greeting == "Hello")
    #expect(feature.$greeter.resolvedOrNil() === holder)
    holder = nil
    #expect(feature.greeter == nil)
  }

  @Test("LIB-10: a value, which nothing can hold, is an issue that says so")
  func weakValue() {
    struct Feature { @WeakLazyInjected(\.sharedPlain) var plain }
    withKnownIssue {
      _ = Feature().plain
    } matching: {
      $0.comments == ["Nothing can hold the value Plain for @WeakLazyInjected. Make it a class, or use @LazyInjected."]
    }
  }

  @Test("A projected wrapper resolves again, and tells what has been resolved")
  func projected() {
    struct Feature {
      @Injected(\.service) var injected
      @LazyInjected(\.service) var lazy
      @WeakLazyInjected(\.sharedService) var weakLazy
      @DynamicInjected(\.service) var dynamic
    }
    var feature = Feature()
    let first = feature.injected
    let second = feature.$injected.resolve()
    #expect(first !== second)
    #expect(feature.injected === second)
    #expect(feature.$lazy.resolvedOrNil() == nil)
    let lazy = feature.lazy
    #expect(feature.$lazy.resolvedOrNil() === lazy)
    #expect(feature.$lazy.resolve() !== lazy)
    #expect(feature.$weakLazy.resolvedOrNil() == nil)
    let held = feature.$weakLazy.resolve()
    #expect(feature.weakLazy === held)
    #expect(feature.$dynamic.resolve() !== feature.dynamic)
  }

  @MainActor
  @Test("FAC-21: a screen owns one instance, made at its first use")
  func owned() {
    let tally = Tally()
    container.contentViewModel.register {
      tally.add()
      return ContentViewModel()
    }
    var screen: ContentScreen? = ContentScreen()
    #expect(tally.count == 0)
    weak let released = screen?.viewModel
    let copy = screen
    for redraw in 2...100 { #expect(copy?.draw() == "\(redraw - 1) ORIGINAL") }
    #expect(tally.count == 1)
    screen = nil
    #expect(released != nil)
    withExtendedLifetime(copy) {}
    screen = ContentScreen()
    #expect(screen?.draw() == "1 ORIGINAL")
    #expect(tally.count == 2)
  }

  @Test("A wrapper keeps to the container of the place where it was made")
  func keepsItsContainer() async {
    struct Feature: Sendable { @LazyInjected(\.service) var service }
    container.service.register { Service("MOCK") }
    let feature = Feature()
    let name = await Task.detached { feature.service.name }.value
    #expect(name == "MOCK")
  }

  @Test("A value stands in for a factory while a closure runs: for calls, injected properties and started tasks")
  func standsIn() async {
    struct Feature {
      @Injected(\.service) var injected
      @LazyInjected(\.service) var lazy
      @DynamicInjected(\.service) var dynamic
      @WeakLazyInjected(\.sharedService) var weak
      var names: [String] { [injected.name, lazy.name, dynamic.name] }
    }
    let feature = Feature()
    let (shared, other) = (container.sharedService(), Service("OTHER"))
    #expect(feature.names == ["ORIGINAL", "ORIGINAL", "ORIGINAL"])
    #expect(feature.weak === shared)
    container.sharedService.withValue(other) { #expect(feature.weak === other) }
    #expect(feature.weak === shared)
    container.service.withValue(Service("MOCK")) {
      #expect(feature.names == ["MOCK", "MOCK", "MOCK"])
      #expect(container.service().name == "MOCK")
      #expect(Container().service().name == "ORIGINAL")
      container.service.withValue(Service("INNER")) { #expect(feature.names == ["INNER", "INNER", "INNER"]) }
    }
    let name = await container.service.withValue(Service("MOCK")) {
      await Task { Container.shared.service().name }.value
    }
    #expect(name == "MOCK")
    #expect(feature.names == ["ORIGINAL", "ORIGINAL", "ORIGINAL"])
  }

  @Test("What another factory makes of a value that stands in is not kept")
  func madeOfStandIn() {
    final class Outer: Sendable {
      let service: Service
      init(_ service: Service) { self.service = service }
    }
    let outer = container(name: "outer") { [container] in Outer(container.service()) }.cached
    let name = container.service.withValue(Service("MOCK")) { outer().service.name }
    #expect(name == "MOCK")
    #expect(outer().service.name == "ORIGINAL")
    let kept = outer()
    container.service.withValue(Service("MOCK")) { #expect(outer() === kept) }
  }
}
