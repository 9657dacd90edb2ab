// Checks whether the search indexes of a book agree with its records.
import Databases

/// Compares each record of a book with its row of the search index, in slices by rowid with a snapshot for each.
///
/// A row of the index without a record does no harm: every hit is joined to the table.
struct SearchIndexCheck {
  /// The most rows of a slice.
  var mostRows = 4_096

  func run(_ db: Database, _ progress: (DoctorReport) -> Void) throws -> DoctorReport {
    guard try BookSchema.isBook(db) else {
      return DoctorReport(.ok, "Almanac keeps no search index in this file: it scans.")
    }
    var report = DoctorReport()
    for index in ListedTable.ofBook.compactMap(\.style.search.index) {
      try check(index, db, &report, progress)
    }
    report.progress = nil
    if report.findings.isEmpty { report.add(.ok, "The search indexes agree with the records.") }
    return report
  }

  private func check(
    _ index: SearchIndex, _ db: Database, _ report: inout DoctorReport, _ progress: (DoctorReport) -> Void
  ) throws {
    var last: ExactValue = .null
    try db.runOnce("SELECT max(id) FROM main.\(index.table)") { last = $0.exactValue(0) }
    guard case .integer(let last) = last else { return }
    var (done, missing, different) = (Int.min, 0, 0)
    while done < last {
      var end = last
      try db.internalRows(
        "SELECT id FROM main.\(index.table) WHERE id > ? ORDER BY id LIMIT 1 OFFSET ?",
        exactly: [.integer(done), .integer(mostRows - 1)]
      ) { end = $0.integer(0) }
      try db.internalRows(index.comparison, exactly: [.integer(done), .integer(end)]) { row in
        missing += row.integer(0)
        different += row.integer(1)
      }
      done = end
      // By hundredths, since a hundred times the greatest number would overflow.
      report.progress = "\(index.table): \(last < 100 ? 0 : min(99, max(0, done) / (last / 100))) %"
      progress(report)
      try db.renewSnapshot()
    }
    if missing > 0 { report.add(.trouble, "\(missing) of the \(index.table) are missing from their search index.") }
    if different > 0 {
      report.add(.trouble, "\(different) of the \(index.table) are different in their search index.")
    }
  }
}
