// Lends the terminal to another program, such as an editor, while it runs; starts others without it.
//
// It runs in this program's job: Ctrl-Z stops both, and `fg` continues both. Signals from the keyboard reach this
// program, too, and are ignored here.
internal import CNcurses
import Dispatch
import Glibc

extension CursesTerminal {
  /// Lends the terminal to a program until it has ended. Returns its exit status like a shell: 128 plus the number of
  /// the signal that ended it. Throws `GuestNotStarted`, also while another program has it. The guest also ends if the terminal goes or a signal asks
  /// Almanac to end.
  public func lend(to command: [String]) async throws -> Int32 {
    guard guest == nil else { throw GuestNotStarted(command: command[0], reason: "another program has the terminal") }
    leaveScreen()
    defer { restoreScreen() }
    let id = try Self.spawn(command, nil, flags: 0)
    guest = id
    defer { guest = nil }
    let status: Int32 = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        continuation.resume(returning: status)
      }
    }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }

  /// Starts a program in the background, with a session of its own: it has no terminal to write to, and the keys that
  /// stop the screen do not reach it. It has no input, and writes to a descriptor. Returns its number. Throws
  /// `GuestNotStarted`.
  public static func start(_ command: [String], writingTo output: Int32) throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
    // POSIX_SPAWN_SETSID, which the C library declares only for GNU sources.
    return try spawn(command, &actions, flags: 0x80)
  }

  /// Starts a program with this process's streams, unless the actions change them, with its environment, and with default
  /// signal handling.
  private static func spawn(
    _ command: [String], _ actions: UnsafePointer<posix_spawn_file_actions_t>?, flags: Int32
  ) throws -> pid_t {
    // Where the parent lets this signal be ignored, the system keeps no status of a program.
    signal(SIGCHLD, SIG_DFL)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | flags))
    let arguments = command.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var id: pid_t = 0
    let error = posix_spawnp(&id, command[0], actions, &attributes, arguments, almanac_environment())
    guard error == 0 else { throw GuestNotStarted(command: command[0], reason: String(cString: strerror(error))) }
    return id
  }
}

/// The error of a program that could not be started on the terminal.
public struct GuestNotStarted: Error, Hashable, Sendable, CustomStringConvertible {
  /// The command that could not be started.
  public let command: String
  /// The system's reason.
  public let reason: String

  public var description: String { "\(command) can't be started: \(reason)" }
}
