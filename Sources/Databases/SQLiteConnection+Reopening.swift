// Opening the file anew that has taken the place of the one that was open, behind the same connection.
//
//   watch ─> look: another file ─> writer's turn, all readers' places ─> all closed ─> accepted? ─> opened ─> batch
//
// All connections are closed before anybody looks into the new file: the last to close empties the log of the file that
// has gone, which would else be taken for the new one's.

import Activities
import Locks

extension SQLiteConnection {
  /// Looks what stands at the path, and sees to what has to be done. On the monitor's thread, or where looks are asked for.
  func lookAtFile() {
    guard let presence = file.presence, presence.look() else { return }
    startReopening()
  }

  /// The file has been written by no commit: copied over, cut short. What is held of it is out of date.
  func fileRewritten() {
    guard let presence = file.presence, presence.isRewritten else { return }
    startReopening()
  }

  /// Whether the file is being opened anew.
  enum Reopening: Equatable, Sendable {
    case no
    /// `again`: it has been written since that began.
    case underWay(again: Bool)
  }

  private func startReopening() {
    guard pool?.isClosed == false else { return }
    let isFirst = reopening.withLock { reopening -> Bool in
      defer { reopening = .underWay(again: reopening != .no) }
      return reopening == .no
    }
    guard isFirst else { return }
    activity.begin()
    Task {
      await reopen()
      let again = reopening.withLock { reopening -> Bool in
        defer { reopening = .no }
        return reopening == .underWay(again: true)
      }
      // It may have been replaced, or written, once more meanwhile.
      lookAtFile()
      if again { fileRewritten() }
      activity.end()
    }
  }

  /// Closes the file that was open, and opens the one that stands at the path. The writer has its turn first: its owner
  /// may be reading.
  private func reopen() async {
    guard let path, let presence = file.presence, let pool, !pool.isClosed else { return }
    let form = FileForm(path: path)
    do {
      try await turns.enter(CancellationFlag())
      defer { turns.leave() }
      try await pool.whileClosed {
        do {
          try await openStandIn(path)
        } catch {
          // While nobody reads: the next to do so is told.
          let failure = error as? DatabaseError
          presence.noteRejected(form, reason: failure?.message ?? "\(error)", isForNow: failure?.isBusy == true)
          throw error
        }
      }
    } catch {
      return
    }
    publisher.publish(.outside, schemaChanged: true)
  }

  private func openStandIn(_ path: String) async throws {
    detector?.close()
    await writer.release()
    try await configuration.accept?(path)
    let isReadOnly = try await writer.reopen { [file, configuration] in
      var configuration = configuration
      (configuration.createsFile, configuration.journal) = (false, .kept)
      return try file.openWriter(configuration)
    } renewDetector: { [detector] version in
      try detector?.renew(path: path, writerVersion: version)
    }
    board.change { status in
      status.isReadOnly = isReadOnly
      status.generation += 1
    }
  }
}
