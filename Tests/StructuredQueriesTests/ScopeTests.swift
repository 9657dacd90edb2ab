// The scope of a type.

import StructuredQueries
import TestSupport
import Testing

@Table struct Note: Hashable {
  let id: Int
  var text: String
  var isDeleted = false

  @PredicateBuilder static func scope(_ columns: TableColumns) -> [Predicate] { !columns.isDeleted }
}

@Suite(.recordsIssues) struct ScopeTests {
  @Test("SQ-22: the scope holds for find, update and delete; unscoped sees all")
  func scope() throws {
    let database = try TestDatabase(
      """
      CREATE TABLE "notes" ("id" INTEGER PRIMARY KEY, "text" TEXT NOT NULL, "isDeleted" INTEGER NOT NULL) STRICT;
      INSERT INTO "notes" VALUES (1, 'a', 0), (2, 'b', 1), (3, 'c', 0);
      """)
    let found = Note.find(2).select(\.id)
    #expect(
      found.query.sql
        == #"SELECT "notes"."id" FROM "notes" WHERE NOT "notes"."isDeleted" AND "notes"."id" = ?"#)
    #expect(try database.rows(found) == [])
    #expect(try database.rows(Note.unscoped.find(2)) == [Note(id: 2, text: "b", isDeleted: true)])
    #expect(try database.rows(Note.where { $0.id == 1 }.not().select(\.id)) == [3])
    #expect(try database.rows(Note.where { $0.id == 1 }.or(Note.where { $0.id == 2 }).select(\.id)) == [1])
    #expect(try database.rows(Note.updateAll { $0.text = "x" }.returning(\.id)) == [1, 3])
    #expect(throws: QueryBindingError.self) { try database.rows(Note.all.delete()) }
    #expect(try database.rows(Note.find([1, 2]).delete().returning(\.id)) == [1])
    #expect(Note.deleteAll().query.sql == #"DELETE FROM "notes" WHERE NOT "notes"."isDeleted""#)
    #expect(try database.rows(Note.unscoped.count) == [2])
  }
}
