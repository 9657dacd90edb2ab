// A sum of a table's rows. Another sum means that rows have changed.
import Databases

/// The number of rows of a table, and a sum of their values that does not depend on the rows' order. It finds accidents,
/// no forgery.
struct TableContent: Hashable, Sendable {
  var rowCount = 0
  var sum: UInt64 = 0

  /// Reads a table. `body` receives each row's values, in the order of the rowids, until it returns false.
  static func read(
    _ table: String, _ db: Database, rows body: (([ExactValue]) -> Bool)? = nil
  ) throws -> TableContent {
    var content = TableContent()
    var body = body
    try db.withStatement("SELECT * FROM \(table.quotedTable) NOT INDEXED") { statement in
      let count = statement.columnCount
      while try statement.step() {
        if let wants = body, !wants((0..<count).map { statement.exactValue($0) }) { body = nil }
        var row: UInt64 = 0x9E37_79B9_7F4A_7C15
        for place in 0..<count { add(statement, place, to: &row) }
        content.rowCount += 1
        content.sum &+= mixed(row)
      }
    }
    return content
  }

  private static func mixed(_ number: UInt64) -> UInt64 {
    let product = (number ^ number >> 32) &* 0xD6E8_FEB8_6659_FD93
    return (product ^ product >> 32) &* 0xD6E8_FEB8_6659_FD93
  }

  @inline(__always)
  private static func add(_ statement: PreparedStatement, _ place: Int, to sum: inout UInt64) {
    let kind = statement.storageClass(place)
    switch kind {
    case .null: sum = mixed(sum ^ 1)
    case .integer: sum = mixed(sum ^ 2) ^ UInt64(bitPattern: Int64(statement.integer(place)))
    case .real: sum = mixed(sum ^ 3) ^ statement.real(place).bitPattern
    case .text, .blob:
      sum = mixed(sum ^ (kind == .text ? 4 : 5)) ^ statement.withBytes(place) { $0.stepChecksum }
    }
    sum = mixed(sum)
  }
}
