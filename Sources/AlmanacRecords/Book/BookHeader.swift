import Databases

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The first bytes of a file, looked at before SQLite does: opening a foreign file for writing may already change it.
enum BookHeader {
  private static let magic = Array("SQLite format 3\0".utf8)
  private static let length = 72

  /// What the first bytes tell.
  enum Verdict {
    case book
    /// Another program's database.
    case foreign
    /// Its log has the last word, which only SQLite can read.
    case undecided
    /// It can't be read, or is no database: SQLite says why.
    case unreadable
  }

  static func verdict(path: String) -> Verdict {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return .unreadable }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: length)
    guard read(descriptor, &bytes, length) == length, bytes.starts(with: magic) else { return .unreadable }
    // SQLite's `application_id` stands at byte 68, most significant byte first.
    if bytes[68...].reduce(0, { $0 << 8 | Int($1) }) == BookSchema.applicationID { return .book }
    return SQLiteConnection.hasLog(path: path) ? .undecided : .foreign
  }
}
