// Values that are neither yes nor no: toggling would lose them.
public import Databases

/// The error that a record has a value that can't be toggled: nothing was changed.
public struct NeitherYesNorNo: Error, Hashable, Sendable, CustomStringConvertible {
  /// The column that was to be toggled.
  public let column: String
  /// The key values of the record.
  public let key: [ExactValue]
  /// The value of the column.
  public let value: ExactValue

  public var description: String {
    let held = value.repairedString == nil ? value.shown : "the text '\(value.shown)'"
    return "\(column) of record \(key.map(\.shown).joined(separator: " ")) is neither 0 nor 1: it is \(held)."
  }
}

extension ListedTable {
  /// Throws `NeitherYesNorNo` if a column of the given records has a value other than 0, 1 and NULL.
  func requireFlags(in column: String, of rows: TemporaryRows, _ db: Database) throws {
    let key = style.relations.primaryKey.isEmpty ? identity.columns : style.relations.primaryKey
    let value = column.quotedName
    let selected = ([value] + key.map(\.quotedName)).joined(separator: ", ")
    var found: NeitherYesNorNo?
    try db.runOnce(
      """
      SELECT \(selected) FROM \(quoted) WHERE \(rows.contain(identityColumns))
      AND NOT (\(value) IS NULL OR typeof(\(value)) = 'integer' AND \(value) IN (0, 1)) LIMIT 1
      """
    ) { row in
      found = NeitherYesNorNo(
        column: column, key: key.indices.map { row.exactValue(Int32(1 + $0)) }, value: row.exactValue(0))
    }
    if let found { throw found }
  }
}
