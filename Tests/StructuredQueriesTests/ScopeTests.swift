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

  @Test("LIB-04: every road to a table's rows goes by its scope")
  func roads() throws {
    let scope = #"NOT "notes"."isDeleted""#
    let text = #""notes"."id", "notes"."text", "notes"."isDeleted""#
    #expect(
      Note.where { $0.id == 1 }.delete().query.sql
        == #"DELETE FROM "notes" WHERE \#(scope) AND "notes"."id" = ?"#)
    let row = Note(id: 2, text: "b", isDeleted: true)
    #expect(Note.delete(row).query.sql == #"DELETE FROM "notes" WHERE \#(scope) AND "notes"."id" = ?"#)
    #expect(
      Note.update(row).query.sql
        == #"UPDATE "notes" SET "text" = ?, "isDeleted" = ? WHERE \#(scope) AND "notes"."id" = ?"#)
    #expect(
      Note.where { $0.id == 1 }.update { $0.text = "x" }.query.sql
        == #"UPDATE "notes" SET "text" = ? WHERE \#(scope) AND "notes"."id" = ?"#)
    #expect(Note.all.query.sql == #"SELECT \#(text) FROM "notes" WHERE \#(scope)"#)
    #expect(Note.count.query.sql == #"SELECT count(*) FROM "notes" WHERE \#(scope)"#)
    #expect(Note.order(by: \.id).limit(1).query.sql.contains("WHERE \(scope) ORDER BY"))
    #expect(
      Note.as("n").where { $0.id == 1 }.select(\.id).query.sql
        == #"SELECT "n"."id" FROM "notes" AS "n" WHERE NOT "n"."isDeleted" AND "n"."id" = ?"#)
    #expect(
      Note.as("n").where { $0.id == 1 }.delete().query.sql
        == #"DELETE FROM "notes" AS "n" WHERE NOT "n"."isDeleted" AND "n"."id" = ?"#)
    #expect(
      Reminder.join(Note.all) { $0.id == $1.id }.select { reminder, _ in reminder.id }.query.sql == """
        SELECT "reminders"."id" FROM "reminders" JOIN "notes" ON "reminders"."id" = "notes"."id" WHERE \(scope)
        """)
    #expect(
      Reminder.leftJoin(Note.all) { $0.id == $1.id }.select { reminder, _ in reminder.id }.query.sql == """
        SELECT "reminders"."id" FROM "reminders" \
        LEFT JOIN "notes" ON "reminders"."id" = "notes"."id" AND \(scope)
        """)
    #expect(
      Reminder.fullJoin(Note.all) { $0.id.eq($1.id) }.select { reminder, _ in reminder.id }.query.sql == """
        SELECT "reminders"."id" FROM "reminders" \
        FULL JOIN (SELECT \(text) FROM "notes" WHERE \(scope)) AS "notes" ON "reminders"."id" = "notes"."id"
        """)
    #expect(
      Reminder.where { $0.id.in(Note.select(\.id)) }.select(\.id).query.sql == """
        SELECT "reminders"."id" FROM "reminders" \
        WHERE "reminders"."id" IN (SELECT "notes"."id" FROM "notes" WHERE \(scope))
        """)
  }

  @Test("LIB-04: rows of one scope and of none are put together as each side says")
  func mixedScopes() throws {
    let scope = #"NOT "notes"."isDeleted""#
    let (one, two) = (Note.where { $0.id == 1 }.select(\.id), Note.unscoped.where { $0.id == 2 }.select(\.id))
    #expect(
      two.or(one).query.sql.hasSuffix(#"WHERE "notes"."id" = ? OR (\#(scope) AND "notes"."id" = ?)"#)
        || two.or(one).query.sql.hasSuffix(#"WHERE "notes"."id" = ? OR \#(scope) AND "notes"."id" = ?"#))
    #expect(two.and(one).query.sql.hasSuffix(#"WHERE \#(scope) AND "notes"."id" = ? AND "notes"."id" = ?"#))
  }
}
