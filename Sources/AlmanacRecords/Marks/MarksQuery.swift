// Which of the marked records a list shows no more.
public import Databases
public import LiveQueries

/// Looks for marked records in a list, and again after each commit that may hide one.
public struct MarksQuery: FetchKeyRequest {
  private let list: ListQuery
  private let ids: Set<RecordID>
  /// Tells requests apart: comparing very many identities takes longer than a key may.
  private let number: Int

  /// Asks which of `ids` are listed. Requests with one `number` and list ask of the same records.
  public init(of ids: Set<RecordID>, in list: ListQuery, number: Int) {
    (self.list, self.ids, self.number) = (list, ids, number)
  }

  public static func == (a: Self, b: Self) -> Bool { a.number == b.number && a.list == b.list }

  public func hash(into hasher: inout Hasher) { hasher.combine(number) }

  /// What is known of the marked records.
  public struct Value: Equatable, Sendable {
    /// The number of the request.
    public var number = 0
    /// Those of `ids` that the list does not show.
    public var unlisted: Set<RecordID> = []

    /// Makes a value that nothing is known of yet.
    public init() {}
  }

  public func fetch(_ db: Database) throws -> Value {
    var value = Value()
    value.number = number
    value.unlisted = ids.subtracting(ids.isEmpty ? [] : try list.listed(among: ids, isOrdered: false, db))
    return value
  }
}
