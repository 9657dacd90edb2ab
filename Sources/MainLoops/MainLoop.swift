// The loop of the main thread: first readable descriptors, then the main queue.
internal import CMainQueue
import Glibc
import Locks

/// The loop of the main thread.
///
/// `dispatchMain()` would leave the main queue to Dispatch's threads: every key would wake the thread that watches
/// descriptors, which wakes another for the queue. Here the main thread waits for both, and is woken once.
@MainActor
public enum MainLoop {
  /// Whether the loop runs on the main thread. If not, as in a test, Dispatch watches descriptors.
  private(set) static var isRunning = false
  /// The watched descriptors, in the order in which they were added.
  static var watches: [DescriptorWatch] = []

  /// Runs until the program exits. Call it once, from `main`.
  public static func run() -> Never {
    isRunning = true
    let queue = _dispatch_get_main_queue_handle_4CF()
    while true {
      // Kept until all have been called, even if one of them is cancelled meanwhile.
      let watches = watches
      var wishes = watches.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
      wishes.append(pollfd(fd: queue, events: Int16(POLLIN), revents: 0))
      guard poll(&wishes, nfds_t(wishes.count), -1) > 0 else {
        if errno != EINTR { endProgram(because: "The system does not tell of keys and signals any more.") }
        continue
      }
      for (watch, wish) in zip(watches, wishes) where wish.revents != 0 { watch.call() }
      if wishes.last?.revents != 0 {
        var count: UInt64 = 0
        _ = read(queue, &count, MemoryLayout.size(ofValue: count))
        _dispatch_main_queue_callback_4CF(nil)
      }
    }
  }
}
