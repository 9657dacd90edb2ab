// Finds the marked records that a list no longer shows.
public import Databases
public import LiveQueries

/// Fetches the marked records that a list does not show, again after each commit that may hide one.
public struct MarksQuery: FetchKeyRequest {
  private let list: ListQuery
  private let ids: Set<RecordID>
  private let others: Set<RecordID>
  /// Identifies the request: comparing very many identities would delay a key.
  private let number: Int

  /// Asks for `ids`, and whether `others` are still in the table. Requests with the same `number` and list must have the
  /// same records.
  public init(of ids: Set<RecordID>, others: Set<RecordID> = [], in list: ListQuery, number: Int) {
    (self.list, self.ids, self.others, self.number) = (list, ids, others, number)
  }

  public static func == (a: Self, b: Self) -> Bool { a.number == b.number && a.list == b.list }

  public func hash(into hasher: inout Hasher) { hasher.combine(number) }

  /// The unlisted records.
  public struct Value: Equatable, Sendable {
    /// The number of the request.
    public var number = 0
    /// The records of `ids` that the list does not show.
    public var unlisted: Set<RecordID> = []
    /// The records of `others` that the table does not have any more.
    public var gone: Set<RecordID> = []

    /// Makes an empty value.
    public init() {}
  }

  public func fetch(_ db: Database) throws -> Value {
    var value = Value()
    value.number = number
    value.unlisted = ids.subtracting(ids.isEmpty ? [] : try list.listed(among: ids, isOrdered: false, db))
    if !others.isEmpty {
      value.gone = others.subtracting(try ListQuery(list.table).listed(among: others, isOrdered: false, db))
    }
    return value
  }
}
