import StructuredQueries
import Testing

@Test func structuredQueries() {
  let query = Fact.where { $0.body.contains("cat") }.order { $0.id.desc() }.limit(10)
  let sql = query.query.sql
  #expect(
    sql == """
      SELECT "facts"."id", "facts"."body" FROM "facts" WHERE "facts"."body" LIKE ? ESCAPE '\\' ORDER BY \
      "facts"."id" DESC LIMIT ?
      """, "\(sql)")
}
