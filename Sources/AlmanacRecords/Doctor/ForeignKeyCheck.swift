// Checks whether every referenced record exists.
import Databases

/// Finds references to missing records, table by table, with a snapshot for each.
enum ForeignKeyCheck {
  /// The most rowids that a finding names.
  private static let named = 8

  static func run(_ db: Database, _ progress: (DoctorReport) -> Void) throws -> DoctorReport {
    var tables: [String] = []
    try db.runOnce(
      """
      SELECT DISTINCT m.name FROM main.sqlite_schema AS m, pragma_foreign_key_list(m.name, 'main')
      WHERE m.type = 'table' ORDER BY m.name
      """
    ) { tables.append($0.text(0)) }
    guard !tables.isEmpty else { return DoctorReport(.ok, "The file has no foreign keys.") }
    var report = DoctorReport()
    for (index, table) in tables.enumerated() {
      report.progress = "\(index) of \(tables.count) tables"
      progress(report)
      try check(table, db, &report)
      try db.renewSnapshot()
    }
    report.progress = nil
    if report.findings.isEmpty { report.add(.ok, "Every record is there that another one names.") }
    return report
  }

  private static func check(_ table: String, _ db: Database, _ report: inout DoctorReport) throws {
    // By the number of the key.
    var found: [Int: (parent: String, count: Int, rowIDs: [Int])] = [:]
    var columns: [Int: [String]] = [:]
    do {
      try db.internalRows(
        #"SELECT id, "from" FROM pragma_foreign_key_list(?, 'main') ORDER BY id, seq"#, exactly: [.text(table)]
      ) { columns[$0.integer(0), default: []].append($0.text(1)) }
      try db.namingForeignKeys {
        try db.runOnce("PRAGMA main.foreign_key_check(\(table.quotedName))") { row in
          let key = row.integer(3)
          var entry = found[key] ?? (row.text(2), 0, [])
          entry.count += 1
          if case .integer(let rowID) = row.exactValue(1), entry.rowIDs.count < named { entry.rowIDs.append(rowID) }
          found[key] = entry
        }
      }
    } catch let error as DatabaseError where error.isOfSchema {
      // The key does not match its parent: no record can be checked.
      return report.add(.trouble, "\(table) can't be checked: \(error.reason).")
    }
    for (key, entry) in found.sorted(by: { $0.key > $1.key }) {
      let records = entry.count == 1 ? "1 record" : "\(entry.count) records"
      let names = columns[key] ?? []
      let ids = entry.rowIDs.map(String.init).joined(separator: ", ")
      let list = ids.isEmpty ? "" : ": \(ids)\(entry.count > entry.rowIDs.count ? ", …" : "")"
      report.add(
        .trouble,
        "In \(records) of \(table), \(names.inWords) \(names.count == 1 ? "names" : "name") a record of \(entry.parent) "
          + "that is not there\(list).")
    }
  }
}
