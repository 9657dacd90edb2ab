// Values that stand in for what factories give, for as long as a closure runs.
//
// An override is looked for before anything else: scopes, contexts and registrations stay as they are. What is made with
// one is not kept for others: `Resolution` counts the overrides used, and `Recipe` compares.

/// The values that stand in for factories in a task.
struct FactoryOverrides: Sendable {
  private struct Place: Hashable {
    let container: ObjectIdentifier
    let factory: FactoryKey
  }

  /// The overrides that hold in the present task.
  @TaskLocal static var current: FactoryOverrides?

  private var values: [Place: any Sendable] = [:]

  func value(_ key: FactoryKey, of container: any SharedContainer) -> (any Sendable)? {
    values[Place(container: ObjectIdentifier(container), factory: key)]
  }

  static func setting(_ value: any Sendable, _ key: FactoryKey, of container: any SharedContainer) -> FactoryOverrides {
    var result = current ?? FactoryOverrides()
    result.values[Place(container: ObjectIdentifier(container), factory: key)] = value
    return result
  }
}

extension Factory {
  /// Runs `body` while this factory of this container gives `value`: to the task, and to those that it starts.
  ///
  /// It holds for calls of the factory and for injected properties, whatever they gave before and are to give
  /// afterwards. Instances that other factories make meanwhile with `value` are not kept.
  public func withValue<Result>(_ value: Value, _ body: () throws -> Result) rethrows -> Result
  where Value: Sendable {
    try FactoryOverrides.$current.withValue(overrides(value), operation: body)
  }

  /// Runs `body` while this factory of this container gives `value`: to the task, and to those that it starts.
  public func withValue<Result>(
    _ value: Value, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result where Value: Sendable {
    try await FactoryOverrides.$current.withValue(overrides(value), operation: body)
  }
}

extension Recipe {
  /// The value that stands in for this factory's instances in the present task.
  var override: Value? {
    guard let overrides = FactoryOverrides.current else { return nil }
    return overrides.value(key, of: container) as? Value
  }
}
