// Whether another process waits until no connection has the file open.

/// Looks at the byte of a file that keeps new readers out. A program that wants a file for itself locks it first, and then
/// waits for the lock that every connection in write-ahead mode holds as long as it is open. No file changes meanwhile, so
/// nothing reports the wait.
struct ExclusionWatch {
  private let path: String?
  private var last: (process: Int?, time: ContinuousClock.Instant)?
  /// The process that two looks have found.
  private var known: Int?

  /// `PENDING_BYTE` in SQLite's description of its file format.
  private static let place = 0x4000_0000
  /// A shorter wait is one that ends by itself: the answer of the last look holds for so long.
  private static let moment = Duration.milliseconds(500)

  /// Makes a watch of the file at `path`, which a connection of this process has open.
  init(path: String?) { self.path = path.flatMap { try? FileCalls.resolved($0) } }

  /// The process that waits; `nil` where none does.
  mutating func look() -> Int? {
    let now = ContinuousClock.now
    if let last, now - last.time < Self.moment { return known }
    // The descriptor may be that of a connection that is closed: it is found for each question.
    let process = path.flatMap(FileCalls.descriptor).flatMap { FileCalls.holder($0, at: Self.place) }
    known = process == last?.process ? process : nil
    last = (process, now)
    return known
  }
}
