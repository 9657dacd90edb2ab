// Values that replace a factory's instances while a closure runs.
//
// Overrides are looked up first: scopes, contexts and registrations do not change. Instances made with an override are
// not kept for others: `Resolution` counts the used overrides, and `Recipe` compares the counts.

/// The values that replace factories' instances in a task.
struct FactoryOverrides: Sendable {
  private struct Place: Hashable {
    let container: ObjectIdentifier
    let factory: FactoryKey
  }

  /// The overrides of the current task.
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
  /// Runs `body` while this factory of this container returns `value` to the task and the tasks that it starts.
  ///
  /// It applies to calls of the factory and to injected properties, whatever they return before and afterwards.
  /// Instances that other factories make meanwhile with `value` are not kept.
  public func withValue<Result>(_ value: Value, _ body: () throws -> Result) rethrows -> Result
  where Value: Sendable {
    try FactoryOverrides.$current.withValue(overrides(value), operation: body)
  }

  /// Runs `body` while this factory of this container returns `value` to the task and the tasks that it starts.
  public func withValue<Result>(
    _ value: Value, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result where Value: Sendable {
    try await FactoryOverrides.$current.withValue(overrides(value), operation: body)
  }
}

extension Recipe {
  /// The value that replaces this factory's instances in the current task.
  var override: Value? {
    guard let overrides = FactoryOverrides.current else { return nil }
    return overrides.value(key, of: container) as? Value
  }
}
