// SELECT: text and rows.

import StructuredQueries
import TestSupport
import Testing

@Suite(.recordsIssues) struct SelectTests {
  let database: TestDatabase
  init() throws { database = try .reminders() }

  @Test("SQ-01: AND, OR and NOT of conditions, counted")
  func logic() throws {
    let both = Reminder.where { $0.isCompleted && $0.isFlagged }.count
    #expect(
      both.query.sql
        == #"SELECT count(*) FROM "reminders" WHERE "reminders"."isCompleted" AND "reminders"."isFlagged""#)
    #expect(try database.rows(both) == [0])
    let completed = Reminder.where { $0.isCompleted }
    let either = completed.or(Reminder.where { $0.isFlagged }).count
    #expect(
      either.query.sql
        == #"SELECT count(*) FROM "reminders" WHERE "reminders"."isCompleted" OR "reminders"."isFlagged""#)
    #expect(try database.rows(either) == [5])
    #expect(either == Reminder.where { $0.isCompleted || $0.isFlagged }.count())
    let open = completed.not().count
    #expect(open.query.sql == #"SELECT count(*) FROM "reminders" WHERE NOT "reminders"."isCompleted""#)
    #expect(try database.rows(open) == [7])
    #expect(open == Reminder.where { !$0.isCompleted }.count)
  }

