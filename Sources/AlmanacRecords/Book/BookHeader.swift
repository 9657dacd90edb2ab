import Databases

/// The first bytes of a file, read before SQLite opens it: opening a foreign file for writing may already change it.
enum BookHeader {
  private static let magic = Array("SQLite format 3\0".utf8)
  private static let length = 72

  /// The conclusion from the first bytes.
  enum Verdict {
    case book
    /// Another program's database.
    case foreign
    /// They can't be read, are not a database, or a log may override them: SQLite decides, without writing.
    case undecided
  }

  static func verdict(path: String) -> Verdict {
    do {
      let bytes = try FileCalls.beginning(path, count: length)
      guard bytes.count == length, bytes.starts(with: magic) else { return .undecided }
      // SQLite's `application_id` is at byte 68, most significant byte first.
      if bytes[68...].reduce(0, { $0 << 8 | Int($1) }) == BookSchema.applicationID { return .book }
      return try SQLiteConnection.hasLog(path: path) ? .undecided : .foreign
    } catch {
      return .undecided
    }
  }
}
