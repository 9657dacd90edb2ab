// INSERT, UPDATE, DELETE: text and rows.

import StructuredQueries
import TestSupport
import Testing

@Suite(.recordsIssues) struct WriteTests {
  let database: TestDatabase
  init() throws { database = try .reminders() }

  @Test("SQ-10: a draft without a key gets one, a draft with a key keeps it")
  func insertDraft() throws {
    let new = Reminder.insert { Reminder.Draft(title: "Walk", listID: 3) }.returning(\.id)
    #expect(
      new.query
        == QueryFragment(
          """
          INSERT INTO "reminders" ("title", "isCompleted", "isFlagged", "priority", "list_id") \
          VALUES (?, ?, ?, ?, ?) RETURNING "id"
          """, [.text("Walk"), .integer(0), .integer(0), .null, .integer(3)]))
    #expect(try database.rows(new) == [11])
    let keyed = Reminder.insert {
      Reminder.Draft(id: 100, title: "Run", listID: 3)
      Reminder.Draft(title: "Swim", listID: 3)
      Reminder(id: 50, title: "Ride", listID: 3)
    }.returning { ($0.id, $0.title) }
    #expect(
      keyed.query.sql == """
        INSERT INTO "reminders" ("id", "title", "isCompleted", "isFlagged", "priority", "list_id") \
        VALUES (?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?) RETURNING "id", "title"
        """)
    #expect(try database.rows(keyed) == [RowTuple(100, "Run"), RowTuple(101, "Swim"), RowTuple(50, "Ride")])
  }

  @Test("SQ-11: an upsert with a key updates, one without inserts")
  func upsert() throws {
    let known = Reminder.upsert { Reminder.Draft(id: 1, title: "Water them weekly", listID: 1) }.returning { $0 }
    #expect(
      known.query.sql == """
        INSERT INTO "reminders" ("id", "title", "isCompleted", "isFlagged", "priority", "list_id") \
        VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT ("id") DO UPDATE SET "title" = "excluded"."title", \
        "isCompleted" = "excluded"."isCompleted", "isFlagged" = "excluded"."isFlagged", \
        "priority" = "excluded"."priority", "list_id" = "excluded"."list_id" \
        RETURNING "id", "title", "isCompleted", "isFlagged", "priority", "list_id"
        """)
    #expect(try database.rows(known) == [Reminder(id: 1, title: "Water them weekly", listID: 1)])
    #expect(try database.rows(Reminder.count) == [10])
    let new = Reminder.upsert { Reminder.Draft(title: "Dry", listID: 1) }
    #expect(try database.rows(new).isEmpty)
    #expect(try database.rows(Reminder.count) == [11])
  }

  @Test("SQ-12: an insert from a select with a conflict clause is parseable")
  func insertFromSelect() throws {
    let bare = RemindersList.insert(into: { ($0.id, $0.title) }, select: { Reminder.select { ($0.id, $0.title) } })
      .onConflict {
        $0.id
      } doUpdate: {
        $0.title = $1.title
      }
    #expect(
      bare.query.sql == """
        INSERT INTO "remindersLists" ("id", "title") SELECT "reminders"."id", "reminders"."title" FROM "reminders" \
        WHERE 1 ON CONFLICT ("id") DO UPDATE SET "title" = "excluded"."title"
        """)
    #expect(try database.rows(bare).isEmpty)
    #expect(try database.rows(RemindersList.find(2).select(\.title)) == ["Pay rent monthly"])
    let ordered = RemindersList.insert(
      into: { ($0.id, $0.title) }, select: { Reminder.order(by: \.id).limit(1).select { ($0.id, $0.title) } }
    ).onConflictDoNothing()
    #expect(ordered.query.sql.hasSuffix(#"ORDER BY "reminders"."id" LIMIT ? ON CONFLICT DO NOTHING"#))
    #expect(try database.rows(ordered).isEmpty)
    let values = RemindersList.insert { RemindersList(id: 1, title: "x") }.onConflictDoNothing()
    #expect(
      values.query.sql == #"INSERT INTO "remindersLists" ("id", "title") VALUES (?, ?) ON CONFLICT DO NOTHING"#)
    #expect(try database.rows(values).isEmpty)
  }

  @Test("SQ-13: an insert of nothing is empty")
  func insertNothing() throws {
    let statement = Reminder.insert { [Reminder.Draft]() }
    #expect(statement.query == QueryFragment("") && statement.query.isEmpty)
    #expect(statement.returning(\.id).query.isEmpty)
    #expect(Reminder.none.update { $0.isFlagged = true }.query.isEmpty)
    #expect(Reminder.updateAll { _ in }.query.isEmpty)
  }

  @Test("SQ-15: toggling all")
  func toggle() throws {
    let statement = Reminder.updateAll { $0.isCompleted.toggle() }
    #expect(
      statement.query.sql == #"UPDATE "reminders" SET "isCompleted" = NOT "reminders"."isCompleted""#)
    _ = try database.rows(statement)
    #expect(try database.rows(Reminder.where { $0.isCompleted }.count) == [7])
  }

  @Test("SQ-16: deleting by keys")
  func deleteByKeys() throws {
    let statement = Reminder.find([2, 4, 6]).delete().returning(\.id)
    #expect(
      statement.query.sql
        == #"DELETE FROM "reminders" WHERE "reminders"."id" IN (?, ?, ?) RETURNING "id""#)
    #expect(try database.rows(statement) == [2, 4, 6])
    #expect(try database.rows(Reminder.count) == [7])
  }

  @Test func twoAssignmentsCompose() throws {
    let statement = Reminder.find(1).update {
      $0.priority = ($0.priority.coalesce(0) + 1).asOptional
      $0.priority += 2
      $0.title = "a"
      $0.title = $0.title.appending("b")
      $0.isFlagged.toggle()
      $0.isFlagged.toggle()
    }
    #expect(
      statement.query.sql == """
        UPDATE "reminders" SET "priority" = (coalesce("reminders"."priority", ?) + ?) + ?, "title" = ? || ?, \
        "isFlagged" = NOT (NOT "reminders"."isFlagged") WHERE "reminders"."id" = ?
        """)
    _ = try database.rows(statement)
    let row = try database.rows(Reminder.find(1))
    #expect(row == [Reminder(id: 1, title: "ab", priority: 6, listID: 1)])
  }

  @Test("A number that may not be missing is counted up and down")
  func countedUp() throws {
    _ = try database.rows(Reminder.find(1).update { $0.listID += 1 })
    #expect(try database.rows(Reminder.find(1)).map(\.listID) == [2])
    let down = Reminder.find(1).update { $0.listID -= 1 }
    #expect(
      down.query.sql
        == #"UPDATE "reminders" SET "list_id" = "reminders"."list_id" - ? WHERE "reminders"."id" = ?"#)
    _ = try database.rows(down)
    #expect(try database.rows(Reminder.find(1)).map(\.listID) == [1])
  }

  @Test("Update and delete take their conditions behind them too")
  func conditionsBehind() throws {
    let update = Reminder.update { $0.isFlagged = true }.where { $0.listID == 3 }
    #expect(update == Reminder.where { $0.listID == 3 }.update { $0.isFlagged = true })
    #expect(update.query.sql == #"UPDATE "reminders" SET "isFlagged" = ? WHERE "reminders"."list_id" = ?"#)
    _ = try database.rows(update)
    #expect(try database.rows(Reminder.where(\.isFlagged).select(\.id)) == [2, 6, 9, 10])
    let delete = Reminder.delete().where { $0.id > 8 }.where { $0.isFlagged }
    #expect(
      delete.query.sql == #"DELETE FROM "reminders" WHERE "reminders"."id" > ? AND "reminders"."isFlagged""#)
    #expect(try database.rows(delete.returning(\.id)) == [9, 10])
    #expect(throws: QueryBindingError.self) { try database.rows(Reminder.delete()) }
    #expect(throws: QueryBindingError.self) { try database.rows(Reminder.update { $0.isFlagged = true }) }
    #expect(try database.rows(Reminder.count) == [8])
  }

  @Test("SQ-11: an upsert on several columns, of a partial index, with a condition")
  func upsertOnColumns() throws {
    _ = try database.rows(
      SQLQuery<Never>(
        #"CREATE UNIQUE INDEX "open" ON "reminders" ("list_id", "title") WHERE NOT "isCompleted""#))
    let insert = Reminder.insert {
      Reminder.Draft(title: "Cook", priority: 9, listID: 1)
    }.onConflict {
      ($0.listID, $0.title)
    } where: {
      !$0.isCompleted
    } doUpdate: {
      $0.priority = $1.priority
    } if: { row, new in
      row.priority == nil
    }
    #expect(
      insert.query.sql.hasSuffix(
        """
         ON CONFLICT ("list_id", "title") WHERE NOT "isCompleted" \
        DO UPDATE SET "priority" = "excluded"."priority" WHERE "reminders"."priority" IS NULL
        """))
    _ = try database.rows(insert)
    #expect(try database.rows(Reminder.find(5)).map(\.priority) == [9])
    _ = try database.rows(insert)
    #expect(try database.rows(Reminder.count) == [10])
  }

  @Test func aWriteWithoutConditionIsAnError() throws {
    let isWanted = false
    let statement = Reminder.where { if isWanted { $0.isFlagged } }
    let delete = QueryBindingError(
      reason: #"DELETE of "reminders" has no condition. Say deleteAll() if every row is meant."#)
    #expect(throws: delete) { try database.rows(statement.delete()) }
    #expect(throws: QueryBindingError.self) { try database.rows(statement.update { $0.isFlagged = true }) }
    #expect(throws: QueryBindingError.self) { try database.rows(Reminder.where { $0.id > 1 }.limit(1).delete()) }
    #expect(try database.rows(Reminder.count) == [10])
    #expect(Reminder.deleteAll().query.sql == #"DELETE FROM "reminders""#)
    _ = try database.rows(Reminder.deleteAll())
    #expect(try database.rows(Reminder.count) == [0])
  }

  @Test func rowsByTheirKey() throws {
    var row = try #require(try database.rows(Reminder.find(3)).first)
    row.priority = 9
    let update = Reminder.update(row)
    #expect(
      update.query.sql == """
        UPDATE "reminders" SET "title" = ?, "isCompleted" = ?, "isFlagged" = ?, "priority" = ?, "list_id" = ? \
        WHERE "reminders"."id" = ?
        """)
    _ = try database.rows(update)
    #expect(try database.rows(Reminder.find(3)) == [row])
    #expect(Reminder.delete(row) == Reminder.find(3).delete())
  }
}
