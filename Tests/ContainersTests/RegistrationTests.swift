import Containers
import IssueReporting
import Locks
import TestSupport
import Testing

/// A container that registers before its first use.
final class SelfRegisteringContainer: AutoRegistering {
  let registry = Registry()
  init() {}
  var service: Factory<Service> { self { Service() }.cached }
  var singletonService: Factory<Service> { self { Service() }.singleton }

  func autoRegister() {
    service.register { Service("X") }
    singletonService.register { Service("X") }
  }
}

@Suite(.recordsIssues, .container)
struct RegistrationTests {
  let container = Container.shared

  @Test(
    "FAC-08: which context prevails",
    arguments: [
      (false, false, false, "REGISTERED"), (true, false, false, "PREVIEW"), (false, true, false, "TEST"),
      (true, true, false, "PREVIEW"), (true, true, true, "ARG"), (false, false, true, "ARG"),
    ])
  func contexts(isPreview: Bool, isTest: Bool, hasArgument: Bool, expected: String) throws {
    container.service.register { Service("REGISTERED") }
    container.service.register(.preview) { Service("PREVIEW") }
    container.service.register(.test) { Service("TEST") }
    container.service.register(.argument("ARG")) { Service("ARG") }
    let composition = Composition.current
    composition.isPreview = isPreview
    composition.isTest = isTest
    if hasArgument { composition.setArgument("ARG") }
    #expect(container.service().name == expected)
  }

  @Test("FAC-08: a definition's debug context; tests are detected")
  func detectedContexts() {
    #expect(Composition.current.isTest)
    Composition.current.isDebug = true
    #expect(container.debugService().name == "DEBUG")
    Composition.current.isDebug = false
    #expect(container.debugService().name == "ORIGINAL")
  }

  @Test("FAC-09: arguments come and go")
  func arguments() {
    container.service.register(.argument("ARG")) { Service("ARG") }
    #expect(container.service().name == "ORIGINAL")
    Composition.current.setArgument("ARG")
    #expect(container.service().name == "ARG")
    Composition.current.removeArgument("ARG")
    #expect(container.service().name == "ORIGINAL")
  }

  @Test("FAC-10: resetting contexts leaves the registration, and the definition's own contexts")
  func resetContexts() {
    Composition.current.isDebug = true
    container.service.register { Service("REGISTERED") }
    container.service.register(.test) { Service("TEST") }
    #expect(container.service().name == "TEST")
    container.service.reset(.contexts)
    #expect(container.service().name == "REGISTERED")
    container.debugService.reset(.contexts)
    #expect(container.debugService().name == "DEBUG")
    container.service.register(.test) { Service("TEST") }
    container.reset(.contexts)
    #expect(container.service().name == "REGISTERED")
    container.reset(.registrations)
    #expect(container.service().name == "ORIGINAL")
  }

  @Test("FAC-13: automatic registrations come first, and again after a reset")
  func autoRegistration() {
    let container = SelfRegisteringContainer()
    #expect(container.service().name == "X")
    container.reset()
    container.service.register { Service("Y") }
    #expect(container.service().name == "Y")
    container.reset()
    #expect(container.service().name == "X")
  }

  @Test("FAC-08: a definition's context prevails over a plain registration, and a registration for the context over it")
  func definitionContextPrevails() {
    Composition.current.isDebug = true
    container.debugService.register { Service("REGISTERED") }
    #expect(container.debugService().name == "DEBUG")
    container.debugService.register(.debug) { Service("REGISTERED DEBUG") }
    #expect(container.debugService().name == "REGISTERED DEBUG")
    Composition.current.isDebug = false
    #expect(container.debugService().name == "REGISTERED")
  }

  @Test("Contexts are registered in the line of a registration")
  func chained() {
    container.service.register { Service("LIVE") }.onTest { Service("MOCK") }.onArgument("ARG") { Service("ARG") }
    #expect(container.service().name == "MOCK")
    Composition.current.setArgument("ARG")
    #expect(container.service().name == "ARG")
    Composition.current.removeArgument("ARG")
    Composition.current.isTest = false
    #expect(container.service().name == "LIVE")
  }

  @Test("A factory with a parameter knows every scope and context")
  func parameterContexts() {
    let factory: ParameterFactory<Int, Service> = container(name: "parameterContexts") { Service("LIVE \($0)") }
      .onTest { Service("TEST \($0)") }.cached
    #expect(factory(1).name == "TEST 1")
    #expect(factory(1) === factory(1))
    #expect(factory(1) !== factory(2))
    #expect(factory.unique(1) !== factory.unique(1))
  }

  @Test("FAC-13: automatic registrations of another container leave a living singleton alone")
  func autoRegistrationKeepsSingletons() {
    let first = SelfRegisteringContainer()
    let living = first.singletonService()
    let second = SelfRegisteringContainer()
    #expect(second.singletonService() === living)
    first.reset()
    #expect(first.singletonService() === living)
  }

  @Test("FAC-24: a promise that is not kept gives nil")
  func promised() {
    #expect(container.promisedService() == nil)
    container.promisedService.register { Service("KEPT") }
    #expect(container.promisedService()?.name == "KEPT")
  }

  @Test("FAC-24: where promises are strict, a promise that is not kept is a trap that names the type")
  func strictPromise() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        Container.shared.isPromiseStrict = true
        _ = Container.shared.promisedService()
      })
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("Container.promisedService promises Service, and nothing is registered for it."))
  }

  @Test("A dependency that a test did not provide fails it by name when it is used")
  func unprovided() {
    struct Feature { @Dependency(\.testedService) var service }
    let issues = Lock<[String]>([])
    IssueReporters.$current.withValue(IssueHandler { message, _ in issues.withLock { $0.append(message) } }) {
      let feature = Feature()
      #expect(issues.withLock { $0 } == [])
      #expect(feature.service.name == "PLACEHOLDER")
    }
    #expect(
      issues.withLock { $0 } == [
        """
        Container.testedService was used, and this test did not provide it. Register it first: \
        Container.shared.testedService.register { … }.
        """
      ])
    container.testedService.register { Service("MOCK") }
    #expect(Feature().service.name == "MOCK")
    Composition.current.isTest = false
    container.testedService.reset()
    #expect(Feature().service.name == "ORIGINAL")
  }

  @Test("FAC-16: a circular dependency is a trap that names the path")
  func circular() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Container.shared.circularA()
      })
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(
      message.contains("Circular dependency: Container.circularA -> Container.circularB -> Container.circularA."))
    let cached = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Container.shared.circularCached()
      })
    #expect(
      String(decoding: cached.standardErrorContent, as: UTF8.self).contains(
        "Circular dependency: Container.circularCached -> Container.circularA2 -> Container.circularCached."))
  }

  @Test("FAC-16: a recursion with another parameter is legal")
  func recursion() {
    #expect(container.countdown(1) == 1)
    #expect(container.countdown(5) == 5)
  }
}
