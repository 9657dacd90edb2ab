// Rows under headings: `sectionBy:`.

import Activities
import Databases
import Observing
import StructuredQueries
import TestSupport
import Testing

@testable import LiveQueries

@Table private struct Reminder: Hashable, Sendable {
  let id: Int
  var title: String
  var category: String
  var priority: String?
}

@Suite(.recordsIssues, .container) struct SectionTests {
  private func withReminders(_ body: @Sendable (Fixture) async throws -> Void) async throws {
    try await Fixture.run { fixture in
      try await fixture.write(
        """
        CREATE TABLE reminders(id INTEGER PRIMARY KEY, title TEXT NOT NULL, category TEXT NOT NULL, priority TEXT);
        INSERT INTO reminders VALUES
          (1, 'Dishes', 'Home', 'low'), (2, 'Report', 'Work', 'high'), (3, 'Groceries', 'Errands', NULL),
          (4, 'Laundry', 'Home', NULL), (5, 'Call', 'Work', 'high');
        """)
      _ = fixture.takeStatements()
      try await body(fixture)
    }
  }

  @Test("SD-17: rows are in the order of their sections, also after a change")
  func sections() async throws {
    try await withReminders { fixture in
      @FetchAll(Reminder.order(by: \.id), sectionBy: \.category, database: fixture.connection) var reminders
      await fixture.activity.settled()
      #expect($reminders.sections.names == ["Errands", "Home", "Work"])
      #expect(reminders.map(\.id) == [3, 1, 4, 2, 5])
      #expect(
        $reminders.sections.map { $0.map(\.title) } == [["Groceries"], ["Dishes", "Laundry"], ["Report", "Call"]])
      #expect(
        fixture.takeStatements() == [
          """
          SELECT "reminders"."id", "reminders"."title", "reminders"."category", "reminders"."priority" \
          FROM "reminders" ORDER BY "reminders"."id"
          """
        ])
      let recorder = Recorder { [_reminders] in _reminders.projectedValue.sections.names }
      try await fixture.write("INSERT INTO reminders VALUES (6, 'Squats', 'Gym', NULL)")
      #expect($reminders.sections.names == ["Errands", "Gym", "Home", "Work"])
      #expect(recorder.values.last == ["Errands", "Gym", "Home", "Work"])
      try await fixture.write("DELETE FROM reminders")
      #expect(reminders == [])
      #expect($reminders.sections.isEmpty)
    }
  }

  @Test("SD-18: a section may have no name, which is another than an empty one")
  func nullableNames() async throws {
    try await withReminders { fixture in
      @FetchAll(Reminder.all, sectionBy: \.priority, database: fixture.connection) var upwards
      @FetchAll(Reminder.all, sectionBy: \.priority, .descending, database: fixture.connection) var downwards
      @FetchAll(Reminder.all, sectionBy: \.priority, .ascending, nulls: .last, database: fixture.connection) var last
      @FetchAll(Reminder.all, sectionBy: \.priority, .descending, nulls: .first, database: fixture.connection) var first
      await fixture.activity.settled()
      #expect($upwards.sections.names == [nil, "high", "low"])
      #expect($downwards.sections.names == ["low", "high", nil])
      #expect($last.sections.names == ["high", "low", nil])
      #expect($first.sections.names == [nil, "low", "high"])
      try await fixture.write("INSERT INTO reminders VALUES (6, 'Squats', 'Gym', ''), (7, 'Ä', 'Gym', 'Ähm')")
      #expect($upwards.sections.names == [nil, "", "high", "low", "Ähm"])
      #expect($upwards.sections[""]?.map(\.id) == [6])
      #expect($upwards.sections[nil]?.map(\.id) == [3, 4])
      #expect($last.sections.names == ["", "high", "low", "Ähm", nil])
    }
  }

  @Test("LIB-02: the rows of every section are counted from 0")
  func positions() async throws {
    try await withReminders { fixture in
      @FetchAll(Reminder.order(by: \.id), sectionBy: \.category, database: fixture.connection) var reminders
      await fixture.activity.settled()
      let work = try #require($reminders.sections["Work"])
      #expect((work.startIndex, work.endIndex, work.rows.startIndex) == (0, 2, 0))
      #expect(work[0].title == "Report")
      #expect(work.rows[1].title == "Call")
      #expect(work.indices.map { work[$0].id } == [2, 5])
      #expect(work.firstIndex { $0.id == 5 } == 1)
      #expect(work.dropFirst().map(\.id) == [5])
      #expect($reminders.sections.map { $0[0].id } == [3, 1, 2])
      #expect(Array(work.enumerated().map(\.offset)) == [0, 1])
      #expect(work.last?.id == 5)
    }
  }

  @Test("SD-19: sections are found by name and by place")
  func lookup() async throws {
    try await withReminders { fixture in
      @FetchAll(Reminder.all, sectionBy: \.category, database: fixture.connection) var reminders
      await fixture.activity.settled()
      let sections = $reminders.sections
      #expect(sections["Work"]?.count == 2)
      #expect(sections["Play"] == nil)
      #expect(sections.index(of: "Home") == 1)
      #expect(sections.index(of: "Play") == nil)
      #expect(sections[1].name == "Home")
      #expect(sections.map(\.count) == [1, 2, 2])
    }
  }

  @Test("SD-20: rows of a plain statement are one section without a name; a load puts them into sections again")
  func plainStatement() async throws {
    try await withReminders { fixture in
      @FetchAll(Reminder.all, sectionBy: \.category, database: fixture.connection) var reminders
      try await $reminders.load(Reminder.where { $0.id < 3 })
      #expect($reminders.sections.names == [nil])
      #expect(reminders.map(\.id) == [1, 2])
      try await $reminders.load(Reminder.where { $0.id < 3 }, sectionBy: \.category, .descending)
      #expect($reminders.sections.names == ["Work", "Home"])
      #expect(reminders.map(\.id) == [2, 1])
      try await $reminders.load(Reminder.where { $0.id < 5 }, sectionBy: \.priority)
      #expect($reminders.sections.names == [nil, "high", "low"])
    }
  }

  @Test("declarations that differ only in their sections are two queries, equal ones are one")
  func shared() async throws {
    try await withReminders { fixture in
      @FetchAll(Reminder.all, sectionBy: \.category, database: fixture.connection) var one
      @FetchAll(Reminder.all, sectionBy: \.category, database: fixture.connection) var same
      @FetchAll(Reminder.all, sectionBy: \.category, .descending, database: fixture.connection) var other
      @FetchAll(Reminder.all, database: fixture.connection) var plain
      await fixture.activity.settled()
      #expect(fixture.takeStatements().count == 3)
      #expect($one.sections.names == ["Errands", "Home", "Work"])
      #expect($same.sections.names == ["Errands", "Home", "Work"])
      #expect($other.sections.names == ["Work", "Home", "Errands"])
      #expect(plain.map(\.id) == [1, 2, 3, 4, 5])
      #expect($plain.sections.names == [nil])
    }
  }
}
