// A table without the macro, as in the article `HandWrittenTables`.

import StructuredQueries
import TestSupport
import Testing

struct Album: Hashable, Sendable {
  var id: Int
  var title: String
  var isLoud: Bool
}

extension Album: PrimaryKeyedTable {
  struct TableColumns: TableDefinition {
    typealias QueryValue = Album
    let tableQualifier: String
    static var columnNames: [String] { ["id", "title", "is_loud"] }
    var id: TableColumn<Album, Int> { TableColumn("id", in: tableQualifier) }
    var title: TableColumn<Album, String> { TableColumn("title", in: tableQualifier) }
    var isLoud: TableColumn<Album, Bool> { TableColumn("is_loud", in: tableQualifier) }
  }

  struct Draft: TableDraft {
    typealias PrimaryTable = Album
    var id: Int?
    var title: String
    var isLoud = false
    var draftKey: Int? { id }
    func appendBindings(to bindings: inout [QueryBinding]) {
      bindings.append(title.queryBinding)
      bindings.append(isLoud.queryBinding)
    }
  }

  static var tableName: String { "albums" }
  static var primaryKeyName: String { "id" }
  var primaryKey: Int { id }

  init(decoder: inout some QueryDecoder) throws {
    id = try Int(decoder: &decoder)
    title = try String(decoder: &decoder)
    isLoud = try Bool(decoder: &decoder)
  }

  func appendBindings(to bindings: inout [QueryBinding]) {
    bindings.append(id.queryBinding)
    bindings.append(title.queryBinding)
    bindings.append(isLoud.queryBinding)
  }
}

@Suite(.recordsIssues) struct HandWrittenTableTests {
  @Test func readsAndWrites() throws {
    let database = try TestDatabase(
      #"CREATE TABLE "albums" ("id" INTEGER PRIMARY KEY, "title" TEXT NOT NULL, "is_loud" INTEGER NOT NULL) STRICT"#)
    let insert = Album.insert {
      Album.Draft(title: "Low")
      Album(id: 5, title: "Loud", isLoud: true)
    }.returning(\.id)
    #expect(
      insert.query.sql == #"INSERT INTO "albums" ("id", "title", "is_loud") VALUES (?, ?, ?), (?, ?, ?) RETURNING "id""#
    )
    #expect(try database.rows(insert) == [1, 5])
    let loud = Album.where { $0.isLoud }
    #expect(
      loud.query.sql
        == #"SELECT "albums"."id", "albums"."title", "albums"."is_loud" FROM "albums" WHERE "albums"."is_loud""#)
    #expect(try database.rows(loud) == [Album(id: 5, title: "Loud", isLoud: true)])
  }
}
