// The fixture of the acceptance list: 3 lists and 10 reminders. Reminders 4, 7 and 10 are completed, 2 and 6 are
// flagged.

import StructuredQueries

@Table struct RemindersList: Hashable {
  let id: Int
  var title: String
}

@Table struct Reminder: Hashable {
  let id: Int
  var title: String
  var isCompleted = false
  var isFlagged = false
  var priority: Int?
  @Column("list_id") var listID: Int
}

extension TestDatabase {
  /// List 1 has the reminders 1-5, list 2 has 6-8, list 3 has 9-10.
  static func reminders() throws -> TestDatabase {
    try TestDatabase(
      """
      CREATE TABLE "remindersLists" ("id" INTEGER PRIMARY KEY, "title" TEXT NOT NULL) STRICT;
      CREATE TABLE "reminders" (
        "id" INTEGER PRIMARY KEY, "title" TEXT NOT NULL, "isCompleted" INTEGER NOT NULL DEFAULT 0,
        "isFlagged" INTEGER NOT NULL DEFAULT 0, "priority" INTEGER, "list_id" INTEGER NOT NULL) STRICT;
      INSERT INTO "remindersLists" VALUES (1, 'Home'), (2, 'Work'), (3, 'Errands');
      INSERT INTO "reminders" VALUES
        (1, 'Water the plants daily', 0, 0, 3, 1), (2, 'Pay rent monthly', 0, 1, 2, 1),
        (3, 'Read the daily paper', 0, 0, NULL, 1), (4, 'Sweep', 1, 0, 1, 1), (5, 'Cook', 0, 0, NULL, 1),
        (6, 'Daily report, monthly too', 0, 1, 3, 2), (7, 'Call Blob', 1, 0, NULL, 2),
        (8, 'Reach 50% of it', 0, 0, 1, 2),
        (9, 'Buy_milk', 0, 0, NULL, 3), (10, 'Post letter', 1, 0, 2, 3);
      """)
  }
}
