// Reads values that are too large to be read whole.
import CSQLite

/// The bytes of one text or blob, read in parts: SQLite never holds it whole.
public struct ValueReader {
  fileprivate let handle: OpaquePointer
  fileprivate unowned let database: Database

  /// The length of the value, in bytes.
  public var byteCount: Int { Int(sqlite3_blob_bytes(handle)) }

  /// The bytes in this range.
  public func bytes(_ range: Range<Int>) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      let code = sqlite3_blob_read(handle, buffer.baseAddress, Int32(range.count), Int32(range.lowerBound))
      guard code == SQLITE_OK else { throw database.failure(code) }
      count = range.count
    }
  }
}

/// How a file encodes texts.
public enum TextEncoding: Hashable, Sendable {
  /// UTF-8.
  case utf8
  /// UTF-16, in one of its two byte orders.
  case utf16(isBigEndian: Bool)

  /// SQLite's name for it.
  var name: String {
    switch self {
    case .utf8: "UTF-8"
    case .utf16(let isBigEndian): isBigEndian ? "UTF-16be" : "UTF-16le"
    }
  }
}

extension Database {
  /// How the file encodes texts. It never changes in a file with tables, so SQLite is asked once.
  public var textEncoding: TextEncoding {
    get throws {
      if let encoding = file.encoding { return encoding }
      var name = ""
      try internalRows("PRAGMA encoding") { name = $0.text(0) }
      let all: [TextEncoding] = [.utf8, .utf16(isBigEndian: false), .utf16(isBigEndian: true)]
      let encoding = all.first { $0.name == name } ?? .utf8
      file.encoding = encoding
      return encoding
    }
  }

  /// Runs `body` with a reader of one text or blob; the reader returns text as the file encodes it. Returns nil if
  /// SQLite can't read the value in parts: a number, NULL, a generated column, a deleted row. Views, module tables and
  /// WITHOUT ROWID tables have no such values.
  public func withValue<R>(
    of column: String, in table: String, rowID: Int, _ body: (ValueReader) throws -> R
  ) throws -> R? {
    var opened: OpaquePointer?
    let code = sqlite3_blob_open(handle, "main", table, column, Int64(rowID), 0, &opened)
    defer { sqlite3_blob_close(opened) }
    if code & 0xff == SQLITE_ERROR { return nil }
    guard code == SQLITE_OK, let opened else { throw failure(code) }
    return try body(ValueReader(handle: opened, database: self))
  }

  /// Runs `body` with a limit on the length of values, in bytes. A statement that would read a longer one throws
  /// `DatabaseError` (`isTooLarge`) before it reads it.
  public func limitingValues<R>(to length: Int, _ body: () throws -> R) rethrows -> R {
    let usual = sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(clamping: length))
    defer { sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, usual) }
    return try body()
  }
}

extension DatabaseError {
  /// Whether a value is larger than the limit.
  public var isTooLarge: Bool { primaryCode == SQLITE_TOOBIG }
}
