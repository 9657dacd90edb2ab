// A sample of a whole table: the first rows, the last rows, and rows spread evenly by key between them.
//
// Each row is found by key, so that the work does not grow with the table.
import Databases

/// A bounded number of rows, with the values of some columns.
struct TableSample {
  /// The number of rows read at either end; below, the number of rows between them.
  private let edge: Int
  private let spread: Int
  /// The most bytes of a value that is read.
  private static let valueLength = 1 << 16
  /// The most bytes that are read before the sample ends.
  private static let byteLimit = 1 << 20
  /// The most columns of a sample: a table may have more than a statement can read together with a key.
  private static let columnLimit = 1_000

  private let table: String
  private let key: [String]
  private let columns: [String]

  /// Makes a sample. `columns`: the positions of columns in the table. `isBrief`: whether a few rows at either end are
  /// enough.
  init(of table: TableMeanings, _ columns: [Int], isBrief: Bool = false) {
    (edge, spread) = isBrief ? (8, 0) : (24, 48)
    self.table = table.name.quotedTable
    key = table.key
    self.columns = columns.prefix(Self.columnLimit).map { table.columns[$0].quotedName }
  }

  /// The values, row by row. Empty if the table can't be read like this: its list reports the reason. Call inside a
  /// read.
  func rows(_ db: Database) throws -> [[Excerpt]] {
    guard !key.isEmpty, !columns.isEmpty else { return [] }
    do {
      var reading = Reading()
      try db.limitingValues(to: Self.valueLength) { try read(&reading, db) }
      return reading.rows
    } catch is DatabaseError {
      try db.checkCancellation()
      return []
    }
  }

  private struct Reading {
    var rows: [[Excerpt]] = []
    var keys: Set<ExactValue> = []
    var bytes = 0
    /// How much is read of each row, so that no value is too long.
    var form = Form.whole
  }

  private func read(_ reading: inout Reading, _ db: Database) throws {
    try read("ORDER BY \(order("ASC")) LIMIT \(edge)", [], &reading, db)
    guard reading.rows.count == edge else { return }
    try read("ORDER BY \(order("DESC")) LIMIT \(edge)", [], &reading, db)
    guard spread > 0, case (.integer(let first), .integer(let last)) = try ends(db), first < last else { return }
    let step = UInt(bitPattern: last &- first) / UInt(spread + 1)
    for place in 1...UInt(spread) where step > 0 {
      let start = first &+ Int(bitPattern: step * place)
      try read("WHERE \(key[0]) >= ? ORDER BY \(order("ASC")) LIMIT 1", [.integer(start)], &reading, db)
    }
  }

  private func order(_ direction: String) -> String { key.map { "\($0) \(direction)" }.joined(separator: ", ") }

  /// The first column of the key in the first and the last row.
  private func ends(_ db: Database) throws -> (ExactValue, ExactValue) {
    var ends: [ExactValue] = []
    for direction in ["ASC", "DESC"] {
      try db.internalRows("SELECT \(key[0]) FROM \(table) ORDER BY \(order(direction)) LIMIT 1") {
        ends.append($0.exactValue(0))
      }
    }
    return ends.count == 2 ? (ends[0], ends[1]) : (.null, .null)
  }

  /// Which values are read.
  private enum Form: Int, CaseIterable {
    case whole
    /// All but blobs.
    case texts
    case numbers

    func expression(_ column: String) -> String {
      switch self {
      case .whole: column
      // SQLite tells the class of a value without reading it.
      case .texts: "CASE WHEN typeof(\(column)) <> 'blob' THEN \(column) END"
      case .numbers: "CASE WHEN typeof(\(column)) IN ('integer', 'real') THEN \(column) END"
      }
    }
  }

  /// Reads rows; if a value is too long, without blobs, and then only numbers.
  private func read(
    _ rest: String, _ values: [ExactValue], _ reading: inout Reading, _ db: Database
  ) throws {
    guard reading.bytes < Self.byteLimit else { return }
    let before = reading
    for form in Form.allCases.dropFirst(reading.form.rawValue) {
      reading = before
      reading.form = form
      let read = ([key[0]] + columns.map(form.expression)).joined(separator: ", ")
      do {
        try db.internalRows("SELECT \(read) FROM \(table) \(rest)", exactly: values) { row in
          guard key.count > 1 || reading.keys.insert(row.exactValue(0)).inserted else { return }
          let values = columns.indices.map { Excerpt(row.exactValue(Int32($0 + 1))) }
          for value in values { reading.bytes += value.byteCount }
          reading.rows.append(values)
        }
        return
      } catch let error as DatabaseError where error.isTooLarge && form != .numbers {}
    }
  }
}

extension Excerpt {
  /// The approximate size in bytes.
  fileprivate var byteCount: Int {
    switch self {
    case .null, .integer, .real: 8
    case .text(let text): text.utf8.count
    case .blob(_, let count): count
    }
  }
}
