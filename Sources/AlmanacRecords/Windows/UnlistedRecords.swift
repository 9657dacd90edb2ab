// Which of the marked records are listed no more: those that have no row at hand are looked up.
public import Databases
public import LiveQueries
import StructuredQueries

/// The records among some, each of which was listed, that a list shows no more.
public struct UnlistedRecords: FetchKeyRequest {
  private let list: ListQuery
  private let ids: Set<RecordID>
  /// Tells requests apart: comparing very many identities takes longer than a key may.
  private let number: Int

  /// Asks of `ids`; requests with one `number` and list ask of the same ones.
  public init(of ids: Set<RecordID>, in list: ListQuery, number: Int) {
    (self.list, self.ids, self.number) = (list, ids, number)
  }

  public static func == (a: Self, b: Self) -> Bool { a.number == b.number && a.list == b.list }

  public func hash(into hasher: inout Hasher) { hasher.combine(number) }

  /// Those that are listed no more, and the number of the request.
  public struct Value: Equatable, Sendable {
    public var number = 0
    public var ids: Set<RecordID> = []

    public init() {}
  }

  public func fetch(_ db: Database) throws -> Value {
    var value = Value()
    value.number = number
    let searched = list.table.columns(testedBy: list.search).map(\.quotedName)
    let columns = (["1"] + searched).joined(separator: ", ")
    let walk = SearchWalk(search: list.search, fields: 1..<1 + searched.count)
    let filter: QueryFragment = list.filter.map { " AND \($0.condition)" } ?? ""
    // In the order of the table, so that each of its pages is read once.
    for id in ids.inTableOrder {
      let query: QueryFragment =
        "SELECT \(raw: columns) FROM \(raw: list.table.quoted) WHERE \(list.table.condition(of: id))\(filter)"
      var isListed = false
      try walk.run(query, db) { _ in
        isListed = true
        return false
      }
      if !isListed { value.ids.insert(id) }
    }
    return value
  }
}
