// UNION, EXCEPT and INTERSECT: text and rows.

import StructuredQueries
import TestSupport
import Testing

@Suite(.recordsIssues) struct CompoundTests {
  let database: TestDatabase
  init() throws { database = try .reminders() }

  private func ids(_ range: ClosedRange<Int>) -> Select<Int, TableSource<Reminder>> {
    Reminder.where { $0.id.between(range.lowerBound, and: range.upperBound) }.select(\.id)
  }

  private let text = #"SELECT "reminders"."id" FROM "reminders" WHERE "reminders"."id" BETWEEN ? AND ?"#

  @Test("SQ-17: what is put together first stays together")
  func nesting() throws {
    let (a, b, c) = (ids(1...3), ids(2...6), ids(3...4))
    let nested = a.union(b.except(c))
    #expect(nested.query.sql == "\(text) UNION SELECT * FROM (\(text) EXCEPT \(text))")
    #expect(try database.rows(nested) == [1, 2, 3, 5, 6])
    let flat = a.union(b).except(c)
    #expect(flat.query.sql == "\(text) UNION \(text) EXCEPT \(text)")
    #expect(try database.rows(flat) == [1, 2, 5, 6])
    #expect(try database.rows(a.intersect(b.union(c))) == [2, 3])
  }

  @Test("SQ-17: an ordered or limited part is a query of its own")
  func orderedParts() throws {
    let last = Reminder.order(by: \.id, .descending).limit(2).select(\.id)
    let statement = ids(1...2).union(last)
    #expect(
      statement.query.sql == """
        \(text) UNION SELECT * FROM (SELECT "reminders"."id" FROM "reminders" ORDER BY "reminders"."id" DESC LIMIT ?)
        """)
    #expect(try database.rows(statement) == [1, 2, 9, 10])
    #expect(try database.rows(last.union(ids(1...2))) == [1, 2, 9, 10])
    #expect(try database.rows(ids(1...10).except(Reminder.all.select(\.id).offset(3))) == [1, 2, 3])
    let raw = ids(1...1).union(SQLQuery<Int>("SELECT 20 AS n ORDER BY n"))
    #expect(try database.rows(raw) == [1, 20])
  }

  @Test("SQ-17: a compound takes an order, a limit and an offset")
  func clauses() throws {
    let statement = ids(1...3).union(ids(8...9)).order(by: 1, .descending).limit(2).offset(1)
    #expect(statement.query.sql == "\(text) UNION \(text) ORDER BY 1 DESC LIMIT ? OFFSET ?")
    #expect(try database.rows(statement) == [8, 3])
    #expect(try database.rows(statement.union(ids(1...1))) == [1, 3, 8])
    let rows = Reminder.find(2).union(Reminder.find(6)).order(by: \.title)
    #expect(rows.query.sql.hasSuffix(#" ORDER BY "title""#))
    #expect(try database.rows(rows).map(\.id) == [6, 2])
    #expect(Reminder.none.union(Reminder.none).order(by: \.title).limit(1).query.isEmpty)
  }
}
