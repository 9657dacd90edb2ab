// Helpers for scenes in which a lock keeps everything else from settling.
import Activities
import Databases
import Locks
import Observing
import Stores
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

extension Scene {
  /// Presses keys while something waits: draws their immediate effects, and waits for nothing else.
  func pressWhileWaiting(_ script: String) async throws {
    for event in try Key.parse(script: script) { terminal.send(event) }
    await frames.settled()
  }

  /// Lets time pass while something waits.
  func waitWhileWaiting(_ seconds: Double) async {
    clock.advance(by: seconds)
    await frames.settled()
  }

  /// Returns when the drawn state meets `condition`; it is on the screen then.
  func until(_ condition: @escaping @MainActor (StoreOf<Application>) -> Bool) async {
    var token: ObserveToken?
    await withCheckedContinuation { continuation in
      var waiting: CheckedContinuation<Void, Never>? = continuation
      token = observe(scheduler: nil) { [store = session.store] in
        guard condition(store) else { return }
        waiting?.resume()
        waiting = nil
      }
    }
    token?.cancel()
    await frames.settled()
  }

  /// Returns when the status of the file meets `condition` and is on the screen. Running work changes it: when all has
  /// settled, an issue says that it will never come.
  func status(
    sourceLocation: SourceLocation = #_sourceLocation, _ condition: @escaping @Sendable (FileStatus) -> Bool
  ) async {
    let connection = connection
    let isMet = await withCheckedContinuation { continuation in
      let waiting = Lock<CheckedContinuation<Bool, Never>?>(continuation)
      let end: @Sendable (Bool) -> Void = { isMet in
        let continuation = waiting.withLock { waiting in
          defer { waiting = nil }
          return waiting
        }
        // The session was told first.
        if let continuation { Task { @MainActor in continuation.resume(returning: isMet) } }
      }
      let look: @Sendable () -> Void = { if condition(connection.status) { end(true) } }
      observation = connection.observeStatus(look)
      look()
      Task {
        await connection.activity.settled()
        end(condition(connection.status))
      }
    }
    observation = nil
    if !isMet {
      Issue.record(
        "All has settled without the status:\n\(lines.joined(separator: "\n"))", sourceLocation: sourceLocation)
    }
    await frames.settled()
  }
}

/// Plays a scene in which another program holds a lock, and waits for locks never end. `keys` are pressed before.
@MainActor
func lockedScene(
  _ sql: String = "BEGIN IMMEDIATE", journal: String = "wal", before keys: String = "",
  _ play: (Scene, RawConnection) async throws -> Void
) async throws {
  try await scene(journal: journal) { scene in
    if !keys.isEmpty { try await scene.press(keys) }
    scene.connection.waitForLocks(atMost: nil)
    let holder = try RawConnection(scene.path)
    try holder.run(sql)
    do {
      try await play(scene, holder)
    } catch {
      scene.connection.giveUpWaiting()
      throw error
    }
  }
}
