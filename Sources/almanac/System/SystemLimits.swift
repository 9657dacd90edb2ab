// The open files and threads that the program needs from the system.
import CSQLite
import Databases
import Glibc
import Locks

/// Checks the limits at the start. Otherwise a later refusal would end the program without a message, or let it wait
/// forever: the event loop does not report a missing descriptor, and Dispatch asks again each second for a thread that
/// it does not get.
enum SystemLimits {
  /// The screen of a file with a log opens up to 27 files itself: the terminal, the event loop, the file and its log in
  /// seven connections, and a watch of the folder. The rest is for files that SQLite opens for a moment.
  private static let neededFiles = 32

  /// The screen has a thread for each of four connections, two to watch the file, one for timers, and Dispatch's
  /// threads for tasks, one per processor. The rest is for short peaks.
  private static let neededThreads = 14 + min(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), 16)

  /// Throws if the system allows the program too little.
  static func require() throws(CommandFailure) {
    try requireFiles()
    if hasLowLimits { try requireThreads() }
  }

  /// Whether the program may have only few threads, or little memory. Starting threads costs a millisecond. With high
  /// limits the system refuses a thread only if other programs use nearly all of them: `waitForSystem` then says so after
  /// some seconds.
  private static var hasLowLimits: Bool {
    func isBelow(_ limit: rlim_t, _ resource: UInt32) -> Bool {
      var limits = rlimit()
      return getrlimit(__rlimit_resource_t(resource), &limits) != 0 || limits.rlim_cur < limit
    }
    return isBelow(4096, __RLIMIT_NPROC.rawValue) || isBelow(4 << 30, RLIMIT_AS.rawValue)
  }

  private static func requireFiles() throws(CommandFailure) {
    var opened: [CInt] = []
    defer { for descriptor in opened { close(descriptor) } }
    while opened.count < neededFiles {
      do {
        opened.append(try FileCalls.makeStop())
      } catch {
        let files = opened.count == 1 ? "1 more file" : "\(opened.count) more files"
        throw failure(
          "open only \(files), and needs \(neededFiles)",
          error.code == EMFILE ? raise("ulimit -n 256") : "The system says: \(error.reason).")
      }
    }
  }

  private static func requireThreads() throws(CommandFailure) {
    var threads: [pthread_t] = []
    let gate = Lock(())
    // All exist at once: each ends when the gate opens.
    var isMemoryRefused = false
    gate.withLock { _ in
      while threads.count < neededThreads {
        var thread = pthread_t()
        let status = pthread_create(
          &thread, nil,
          { gate in
            Unmanaged<Lock<Void>>.fromOpaque(gate!).takeUnretainedValue().withLock { _ in }
            return nil
          }, Unmanaged.passUnretained(gate).toOpaque())
        guard status == 0 else {
          isMemoryRefused = !hasMemoryForThread
          return
        }
        threads.append(thread)
      }
    }
    for thread in threads { pthread_join(thread, nil) }
    withExtendedLifetime(gate) {}
    guard threads.count < neededThreads else { return }
    throw failure(
      "start only \(threads.count) \(threads.count == 1 ? "thread" : "threads"), and needs \(neededThreads)",
      raise(isMemoryRefused ? "ulimit -v unlimited" : "ulimit -u 4096"))
  }

  /// Whether there is memory for the stack of a thread. Without it the system reports the same error as for one thread
  /// too many.
  private static var hasMemoryForThread: Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    var size = 0
    pthread_attr_getstacksize(&attributes, &size)
    let memory = mmap(nil, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard let memory, memory != MAP_FAILED else { return false }
    munmap(memory, size)
    return true
  }

  private static func raise(_ command: String) -> String {
    "Raise the limit, for example by '\(command)', and start it again."
  }

  private static func failure(_ refusal: String, _ advice: String) -> CommandFailure {
    CommandFailure("Almanac can \(refusal). Nothing was changed. \(advice)")
  }
}
