// Effects that are debounced or throttled with a given clock.

/// The minimum interval between effects of one name.
struct EffectThrottle: Sendable {
  let id: EffectID
  let keepsLatest: Bool
  /// The place in the code where it was written.
  let place: OperatorPlace
  /// Returns when the interval has passed.
  let wait: @Sendable () async throws -> Void
}

extension Effect {
  /// Starts the effect when `duration` has passed without another one of the same name; that one cancels this.
  public func debounce(
    id: some Hashable & Sendable, for duration: Duration, clock: any Clock<Duration>
  ) -> Self {
    .concatenate(.run { _ in try await clock.sleep(for: duration) }, self)
      .cancellable(id: id, cancelInFlight: true)
  }

  /// Starts the effect at once, and no other of the same name for `duration`; of the effects that come meanwhile, one
  /// starts at the end of that time.
  /// - Parameter latest: Whether that is the latest of them; otherwise it is the first.
  public func throttle(
    id: some Hashable & Sendable, for duration: Duration, clock: any Clock<Duration>, latest: Bool,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Self {
    let place = OperatorPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return Self(
      .throttle(
        operation,
        EffectThrottle(id: EffectID(id), keepsLatest: latest, place: place) { try await clock.sleep(for: duration) }))
  }
}
