import Containers
import Dispatch
import Locks
import TestSupport
import Testing

/// Holds all callers until the last one has arrived. Each uses a queue of its own: the global queues have few threads
/// to block.
private final class StartingLine: Sendable {
  private let arrived = DispatchSemaphore(value: 0)
  private let go = DispatchSemaphore(value: 0)

  func wait() {
    arrived.signal()
    go.wait()
  }

  func start(_ count: Int) {
    for _ in 0..<count { arrived.wait() }
    for _ in 0..<count { go.signal() }
  }
}

/// Uses the container when it is freed.
private final class ServiceThatResolves: Service, @unchecked Sendable {
  private let container: Container
  private let ended: @Sendable () -> Void

  init(container: Container, ended: @escaping @Sendable () -> Void) {
    self.container = container
    self.ended = ended
    super.init("OLD")
  }

  deinit {
    _ = container.service()
    ended()
  }
}

@MainActor
final class ScreenModel {
  let isMadeOnMainActor: Bool
  init() {
    MainActor.assertIsolated()
    isMadeOnMainActor = true
  }
}

extension Container {
  @MainActor var screenModel: Factory<ScreenModel> { self { ScreenModel() } }
  var waitingA: Factory<Service> { self { Service() }.cached }
  var waitingB: Factory<Service> { self { Service() }.cached }
}

@Suite(.recordsIssues, .container)
struct ContainerConcurrencyTests {
  @Test("FAC-18: eight threads that are the first to use a lazy wrapper make one instance")
  func firstLazyUse() {
    for round in 0..<50 {
      let tally = Tally()
      Container.shared.service.register {
        tally.add()
        return Service()
      }
      let lazy = LazyInjected(\.service)
      let line = StartingLine()
      let group = DispatchGroup()
      for number in 0..<8 {
        DispatchQueue(label: "lazy \(number)").async(group: group) {
          line.wait()
          _ = lazy.wrappedValue
        }
      }
      line.start(8)
      group.wait()
      #expect(tally.count == 1, "round \(round)")
    }
  }

  @Test("A reset while an instance is made is not lost", arguments: [Scope.singleton, .cached])
  func resetWhileMade(scope: Scope) {
    let container = Container()
    let tally = Tally()
    let factory = container(name: "resetWhileMade") { [unowned container] () -> Service in
      tally.add()
      if tally.count == 1 { container.reset(scope: scope) }
      return Service("\(tally.count)")
    }.scope(scope)
    #expect(factory().name == "1")
    #expect(factory().name == "2")
    #expect(factory().name == "2")
  }

  @Test("FAC-18: eight threads that are first at once get one instance", arguments: [Scope.singleton, .cached])
  func firstResolution(scope: Scope) {
    for round in 0..<200 {
      let container = Container()
      container.reset(scope: .singleton)
      let tally = Tally()
      container.singletonService.register {
        tally.add()
        return Service()
      }
      let factory = container.singletonService.scope(scope)
      let line = StartingLine()
      let group = DispatchGroup()
      let instances = Lock<[ObjectIdentifier: Service]>([:])
      for _ in 0..<8 {
        DispatchQueue(label: "racer").async(group: group) {
          line.wait()
          let instance = factory()
          instances.withLock { $0[ObjectIdentifier(instance)] = instance }
        }
      }
      line.start(8)
      group.wait()
      #expect(tally.count == 1, "round \(round)")
      #expect(instances.withLock { $0.count } == 1, "round \(round)")
    }
  }

  @Test("FAC-16: two threads that are each half of a circle trap instead of waiting for ever")
  func circleOverTwoThreads() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let line = StartingLine()
        let container = Container.shared
        container.waitingA.register {
          line.wait()
          return container.waitingB()
        }
        container.waitingB.register {
          line.wait()
          return container.waitingA()
        }
        let group = DispatchGroup()
        DispatchQueue(label: "racer").async(group: group) { _ = container.waitingA() }
        DispatchQueue(label: "racer").async(group: group) { _ = container.waitingB() }
        line.start(2)
        group.wait()
      })
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("Circular dependency: Container.waiting"))
  }

  @Test("What is registered while an instance is made prevails over it")
  func registeredMeanwhile() {
    let container = Container.shared
    let making = DispatchSemaphore(value: 0)
    let registered = DispatchSemaphore(value: 0)
    container.cachedService.register {
      making.signal()
      registered.wait()
      return Service("OLD")
    }
    let group = DispatchGroup()
    DispatchQueue(label: "racer").async(group: group) { #expect(container.cachedService().name == "OLD") }
    making.wait()
    container.cachedService.register { Service("NEW") }
    registered.signal()
    group.wait()
    #expect(container.cachedService().name == "NEW")
  }

  @Test("What a registration held goes when the container is no longer held, so that it may resolve something")
  func releasedRegistration() {
    let container = Container()
    let resolved = DispatchSemaphore(value: 0)
    DispatchQueue(label: "registering").async {
      container.cachedService.register(
        value: ServiceThatResolves(container: container) { resolved.signal() })
      container.cachedService.register(value: Service("NEW"))
    }
    // The deadline catches a container that waits for itself.
    #expect(resolved.wait(timeout: .now() + 120) == .success)
  }

  @Test("FAC-22: parallel tests register different mocks for one singleton", arguments: 0..<4)
  func isolated(test: Int) async {
    let expected = "mock \(test)"
    let container = Container.shared
    container.singletonService.register { Service(expected) }
    for _ in 0..<100 {
      #expect(container.singletonService().name == expected)
      await Task.yield()
      #expect(Container.shared.singletonService().name == expected)
    }
  }

  @Test("FAC-25: a main-actor factory is resolved from a background task by the asynchronous call")
  func mainActorFactory() async {
    let isMade = await Task.detached { [container = Container.shared] in
      let factory = await container.screenModel
      let model = await factory.resolve()
      return model.isMadeOnMainActor
    }.value
    #expect(isMade)
  }

  @MainActor
  @Test("FAC-25: on the main actor the plain call is enough")
  func mainActorFactoryOnMainActor() {
    #expect(Container.shared.screenModel().isMadeOnMainActor)
    Container.shared.screenModel.register { ScreenModel() }
    #expect(Container.shared.screenModel().isMadeOnMainActor)
  }
}
