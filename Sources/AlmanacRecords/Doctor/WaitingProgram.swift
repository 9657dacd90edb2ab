// Finds the program that keeps a file from being opened, from the kernel's list of locks.
import Databases
import Glibc

/// A program that wants exclusive use of a file: it waits until all other programs have closed it, and keeps new ones
/// out meanwhile.
public struct WaitingProgram: Hashable, Sendable {
  /// The name and the number of the process: `litestream (4711)`.
  public let name: String
  /// The processes that it waits for: `sqlite3 (4712)`.
  let others: [String]
  private let hasLog: Bool

  /// Finds the program that waits for the file at `path`; nil if there is none. It opens no file.
  public init?(path: String) {
    guard let locks = FileLock.all(), let place = try? FileCalls.resolved(path),
      let file = try? FileCalls.statusIfThere(place)
    else { return nil }
    let (log, own) = ((try? FileCalls.statusIfThere(place + "-shm")).map { Int($0.st_ino) }, Int(getpid()))
    let found = LockCheck.roles(
      locks, file: Int(file.st_ino), log: log, device: FileLock.name(ofDevice: UInt(file.st_dev)), hasLog: log != nil,
      own: own)
    guard let held = found?.held, let waiting = held.first(where: { $0.role == .waits }) else { return nil }
    name = FileLock.name(of: waiting.process)
    others = held.filter { ![waiting.process, own].contains($0.process) }.map { FileLock.name(of: $0.process) }
    hasLog = log != nil
  }

  /// Describes its effect on the file, as a sentence without its full stop. `file`: the name of the file in the
  /// sentence.
  public func reason(_ file: String) -> String {
    "\(name) waits until no program \(hasLog ? "has \(file) open" : "reads \(file)"), and keeps new ones out until then"
  }

  /// The remedy, as a sentence without its full stop.
  public var advice: String {
    "End \(others.isEmpty ? "the programs that have it open" : others.joined(separator: ", "))"
  }

  /// The reason that a locked file at `path` can't be opened, as the rest of a sentence.
  public static func clause(path: String) -> String {
    WaitingProgram(path: path).map { "\($0.reason("it")). \($0.advice)" } ?? "another program has locked the file"
  }
}
