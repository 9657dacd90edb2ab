// A started program, and the pipes to it. None of our descriptors goes with it but those.
import Foundation

/// Unchecked: one thread after another uses it.
final class ChildProcess: @unchecked Sendable {
  let id: pid_t
  private let input: Int32
  /// -1 once nobody reads it any more.
  private var output: Int32
  private let errors: Int32

  /// Longer than anything here takes on a busy machine; who waits so long waits for nothing.
  static let patience: Duration = .seconds(120)

  /// Descriptors from here on are hardly ours: no test has so many files open.
  private static let descriptors: Int32 = 4096

  /// Starts a program in a process group of its own.
  init(_ command: [String], environment: [String: String]) throws {
    let (input, output, errors) = (try Self.pipe(), try Self.pipe(), try Self.pipe())
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input.reading, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output.writing, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors.writing, STDERR_FILENO)
    for descriptor in 3..<Self.descriptors { posix_spawn_file_actions_addclose(&actions, descriptor) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
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
    guard error == 0 else { throw Trouble(description: "\(command[0]): \(String(cString: strerror(error)))") }
  }

  deinit { for descriptor in [output, errors] where descriptor >= 0 { close(descriptor) } }

  /// Ends every process of the group at once.
  func killGroup() { kill(-id, SIGKILL) }

  /// Sends a signal to every process of the group.
  func signalGroup(_ number: Int32) { kill(-id, number) }

  /// Gives the program a part of its input.
  func type(_ text: String) { _ = text.withCString { write(input, $0, strlen($0)) } }

  /// Closes the end of the pipe from which its output is read.
  func stopReading() {
    close(output)
    output = -1
  }

  /// Gives the program its input, and waits until it has ended.
  func end(input text: String = "") throws -> Ending {
    // Small enough for the pipe: nobody waits here.
    precondition(text.utf8.count < 60_000, "An input of this size would wait for its reader.")
    _ = text.withCString { write(input, $0, strlen($0)) }
    close(input)
    var collected: [Int32: [UInt8]] = [:]
    try read { collected[$0, default: []] += $1 }
    return Ending(
      status: try status(), output: collected[output] ?? [],
      errors: String(decoding: collected[errors] ?? [], as: UTF8.self))
  }

  /// Gives `body` each piece of output until both streams have ended.
  private func read(_ body: (Int32, ArraySlice<UInt8>) -> Void) throws {
    let deadline = ContinuousClock.now + Self.patience
    var open = Set([output, errors].filter { $0 >= 0 })
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while !open.isEmpty {
      var wishes = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&wishes, nfds_t(wishes.count), Self.milliseconds(until: deadline)) > 0 else {
        killGroup()
        throw Trouble(description: "A program did not end.")
      }
      for wish in wishes where wish.revents != 0 {
        let count = Glibc.read(wish.fd, &bytes, bytes.count)
        if count > 0 { body(wish.fd, bytes[..<count]) } else { open.remove(wish.fd) }
      }
    }
  }

  /// Waits for the first `count` lines of output, and leaves the program running.
  func lines(_ count: Int) throws -> [String] {
    let deadline = ContinuousClock.now + Self.patience
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    var left = count
    while left > 0 {
      var wish = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard poll(&wish, 1, Self.milliseconds(until: deadline)) > 0, Glibc.read(output, &byte, 1) == 1 else {
        throw Trouble(description: "There were fewer than \(count) lines.")
      }
      bytes.append(byte)
      if byte == 0x0A { left -= 1 }
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func status() throws -> Int32 {
    var status: Int32 = 0
    guard waitpid(id, &status, 0) == id else { throw Trouble(description: "A program has no status.") }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }

  static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
    let left = deadline - .now
    return max(0, Int32(left / .milliseconds(1)))
  }

  private static func pipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { throw Trouble(description: "There is no pipe to be had.") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}
