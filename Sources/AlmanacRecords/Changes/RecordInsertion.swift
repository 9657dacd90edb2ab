// The statement that adds records to a table.
import Databases

/// Adds records with values for the same columns.
struct RecordInsertion {
  /// The statement, with a parameter for each column.
  let sql: String
  /// The same statement, which overrides a conflict clause of the table that would skip a record.
  private let insisting: String
  private let table: ListedTable
  private let db: Database
  /// Whether the statement returns the identity of the record.
  private let isReturning: Bool

  /// Makes the statement. `givesIdentity`: whether to return the identity of an added record. It is returned in any
  /// case if a trigger may remove the record again.
  init(_ table: ListedTable, _ columns: [String], givesIdentity: Bool = false, _ db: Database) throws {
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    let source =
      columns.isEmpty
      ? " DEFAULT VALUES" : "(\(columns.map(\.quotedName).joined(separator: ", "))) VALUES (\(marks))"
    let insertion = "INSERT INTO \(table.quoted)\(source)"
    insisting = "INSERT OR ABORT INTO \(table.quoted)\(source)"
    isReturning = try givesIdentity || !db.triggers(firedBy: insertion).isEmpty
    let keys = table.identityColumns.isEmpty ? "1" : table.identityColumns.joined(separator: ", ")
    sql = isReturning ? "\(insertion) RETURNING \(keys)" : insertion
    (self.table, self.db) = (table, db)
  }

  /// Adds a record with the statement. Returns its identity if the statement returns it and the table has one. Throws
  /// `RefusedByTrigger`, or the `DatabaseError` of a rule of the table, if the record does not exist afterwards.
  func run(_ statement: PreparedStatement, _ values: [ExactValue]) throws -> RecordID? {
    var id: RecordID?
    var isReturned = !isReturning
    let isAdded = try db.changesRows {
      for (place, value) in values.enumerated() { try statement.bind(exactly: value, at: place + 1) }
      guard try statement.step() else { return }
      isReturned = true
      if table.identity != .none { id = table.identity(statement) }
      // SQLite completes the insertion only with this step.
      _ = try statement.step()
    }
    guard isAdded, isReturned, try id.map({ try table.isThere($0, db) }) ?? true else {
      throw table.refusal(.notAdded, of: nil, from: insisting, values, db)
    }
    return id
  }
}
