// Checks whether the file is damaged.
import Databases

/// SQLite's own check of all pages, tables and indexes. It is one statement on one snapshot. With a write-ahead log,
/// commits of other programs do not wait for it. It ends when the read is cancelled.
enum IntegrityCheck {
  /// The most findings of the check.
  private static let most = 100

  static func run(_ db: Database, _ progress: (DoctorReport) -> Void) throws -> DoctorReport {
    var report = DoctorReport()
    do {
      try check("\(most)", db, &report, progress)
    } catch let error as DatabaseError where error.isOfSchema {
      // An index needs a collation or a function of another program: the other tables can still be checked.
      var tables: [String] = []
      try db.runOnce("SELECT name FROM main.sqlite_schema WHERE type = 'table' AND rootpage > 0 ORDER BY name") {
        tables.append($0.text(0))
      }
      for table in tables {
        do {
          try check(table.quotedName, db, &report, progress)
        } catch let error as DatabaseError where error.isOfSchema {
          report.add(.note, "\(table) can't be checked: \(error.reason).")
        }
      }
    }
    // SQLite seldom checks for cancellation: a small file is finished before that.
    try db.checkCancellation()
    if report.verdict != .trouble { report.add(.ok, "SQLite finds no damage.") }
    if report.findings.count >= most { report.add(.trouble, "There may be more.") }
    return report
  }

  /// Adds the problems of the whole file or of a table.
  private static func check(
    _ what: String, _ db: Database, _ report: inout DoctorReport, _ progress: (DoctorReport) -> Void
  ) throws {
    try db.withStatement("PRAGMA main.integrity_check(\(what))") { statement in
      while try statement.step() {
        guard case .text(let text) = statement.value(0) else { continue }
        // One row may have several lines, after a line that names the schema.
        for line in text.split(separator: "\n") where line != "ok" && !line.hasPrefix("*** in database ") {
          report.add(.trouble, "\(line).")
          progress(report)
        }
      }
    }
  }
}
