// Effects made of effects: concurrent, sequential, mapped to another action, named.

extension Effect {
  /// Runs the effects concurrently, started in order.
  public static func merge(_ effects: Self...) -> Self { merge(effects) }

  /// Runs the effects concurrently, started in order.
  public static func merge(_ effects: some Sequence<Self>) -> Self {
    // Most are `none`; and a key path here would be created at each call.
    var operations: [Operation] = []
    for effect in effects {
      if case .none = effect.operation { continue }
      operations.append(effect.operation)
    }
    return operations.count > 1 ? Self(.merge(operations)) : Self(operations.first ?? .none)
  }

  /// Runs this effect and `other` concurrently.
  public func merge(with other: Self) -> Self { .merge(self, other) }

  /// Runs the effects one after the other.
  public static func concatenate(_ effects: Self...) -> Self { concatenate(effects) }

  /// Runs the effects one after the other.
  public static func concatenate(_ effects: some Sequence<Self>) -> Self {
    Self(.concatenate(effects.map { $0.operation }))
  }

  /// Runs this effect, then `other`.
  public func concatenate(with other: Self) -> Self { .concatenate(self, other) }

  /// Names the effect, so that it can be cancelled. Names belong to the root store: effects of the same name in another
  /// store are separate. A child's names in `forEach` and `ifLet` are also separate from those of its siblings.
  /// - Parameters:
  ///   - id: The name.
  ///   - cancelInFlight: Whether to cancel running effects of this name first.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Self {
    Self(.cancellable(operation, id: EffectID(id), cancelsInFlight: cancelInFlight))
  }

  /// Cancels the running effects named `id` of this feature and its children.
  public static func cancel(id: some Hashable & Sendable) -> Self { Self(.cancel(EffectID(id))) }

  static func cancel(_ id: EffectID) -> Self { Self(.cancel(id)) }

  /// The effect as that of a child: `cancel` with the child's `component` ends it, and its names are separate.
  func within(_ component: @autoclosure () -> EffectID) -> Self {
    if case .none = operation { return self }
    return Self(.within(component(), operation))
  }

  /// The effect with its actions converted to those of a parent.
  public func map<Other: Sendable>(_ transform: @escaping @Sendable (Action) -> Other) -> Effect<Other> {
    Effect<Other>(operation.map(transform))
  }

  /// Whether the effect first of all dismisses the child that returned it.
  var dismisses: Bool { operation.dismisses }

  var removingDismissal: Self { dismisses ? Self(operation.removingDismissal) : self }

  /// The effect with later dismissals replaced by changes of state.
  func dismissing(_ change: @autoclosure () -> StateChange) -> Self {
    operation.mentionsDismissal ? Self(operation.replacing { $0.isDismissal ? .change(change()) : nil }) : self
  }

  /// The effect of a child as one of its parent: its changes of state change a part of the parent's state.
  func lifted<Whole, Part>(
    _ part: @escaping (inout Whole, _ change: (inout Part) -> Void) -> Void
  ) -> Self {
    guard operation.mentionsDismissal else { return self }
    return Self(
      operation.replacing { operation in
        if case .change(let change) = operation { .change(change.lifted(part)) } else { nil }
      })
  }
}

extension Effect.Operation {
  fileprivate func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Action) -> Other
  ) -> Effect<Other>.Operation {
    switch self {
    case .none: .none
    case .send(let action): .send(transform(action))
    case .run(let work): .run(work.map(transform))
    case .merge(let operations): .merge(operations.map { $0.map(transform) })
    case .concatenate(let operations): .concatenate(operations.map { $0.map(transform) })
    case .cancellable(let operation, let id, let cancelsInFlight):
      .cancellable(operation.map(transform), id: id, cancelsInFlight: cancelsInFlight)
    case .cancel(let id): .cancel(id)
    case .within(let component, let operation): .within(component, operation.map(transform))
    case .throttle(let operation, let throttle): .throttle(operation.map(transform), throttle)
    case .dismiss: .dismiss
    case .change(let change): .change(change)
    }
  }

  fileprivate var isDismissal: Bool { if case .dismiss = self { true } else { false } }

  fileprivate var dismisses: Bool {
    switch self {
    case .dismiss: true
    case .merge(let operations): operations.contains { $0.dismisses }
    case .concatenate(let operations): operations.first?.dismisses ?? false
    case .cancellable(let operation, _, _): operation.dismisses
    case .none, .send, .run, .cancel, .within, .throttle, .change: false
    }
  }

  /// Whether it contains a dismissal, as written or as a change of state.
  fileprivate var mentionsDismissal: Bool {
    switch self {
    case .dismiss, .change: true
    case .merge(let operations), .concatenate(let operations): operations.contains { $0.mentionsDismissal }
    case .cancellable(let operation, _, _), .within(_, let operation), .throttle(let operation, _):
      operation.mentionsDismissal
    case .none, .send, .run, .cancel: false
    }
  }

  /// The operation with those parts replaced for which `other` returns a replacement.
  func replacing(_ other: (Self) -> Self?) -> Self {
    if let operation = other(self) { return operation }
    return switch self {
    case .merge(let operations): .merge(operations.map { $0.replacing(other) })
    case .concatenate(let operations): .concatenate(operations.map { $0.replacing(other) })
    case .cancellable(let operation, let id, let cancelsInFlight):
      .cancellable(operation.replacing(other), id: id, cancelsInFlight: cancelsInFlight)
    case .within(let component, let operation): .within(component, operation.replacing(other))
    case .throttle(let operation, let throttle): .throttle(operation.replacing(other), throttle)
    case .none, .send, .run, .cancel, .dismiss, .change: self
    }
  }

  fileprivate var removingDismissal: Self {
    switch self {
    case .dismiss: .none
    case .merge(let operations): .merge(operations.map { $0.removingDismissal })
    case .concatenate(let operations):
      .concatenate(operations.prefix(1).map { $0.removingDismissal } + operations.dropFirst())
    case .cancellable(let operation, let id, let cancelsInFlight):
      .cancellable(operation.removingDismissal, id: id, cancelsInFlight: cancelsInFlight)
    case .none, .send, .run, .cancel, .within, .throttle, .change: self
    }
  }
}

extension EffectWork {
  fileprivate func map<Other: Sendable>(_ transform: @escaping @Sendable (Action) -> Other) -> EffectWork<Other> {
    let operation = operation
    var mappedHandler: (@isolated(any) @Sendable (any Error, Send<Other>) async -> Void)?
    if let handler {
      mappedHandler = { @MainActor error, send in await handler(error, Send { send(transform($0)) }) }
    }
    return EffectWork<Other>(
      isLongLived: isLongLived, priority: priority,
      operation: { @MainActor send in try await operation(Send { send(transform($0)) }) },
      handler: mappedHandler, place: place, isOfMainActor: isOfMainActor)
  }
}
