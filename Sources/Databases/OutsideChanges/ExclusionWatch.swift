// Checks whether another process waits until no connection has the file open.

/// Looks at the byte of a file that keeps new readers out. A program that wants a file for itself locks it first, and
/// then waits for the lock that every connection in write-ahead mode holds while it is open. No file changes meanwhile,
/// so nothing reports the wait.
struct ExclusionWatch {
  private let path: String?
  /// The descriptor that the last look used: a connection may have closed it since.
  private var descriptor: CInt?
  private var last: (process: Int?, time: ContinuousClock.Instant)?
  /// The process that the last two looks have found.
  private var known: Int?

  /// `PENDING_BYTE` in SQLite's description of its file format.
  private static let place = 0x4000_0000
  /// The interval between two looks. A shorter wait ends by itself.
  private static let moment = Duration.milliseconds(500)

  /// Makes a watch of the file at `path`, which a connection of this process has open.
  init(path: String?) { self.path = path.flatMap { try? FileCalls.resolved($0) } }

  /// The waiting process; nil if there is none. Only two looks in a row that find the same one know it.
  mutating func look(at now: ContinuousClock.Instant = .now) -> Int? {
    if let last, now - last.time < Self.moment { return known }
    if descriptor.map({ FileCalls.path(of: $0) }) != path { descriptor = path.flatMap(FileCalls.descriptor) }
    let process = descriptor.flatMap { FileCalls.holder($0, at: Self.place) }
    known = process == last?.process ? process : nil
    last = (process, now)
    return known
  }
}
