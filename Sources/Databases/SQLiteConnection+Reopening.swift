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

  private func startReopening() {
    guard pool?.isClosed == false else { return }
    let isFirst = reopening.withLock { isUnderWay -> Bool in
      defer { isUnderWay = true }
      return !isUnderWay
    }
    guard isFirst else { return }
    activity.begin()
    Task {
      await reopen()
      reopening.withLock { $0 = false }
      // It may have been replaced once more meanwhile.
      lookAtFile()
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
        board.change { $0.isReadOnly = isReadOnly }
      }
    } catch {
      presence.noteRejected(form, reason: (error as? DatabaseError)?.message ?? "\(error)")
      return
    }
    publisher.publish(.outside, schemaChanged: true)
  }
}
