// How one declared factory resolves: which closure, and whether an instance is at hand already.

import IssueReporting
import Locks

/// The parameter of factories without parameters.
struct NoParameter: Hashable, Sendable {}

/// One declared factory, as its declaration describes it. What is registered for it is in its container.
struct Recipe<Parameter: Hashable & Sendable, Value>: Sendable {
  let container: any SharedContainer
  let key: FactoryKey
  let maker: Maker<Parameter, Value>
  var scope = Scope.unique
  /// The definition's own contexts.
  var contexts: [FactoryContext: Maker<Parameter, Value>] = [:]
  /// What a test gets that registered nothing, after an issue.
  var placeholder: Maker<Parameter, Value>?

  init(container: any SharedContainer, name: String, maker: Maker<Parameter, Value>) {
    self.container = container
    key = FactoryKey(name: name, type: ObjectIdentifier(Value.self))
    self.maker = maker
  }

  /// The factory as messages name it.
  var path: String { "\(type(of: container)).\(key.name)" }

  private struct Choice {
    let maker: Maker<Parameter, Value>
    let mark: Registry.Mark
    /// Whether this stands in for what was never provided.
    var isPlaceholder = false
  }

  /// Which closure makes the next instance.
  private func choose() -> Choice {
    let registry = container.registry
    registry.autoRegister(container)
    let (registration, mark) = registry.registration(key)
    func registered(_ context: FactoryContext?) -> Maker<Parameter, Value>? {
      registration.makers[context] as? Maker<Parameter, Value>
    }
    // Without contexts the circumstances decide nothing.
    if contexts.isEmpty, registration.makers.allSatisfy({ $0.key == nil }) {
      if let maker = registered(nil) { return Choice(maker: maker, mark: mark) }
      if placeholder == nil { return Choice(maker: maker, mark: mark) }
    }

    let active = registry.core.contexts.withLock { $0 }
    let arguments = active.arguments.sorted().map(FactoryContext.argument)
    let circumstances = active.circumstances
    if let maker = arguments.lazy.compactMap({ registered($0) }).first
      ?? arguments.lazy.compactMap({ contexts[$0] }).first
      ?? circumstances.lazy.compactMap({ registered($0) }).first
      ?? circumstances.lazy.compactMap({ contexts[$0] }).first
      ?? registered(nil)
    {
      return Choice(maker: maker, mark: mark)
    }
    if active.isTest, let placeholder { return Choice(maker: placeholder, mark: mark, isPlaceholder: true) }
    return Choice(maker: maker, mark: mark)
  }

  /// Whether something is registered for this, in whatever context.
  var isRegistered: Bool {
    container.registry.autoRegister(container)
    return !container.registry.registration(key).0.makers.isEmpty
  }

  /// Whether a test is to provide this and hasn't.
  var isUnprovided: Bool { placeholder != nil && choose().isPlaceholder }

  /// The actor on which the next instance is made.
  var isolation: (any Actor)? { choose().maker.isolation }

  /// An instance: one that is at hand, or a new one. Traps off the actor on which it is made.
  func resolve(_ parameter: Parameter) -> Value {
    if let override {
      Resolution.withCurrent { $0.usedOverrideCount += 1 }
      return override
    }
    let instanceKey = InstanceKey(factory: key, parameter: parameter is NoParameter ? nil : AnyHashable(parameter))
    return Resolution.withCurrent { resolution in
      switch scope.kind {
      case .unique: build(parameter, instanceKey, choose(), resolution)
      case .graph: resolveInGraph(parameter, instanceKey, resolution)
      case .cached, .shared, .singleton: resolveOnce(parameter, instanceKey, resolution)
      }
    }
  }

  private func build(
    _ parameter: Parameter, _ instanceKey: InstanceKey, _ choice: Choice, _ resolution: Resolution
  ) -> Value {
    resolution.perform(Resolution.Step(container: container, key: instanceKey)) {
      if choice.isPlaceholder {
        reportIssue(
          """
          \(path) was used, and this test did not provide it. Register it first: \
          \(type(of: container)).shared.\(key.name).register { … }.
          """)
      }
      return choice.maker(parameter, path: path)
    }
  }

  private func resolveInGraph(
    _ parameter: Parameter, _ instanceKey: InstanceKey, _ resolution: Resolution
  ) -> Value {
    let slot = ConstructionGate.Slot(owner: ObjectIdentifier(container), key: instanceKey)
    if let known = resolution.graph[slot], let value = known as? Value { return value }
    let value = build(parameter, instanceKey, choose(), resolution)
    resolution.graph[slot] = value
    return value
  }

  private func resolveOnce(_ parameter: Parameter, _ instanceKey: InstanceKey, _ resolution: Resolution) -> Value {
    let registry = container.registry
    registry.autoRegister(container)
    if let known = registry.instance(instanceKey, scope: scope), let value = known as? Value { return value }

    let owner = scope == .singleton ? ObjectIdentifier(registry.core) : ObjectIdentifier(container)
    let slot = ConstructionGate.Slot(owner: owner, key: instanceKey)
    let step = Resolution.Step(container: container, key: instanceKey)
    guard case .make = registry.core.gate.enter(slot, resolution) else { resolution.trapAsCircular(step) }
    defer { registry.core.gate.leave(slot) }
    if let known = registry.instance(instanceKey, scope: scope), let value = known as? Value { return value }
    let choice = choose()
    let usedOverrideCount = resolution.usedOverrideCount
    let value = build(parameter, instanceKey, choice, resolution)
    // A placeholder isn't kept: each use of it is to fail its test. Nor is what was made for one task alone.
    if !choice.isPlaceholder, resolution.usedOverrideCount == usedOverrideCount {
      registry.keep(value, for: instanceKey, scope: scope, mark: choice.mark)
    }
    return value
  }
}
