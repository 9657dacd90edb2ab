// A started program, and the pipes to it. None of our descriptors goes with it but those, and no variable of ours.
import CSpawn
import Glibc

/// A program in a process of its own, and in a process group of its own. It ends with the last reference to it.
///
/// What waits for the program blocks its thread: elsewhere than on a thread of its own call it by way of `offPool`.
///
/// Unchecked: one thread after another uses it.
public final class ChildProcess: @unchecked Sendable {
  /// The number of the process, and of its group.
  public let id: Int32
  /// -1 once all input was given.
  private var input: Int32
  /// -1 once its reader has gone.
  private var output: Int32
  private let errors: Int32
  /// What was read of the output, and not asked for yet.
  private var unread: ArraySlice<UInt8> = []
  /// How it ended, once that was asked for. From then on its number may be another's.
  private var status: Int32?

  /// How long each wait lasts before it throws.
  private let patience: Duration

  /// Longer than anything in a test takes on a busy machine.
  public static let patience: Duration = .seconds(120)

  /// What a program finds in its environment unless a test says otherwise: where programs are, and nothing more of
  /// the person who runs the tests.
  public static let environment = [
    "PATH": getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC",
  ]

  /// A program may have ended before we write to it: `write` says so, and the tests must not end.
  private static let ignoresBrokenPipes: Void = { signal(SIGPIPE, SIG_IGN) }()

  /// Starts a program, which is looked for in `PATH` unless its name is a path. It begins with the signal `blocked`
  /// blocked, if there is one.
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

  // MARK: Doing

  /// Ends every process of the group at once.
  public func killGroup() { signalGroup(SIGKILL) }

  /// Sends a signal to every process of the group.
  public func signalGroup(_ number: Int32) { if status == nil { kill(-id, number) } }

  /// Gives the program a part of its input.
  public func type(_ text: String) throws {
    // Small enough for the pipe: this does not wait.
    guard text.utf8.count < 60_000 else { fatalError("An input of this size would wait for its reader.") }
    guard write(input, text, text.utf8.count) == text.utf8.count else { throw Trouble("A program does not listen.") }
  }

  /// Closes the end of the pipe from which its output is read.
  public func stopReading() {
    close(output)
    output = -1
  }

  // MARK: Waiting

  /// The next line of output; `nil` where no more comes.
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

  /// The next `count` lines of output; the program goes on running.
  public func lines(_ count: Int) throws -> [String] {
    try (0..<count).map { index in
      guard let line = try line() else { throw Trouble("There were \(index) lines, not \(count).") }
      return line
    }
  }

  /// Gives the program the rest of its input, and waits until it has ended.
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

  /// Gives `body` each piece of output until both streams have ended.
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

  /// A deadline as `poll` takes it.
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
