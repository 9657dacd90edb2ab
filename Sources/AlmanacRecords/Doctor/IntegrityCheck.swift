// Whether the file is whole.
import Databases

/// SQLite's own check of all pages, tables and indexes. It is one statement on one snapshot, which others' commits don't
/// wait for where there is a log; it ends when the read is cancelled.
enum IntegrityCheck {
  /// So many findings are told.
  private static let most = 100

  static func run(_ db: Database, _ progress: (DoctorReport) -> Void) throws -> DoctorReport {
    var report = DoctorReport()
    try db.withStatement("PRAGMA main.integrity_check(\(most))") { statement in
      while try statement.step() {
        guard case .text(let text) = statement.value(0) else { continue }
        // One row may have several lines, under one that names the schema.
        for line in text.split(separator: "\n") where line != "ok" && !line.hasPrefix("*** in database ") {
          report.add(.trouble, "\(line).")
          progress(report)
        }
      }
    }
    // SQLite asks seldom: a small file is done by then.
    try db.checkCancellation()
    if report.findings.isEmpty { report.add(.ok, "SQLite finds no damage.") }
    if report.findings.count >= most { report.add(.trouble, "There may be more.") }
    return report
  }
}
