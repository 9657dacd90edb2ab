// The assertions of a test about its store: a sent action, its effects, and that there are no others.

extension TestStore {
  /// Sends an action as a person or the outside would, and waits for immediate effects: an effect that waits for no
  /// clock and nothing outside Swift's tasks has sent its actions when this returns.
  /// - Parameter change: Changes the state before to the expected state after. Without it the state may not change.
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
    check(before: before, after: after, change, cause: text(of: action), place)
    state = after
    await letImmediateArrive()
    return task
  }

  /// Waits until the effects have no work left that they can do now, however busy the machine is. If they never rest,
  /// stops after a thousand turns; if one of them blocks a thread, after `patience`.
  func letImmediateArrive() async {
    let most = executor.turns + 1_000
    let deadline = ContinuousClock.now + patience
    var turns: Int
    repeat {
      turns = executor.turns
      while !executor.isIdle, executor.turns < most, await somethingHappens(before: deadline) {}
      // The effects' jobs for the main actor are in its queue before this one.
      await Task { @MainActor in }.value
    } while executor.turns != turns && executor.turns < most && ContinuousClock.now < deadline
  }

  /// Waits until every effect has ended, and asserts that no action is left.
  public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    await letImmediateArrive()
    let deadline = ContinuousClock.now + (timeout ?? self.timeout)
    while !runningOrigins.isEmpty, await somethingHappens(before: deadline) {}
    reportRest(at: OperatorPlace(fileID: fileID, filePath: filePath, line: line, column: column))
    skip(count: received.count)
    skipInFlightEffects()
  }

  /// Asserts values of the already asserted state, outside any action.
  /// - Parameter change: Sets expected values in the state; each must already be equal.
  public func assert(
    _ change: (inout State) throws -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let place = OperatorPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    var expected = state
    guard apply(change, to: &expected, place) else { return }
    compare(expected, state, place)
  }

  /// Compares the state after an action with what the test expects.
  /// - Parameter cause: The cause of the change, for `skipped`.
  func check(
    before: State, after: State, _ change: ((inout State) throws -> Void)?, cause: @autoclosure () -> String,
    _ place: OperatorPlace
  ) {
    guard case .on = exhaustivity else {
      noteSkipped(before: before, after: after, change, cause: cause())
      var expected = after
      if let change, apply(change, to: &expected, place) { compare(expected, after, place) }
      return
    }
    guard let change else {
      if before != after {
        place.report("Unexpected change of state (-before, +after):\n\(text(before, after))")
      }
      return
    }
    var expected = before
    guard apply(change, to: &expected, place) else { return }
    if expected == before && before == after {
      return place.report(
        "Expected a change of state, but none happened. Leave the closure out if nothing is to change.")
    }
    compare(expected, after, place)
  }

  private func compare(_ expected: State, _ actual: State, _ place: OperatorPlace) {
    guard expected != actual else { return }
    place.report("The state is not what was expected (-expected, +actual):\n\(text(expected, actual))")
  }

  /// Returns whether the closure threw no error.
  private func apply(
    _ change: (inout State) throws -> Void, to state: inout State, _ place: OperatorPlace
  ) -> Bool {
    do {
      try change(&state)
      return true
    } catch {
      place.report("The closure that changes the state threw an error: \(error)")
      return false
    }
  }

  func text(_ first: State, _ second: State) -> String {
    ValueText.difference(expected: first, actual: second)
      ?? "(The values differ, but their parts read the same: look at how == is written.)"
  }
}
