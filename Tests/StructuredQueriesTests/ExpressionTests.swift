// Expressions: text and rows.

import StructuredQueries
import TestSupport
import Testing

@Suite(.recordsIssues) struct ExpressionTests {
  let database: TestDatabase
  init() throws { database = try .reminders() }

  private func check(
    _ sql: String, _ ids: [Int], sourceLocation: SourceLocation = #_sourceLocation,
    @PredicateBuilder _ condition: (Reminder.TableColumns) -> [Predicate]
  ) throws {
    let statement = Reminder.where(condition).select(\.id)
    let prefix = #"SELECT "reminders"."id" FROM "reminders" WHERE "#
    let text = statement.query.sql.replacing(#""reminders"."#, with: "").dropFirst(
      prefix.replacing(#""reminders"."#, with: "").count)
    #expect(text == sql, sourceLocation: sourceLocation)
    #expect(try database.rows(statement) == ids, sourceLocation: sourceLocation)
  }

  @Test func text() throws {
    try check(#""title" LIKE ? ESCAPE '\'"#, [8]) { $0.title.contains("50%") }
    try check(#""title" LIKE ? ESCAPE '\'"#, [9]) { $0.title.hasPrefix("buy_") }
    try check(#""title" LIKE ? ESCAPE '\'"#, [2]) { $0.title.hasSuffix("monthly") }
    try check(#""title" LIKE ? ESCAPE '\'"#, [9]) { $0.title.contains("_") }
    try check(#""title" LIKE ? ESCAPE '\'"#, []) { $0.title.hasPrefix("%") }
    try check(#""title" LIKE ? ESCAPE '\'"#, []) { $0.title.contains("\\") }
    #expect(
      Reminder.where { $0.title.contains(#"5%_\"#) }.query.bindings == [.text(#"%5\%\_\\%"#)])
    try check(#""title" GLOB ?"#, [1]) { $0.title.glob("*[dD]aily") }
    try check(#""title" COLLATE NOCASE = ?"#, [5]) { $0.title.collate(.nocase) == "COOK" }
    try check(#""title" COLLATE RTRIM = ?"#, [5]) { $0.title.collate(.rtrim) == "Cook  " }
    try check(#"length("title") < ?"#, [5]) { $0.title.length() < 5 }
    try check(#"upper("title") = ?"#, [5]) { $0.title.upper().eq("COOK") }
  }

  @Test func comparison() throws {
    try check(#""id" BETWEEN ? AND ?"#, [3, 4]) { $0.id.between(3, and: 4) }
    try check(#""id" IN (?, ?)"#, [3, 4]) { $0.id.in([3, 4]) }
    try check(#""id" <= ? AND "id" >= "list_id""#, [1, 2]) { $0.id.lte(2) && $0.id.gte($0.listID) }
    try check(#""id" <= "list_id" AND "id" >= ?"#, [1]) { $0.id.lte($0.listID) && $0.id.gte(1) }
    try check(#""id" IN ()"#, []) { $0.id.in([]) }
    try check(
      #""list_id" IN (SELECT "remindersLists"."id" FROM "remindersLists" WHERE "remindersLists"."title" = ?)"#,
      [6, 7, 8]
    ) {
      $0.listID.in(RemindersList.where { $0.title == "Work" }.select(\.id))
    }
    try check(#"("id" + ?) * ? = ?"#, [1]) { ($0.id + 1) * 2 == 4 }
    try check(#""id" - ? - ? = ?"#, [4]) { $0.id - 1 - 2 == 1 }
    try check(#"CAST("id" AS TEXT) = ?"#, [10]) { $0.id.cast(as: .text) == "10" }
  }

  @Test func logic() throws {
    try check(#"("isFlagged" OR "isCompleted") AND "id" > ?"#, [6, 7, 10]) {
      ($0.isFlagged || $0.isCompleted) && $0.id > 5
    }
    try check(#"("isFlagged" OR "isCompleted") AND "id" > ?"#, [6, 7, 10]) {
      $0.isFlagged || $0.isCompleted
      $0.id > 5
    }
    try check(#"NOT ("isFlagged" AND "id" > ?) AND "list_id" = ?"#, [7, 8]) {
      !($0.isFlagged && $0.id > 5)
      switch 2 {
      case let list: $0.listID == list
      }
    }
  }

  @Test func null() throws {
    try check(#""priority" IS NULL"#, [3, 5, 7, 9]) { $0.priority == nil }
    try check(#""priority" IS NOT NULL AND "id" < ?"#, [1, 2]) { $0.priority != nil && $0.id < 4 }
    try check(#""priority" IS ?"#, [4, 8]) { $0.priority == 1 }
    try check(#""priority" IS NOT ? AND "id" < ?"#, [2, 3]) { $0.priority != 3 && $0.id < 4 }
    try check(#"coalesce("priority", ?) = ? AND "id" < ?"#, [3]) { $0.priority.coalesce(0) == 0 && $0.id < 4 }
    try check(#""priority" > ?"#, [1, 6]) { $0.priority > 2 }
    try check(#""priority" IS NOT "list_id" AND "id" < ?"#, [1, 2, 3, 5]) {
      $0.priority.isNot($0.listID.asOptional) && $0.id < 6
    }
    try check(#""priority" IS "list_id""#, [4]) { $0.priority.is($0.listID.asOptional) }
  }

  @Test func aggregates() throws {
    let statement = Reminder.select {
      ($0.priority.max(), $0.id.min(), $0.id.sum(), $0.priority.average(), $0.count(filter: $0.isFlagged))
    }
    #expect(
      statement.query.sql == """
        SELECT max("reminders"."priority"), min("reminders"."id"), sum("reminders"."id"), \
        avg("reminders"."priority"), count(*) FILTER (WHERE "reminders"."isFlagged") FROM "reminders"
        """)
    #expect(try database.rows(statement) == [RowTuple(3, 1, 55, 2, 2)])
    #expect(try database.rows(Reminder.count { $0.isCompleted }) == [3])
    #expect(try database.rows(Reminder.select { $0.priority.count(distinct: true) }) == [3])
    let titles = Reminder.where { $0.listID == 3 }.select { $0.title.concatenated(separator: "; ") }
    #expect(try database.rows(titles) == ["Buy_milk; Post letter"])
  }

  @Test func subqueries() throws {
    let statement = RemindersList.select { list in
      (list.title, Reminder.where { $0.listID == list.id && $0.isFlagged }.select { $0.count() }.asExpression)
    }
    #expect(try database.rows(statement) == [RowTuple("Home", 1), RowTuple("Work", 1), RowTuple("Errands", 0)])
    let flagged = RemindersList.where { list in
      Reminder.where { $0.listID == list.id && $0.isFlagged }.exists()
    }
    #expect(try database.rows(flagged).map(\.id) == [1, 2])
  }

  @Test("SQ-17: branches of none vanish from a union")
  func union() throws {
    let first = Reminder.find(1).select(\.id)
    let statement = first.union(all: true, Reminder.none.select(\.id)).union(all: true, Reminder.find(2).select(\.id))
    #expect(
      statement.query.sql == """
        SELECT "reminders"."id" FROM "reminders" WHERE "reminders"."id" = ? UNION ALL \
        SELECT "reminders"."id" FROM "reminders" WHERE "reminders"."id" = ?
        """)
    #expect(try database.rows(statement) == [1, 2])
    #expect(Reminder.none.union(Reminder.none).query.isEmpty)
    let named = With("flagged", columns: ["key"], Reminder.where { $0.isFlagged }.select(\.id)) {
      SQLQuery<Int>("SELECT sum(\(quote: "key")) FROM \($0)")
    }
    #expect(
      named.query.sql == """
        WITH "flagged" ("key") AS (SELECT "reminders"."id" FROM "reminders" WHERE "reminders"."isFlagged") \
        SELECT sum("key") FROM "flagged"
        """)
    #expect(try database.rows(named) == [8])
    #expect(With("nothing", Reminder.none) { SQLQuery<Int>("SELECT count(*) FROM \($0)") }.query.isEmpty)
    #expect(try database.rows(Reminder.all.select(\.id).except(first)).count == 9)
  }

  @Test("SQ-20: an integer that does not fit is an error before anything runs")
  func overflow() throws {
    let error = QueryBindingError(
      reason: "The UInt64 18446744073709551615 does not fit into SQLite's 64-bit signed integers.")
    #expect(throws: error) { try database.rows(SQLQuery<Int>("SELECT \(bind: UInt64.max)")) }
    #expect(throws: QueryDecodingError.unexpectedValue("300", type: "UInt8")) {
      try database.rows(SQLQuery<UInt8>("SELECT 300"))
    }
  }

  @Test func cases() throws {
    let statement = Reminder.where { $0.id < 4 }.select {
      ($0.id, Case(String.self).when($0.priority == nil, then: "none").when($0.priority > 2, then: "high").else("low"))
    }
    #expect(
      statement.query.sql == """
        SELECT "reminders"."id", CASE WHEN "reminders"."priority" IS NULL THEN ? \
        WHEN "reminders"."priority" > ? THEN ? ELSE ? END FROM "reminders" WHERE "reminders"."id" < ?
        """)
    #expect(try database.rows(statement) == [RowTuple(1, "high"), RowTuple(2, "low"), RowTuple(3, "none")])
    let nullable = Reminder.where { $0.id < 3 }.order { $0.id.asc(nulls: .last) }.select {
      Case(String.self).when($0.id > 1, then: "late").elseNull
    }
    #expect(
      nullable.query.sql == """
        SELECT CASE WHEN "reminders"."id" > ? THEN ? END FROM "reminders" WHERE "reminders"."id" < ? \
        ORDER BY "reminders"."id" NULLS LAST
        """)
    #expect(try database.rows(nullable) == [nil, "late"])
  }

  @Test func sqlText() throws {
    let statement = SQLQuery(
      "SELECT \(Reminder.columns.title), \(bind: 5) FROM \(Reminder.self) WHERE \(Reminder.columns.id) = \(bind: 5)",
      as: RowTuple<String, Int>.self)
    #expect(
      statement.query
        == QueryFragment(
          #"SELECT "reminders"."title", ? FROM "reminders" WHERE "reminders"."id" = ?"#, [.integer(5), .integer(5)]))
    #expect(try database.rows(statement) == [RowTuple("Cook", 5)])
    #expect(("\(quote: #"a"b"#)" as QueryFragment).sql == #""a""b""#)
    let month = Reminder.find(5).select { SQLExpression<String>("substr(\($0.title), 1, \(bind: 2))") }
    #expect(try database.rows(month) == ["Co"])
  }

  @Test func tablesKnownAtRunTime() throws {
    let table = DynamicTable("reminders", columns: ["id", "title", "priority"])
    let statement = table.where { $0["title"].contains("daily") && $0["priority"] != .null }
      .order { ($0["priority"].desc(), $0["id", as: Int.self].desc()) }.limit(1)
    #expect(
      statement.query.sql == """
        SELECT "reminders"."id", "reminders"."title", "reminders"."priority" FROM "reminders" \
        WHERE "reminders"."title" LIKE ? ESCAPE '\\' AND "reminders"."priority" IS NOT NULL \
        ORDER BY "reminders"."priority" DESC, "reminders"."id" DESC LIMIT ?
        """)
    #expect(
      try database.rows(statement).map(\.values) == [[.integer(6), .text("Daily report, monthly too"), .integer(3)]])
    let keys = table.all.select { $0.row(["rowid"]) }.limit(2)
    #expect(try database.rows(keys).map(\.values) == [[.integer(1)], [.integer(2)]])
    #expect(try database.rows(table.where { $0["priority"] == .integer(1) }.count) == [2])
  }
}
