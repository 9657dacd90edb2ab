// Writing to tables known only at run time, and many rows through one statement.

import StructuredQueries
import TestSupport
import Testing

@Suite(.recordsIssues) struct DynamicWriteTests {
  let database: TestDatabase
  let table = DynamicTable(#"od"d"#, columns: ["k", "v w"])
  init() throws {
    database = try TestDatabase(#"CREATE TABLE "od""d" ("k" INTEGER PRIMARY KEY, "v w" ANY) STRICT"#)
  }

  @Test func insertUpdateDelete() throws {
    let insert = table.insert([("v w", .text("x"))]).returning(["k", "v w"])
    #expect(insert.query.sql == #"INSERT INTO "od""d" ("v w") VALUES (?) RETURNING "k", "v w""#)
    #expect(try database.rows(insert).map(\.values) == [[.integer(1), .text("x")]])
    let update = table.where { $0["k"] == .integer(1) && $0["v w"] == .text("x") }.update {
      $0.set("v w", to: .real(1.5))
      $0["v w"] = $0["v w"] + .integer(1)
    }
    #expect(
      update.query.sql
        == #"UPDATE "od""d" SET "v w" = ? + ? WHERE "od""d"."k" IS ? AND "od""d"."v w" IS ?"#)
    #expect(try database.rows(update).isEmpty)
    #expect(try database.rows(table.all).map(\.values) == [[.integer(1), .real(2.5)]])
    #expect(throws: QueryBindingError.self) { try database.rows(table.all.delete()) }
    let delete = table.where { $0["k", as: Int.self] == 1 }.delete().returning(["k"])
    #expect(delete.query.sql == #"DELETE FROM "od""d" WHERE "od""d"."k" = ? RETURNING "k""#)
    #expect(try database.rows(delete).count == 1)
  }
}
