// Effects that wait for a quiet time, or keep a distance, on a clock that is given.

/// How far apart the effects of one name are kept.
struct EffectThrottle: Sendable {
  let id: EffectID
  let keepsLatest: Bool
  /// Where it was written.
  let place: OperatorPlace
  /// Returns when the distance has passed.
  let wait: @Sendable () async throws -> Void
}

extension Effect {
  /// Begins the effect when `duration` has passed without another one of the same name; that one ends this.
  public func debounce(
    id: some Hashable & Sendable, for duration: Duration, clock: any Clock<Duration>
  ) -> Self {
    .concatenate(.run { _ in try await clock.sleep(for: duration) }, self)
      .cancellable(id: id, cancelInFlight: true)
  }

  /// Begins the effect at once, and none of the same name for `duration` after it; of those that come meanwhile, one
  /// begins at the end of that time.
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
