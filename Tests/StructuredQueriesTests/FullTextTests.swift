// FTS5.

import StructuredQueries
import TestSupport
import Testing

@Table("reminderTexts") struct ReminderText: FullTextTable {
  var title: String
  var notes: String
}

@Suite(.recordsIssues) struct FullTextTests {
  let database: TestDatabase
  init() throws {
    database = try TestDatabase(
      """
      CREATE VIRTUAL TABLE "reminderTexts" USING fts5("title", "notes");
      INSERT INTO "reminderTexts" ("rowid", "title", "notes") VALUES
        (1, 'Take a walk', 'Around the block'), (2, 'Groceries', 'Milk, take two'), (3, 'Call', 'Say "hi"');
      """)
  }

  @Test("SQ-24: a match with marks round the term, in order of rank")
  func match() throws {
    let statement = ReminderText.where { $0.match("take") }.order { $0.rank }
      .select { ($0.rowid, $0.title.highlight("<", ">"), $0.notes.snippet("<", ">", tokens: 2)) }
    #expect(
      statement.query.sql == """
        SELECT "reminderTexts"."rowid", highlight("reminderTexts", 0, ?, ?), \
        snippet("reminderTexts", 1, ?, ?, ?, ?) FROM "reminderTexts" \
        WHERE "reminderTexts" MATCH ? ORDER BY "reminderTexts"."rank"
        """)
    #expect(
      try database.rows(statement) == [
        RowTuple(2, "Groceries", "Milk, <take>…"), RowTuple(1, "<Take> a walk", "Around the…"),
      ])
    #expect(try database.rows(ReminderText.select { $0.rank }) == [nil, nil, nil])
    #expect(try database.rows(ReminderText.where { $0.notes.match("take") }.select { $0.rowid }) == [2])
  }

  @Test(arguments: ["\"", "say \"hi", "a AND", "*", "(", "NEAR(", "-x", "nul\0"])
  func typedTextIsALegalQuery(text: String) throws {
    let terms = text.split(separator: " ").map(String.init)
    _ = try database.rows(ReminderText.where { $0.match(FullTextQuery.all(of: terms)) })
  }
}
