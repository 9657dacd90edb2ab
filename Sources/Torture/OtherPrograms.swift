// Actions of other programs on a book that the program shows.
import Glibc
import Harnesses

/// Writes, locks and replaces a book. Almanac runs in another process, so this one is another program to it.
struct OtherPrograms {
  let rig: Rig
  let book: String
  /// Holds a lock.
  private var holder: RawConnection?

  init(rig: Rig, book: String) { (self.rig, self.book) = (rig, book) }

  mutating func act(_ generator: inout SeededGenerator) throws {
    if holder != nil { return holder = nil }
    switch Int.random(in: 0..<8, using: &generator) {
    case 0..<5:
      let id = Int.random(in: 1...300, using: &generator)
      let sql = [
        "INSERT INTO facts(body) VALUES ('From outside')", "DELETE FROM facts WHERE id = \(id)",
        "UPDATE users SET name = 'Outside ' || \(id), active = NOT active WHERE id = \(id)",
        "DELETE FROM users WHERE id % 7 = \(id % 7)", "PRAGMA wal_checkpoint(TRUNCATE)",
      ].randomElement(using: &generator)!
      // The program may hold a lock, or have left the file damaged: the check at the end will notice.
      try? RawConnection.run(sql, on: book)
    case 5..<7:
      let connection = try RawConnection(book)
      try? connection.run(Bool.random(using: &generator) ? "BEGIN IMMEDIATE" : "BEGIN EXCLUSIVE")
      holder = connection
    default:
      let fresh = try rig.book("fresh.db", journal: Bool.random(using: &generator) ? "wal" : "delete")
      // The old file's log and journal must not be taken for the new one's.
      for suffix in ["-wal", "-shm", "-journal"] { unlink(book + suffix) }
      rename(fresh, book)
    }
  }

  /// Releases every lock.
  mutating func end() { holder = nil }
}
