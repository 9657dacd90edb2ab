// Lends the terminal to another program, such as an editor, while it runs.
//
// It runs in this program's job: Ctrl-Z stops both, and `fg` continues both. Signals from the keyboard reach this
// program, too, and are ignored here.
internal import CNcurses
import Dispatch
import Glibc

extension CursesTerminal {
  /// Lends the terminal to a program until it has ended. Returns its exit status like a shell: 128 plus the number of
  /// the signal that ended it. Throws `GuestNotStarted`. The guest also ends if the terminal goes or a signal asks
  /// Almanac to end.
  public func lend(to command: [String]) async throws -> Int32 {
    leaveScreen()
    defer { restoreScreen() }
    // Where the parent lets this signal be ignored, the system keeps no status of a program.
    signal(SIGCHLD, SIG_DFL)
    let id = try spawn(command)
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

  /// Starts a program with this process's streams and environment, and default signal handling.
  private func spawn(_ command: [String]) throws -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    let arguments = command.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var id: pid_t = 0
    let error = posix_spawnp(&id, command[0], nil, &attributes, arguments, almanac_environment())
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
