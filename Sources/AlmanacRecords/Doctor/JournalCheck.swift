// Describes how SQLite keeps commits safe in a file.
import Databases
import Glibc

/// Reports the journal mode, and the log or journal of the file.
enum JournalCheck {
  static func run(
    _ db: Database, path: String?, isFrozen: Bool, _ rowSource: SQLiteConnection.RowSource
  ) throws -> DoctorReport {
    // A frozen read ignores the log, and SQLite then reports every mode as delete.
    if isFrozen { return DoctorReport(.note, "The file is frozen: SQLite does not tell the mode.") }
    var mode = ""
    try db.runOnce("PRAGMA main.journal_mode") { mode = $0.text(0) }
    var report = DoctorReport()
    report.add(.ok, sentence(mode))
    switch rowSource {
    case .log: report.add(.ok, "Almanac sees the rows of each commit, from the log.")
    case .copy:
      report.add(.ok, "Almanac sees the rows that change, by a copy of the file in memory; commits may count as one.")
    case .none(let reason): report.add(.note, "Almanac sees commits and not their rows: \(reason).")
    }
    guard let path else { return report }
    if let log = try FileCalls.statusIfThere(path + "-wal"), log.st_size > 0 {
      let size = Int(log.st_size)
      report.add(
        size > 100 << 20 ? .note : .ok, "The log holds \(ValueKind.size(size)) that may not be in the file yet.")
    }
    // A journal that is kept between two writes begins with zeros then.
    if mode != "wal", let journal = try FileCalls.statusIfThere(path + "-journal"),
      try FileCalls.beginning(path + "-journal", count: 8).contains(where: { $0 != 0 })
    {
      report.add(.note, "There is a journal of \(ValueKind.size(Int(journal.st_size))): a write is under way.")
    }
    return report
  }

  private static func sentence(_ mode: String) -> String {
    // The file does not record the other modes: each program has its own.
    mode == "wal"
      ? "The mode is wal: readers and the writer do not wait for one another."
      : "The mode is a rollback journal: a commit waits until no program reads, or fails where its program does not wait."
  }
}
