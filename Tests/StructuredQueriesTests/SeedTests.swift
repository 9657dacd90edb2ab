// Every spelling of the seed documents compiles and produces the canonical text.

import StructuredQueries
import TestSupport
import Testing

@Table struct User: Hashable, Sendable {
  let id: Int
  let name: String
  let email: String
  var active = true
  var createdAt = 0
}

@Table struct Post {
  let id: Int
  var publishedAt: Timestamp?
}

@Table struct Fact {
  let id: Int
  var body: String
}

@Table struct Item {
  let id: Int
  var title: String
  var createdAt: Int
  var isArchived = false
}

@Table struct ItemDetail {
  let id: Int
  var title: String
}

/// A custom column type: a moment as ISO text.
struct Timestamp: QueryBindable, Hashable {
  var text: String
  init(_ text: String) { self.text = text }
  init(decoder: inout some QueryDecoder) throws { text = try String(decoder: &decoder) }
  var queryBinding: QueryBinding { .text(text) }
}

@Suite(.recordsIssues) struct SeedTests {
  @Test("SQ-26: the seeds' spellings give the canonical text")
  func spellings() {
    let userId = 7
    let query = "cat"
    #expect(User.where { $0.active == true } == User.where { $0.active.eq(true) })
    #expect(User.filter { $0.active == true } == User.where { $0.active.eq(true) })
    #expect(
      User.where { $0.active == true }.count.query
        == QueryFragment(#"SELECT count(*) FROM "users" WHERE "users"."active" = ?"#, [.integer(1)]))
    #expect(
      Post.where { $0.publishedAt != nil }.count.query.sql
        == #"SELECT count(*) FROM "posts" WHERE "posts"."publishedAt" IS NOT NULL"#)
    #expect(Post.where { $0.publishedAt != nil } == Post.where { $0.publishedAt.neq(nil) })
    #expect(User.count == User.all.count())
    #expect(User.count.query.sql == #"SELECT count(*) FROM "users""#)
    #expect(User.order(by: \.name) == User.order { $0.name })
    #expect(
      User.order(by: \.createdAt, .descending).limit(10) == User.limit(10).order { $0.createdAt.desc() })
    #expect(User.where { $0.id == userId }.limit(1) == User.find(userId).limit(1))
    #expect(Fact.order { $0.id.desc() } == Fact.all.order(by: \.id, .descending))
    #expect(
      Fact.where { $0.body.contains(query) }.query
        == QueryFragment(
          #"SELECT "facts"."id", "facts"."body" FROM "facts" WHERE "facts"."body" LIKE ? ESCAPE '\'"#,
          [.text("%cat%")]))
    let items =
      Item
      .where { $0.isArchived == false }
      .order { $0.createdAt.desc() }
      .join(ItemDetail.all) { $1.id.eq($0.id) }
      .select {
        Item.Columns(
          id: $0.id,
          title: $1.title,
          createdAt: $0.createdAt
        )
      }
    #expect(
      items.query.sql == """
        SELECT "items"."id", "itemDetails"."title", "items"."createdAt", ? FROM "items" \
        JOIN "itemDetails" ON "itemDetails"."id" = "items"."id" WHERE "items"."isArchived" = ? \
        ORDER BY "items"."createdAt" DESC
        """)
    #expect(
      User.insert { User.Draft(name: "Ada", email: "ada@example.org") }.returning(\.id).query.sql
        == #"INSERT INTO "users" ("name", "email", "active", "createdAt") VALUES (?, ?, ?, ?) RETURNING "id""#)
    #expect(
      User.find(1).update { $0.active.toggle() }.query.sql
        == #"UPDATE "users" SET "active" = NOT "users"."active" WHERE "users"."id" = ?"#)
  }

  @Test("SQ-26: the seeds' spellings give the rows that they speak of")
  func rows() throws {
    let database = try TestDatabase(
      """
      CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, email TEXT, active INTEGER, createdAt INTEGER);
      INSERT INTO users VALUES (1, 'Ada', 'a', 1, 20), (2, 'Bob', 'b', 0, 30), (3, 'Cy', 'c', 1, 10);
      CREATE TABLE posts (id INTEGER PRIMARY KEY, publishedAt TEXT);
      INSERT INTO posts VALUES (1, NULL), (2, '2026-01-01');
      """)
    #expect(try database.rows(User.where { $0.active == true }.select(\.id)) == [1, 3])
    #expect(try database.rows(User.filter { $0.active == true }.select(\.id)) == [1, 3])
    #expect(try database.rows(Post.where { $0.publishedAt != nil }.select(\.id)) == [2])
    #expect(try database.rows(User.order(by: \.createdAt, .descending).select(\.name)) == ["Bob", "Ada", "Cy"])
    #expect(try database.rows(User.count) == [3])
    #expect(try database.rows(User.where { $0.active == true }.count) == [2])
  }
}
