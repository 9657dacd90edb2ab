// Which records a list shows, by identity alone: to mark them all.
public import Databases
import LiveQueries
import StructuredQueries

extension ListQuery {
  /// The identities of all records that the list shows, in no order. Inside a read, which may be interrupted.
  public func identities(_ db: Database) throws -> [RecordID] {
    let searched = table.columns(testedBy: search)
    let keys = table.identity == .none ? table.listedColumns : table.identityColumns
    let columns = (keys + searched.map(\.quotedName)).joined(separator: ", ")
    let few = try table.candidates(search, db)?.few()
    var query: QueryFragment = "SELECT \(raw: columns) FROM \(table.rows(among: few))"
    if let filter { query = "\(query) WHERE \(filter.condition)" }
    var identities: [RecordID] = []
    try SearchWalk(search: search, fields: keys.count..<keys.count + searched.count).run(query, db) { statement in
      identities.append(table.identity(statement))
      return true
    }
    return identities
  }
}
