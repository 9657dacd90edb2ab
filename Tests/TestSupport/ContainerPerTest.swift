import Containers
public import Testing

/// Gives each test a composition of its own: containers, registrations and singletons that no other test sees.
public struct ContainerPerTest: TestTrait, SuiteTrait, TestScoping {
  public let isRecursive = true

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let composition = Composition()
    // The composition's instances may hold its containers: a reset frees both.
    defer { composition.reset() }
    try await Composition.$ofTask.withValue(composition) { try await function() }
  }
}

extension Trait where Self == ContainerPerTest {
  /// Gives each test a composition of its own: containers, registrations and singletons that no other test sees.
  public static var container: Self { ContainerPerTest() }
}
