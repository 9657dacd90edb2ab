// A started program with its pipes. It inherits no other descriptors and no variables of this process.
import CSpawn
import Glibc

/// A program in its own process and process group. It ends when the last reference to it is freed.
///
/// Methods that wait for the program block their thread: call them through `offPool`, except on a separate thread.
///
/// Unchecked: only one thread at a time uses it.
public final class ChildProcess: @unchecked Sendable {
  /// The number of the process, and of its group.
  public let id: Int32
  /// -1 once all input was written.
  private var input: Int32
  /// -1 once its reader has closed it.
  private var output: Int32
  private let errors: Int32
  /// The read output that was not asked for yet.
  private var unread: ArraySlice<UInt8> = []
  /// The exit status, once known. From then on another process may have its number.
  private var status: Int32?

  /// The maximum time of each wait before it throws.
  private let patience: Duration

  /// Longer than anything in a test takes on a busy machine.
  public static let patience: Duration = .seconds(120)

  /// The default environment of a program: where programs are, and nothing else of the person who runs the tests.
  public static let environment = [
    "PATH": getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC",
  ]

  /// A program may have ended before this writes to it: `write` then reports it, and the signal must not end the tests.
  private static let ignoresBrokenPipes: Void = { signal(SIGPIPE, SIG_IGN) }()

  /// Starts a program, searched in `PATH` unless its name is a path. It begins with the signal `blocked` blocked, if
  /// given.
  public init(
    _ command: [String], environment: [String: String] = ChildProcess.environment, blocked: Int32? = nil,
    patience: Duration = ChildProcess.patience
  ) throws {
    Self.ignoresBrokenPipes
    self.patience = patience
    let (input, output, errors) = (try Self.pipe(), try Self.pipe(), try Self.pipe())
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input.reading, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output.writing, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors.writing, STDERR_FILENO)
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    if let blocked { sigaddset(&signals, blocked) }
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
    var id: pid_t = 0
    let arguments = command.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for pointer in arguments + variables { free(pointer) } }
    let error = posix_spawnp(&id, command[0], &actions, &attributes, arguments, variables)
    for descriptor in [input.reading, output.writing, errors.writing] { close(descriptor) }
    (self.id, self.input, self.output, self.errors) = (id, input.writing, output.reading, errors.reading)
    guard error == 0 else {
      status = 127
      throw Trouble("\(command[0]): \(String(cString: strerror(error)))")
    }
  }

  deinit {
    for descriptor in [input, output, errors] where descriptor >= 0 { close(descriptor) }
    killGroup()
    _ = try? waitForStatus()
  }

  // MARK: Actions

  /// Kills every process of the group at once.
  public func killGroup() { signalGroup(SIGKILL) }

  /// Sends a signal to every process of the group.
  public func signalGroup(_ number: Int32) { if status == nil { kill(-id, number) } }

  /// Writes a part of the program's input.
  public func type(_ text: String) throws {
    // Small enough for the pipe: this does not wait.
    guard text.utf8.count < 60_000 else { fatalError("An input of this size would wait for its reader.") }
    guard write(input, text, text.utf8.count) == text.utf8.count else { throw Trouble("A program does not listen.") }
  }

  /// Closes the reading end of the output pipe.
  public func stopReading() {
    close(output)
    output = -1
  }

  // MARK: Waiting

  /// The next line of output; nil if there are no more.
  public func line() throws -> String? {
    let deadline = ContinuousClock.now + patience
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      if let end = unread.firstIndex(of: 0x0A) {
        defer { unread = unread[(end + 1)...] }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      var wish = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard poll(&wish, 1, Self.milliseconds(until: deadline)) > 0 else { throw Trouble("A program says nothing.") }
      let count = read(output, &bytes, bytes.count)
      guard count > 0 else { return nil }
      unread = unread + bytes[..<count]
    }
  }

  /// The next `count` lines of output; the program continues.
  public func lines(_ count: Int) throws -> [String] {
    try (0..<count).map { index in
      guard let line = try line() else { throw Trouble("There were \(index) lines, not \(count).") }
      return line
    }
  }

  /// Writes the rest of the program's input, and waits until it has ended.
  public func end(input text: String = "") throws -> Ending {
    if !text.isEmpty { try type(text) }
    close(input)
    input = -1
    var collected = [output: Array(unread)]
    unread = []
    try readAll { collected[$0, default: []] += $1 }
    return Ending(
      status: try waitForStatus(), output: collected[output] ?? [],
      errors: String(decoding: collected[errors] ?? [], as: UTF8.self))
  }

  /// Passes each piece of output to `body` until both streams have ended.
  private func readAll(_ body: (Int32, ArraySlice<UInt8>) -> Void) throws {
    let deadline = ContinuousClock.now + patience
    var open = Set([output, errors].filter { $0 >= 0 })
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while !open.isEmpty {
      var wishes = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&wishes, nfds_t(wishes.count), Self.milliseconds(until: deadline)) > 0 else {
        throw Trouble("A program did not end.")
      }
      for wish in wishes where wish.revents != 0 {
        let count = read(wish.fd, &bytes, bytes.count)
        if count > 0 { body(wish.fd, bytes[..<count]) } else { open.remove(wish.fd) }
      }
    }
  }

  private func waitForStatus() throws -> Int32 {
    if let status { return status }
    var code: Int32 = 0
    guard waitpid(id, &code, 0) == id else { throw Trouble("A program has no status.") }
    let status = code & 0x7F == 0 ? code >> 8 & 0xFF : 128 + code & 0x7F
    self.status = status
    return status
  }

  /// A deadline for `poll`.
  public static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
    let left = deadline - .now
    return max(0, Int32(left / .milliseconds(1)))
  }

  private static func pipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { throw Trouble("The system gave no pipe.") }
    return (ends[0], ends[1])
  }
}
