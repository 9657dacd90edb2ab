// Who keeps a file from being opened, as far as the kernel's list of locks tells.
import Databases
import Glibc

/// A program that wants a file for itself: it waits until the programs that have it open have left, and keeps new ones out
/// meanwhile.
public struct WaitingProgram: Hashable, Sendable {
  /// Its name and number: `litestream (4711)`.
  public let name: String
  /// Those that it waits for: `sqlite3 (4712)`.
  let others: [String]
  private let hasLog: Bool

  /// The one that waits for the file at `path`; `nil` where none is seen. It opens no file.
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

  /// What it does to a file that is called so, as a sentence without its end.
  public func reason(_ file: String) -> String {
    "\(name) waits until no program \(hasLog ? "has \(file) open" : "reads \(file)"), and keeps new ones out until then"
  }

  /// What ends the wait, as a sentence without its end.
  public var advice: String {
    "End \(others.isEmpty ? "the programs that have it open" : others.joined(separator: ", "))"
  }

  /// Why the file at `path` can't be opened, where that is for a lock, as the rest of a sentence.
  public static func clause(path: String) -> String {
    WaitingProgram(path: path).map { "\($0.reason("it")). \($0.advice)" } ?? "another program has locked the file"
  }
}
