// Reading files without an effect on the locks of this process.
//
//   the table of the process:  a.db, a.db-shm, with the locks of SQLite
//   the table of the thread:   a.db, read and closed: ends the locks of this table, which has none
//
// To close a file ends all POSIX locks on it that were taken with the same table of files, whichever descriptor took
// them. So a file that SQLite has open, or opens meanwhile, may only be read with another table.
import Glibc
import Locks

/// A look at files, on a thread with a table of files of its own.
public struct FileReading: Sendable {
  /// Whether files may be opened. If not, the thread has the table of the process: the system is too old, or forbids it.
  public let mayOpen: Bool
  private let cancelled: Lock<Bool>

  /// Whether nobody needs the result any more.
  public var isCancelled: Bool { cancelled.withLock(\.self) }

  /// Looks at files under a path on a thread of its own: a folder of a network may take long.
  public static func under<Value: Sendable>(
    _ path: String, _ body: @escaping @Sendable (FileReading) -> Value
  ) async -> Value {
    let cancelled = Lock(false)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        start { hasThread in
          let mayOpen = hasThread && (try? FileCalls.makeOwnTable(for: path)) != nil
          continuation.resume(returning: body(FileReading(mayOpen: mayOpen, cancelled: cancelled)))
        }
      }
    } onCancel: {
      cancelled.withLock { $0 = true }
    }
  }

  /// Performs work on a new thread; if the system has none left, on one of the program's.
  private static func start(_ perform: @escaping @Sendable (_ hasThread: Bool) -> Void) {
    let work = Work(perform)
    let context = Unmanaged.passRetained(work)
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        SignalStack.prepareOwnThread()
        Unmanaged<Work>.fromOpaque(context).takeRetainedValue().perform(true)
        return nil
      }, context.toOpaque())
    if status == 0 {
      pthread_detach(thread)
    } else {
      context.release()
      Task.detached { work.perform(false) }
    }
  }

  private final class Work: Sendable {
    let perform: @Sendable (Bool) -> Void

    init(_ perform: @escaping @Sendable (Bool) -> Void) { self.perform = perform }
  }
}
