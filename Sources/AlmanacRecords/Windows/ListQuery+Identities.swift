// Which records a list shows, by identity alone: to mark them all.
public import Databases
import LiveQueries
import StructuredQueries

extension ListQuery {
  /// The identities of all records that the list shows, in no order. Inside a read, which may be interrupted.
  public func identities(_ db: Database) throws -> [Int] {
    let searched = table.columns(testedBy: search)
    let columns = (["id"] + searched).map { QueryFragment(quote: $0).sql }.joined(separator: ", ")
    let few = try SearchCandidates(index: table.style.searchIndex, search: search, db: db).few()
    var query: QueryFragment = "SELECT \(raw: columns) FROM \(table.rows(among: few))"
    if let filter { query = "\(query) WHERE \(filter.condition)" }
    var identities: [Int] = []
    try SearchWalk(search: search, fields: 1..<1 + searched.count).run(query, db) { statement in
      identities.append(statement.integer(0))
      return true
    }
    return identities
  }
}
