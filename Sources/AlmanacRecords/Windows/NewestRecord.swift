public import Databases
public import LiveQueries

/// Fetches the identity of the newest record that a list shows: the greatest rowid.
public struct NewestRecord: FetchKeyRequest {
  /// The list; nil fetches nothing.
  public var list: ListQuery?

  /// Asks for the newest record of a list; nil asks for nothing.
  public init(_ list: ListQuery?) { self.list = list }

  public func fetch(_ db: Database) throws -> RecordID? {
    guard var list, case .rowID(let name) = list.table.identity else { return nil }
    list.order = ListOrder(name, isDescending: true)
    return try RecordScan(list: list, db: db).rows(.down, from: nil, limit: 1).rows.first?.id
  }
}
