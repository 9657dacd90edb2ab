// The records of a source whose parents may come later.
import Databases

/// Holds the foreign keys of imported records while a deferred foreign key is broken.
struct Referrers {
  private let shape: TableShape
  private let db: Database
  private let columns: [String]
  private var waiting: [(line: Int, row: ExactRow)] = []

  init(_ shape: TableShape, _ db: Database) {
    (self.shape, self.db) = (shape, db)
    columns = shape.foreignKeys.flatMap(\.columns)
  }

  /// Takes a record that was added.
  mutating func note(_ row: @autoclosure () -> ExactRow, line: Int) {
    if columns.isEmpty { return }
    guard db.hasUnmendedForeignKeys else {
      waiting.removeAll()
      return
    }
    let keys = row().filter { key, value in value != .null && columns.contains { $0.isSameName(as: key) } }
    if !keys.isEmpty { waiting.append((line, ExactRow(keys.map { ($0.key, $0.value) }))) }
  }

  /// Throws a `LineFailure` for the first record whose parent is missing.
  func requireParents() throws {
    guard !columns.isEmpty, db.hasUnmendedForeignKeys else { return }
    for (line, row) in waiting {
      if let parent = try shape.missingParent(of: row, db) { throw LineFailure(number: line, error: parent) }
    }
  }
}
