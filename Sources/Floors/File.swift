// A database file and its statements, with as little code as possible.
import CSQLite

/// An open database.
final class File {
  let handle: OpaquePointer
  let path: String

  init(_ path: String) {
    var opened: OpaquePointer?
    guard sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK, let opened
    else { Floors.fail("\(path) can't be opened.") }
    (handle, self.path) = (opened, path)
    sqlite3_busy_timeout(handle, 5000)
    sqlite3_exec(handle, "PRAGMA mmap_size=2000000000", nil, nil, nil)
  }

  /// Runs statements to their end.
  func run(_ sql: String) {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      Floors.fail(String(cString: sqlite3_errmsg(handle)))
    }
  }

  func prepare(_ sql: String) -> OpaquePointer {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
      Floors.fail(String(cString: sqlite3_errmsg(handle)))
    }
    return statement
  }
}

/// A row for drawing: its key, and its line as a C string.
struct Line {
  var key: Int64 = 0
  var text: [CChar] = []

  /// Makes a line from a statement's current row: a key and a text.
  init(_ statement: OpaquePointer) {
    key = sqlite3_column_int64(statement, 0)
    var digits: [CChar] = []
    var rest = key
    repeat {
      digits.append(CChar(48 + rest % 10))
      rest /= 10
    } while rest > 0
    text.reserveCapacity(192)
    for _ in digits.count..<max(8, digits.count) { text.append(32) }
    text += digits.reversed()
    text += [32, 32]
    let count = min(180, Int(sqlite3_column_bytes(statement, 1)))
    if let bytes = sqlite3_column_text(statement, 1) {
      bytes.withMemoryRebound(to: CChar.self, capacity: count) {
        text.append(contentsOf: UnsafeBufferPointer(start: $0, count: count))
      }
    }
    text.append(0)
  }
}

/// The time since `start`, in nanoseconds.
func nanoseconds(since start: ContinuousClock.Instant) -> Int64 {
  let time = (ContinuousClock.now - start).components
  return time.seconds * 1_000_000_000 + time.attoseconds / 1_000_000_000
}

/// Reads up to `limit` rows, and resets the statement.
func lines(_ statement: OpaquePointer, limit: Int) -> [Line] {
  var lines: [Line] = []
  while lines.count < limit, sqlite3_step(statement) == SQLITE_ROW { lines.append(Line(statement)) }
  sqlite3_reset(statement)
  return lines
}
