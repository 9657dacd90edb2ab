// Times passes over a table without an index.
import CSQLite
import Glibc

extension Floors {
  /// Prints the nanoseconds to search every note's text for `term`, `count` times.
  static func scan(_ file: File, term: String, count: Int) {
    let statement = file.prepare("SELECT id, word, size FROM notes ORDER BY id")
    for _ in 0..<count {
      let start = ContinuousClock.now
      var found = 0
      while sqlite3_step(statement) == SQLITE_ROW {
        for column: Int32 in 0..<3 {
          guard let text = sqlite3_column_text(statement, column) else { continue }
          if strstr(UnsafeRawPointer(text).assumingMemoryBound(to: CChar.self), term) != nil {
            found += 1
            break
          }
        }
      }
      sqlite3_reset(statement)
      print(nanoseconds(since: start))
      if found == 0 { fail("Nothing was found.") }
    }
  }

  /// Prints the nanoseconds to read the first hundred notes by size, `count` times.
  static func sort(_ file: File, count: Int) {
    let statement = file.prepare("SELECT id, word, size FROM notes ORDER BY size, id LIMIT 100")
    for _ in 0..<count {
      let start = ContinuousClock.now
      let rows = lines(statement, limit: 100)
      print(nanoseconds(since: start))
      if rows.count != 100 { fail("There are only \(rows.count) notes.") }
    }
  }
}
