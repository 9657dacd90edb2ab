// The thread of an `OutsideChangeMonitor`.

import CSQLite
import Glibc
import Locks

/// The loop of the monitor's thread. It is separate, so that the thread does not keep the monitor alive.
final class OutsideChangeLoop: Sendable {
  private enum Phase {
    case ready
    case running(pthread_t)
    case stopped
  }

  private let path: String
  private let watch: FolderWatch?
  private let look: @Sendable () -> LookResult
  /// The wait before the first look.
  private let firstLook: Duration
  /// Readable when the loop must end.
  private let stopDescriptor: CInt
  private let phase = Lock(Phase.ready)

  /// The longest wait between looks if the kernel reports nothing, and if it reports changes: another program's wait is
  /// not reported.
  private static let (interval, rareInterval): (Duration, Duration) = (.milliseconds(250), .seconds(2))

  /// `trigger`: nil lets the file system decide. Throws `SystemCallError` if there is no file at `path`, or the system
  /// has no descriptor left.
  init(
    path: String, trigger: OutsideChangeMonitor.Trigger?, firstLook: Duration,
    look: @escaping @Sendable () -> LookResult
  ) throws {
    let file = try FileCalls.resolved(path)
    self.path = path
    watch = Self.watch(path, at: file, trigger)
    self.look = look
    self.firstLook = firstLook
    stopDescriptor = try FileCalls.makeStop()
  }

  /// A watch of the file at `path`, which resolves to `file`; nil if looks at intervals are needed.
  private static func watch(
    _ path: String, at file: String, _ trigger: OutsideChangeMonitor.Trigger? = nil
  ) -> FolderWatch? {
    guard (trigger ?? OutsideChangeMonitor.trigger(forFileAt: file)) == .events else { return nil }
    let watch = FolderWatch(databaseFile: file, path: path)
    // The link may have changed before it was watched.
    guard let present = try? FileCalls.resolved(path), present != file else { return watch }
    return Self.watch(path, at: present, trigger)
  }

  deinit { if stopDescriptor >= 0 { close(stopDescriptor) } }

  var trigger: OutsideChangeMonitor.Trigger { watch == nil ? .interval : .events }

  /// Starts the thread. Throws `SystemCallError` if the system has no thread left.
  func start() throws {
    try phase.withLock { phase throws(SystemCallError) in
      var thread = pthread_t()
      let this = Unmanaged.passRetained(self)
      let status = pthread_create(
        &thread, nil,
        { context in
          guard let context else { return nil }
          Unmanaged<OutsideChangeLoop>.fromOpaque(context).takeRetainedValue().run()
          return nil
        }, this.toOpaque())
      guard status == 0 else {
        this.release()
        throw SystemCallError("pthread_create", code: status)
      }
      phase = .running(thread)
    }
  }

  /// Ends the thread and, if `waits`, waits for its end, except when called on that thread.
  func stop(waits: Bool = true) {
    let running = phase.withLock { phase -> pthread_t? in
      defer { phase = .stopped }
      if case .running(let thread) = phase { return thread }
      return nil
    }
    guard let running else { return }
    FileCalls.stop(stopDescriptor)
    if !waits || pthread_equal(running, pthread_self()) != 0 {
      pthread_detach(running)
    } else {
      pthread_join(running, nil)
    }
  }

  private func run() {
    SignalStack.prepareOwnThread()
    var watch = self.watch
    var schedule = LookSchedule()
    // Events before the watch began bring no report.
    schedule.begin(after: firstLook)
    while true {
      // Kept while reports on other files of the folder come, so that they cannot delay a look.
      let longest = watch == nil ? Self.interval : Self.rareInterval
      let due = ContinuousClock.now + min(schedule.wait ?? longest, longest)
      var isOver = false
      while !isOver {
        let (stopped, reported) = pause(until: due, watch: schedule.heedsReports ? watch : nil)
        if stopped { return }
        guard reported, let present = watch else { break }
        let reports = present.takeReports()
        if reports.ended { watch = nil }
        // While a link leads nowhere, the watch of the link itself continues.
        if reports.pathTurned, let file = try? FileCalls.resolved(path), file != watch?.databaseFile {
          watch = Self.watch(path, at: file)
        }
        if reports.touched || reports.ended {
          schedule.filesTouched()
          isOver = true
        }
      }
      let start = ThreadTime.now
      let result = look()
      schedule.looked(result, work: ThreadTime.now - start)
    }
  }

  /// Waits until `instant`, for reports, or for the call to stop.
  private func pause(until instant: ContinuousClock.Instant, watch: FolderWatch?) -> (stopped: Bool, reported: Bool) {
    var descriptors = (
      pollfd(fd: stopDescriptor, events: Int16(POLLIN), revents: 0),
      // Negative descriptors are ignored.
      pollfd(fd: watch?.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
    )
    withUnsafeMutableBytes(of: &descriptors) { bytes in
      let entries = bytes.bindMemory(to: pollfd.self)
      let parts = max(.zero, instant - .now).components
      var limit = timespec(tv_sec: Int(parts.seconds), tv_nsec: Int(parts.attoseconds / 1_000_000_000))
      _ = ppoll(entries.baseAddress, 2, &limit, nil)
    }
    return (descriptors.0.revents != 0, descriptors.1.revents != 0)
  }
}
