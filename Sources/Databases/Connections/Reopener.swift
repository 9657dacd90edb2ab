// Opening the file anew that has taken the place of the one that was open, behind the same connection.
//
//   watch ─> look: another file ─> writer's turn, all readers' places ─> all closed ─> accepted? ─> opened ─> batch
//
// All connections are closed before anybody looks into the new file: the last to close empties the log of the file that
// has gone, which would else be taken for the new one's. Locks of others are waited for as everywhere: the status
// tells, and the wait can be given up. Closing the connection, or dropping it, ends it.

import Activities
import Locks

extension SQLiteConnection {
  /// A file that has come to the path of the open one, before it is opened in its place.
  public struct StandIn: Sendable {
    /// Where it stands.
    public let path: String
    let writer: Writer
    let flag: CancellationFlag

    /// Runs `body` on one snapshot of the file. Nothing is written, and nothing left behind. A lock that somebody else
    /// holds is waited for as by the connection itself. Throws `DatabaseError`, and what `body` throws.
    public func read<R: Sendable>(_ body: @Sendable (Database) throws -> R) async throws -> R {
      try await writer.readStandIn(flag, body)
    }
  }
}

/// Looks what stands at the path of a connection's file, and opens it anew where it must be. It does not keep the
/// connection.
final class Reopener: Sendable {
  private struct State {
    /// Of what is under way.
    var flag: CancellationFlag?
    /// Whether the file has been written since that began.
    var isOwedAgain = false
    /// Whether the connection is being closed: nothing is opened any more.
    var hasEnded = false
  }

  private let path: String
  private let file: DatabaseFile
  private let presence: FilePresence
  private let configuration: SQLiteConnection.Configuration
  private let writer: Writer
  private let turns: TurnQueue
  private let pool: ReaderPool
  private let detector: OutsideChangeDetector
  private let publisher: ChangePublisher
  private let state = Lock(State())

  /// For the connection with these parts; `nil` where it has none that looks at the file.
  init?(
    _ file: DatabaseFile, _ configuration: SQLiteConnection.Configuration, _ writer: Writer, _ turns: TurnQueue,
    _ pool: ReaderPool?, _ detector: OutsideChangeDetector?, _ publisher: ChangePublisher
  ) {
    guard let path = file.path, let presence = file.presence, let pool, let detector else { return nil }
    (self.path, self.file, self.presence, self.configuration) = (path, file, presence, configuration)
    (self.writer, self.turns, self.pool, self.detector, self.publisher) = (writer, turns, pool, detector, publisher)
  }

  /// Looks what stands at the path, and sees to what has to be done. On the monitor's thread, or where looks are asked
  /// for.
  func lookAtFile() {
    detector.withHandle { _ = presence.noteIfWrittenOver($0) }
    if presence.look() { start() }
  }

  /// Somebody wants to read or write: a file that there was no room for is tried again where there is more.
  func lookForRoom() { if presence.hasMoreRoom { lookAtFile() } }

  /// The file has been written by no commit: copied over, cut short. What is held of it is out of date.
  func fileRewritten() {
    // A checkpoint accounts for it, or it is known to be written over: then it is seen to by the looks.
    detector.withHandle { _ = presence.noteIfWrittenOver($0) }
    if presence.isRewritten { start() }
  }

  /// Nothing is opened anew from here on, and what is under way ends where it waits.
  func end() {
    let flag = state.withLock { state in
      state.hasEnded = true
      return state.flag
    }
    guard let flag else { return }
    turns.cancel(flag)
    writer.callAttention()
  }

  private func start() {
    let flag = state.withLock { state -> CancellationFlag? in
      if state.hasEnded { return nil }
      guard state.flag == nil else {
        state.isOwedAgain = true
        return nil
      }
      let flag = CancellationFlag(.opening)
      state.flag = flag
      return flag
    }
    guard let flag else { return }
    configuration.activity.begin()
    Task {
      await reopen(flag)
      let isOwedAgain = state.withLock { state -> Bool in
        defer { (state.flag, state.isOwedAgain) = (nil, false) }
        return state.isOwedAgain
      }
      // It may have been replaced, or written, once more meanwhile.
      lookAtFile()
      if isOwedAgain { fileRewritten() }
      configuration.activity.end()
    }
  }

  /// Closes the file that was open, and opens the one that stands at the path. The writer has its turn first: its owner
  /// may be reading.
  func reopen(_ flag: CancellationFlag) async {
    // Before anything is made or removed beside it: what we do ourselves is no reason to try again.
    let (form, freeBytes) = (FileForm(path: path), presence.freeBytes)
    do {
      try file.lockWaits.begin(flag)
      defer { file.lockWaits.end(flag) }
      try await turns.enter(flag)
      defer { turns.leave() }
      try await pool.whileClosed {
        do {
          try await openStandIn(flag)
        } catch {
          // While nobody reads: the next to do so is told.
          // Where no lock is waited for, trying again at once would never end.
          let isGivenUp = flag.isGivenUp || file.lockWaits.patience.map { $0 <= .zero } == true
          if !flag.isSet { presence.noteRejected(form, freeBytes: freeBytes, error, isGivenUp: isGivenUp) }
          throw error
        }
      }
    } catch {
      return
    }
    publisher.publish(.outside, schemaChanged: true)
  }

  private func openStandIn(_ flag: CancellationFlag) async throws {
    detector.close()
    try await writer.release(flag)
    let hadLog = file.companion("-wal").map(DatabaseFile.exists) ?? false
    do {
      try await openReleased(flag)
    } catch {
      // Without room for the index of a log SQLite leaves an empty log behind.
      if !hadLog { file.removeUnusableLog() }
      throw error
    }
  }

  private func openReleased(_ flag: CancellationFlag) async throws {
    try await configuration.accept?(SQLiteConnection.StandIn(path: path, writer: writer, flag: flag))
    let isReadOnly = try await writer.reopen(flag) { [file, configuration] in
      var configuration = configuration
      (configuration.createsFile, configuration.journal) = (false, .kept)
      return try file.openWriter(configuration, flag)
    } renewDetector: { [path, detector] version in
      try detector.renew(path: path, writerVersion: version)
    }
    file.board.change { status in
      status.isReadOnly = isReadOnly
      status.generation += 1
    }
  }
}
