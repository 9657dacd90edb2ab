import Foundation
import QueryRepresentations
import StructuredQueries
import Testing

@Table struct Entry {
  @Column(as: UUID.BytesRepresentation.self) let id: UUID
  var written: Date
  @Column(as: Date.UnixTimeRepresentation?.self) var due: Date?
  @Column(as: [String].JSONRepresentation.self) var tags: [String]
}

@Test func queryRepresentations() {
  let due = Entry.where { $0.due < Date.now && $0.tags == ["home"] }
  #expect(due.query.sql.hasSuffix(#"WHERE "entries"."due" < ? AND "entries"."tags" = ?"#), "\(due.query.sql)")
}
