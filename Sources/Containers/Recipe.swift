// Resolves a declared factory: chooses the closure, and reuses or makes an instance.

import IssueReporting
import Locks

/// The parameter of factories without parameters.
struct NoParameter: Hashable, Sendable {}

/// A factory as it was declared. Its registrations are in its container.
struct Recipe<Parameter: Hashable & Sendable, Value>: Sendable {
  let container: any SharedContainer
  let key: FactoryKey
  let maker: Maker<Parameter, Value>
  var scope = Scope.unique
  /// The definition's own contexts.
  var contexts: [FactoryContext: Maker<Parameter, Value>] = [:]
  /// The replacement for a test that has registered nothing; using it reports an issue.
  var placeholder: Maker<Parameter, Value>?

  init(container: any SharedContainer, name: String, maker: Maker<Parameter, Value>) {
    self.container = container
    key = FactoryKey(name: name, type: ObjectIdentifier(Value.self))
    self.maker = maker
  }

  /// The factory's name in messages.
  var path: String { "\(type(of: container)).\(key.name)" }

  private struct Choice {
    let maker: Maker<Parameter, Value>
    let mark: Registry.Mark
    /// Whether this replaces something that was never provided.
    var isPlaceholder = false
  }

  /// Chooses the closure for the next instance.
  private func choose() -> Choice {
    let registry = container.registry
    registry.autoRegister(container)
    let (registration, mark) = registry.registration(key)
    func registered(_ context: FactoryContext?) -> Maker<Parameter, Value>? {
      registration.makers[context] as? Maker<Parameter, Value>
    }
    // Without contexts, the active circumstances do not matter.
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

  /// Whether anything is registered for this factory, in any context.
  var isRegistered: Bool {
    container.registry.autoRegister(container)
    return !container.registry.registration(key).0.makers.isEmpty
  }

  /// Whether a test must provide this and has not.
  var isUnprovided: Bool { placeholder != nil && choose().isPlaceholder }

  /// The actor that makes the next instance.
  var isolation: (any Actor)? { choose().maker.isolation }

  /// Returns a kept instance, or a new one. Traps if called off the actor that makes it.
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
    // A placeholder is not kept, so that each use of it fails its test. Neither is an instance made for only one task.
    if !choice.isPlaceholder, resolution.usedOverrideCount == usedOverrideCount {
      registry.keep(value, for: instanceKey, scope: scope, mark: choice.mark)
    }
    return value
  }
}
