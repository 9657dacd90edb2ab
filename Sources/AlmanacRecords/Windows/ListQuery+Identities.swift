// Which records a list shows, by identity alone: to mark them all.
public import Databases
import LiveQueries
import StructuredQueries

extension ListQuery {
  /// The identities of all records that the list shows, in no order. Inside a read, which may be interrupted.
  public func identities(_ db: Database) throws -> [Int] {
    let searched = search.isEmpty ? [] : Record.searchIndex.columns
    let columns = (["id"] + searched).map { QueryFragment(quote: $0).sql }.joined(separator: ", ")
    let condition = filter.map { " WHERE \($0.condition.sql)" } ?? ""
    let matcher = SearchMatcher(search)
    return try db.withStatement("SELECT \(columns) FROM \(QueryFragment(quote: Record.tableName).sql)\(condition)") {
      statement in
      var identities: [Int] = []
      var tested = 0
      while try statement.step() {
        tested += 1
        if tested & 0xFFF == 0 { try db.checkCancellation() }
        if search.isEmpty || matcher.matches(statement, 1..<statement.columnCount) {
          identities.append(statement.integer(0))
        }
      }
      return identities
    }
  }
}
