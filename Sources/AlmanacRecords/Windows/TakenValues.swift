public import Databases
public import LiveQueries
import StructuredQueries

/// Fetches which of some values another record already has; each is for a column that must be unique.
public struct TakenValues: FetchKeyRequest {
  /// A value that no two records may have.
  public struct Candidate: Hashable, Sendable {
    /// The column's name.
    public var column: String
    /// The value.
    public var value: ExactValue
    /// The collation that compares the column's values.
    public var collation: String

    /// Makes a value to look for.
    public init(_ column: String, _ value: ExactValue, collation: String) {
      (self.column, self.value, self.collation) = (column, value, collation)
    }
  }

  /// The table.
  public var table: ListedTable
  /// The values.
  public var values: [Candidate]
  /// The record that may itself have the values; nil for none.
  public var id: RecordID?

  /// Asks which of some values other records already have.
  public init(_ table: ListedTable, values: [Candidate] = [], except id: RecordID? = nil) {
    self.table = table
    self.values = values
    self.id = id
  }

  /// The columns whose value is taken.
  public func fetch(_ db: Database) throws -> Set<String> {
    var taken: Set<String> = []
    for value in values {
      var condition: QueryFragment =
        "\(raw: value.column.quotedName) = \(value.value.fragment) COLLATE \(raw: value.collation)"
      if let id { condition = "\(condition) AND NOT (\(table.condition(of: id)))" }
      let query = SQLQuery<Bool>("SELECT EXISTS (SELECT 1 FROM \(raw: table.quoted) WHERE \(condition))")
      if try query.fetchOne(db) == true { taken.insert(value.column) }
    }
    return taken
  }
}
