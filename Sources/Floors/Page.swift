// Times pages of typed rows.
import CSQLite

/// A fact as a Swift value.
private struct TypedFact {
  var id: Int
  var body: String
  var createdAt: String
}

extension Floors {
  /// Prints the nanoseconds of each of `count` pages of 100 rows from `key` down.
  static func page(_ file: File, from key: Int64, count: Int) {
    let statement = file.prepare("SELECT id, body, createdAt FROM facts WHERE id <= ? ORDER BY id DESC LIMIT 100")
    for _ in 0..<count {
      let start = ContinuousClock.now
      sqlite3_bind_int64(statement, 1, key)
      var facts: [TypedFact] = []
      while sqlite3_step(statement) == SQLITE_ROW {
        facts.append(
          TypedFact(
            id: Int(sqlite3_column_int64(statement, 0)), body: text(statement, 1), createdAt: text(statement, 2)))
      }
      sqlite3_reset(statement)
      print(nanoseconds(since: start))
      if facts.count != 100 { fail("There are only \(facts.count) facts from \(key) down.") }
    }
  }

  private static func text(_ statement: OpaquePointer, _ column: Int32) -> String {
    let bytes = UnsafeBufferPointer(
      start: sqlite3_column_text(statement, column), count: Int(sqlite3_column_bytes(statement, column)))
    return String(decoding: bytes, as: UTF8.self)
  }
}
