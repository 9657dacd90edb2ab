// Changes a factory's registrations, and resolves on its actor.

extension Recipe {
  func register(_ maker: Maker<Parameter, Value>, context: FactoryContext?) {
    container.registry.autoRegister(container)
    container.registry.register(maker, for: key, context: context)
  }

  func reset(_ options: ResetOptions) {
    container.registry.change(key) { registration in
      if options.contains(.registrations) { registration.makers[nil as FactoryContext?] = nil }
      if options.contains(.contexts) { registration.makers = registration.makers.filter { $0.key == nil } }
    }
  }

  /// Runs `body`; only one thread at a time does so for one owner. Traps if `body` calls this again for that owner.
  func alone<Result>(for owner: AnyObject, _ body: () -> Result) -> Result {
    Resolution.withCurrent { resolution in
      let gate = container.registry.core.gate
      let slot = ConstructionGate.Slot(owner: ObjectIdentifier(owner), key: nil)
      guard case .make = gate.enter(slot, resolution) else {
        resolution.trapAsCircular(
          Resolution.Step(container: container, key: InstanceKey(factory: key, parameter: nil)))
      }
      defer { gate.leave(slot) }
      return body()
    }
  }

  /// Resolves on an actor, to which the caller hops.
  func resolve(_ parameter: Parameter, on actor: isolated any Actor) -> Value where Value: Sendable {
    resolve(parameter)
  }
}
