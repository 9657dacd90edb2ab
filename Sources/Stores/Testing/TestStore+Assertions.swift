// What a test says to its store: this is sent, this follows, this is all.

extension TestStore {
  /// Sends an action as a person or the outside would.
  /// - Parameter change: Makes of the state before what it must be afterwards. Without it nothing may change.
  /// - Returns: Everything that follows.
  @discardableResult
  public func send(
    _ action: Action, assert change: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> StoreTask {
    let place = OperatorPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    if !received.isEmpty {
      if case .on = exhaustivity {
        place.report(
          """
          Receive these actions before sending \(text(of: action)):
          \(list(received.map(\.action)))
          """)
      }
      skip(count: received.count)
    }
    let before = state
    sentAfter = nil
    let task = store.send(action)
    let after = sentAfter ?? before
    check(before: before, after: after, change, place)
    state = after
    await store.engine?.runtime.begun()
    return task
  }

  /// Says that `action` follows, now or before the time is over.
  /// - Parameter change: Makes of the state before what it must be afterwards. Without it nothing may change.
  public func receive(
    _ action: Action, timeout: Duration? = nil, assert change: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async where Action: Equatable {
    let place = OperatorPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(timeout: timeout, assert: change, expected: ValueText.lines(action).joined(separator: "\n"), place) {
      $0 == action
    } difference: {
      ValueText.difference(expected: action, actual: $0)
    }
  }

  /// Says that an action of the case `path` follows, now or before the time is over.
  /// - Parameter change: Makes of the state before what it must be afterwards. Without it nothing may change.
  public func receive<Value>(
    _ path: CaseKeyPath<Action, Value>, timeout: Duration? = nil, assert change: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async where Action: CasePathable {
    let place = OperatorPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(timeout: timeout, assert: change, expected: "an action of \(path)", place) {
      $0?.is(path) ?? false
    } difference: { _ in
      nil
    }
  }

  /// Says that a child is dismissed after its other effects, now or before the time is over.
  /// - Parameter change: Makes of the state before what it must be afterwards.
  public func receiveDismissal(
    timeout: Duration? = nil, assert change: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let place = OperatorPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(timeout: timeout, assert: change, expected: Self.dismissal, place) {
      $0 == nil
    } difference: { _ in
      nil
    }
  }

  /// Waits until every effect has ended, and says that no action is left.
  public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let deadline = ContinuousClock.now + (timeout ?? self.timeout)
    while !runningOrigins.isEmpty, await somethingHappens(before: deadline) {}
    reportRest(at: OperatorPlace(fileID: fileID, filePath: filePath, line: line, column: column))
    skip(count: received.count)
    skipInFlightEffects()
  }

  /// Takes the actions that were not received as they are.
  public func skipReceivedActions() { skip(count: received.count) }

  /// Cancels the running effects, so that the test may end.
  public func skipInFlightEffects() { store.engine?.runtime.forget() }

  private func receive(
    timeout: Duration?, assert change: ((inout State) throws -> Void)?, expected: String, _ place: OperatorPlace,
    matches: (Action?) -> Bool, difference: (Action) -> String?
  ) async {
    let deadline = ContinuousClock.now + (timeout ?? self.timeout)
    while true {
      if case .off = exhaustivity, let index = received.firstIndex(where: { matches($0.action) }) {
        skip(count: index)
        break
      }
      if case .on = exhaustivity, !received.isEmpty { break }
      guard !runningOrigins.isEmpty else {
        return place.report("Expected to receive \(expected), but got nothing: no effect is running.")
      }
      guard await somethingHappens(before: deadline) else {
        return place.report(
          """
          Expected to receive \(expected), but got nothing in \(timeout ?? self.timeout). Effects are running: move \
          their clock, or give them what they wait for.
          """)
      }
    }
    let next = received.removeFirst()
    if !matches(next.action) {
      let detail =
        next.action.flatMap(difference)
        ?? "- \(expected)\n+ \(next.action.map { text(of: $0) } ?? Self.dismissal)"
      place.report("Received another action than expected (-expected, +received):\n\(detail)")
    }
    check(before: state, after: next.after, change, place)
    state = next.after
  }

  private func skip(count: Int) {
    guard count > 0 else { return }
    state = received[count - 1].after
    received.removeFirst(count)
  }

  private func check(
    before: State, after: State, _ change: ((inout State) throws -> Void)?, _ place: OperatorPlace
  ) {
    let isExhaustive = if case .on = exhaustivity { true } else { false }
    guard let change else {
      if isExhaustive && before != after {
        place.report("Unexpected change of state (-before, +after):\n\(text(before, after))")
      }
      return
    }
    var expected = isExhaustive ? before : after
    do {
      try change(&expected)
    } catch {
      return place.report("The closure that changes the state threw an error: \(error)")
    }
    if isExhaustive && expected == before && before == after {
      return place.report(
        "Expected a change of state, but none happened. Leave the closure out if nothing is to change.")
    }
    if expected != after {
      place.report("The state is not what was expected (-expected, +actual):\n\(text(expected, after))")
    }
  }

  private func text(_ first: State, _ second: State) -> String {
    ValueText.difference(expected: first, actual: second)
      ?? "(The values differ, but their parts read the same: look at how == is written.)"
  }
}
