// Checks whether the file is damaged.
import Databases

/// SQLite's own check of all pages, tables and indexes. It is one statement on one snapshot. With a write-ahead log,
/// commits of other programs do not wait for it. It ends when the read is cancelled.
enum IntegrityCheck {
  /// The most findings of the check.
  private static let most = 100

  /// The most lines that SQLite's check prints; it begins again with more if wrong ones have taken the room.
  private static let mostLines = 1_000_000

  static func run(_ db: Database, _ progress: (DoctorReport) -> Void) throws -> DoctorReport {
    var report = DoctorReport()
    do {
      var lineCount = try check("\(most)", db, &report, progress)
      if lineCount == most, report.findings.count < most {
        report = DoctorReport()
        lineCount = try check("\(mostLines)", db, &report, progress)
      }
      if lineCount == mostLines { report.add(.trouble, "The check was not finished: it has too many lines.") }
    } catch let error as DatabaseError where error.isOfSchema {
      // An index needs a collation or a function of another program: the other tables can still be checked.
      var tables: [String] = []
      try db.runOnce("SELECT name FROM main.sqlite_schema WHERE type = 'table' AND rootpage > 0 ORDER BY name") {
        tables.append($0.text(0))
      }
      for table in tables {
        do {
          _ = try check(table.quotedName, db, &report, progress)
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

  /// Adds the problems of the whole file or of a table. Returns the number of lines of SQLite's check.
  private static func check(
    _ what: String, _ db: Database, _ report: inout DoctorReport, _ progress: (DoctorReport) -> Void
  ) throws -> Int {
    var lineCount = 0
    var nulls = NullFindings()
    try db.withStatement("PRAGMA main.integrity_check(\(what))") { statement in
      while report.findings.count < most, try statement.step() {
        guard case .text(let text) = statement.value(0) else { continue }
        // One row may have several lines, after a line that names the schema.
        for line in text.split(separator: "\n") where line != "ok" && !line.hasPrefix("*** in database ") {
          lineCount += 1
          guard try nulls.isTrue(line, db) else { continue }
          report.add(.trouble, "\(line).")
          progress(report)
        }
      }
    }
    for line in nulls.refuted.sorted() {
      report.add(
        .note,
        "SQLite's check says \"\(line)\", but no record holds NULL there: "
          + "some versions misread tables WITHOUT ROWID.")
    }
    return lineCount
  }
}

/// What SQLite's check says of NULL in columns that take none, compared with the records: SQLite 3.40 looks at another
/// column where a table WITHOUT ROWID has its key behind other columns.
private struct NullFindings {
  /// The number of records with NULL that are not reported yet, by the line that reports one.
  private var left: [Substring: Int] = [:]
  /// The lines that no record explains.
  private(set) var refuted: Set<Substring> = []

  /// Whether a line of the check is true. A line about something else is.
  mutating func isTrue(_ line: Substring, _ db: Database) throws -> Bool {
    guard line.hasPrefix(Self.beginning) else { return true }
    if left[line] == nil {
      left[line] = try Self.count(line, db)
      if left[line] == 0 { refuted.insert(line) }
    }
    guard let count = left[line], count > 0 else { return false }
    left[line] = count - 1
    return true
  }

  private static let beginning = "NULL value in "

  /// The number of records that a line may be about. A line that can't be compared counts as true.
  private static func count(_ line: Substring, _ db: Database) throws -> Int {
    var queries: [String] = []
    try db.internalRows(
      """
      SELECT made.name, part.name FROM main.sqlite_schema AS made, pragma_table_xinfo(made.name, 'main') AS part
      WHERE made.type = 'table' AND made.rootpage > 0 AND made.name || '.' || part.name = ?
      """, exactly: [.text(String(line.dropFirst(beginning.count)))]
    ) { row in
      // SQLite takes it for granted that IS NULL is false where a column takes no NULL.
      queries.append(
        "SELECT count(*) FROM \(row.text(0).quotedTable) WHERE typeof(\(row.text(1).quotedName)) = 'null'")
    }
    guard !queries.isEmpty else { return .max }
    var count = 0
    for query in queries {
      do {
        try db.runOnce(query) { count += $0.integer(0) }
      } catch let error as DatabaseError where error.isOfSchema || error.isCorrupt {
        return .max
      }
    }
    return count
  }
}
