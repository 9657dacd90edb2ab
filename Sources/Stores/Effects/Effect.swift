// Effects: the work that follows a change of state. An effect is a description; the store's `EffectRuntime` runs it.

/// The work that follows a change of state: actions, asynchronous work, cancellation of such work.
public struct Effect<Action: Sendable>: Sendable {
  indirect enum Operation: Sendable {
    case none
    case send(Action)
    case run(EffectWork<Action>)
    case merge([Operation])
    case concatenate([Operation])
    case cancellable(Operation, id: EffectID, cancelsInFlight: Bool)
    case cancel(EffectID)
    case within(EffectID, Operation)
    case throttle(Operation, EffectThrottle)
    case dismiss
    case change(StateChange)
  }

  let operation: Operation

  init(_ operation: Operation) { self.operation = operation }

  /// No effect.
  public static var none: Self { Self(.none) }

  /// Handles `action` directly after the current one.
  public static func send(_ action: Action) -> Self { Self(.send(action)) }

  /// Dismisses the child that returns it: the nearest `ifLet` above sets its state to nil, the nearest `forEach`
  /// removes it. Alone and in `merge` it is part of the action's change; after other effects in `concatenate` it waits
  /// for their end.
  public static var dismiss: Self { Self(.dismiss) }

  /// Runs asynchronous work that may send actions.
  ///
  /// The store's activity is held from the reduction that returned the effect until its last action has been handled,
  /// unless the work is long-lived.
  /// - Parameters:
  ///   - isLongLived: Whether the work lasts as long as its screen, such as a stream's loop. It does not hold the
  ///     activity; the code that feeds it does, until its values are delivered.
  ///   - priority: The priority of the task.
  ///   - operation: The work, with its own isolation. A thrown error goes to `handler`; without one it is an issue. A
  ///     `CancellationError` is ignored.
  ///   - handler: Handles an error of `operation`.
  public static func run(
    isLongLived: Bool = false, priority: TaskPriority? = nil,
    _ operation: @escaping @isolated(any) @Sendable (_ send: Send<Action>) async throws -> Void,
    catch handler: (@isolated(any) @Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Self {
    Self(
      .run(
        EffectWork(
          isLongLived: isLongLived, priority: priority, operation: operation, handler: handler,
          place: OperatorPlace(fileID: fileID, filePath: filePath, line: line, column: column),
          isOfMainActor: operation.isolation === MainActor.shared)))
  }
}

/// Asynchronous work, and the place where it was written.
struct EffectWork<Action: Sendable>: Sendable {
  let isLongLived: Bool
  let priority: TaskPriority?
  let operation: @isolated(any) @Sendable (Send<Action>) async throws -> Void
  let handler: (@isolated(any) @Sendable (any Error, Send<Action>) async -> Void)?
  let place: OperatorPlace
  /// Whether the work is isolated to the main actor.
  let isOfMainActor: Bool

  /// On the main actor, so that work isolated to it begins in the order in which it was started.
  @MainActor
  func callAsFunction(_ send: Send<Action>, countedBy executor: CountingExecutor?) async {
    // On the main actor, so that the work's first job is queued before anything can see that none runs; the same at its
    // end.
    executor?.end()
    defer { executor?.begin() }
    do {
      try await operation(send)
    } catch is CancellationError {
    } catch {
      if let handler {
        await handler(error, send)
      } else {
        place.report("The effect at \(place) threw an error that nothing takes: \(error). Add a catch to its run.")
      }
    }
  }
}