  @Test("SQ-02: all and a condition is the condition")
  func allAndFlagged() throws {
    let flagged = Reminder.where { $0.isFlagged }
    #expect(Reminder.all.and(flagged) == flagged)
    #expect(flagged.and(Reminder.all) == flagged)
    for both in [Reminder.all.and(flagged), flagged.and(Reminder.all), flagged] {
      #expect(
        both.select(\.id).query
          == QueryFragment(#"SELECT "reminders"."id" FROM "reminders" WHERE "reminders"."isFlagged""#))
      #expect(try database.rows(both.select(\.id)) == [2, 6])
      #expect(try database.rows(both.count) == [2])
    }
    #expect(Reminder.all.or(flagged) == Reminder.all)
    #expect(flagged.or(Reminder.all) == Reminder.all)
  }

  @Test(
    "SQ-03: a builder without conditions leaves no WHERE",
    arguments: [
      (false, #"SELECT "reminders"."id" FROM "reminders""#, 10),
      (true, #"SELECT "reminders"."id" FROM "reminders" WHERE "reminders"."isFlagged""#, 2),
    ])
  func emptyBuilder(isWanted: Bool, sql: String, count: Int) throws {
    let condition: SQLExpression<Bool>? = nil
    let statement = Reminder.where {
      if isWanted { $0.isFlagged }
      condition
    }.select(\.id)
    #expect(statement.query.sql == sql)
    #expect(try database.rows(statement).count == count)
  }

  @Test("SQ-04: a loop gives AND-ed terms")
  func loop() throws {
    let statement = Reminder.where {
      for term in ["daily", "monthly"] { $0.title.like("%\(term)%") }
    }.select { $0.id }
    #expect(
      statement.query
        == QueryFragment(
          #"SELECT "reminders"."id" FROM "reminders" WHERE "reminders"."title" LIKE ? AND "reminders"."title" LIKE ?"#,
          [.text("%daily%"), .text("%monthly%")]))
    #expect(try database.rows(statement) == [6])
  }

  @Test("SQ-05: groups and their conditions")
  func groups() throws {
    let groups = Reminder.group { $0.isCompleted }.select { ($0.isCompleted, $0.count()) }
    #expect(
      groups.query.sql
        == #"SELECT "reminders"."isCompleted", count(*) FROM "reminders" GROUP BY "reminders"."isCompleted""#)
    #expect(try database.rows(groups) == [RowTuple(false, 7), RowTuple(true, 3)])
    let many = groups.having { $0.count() > 3 }
    #expect(many.query.sql.hasSuffix(#"GROUP BY "reminders"."isCompleted" HAVING count(*) > ?"#))
    #expect(try database.rows(many) == [RowTuple(false, 7)])
  }

  @Test("SQ-07: lists joined with their reminders, counted")
  func join() throws {
    let statement = RemindersList.join(Reminder.all) { $0.id == $1.listID }
      .group { list, _ in list.id }
      .select { ($0.title, $1.id.count()) }
    #expect(
      statement.query.sql == """
        SELECT "remindersLists"."title", count("reminders"."id") FROM "remindersLists" \
        JOIN "reminders" ON "remindersLists"."id" = "reminders"."list_id" GROUP BY "remindersLists"."id"
        """)
    #expect(try database.rows(statement) == [RowTuple("Home", 5), RowTuple("Work", 3), RowTuple("Errands", 2)])
  }

  @Test("SQ-08: the missing half of a left join is nil")
  func leftJoin() throws {
    _ = try database.rows(SQLQuery<Never>(#"INSERT INTO "remindersLists" VALUES (4, 'Empty')"#))
    let statement = RemindersList.find(4).leftJoin(Reminder.all) { $0.id.eq($1.listID) }
    #expect(
      statement.query.sql == """
        SELECT "remindersLists"."id", "remindersLists"."title", "reminders"."id", "reminders"."title", \
        "reminders"."isCompleted", "reminders"."isFlagged", "reminders"."priority", "reminders"."list_id" \
        FROM "remindersLists" LEFT JOIN "reminders" ON "remindersLists"."id" = "reminders"."list_id" \
        WHERE "remindersLists"."id" = ?
        """)
    #expect(try database.rows(statement) == [RowTuple(RemindersList(id: 4, title: "Empty"), nil)])
    let titles = statement.select { ($0.title, $1.title, $1.priority) }
    #expect(try database.rows(titles) == [RowTuple("Empty", nil, nil)])
  }

  @Test func threeTables() throws {
    let statement = RemindersList.join(Reminder.all) { $0.id == $1.listID }
      .join(Reminder.as("other")) { $1.priority == $2.priority && $0.id == $2.listID }
      .where { $2.id > $1.id }
      .select { ($0.id, $1.id, $2.id) }
    #expect(
      statement.query.sql == """
        SELECT "remindersLists"."id", "reminders"."id", "other"."id" FROM "remindersLists" \
        JOIN "reminders" ON "remindersLists"."id" = "reminders"."list_id" \
        JOIN "reminders" AS "other" ON "reminders"."priority" = "other"."priority" \
        AND "remindersLists"."id" = "other"."list_id" WHERE "other"."id" > "reminders"."id"
        """)
    #expect(try database.rows(statement).isEmpty)
  }

  @Test("SQ-18: none joined, filtered, ordered, counted is empty")
  func none() throws {
    #expect(Reminder.none.where { $0.isFlagged }.order(by: \.id).query.isEmpty)
    #expect(Reminder.none.count.query.isEmpty)
    #expect(Reminder.none.join(RemindersList.all) { $0.listID == $1.id }.query.isEmpty)
    #expect(RemindersList.join(Reminder.none) { $0.id == $1.listID }.count.query.isEmpty)
    #expect(Reminder.all.and(Reminder.none).query.isEmpty)
    #expect(Reminder.none.or(Reminder.where { $0.isFlagged }) == Reminder.where { $0.isFlagged })
    #expect(try database.rows(Reminder.none) == [])
    #expect(try database.rows(Reminder.none.where { $0.isFlagged }.order(by: \.id)) == [])
    #expect(try database.rows(Reminder.none.count) == [])
    #expect(try database.rows(Reminder.none.join(RemindersList.all) { $0.listID == $1.id }).isEmpty)
    #expect(try database.rows(RemindersList.join(Reminder.none) { $0.id == $1.listID }.count) == [])
    #expect(try database.rows(Reminder.all.and(Reminder.none)) == [])
    #expect(try database.rows(Reminder.none.or(Reminder.where { $0.isFlagged }).select(\.id)) == [2, 6])
  }

  @Test func orderLimitDistinct() throws {
    let statement = Reminder.order { ($0.priority.desc(nulls: .last), $0.id.desc()) }.limit(3, offset: 1).select(\.id)
    #expect(
      statement.query
        == QueryFragment(
          """
          SELECT "reminders"."id" FROM "reminders" \
          ORDER BY "reminders"."priority" DESC NULLS LAST, "reminders"."id" DESC LIMIT ? OFFSET ?
          """, [.integer(3), .integer(1)]))
    #expect(try database.rows(statement) == [1, 10, 2])
    let priorities = Reminder.distinct().order(by: \.priority).select(\.priority)
    #expect(try database.rows(priorities) == [nil, 1, 2, 3])
    #expect(
      priorities.count.query.sql == """
        SELECT count(*) FROM (SELECT DISTINCT "reminders"."priority" FROM "reminders" ORDER BY "reminders"."priority")
        """)
    #expect(try database.rows(priorities.count) == [4])
  }

  @Test("A second limit keeps the offset; an offset needs no limit")
  func limitAndOffset() throws {
    let page = Reminder.order(by: \.id).limit(5, offset: 2).limit(3).select(\.id)
    #expect(
      page.query
        == QueryFragment(
          #"SELECT "reminders"."id" FROM "reminders" ORDER BY "reminders"."id" LIMIT ? OFFSET ?"#,
          [.integer(3), .integer(2)]))
    #expect(try database.rows(page) == [3, 4, 5])
    let rest = Reminder.order(by: \.id).offset(7).select(\.id)
    #expect(rest.query.sql.hasSuffix(#"ORDER BY "reminders"."id" LIMIT -1 OFFSET ?"#))
    #expect(try database.rows(rest) == [8, 9, 10])
    #expect(try database.rows(rest.count) == [3])
  }

  @Test("The right side of a join keeps its limit, groups and distinct rows")
  func joinedSelection() throws {
    let newest = Reminder.order(by: \.id, .descending).limit(2)
    let statement = RemindersList.join(newest) { $0.id == $1.listID }.select { ($0.title, $1.id) }
    #expect(
      statement.query.sql == """
        SELECT "remindersLists"."title", "reminders"."id" FROM "remindersLists" JOIN (SELECT "reminders"."id", \
        "reminders"."title", "reminders"."isCompleted", "reminders"."isFlagged", "reminders"."priority", \
        "reminders"."list_id" FROM "reminders" ORDER BY "reminders"."id" DESC LIMIT ?) AS "reminders" \
        ON "remindersLists"."id" = "reminders"."list_id"
        """)
    #expect(try database.rows(statement).map(\.values.1).sorted() == [9, 10])
    let beside = RemindersList.leftJoin(newest) { $0.id == $1.listID }
    #expect(try database.rows(beside).map { $0.values.1?.id }.sorted { ($0 ?? 0) < ($1 ?? 0) } == [nil, nil, 9, 10])
    let grouped = RemindersList.join(Reminder.group(by: \.listID).having { $0.count() > 2 }) { $0.id == $1.listID }
    #expect(try database.rows(grouped).map(\.values.0.id).sorted() == [1, 2])
  }

  @Test("The right side of a left join keeps its order")
  func orderOfALeftJoin() throws {
    let query = RemindersList.order(by: \.id, .descending)
      .leftJoin(Reminder.order(by: \.title, .descending)) { $0.id.eq($1.listID) }
      .select { ($0.id, $1.title) }
    #expect(
      query.query.sql == """
        SELECT "remindersLists"."id", "reminders"."title" FROM "remindersLists" LEFT JOIN "reminders" \
        ON "remindersLists"."id" = "reminders"."list_id" \
        ORDER BY "remindersLists"."id" DESC, "reminders"."title" DESC
        """)
  }

  @Test("Key paths name columns in where, group and order")
  func keyPaths() throws {
    #expect(try database.rows(Reminder.where(\.isFlagged).order(by: \.id, .descending).select(\.id)) == [6, 2])
    #expect(Reminder.where(\.isFlagged) == Reminder.where { $0.isFlagged })
    let counts = Reminder.group(by: \.isCompleted).select { ($0.isCompleted, $0.count()) }
    #expect(try database.rows(counts) == [RowTuple(false, 7), RowTuple(true, 3)])
  }

  @Test("SQ-18: a count of no rows is 0")
  func countOfNone() throws {
    #expect(Reminder.none.count.query.isEmpty)
    #expect(Reminder.none.count.valueOfNone == 0)
    #expect(Reminder.none.select(\.id).valueOfNone == nil)
    #expect(try database.rows(Reminder.all.having { $0.count() > 99 }.select { $0.count() }.count) == [0])
  }

  @Test func columnsOfARow() throws {
    let statement = Reminder.find(6).join(RemindersList.all) { $0.listID == $1.id }.select {
      RemindersList.Columns(id: $0.id, title: $1.title)
    }
    #expect(try database.rows(statement) == [RemindersList(id: 6, title: "Work")])
    let summary = RemindersList.leftJoin(Reminder.where { $0.isFlagged }) { $0.id == $1.listID }
      .order { list, _ in list.id }
      .select { Summary.Columns(list: $0, first: $1, title: $1.title) }
    let rows = try database.rows(summary)
    #expect(rows.map(\.title) == ["Pay rent monthly", "Daily report, monthly too", nil])
    #expect(rows.map(\.list.id) == [1, 2, 3])
    #expect(rows.map(\.first?.id) == [2, 6, nil])
  }
}

@Selection struct Summary {
  let list: RemindersList
  let first: Reminder?
  let title: String?
}
