// The programs of the person's commands.
//
// A program in the background has a session of its own: it has no terminal to write to, and Ctrl-C and Ctrl-Z are not
// meant for it. What it prints goes to a file without a name: a pipe would end it with a signal when Almanac has left.
import AlmanacFeatures
import CursesTerminals
import Dispatch
import Glibc

extension CommandStarter {
  /// Starts programs from a terminal.
  @MainActor
  static func programs(on terminal: CursesTerminal) -> CommandStarter {
    CommandStarter(
      start: { try start($0, ended: $1) },
      lend: { arguments in
        do {
          return try await terminal.lend(to: arguments)
        } catch let error as GuestNotStarted {
          throw CommandFailure("\(error).")
        }
      })
  }

  /// How much of what a program prints is read.
  private static let outputLimit = 4096

  @MainActor
  private static func start(
    _ arguments: [String], ended: @escaping @MainActor @Sendable (CommandEnding) -> Void
  ) throws {
    let output = try namelessFile()
    let id: pid_t
    do {
      id = try CursesTerminal.start(arguments, writingTo: output)
    } catch {
      close(output)
      throw CommandFailure("\(error).")
    }
    // A queue of its own: a program may run for days.
    DispatchQueue(label: "command").async {
      var status: Int32 = 0
      while waitpid(id, &status, 0) < 0, errno == EINTR {}
      var bytes = [UInt8](repeating: 0, count: outputLimit)
      let count = max(0, pread(output, &bytes, bytes.count, 0))
      close(output)
      let ending = CommandEnding(
        status: status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F, output: Array(bytes[..<count]))
      Task { @MainActor in ended(ending) }
    }
  }

  /// A file that is gone when the last program has closed it.
  private static func namelessFile() throws -> Int32 {
    let folder = try PrivateFolder()
    defer { folder.remove() }
    let file = open(folder.path + "/output", O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      throw CommandFailure("Nothing was run: there is no room for what it prints: \(String(cString: strerror(errno))).")
    }
    return file
  }
}
