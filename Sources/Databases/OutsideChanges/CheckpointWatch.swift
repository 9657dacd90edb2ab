// Checks whether a checkpoint of another process waits for readers.

import CSQLite
import Glibc

/// Looks at the locks of a log's index. A checkpoint that empties the log holds the writers' lock and the checkpoints'
/// lock while it waits for readers; their positions are in the description of SQLite's format.
///
/// The look takes no lock, because trying a lock keeps others out for that moment. It uses SQLite's own descriptor of
/// the index, because closing one of our own would drop SQLite's locks.
struct CheckpointWatch {
  private let handle: OpaquePointer
  /// SQLite's descriptor of the index, once found. It stays open while the connection has the log open.
  private var descriptor: CInt?
  /// Whether the last look found both locks held.
  private var wasHeld = false

  /// The positions of both locks: `WAL_WRITE_LOCK` and `WAL_CKPT_LOCK`.
  private static let (writers, checkpoints) = (120, 121)

  init(handle: OpaquePointer) { self.handle = handle }

  /// Whether a checkpoint that keeps writers out has been running since the last look. A single look does not tell:
  /// such a checkpoint may meet no reader, and is over by the next look. If the descriptor can't be found, the answer
  /// is true, so that nothing is held.
  mutating func look() -> Bool {
    guard let descriptor = find() else { return true }
    let isHeld =
      FileCalls.holder(descriptor, at: Self.writers) != nil && FileCalls.holder(descriptor, at: Self.checkpoints) != nil
    defer { wasHeld = isHeld }
    return isHeld && wasHeld
  }

  /// Whether a checkpoint of another process is running now. If the descriptor can't be found, the answer is false.
  mutating func isUnderWay() -> Bool {
    find().map { FileCalls.holder($0, at: Self.checkpoints) != nil } ?? false
  }

  private mutating func find() -> CInt? {
    if descriptor == nil { descriptor = found() }
    return descriptor
  }

  private func found() -> CInt? {
    guard let path = sqlite3_db_filename(handle, "main"), let place = try? FileCalls.resolved(String(cString: path))
    else {
      return nil
    }
    return FileCalls.descriptor(of: place + "-shm")
  }
}
