import Glibc

/// A write-ahead log at one moment: which file it is, and which log.
struct LeftLog: Hashable, Sendable {
  /// Where the database is that it lies beside.
  let database: String
  private let identity: FileIdentity
  /// With the salts that each log has for itself; shorter where nothing is in it.
  private let header: [UInt8]

  /// That of the file at `database`, which is no link; `nil` when there is none.
  init?(database: String) {
    let path = database + "-wal"
    guard let identity = FileIdentity(path: path) else { return nil }
    // SQLite locks the index, never the log: opening and closing it drops no lock.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var header = [UInt8](repeating: 0, count: 32)
    let count = read(descriptor, &header, header.count)
    self.database = database
    self.identity = identity
    self.header = Array(header.prefix(max(0, count)))
  }

  /// Whether nothing is in it.
  var isEmpty: Bool { header.isEmpty }

  func isOf(_ identity: FileIdentity) -> Bool { self.identity == identity }
}
