// A clock that only a test moves.
import Locks

/// A clock that only a test moves.
public final class TestClock: Clock, Sendable {
  public struct Instant: InstantProtocol {
    public var offset: Swift.Duration
    public func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
    public func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let number: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
    var lastNumber = 0
    /// Waiters for a certain number of sleepers.
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    mutating func readyWatchers() -> [CheckedContinuation<Void, Never>] {
      let ready = watchers.filter { $0.count == sleepers.count }
      watchers.removeAll { $0.count == sleepers.count }
      return ready.map(\.continuation)
    }
  }

  private let state = Lock(State())

  /// Makes a clock at its start.
  public init() {}

  public var now: Instant { state.withLock { $0.now } }
  public var minimumResolution: Swift.Duration { .zero }

  public func sleep(until deadline: Instant, tolerance: Swift.Duration? = nil) async throws {
    let number = state.withLock { state -> Int in
      state.lastNumber += 1
      return state.lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        var watchers: [CheckedContinuation<Void, Never>] = []
        let outcome = state.withLock { state -> Result<Void, any Error>? in
          if state.cancelled.remove(number) != nil { return .failure(CancellationError()) }
          if deadline <= state.now { return .success(()) }
          state.sleepers.append(Sleeper(number: number, deadline: deadline, continuation: continuation))
          watchers = state.readyWatchers()
          return nil
        }
        if let outcome { continuation.resume(with: outcome) }
        for watcher in watchers { watcher.resume() }
      }
    } onCancel: {
      var watchers: [CheckedContinuation<Void, Never>] = []
      let sleeper = state.withLock { state -> Sleeper? in
        guard let index = state.sleepers.firstIndex(where: { $0.number == number }) else {
          state.cancelled.insert(number)
          return nil
        }
        defer { watchers = state.readyWatchers() }
        return state.sleepers.remove(at: index)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
      for watcher in watchers { watcher.resume() }
    }
  }

  /// Moves the clock and wakes the sleepers whose time has come.
  public func advance(by duration: Swift.Duration) {
    let due = state.withLock { state -> [Sleeper] in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.deadline <= state.now }.sorted { $0.deadline < $1.deadline }
      state.sleepers.removeAll { $0.deadline <= state.now }
      return due
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  /// The number of sleepers.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Returns when there are exactly `count` sleepers.
  public func sleepers(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let now = state.withLock { state -> Bool in
        if state.sleepers.count == count { return true }
        state.watchers.append((count, continuation))
        return false
      }
      if now { continuation.resume() }
    }
  }
}
