// The assertions of a test about received actions.

extension TestStore {
  /// Asserts that `action` follows within the timeout.
  /// - Parameter change: Changes the state before to the expected state after. Without it the state may not change.
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

  /// Asserts that an action of the case `path` follows within the timeout.
  /// - Parameter change: Changes the state before to the expected state after. Without it the state may not change.
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

  /// Asserts that an action which `isExpected` accepts follows within the timeout.
  /// - Parameter change: Changes the state before to the expected state after. Without it the state may not change.
  public func receive(
    _ isExpected: (_ action: Action) -> Bool, timeout: Duration? = nil,
    assert change: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let place = OperatorPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(timeout: timeout, assert: change, expected: "an action that the closure accepts", place) {
      $0.map(isExpected) ?? false
    } difference: { _ in
      nil
    }
  }

  /// Asserts that a child is dismissed after its other effects, within the timeout.
  /// - Parameter change: Changes the state before to the expected state after.
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

  private func receive(
    timeout: Duration?, assert change: ((inout State) throws -> Void)?, expected: String, _ place: OperatorPlace,
    matches: (Action?) -> Bool, difference: (Action) -> String?
  ) async {
    await letImmediateArrive()
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
        ?? "- \(expected)\n+ \(text(of: next.action))"
      place.report("Received another action than expected (-expected, +received):\n\(detail)")
    }
    check(before: state, after: next.after, change, cause: text(of: next.action), place)
    state = next.after
  }
}
