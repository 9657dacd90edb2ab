// A program on its own terminal: keys in, stamped output out.
import CNcurses
import CSQLite
import CSpawn
import Glibc

/// The time of the monotonic clock, in nanoseconds.
public func nanoseconds() -> Int {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return now.tv_sec * 1_000_000_000 + now.tv_nsec
}

/// A process on a pseudo-terminal of this process.
public final class PseudoTerminal {
  /// One piece of output, and its time.
  public struct Chunk {
    /// The time of its arrival, in nanoseconds of the monotonic clock.
    public var time: Int
    /// The bytes of the output.
    public var bytes: ArraySlice<UInt8>
  }

  /// The identity of the program's process.
  public let process: Int32
  /// The time when the program was started.
  public let start: Int
  private let master: Int32
  private var buffer = [UInt8](repeating: 0, count: 65_536)
  /// Whether the process has been waited for.
  private var hasEnded = false

  /// Starts `command` on a terminal of the given size. Throws if the system has none left.
  public init(_ command: [String], environment: [String: String], width: Int = 200, height: Int = 50) throws {
    var (master, slave): (Int32, Int32) = (-1, -1)
    var device = [CChar](repeating: 0, count: 128)
    guard openpty(&master, &slave, &device, nil, nil) == 0 else {
      throw Trouble("The system gave no pseudo-terminal.")
    }
    self.master = master
    almanac_set_window_size(master, Int32(height), Int32(width))
    _ = fcntl(master, F_SETFL, fcntl(master, F_GETFL) | O_NONBLOCK)
    _ = fcntl(master, F_SETFD, FD_CLOEXEC)
    // In a new session the first opened terminal becomes the controlling one.
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_addopen(&actions, 0, device, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    // As at a person's terminal: Ctrl-C ends a program, even if this process was started to ignore it.
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGQUIT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, 0x80 | Int16(POSIX_SPAWN_SETSIGDEF))  // POSIX_SPAWN_SETSID
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
      close(slave)
    }
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for pointer in arguments + variables { free(pointer) } }
    var process = pid_t()
    start = nanoseconds()
    let status = posix_spawn(&process, command[0], &actions, &attributes, &arguments, &variables)
    guard status == 0 else {
      close(master)
      throw Trouble("\(command[0]) can't be started: \(String(cString: strerror(status))).")
    }
    self.process = process
  }

  deinit {
    kill()
    close(master)
  }

  /// Types keys; returns the time when they were written to the terminal.
  @discardableResult
  public func type(_ keys: [UInt8]) -> Int {
    let now = nanoseconds()
    _ = write(master, keys, keys.count)
    return now
  }

  /// The next piece of output; nil if none comes before `limit`, or ever.
  public func read(until limit: Int) -> Chunk? {
    while true {
      let count = Glibc.read(master, &buffer, buffer.count)
      if count > 0 { return Chunk(time: nanoseconds(), bytes: buffer[..<count]) }
      guard count < 0, errno == EAGAIN || errno == EINTR else { return nil }
      let left = limit - nanoseconds()
      guard left > 0 else { return nil }
      var entry = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      var wait = timespec(tv_sec: left / 1_000_000_000, tv_nsec: left % 1_000_000_000)
      ppoll(&entry, 1, &wait, nil)
    }
  }

  /// Kills the process without warning, and waits for its end.
  public func kill() {
    guard !hasEnded else { return }
    hasEnded = true
    Glibc.kill(process, SIGKILL)
    var status: Int32 = 0
    waitpid(process, &status, 0)
  }

  /// Changes the size of the terminal and informs the program.
  public func resize(width: Int, height: Int) { almanac_set_window_size(master, Int32(height), Int32(width)) }

  /// The status with which the process has ended by itself, as a shell counts; nil while it runs. Returns it once.
  public func ended() -> Int32? {
    var status: Int32 = 0
    guard !hasEnded, waitpid(process, &status, WNOHANG) == process else { return nil }
    hasEnded = true
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }

  /// Waits until the process has ended by itself, and reads its remaining output. Returns whether it ended without
  /// error.
  public func waitForEnd(seconds: Int = 20) -> Bool {
    let limit = nanoseconds() + seconds * 1_000_000_000
    while nanoseconds() < limit {
      if let status = ended() { return status == 0 }
      _ = read(until: nanoseconds() + 1_000_000)
    }
    return false
  }
}
