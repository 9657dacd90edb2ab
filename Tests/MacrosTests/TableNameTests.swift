// The table macros in use: names of tables and columns, keys, drafts.

import StructuredQueries
import TestSupport
import Testing

@Table struct Reminder {
  let id: Int
}
@Table struct RemindersList {
  let id: Int
}
@Table struct Category {
  let id: Int
}
@Table struct Status {
  let id: Int
}
@Table struct Bee {
  let id: Int
}
@Table struct Buzz {
  let id: Int
}
@Table struct Person {
  let id: Int
}
@Table struct URLItem {
  let id: Int
}
@Table("people") struct Human {
  let id: Int
}

@Suite(.recordsIssues) struct TableNameTests {
  @Test("SQ-25: names of tables are inferred from names of types")
  func inferredNames() {
    #expect(Reminder.tableName == "reminders")
    #expect(RemindersList.tableName == "remindersLists")
    #expect(Category.tableName == "categories")
    #expect(Status.tableName == "statuses")
    #expect(Bee.tableName == "bees")
    #expect(Buzz.tableName == "buzzes")
    #expect(Person.tableName == "persons")
    #expect(URLItem.tableName == "urlItems")
    #expect(Human.tableName == "people")
  }
}
