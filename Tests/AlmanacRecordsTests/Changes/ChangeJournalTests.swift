// Which commits the journal keeps, and which it forgets.
import Databases
import Locks
import Observation
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite(.recordsIssues) struct ChangeJournalTests {
  /// The sign and the summary of each change, the newest first.
  private func texts(_ history: RecordHistory) -> [String] { history.newest.map { "\($0.sign) \($0.words().text)" } }

  /// Commits a change, with its rows.
  private func commit(_ sql: String, _ connection: SQLiteConnection) async throws {
    _ = try await connection.write { db in try db.recordingRows { try db.execute(sql) } }
  }

  @Test("CHG-17: a record has its newest hundred changes, and the number of the others")
  func history() async throws {
    try await withDatabase { connection in
      try await connection.write { try $0.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, n)") }
      let journal = ChangeJournal(following: connection) { 7 }
      try await commit("INSERT INTO t VALUES (1, 0), (2, 0)", connection)
      for number in 1...120 {
        try await commit("UPDATE t SET n = \(number) WHERE id = 1", connection)
      }
      let history = journal.history(of: 1, in: "T")
      #expect(texts(history) == (21...120).reversed().map { "~ n \($0 - 1) → \($0)" })
      #expect(history.olderCount == 21)
      #expect(history.newest.allSatisfy { $0.seenAt == 7 && $0.isOwn })
      #expect(texts(journal.history(of: .key([.integer(2)]), in: "t")) == ["+ n 0"])
      #expect(journal.history(of: 3, in: "t").newest.isEmpty)
    }
  }

  @Test("CHG-16: the oldest changes are forgotten where their bytes pass the limit, and the histories with them")
  func forgetting() async throws {
    try await withDatabase { connection in
      try await connection.write { try $0.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, a)") }
      let journal = ChangeJournal(following: connection) { 7 }
      for id in [1, 2] {
        try await commit("REPLACE INTO t VALUES (\(id), 'small \(id)')", connection)
      }
      let isTitleOwed = Lock(false)
      withObservationTracking {
        _ = journal.hasForgotten
      } onChange: {
        isTitleOwed.withLock { $0 = true }
      }
      for number in 1...5 {
        try await commit(
          "REPLACE INTO t VALUES (1, \(number) || hex(zeroblob(\(ChangeJournal.byteLimit / 20))))", connection)
      }
      // Each replacement takes a tenth of the limit, with its values before and after.
      #expect(!journal.hasForgotten && !isTitleOwed.withLock { $0 })
      #expect(journal.history(of: 1, in: "t").newest.count == 6)
      #expect(journal.history(of: 2, in: "t").newest.count == 1)
      try await commit("UPDATE t SET a = 'x' || a WHERE id = 1", connection)
      #expect(journal.hasForgotten && isTitleOwed.withLock { $0 })
      #expect(journal.history(of: 2, in: "t").newest.isEmpty)
      let kept = journal.history(of: 1, in: "t")
      #expect(kept.newest.map(\.sign) == ["~", "~", "~", "~"])
      #expect(kept.newest.map(\.id) == [8, 7, 6, 5])
      #expect(journal.entry(4) == nil && journal.entry(5) != nil)
    }
  }

  @Test("CHG-12: who has deleted a record is told as soon as the commit is known, and not before")
  func deletedElsewhere() async throws {
    try await withDatabase { connection in
      try await connection.write { try $0.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, n)") }
      let journal = ChangeJournal(following: connection) { 7 }
      try await commit("INSERT INTO t VALUES (1, 0), (2, 0)", connection)
      let seen = journal.lastID
      #expect(journal.isDeletedElsewhere(1, in: "t", since: 0) == false, "it was only changed")
      #expect(journal.isDeletedElsewhere(1, in: "t", since: seen) == nil)
      try await commit("DELETE FROM t WHERE id = 1; UPDATE t SET n = 1", connection)
      #expect(journal.isDeletedElsewhere(1, in: "t", since: seen) == false, "this program has deleted it")
      #expect(journal.isDeletedElsewhere(2, in: "t", since: seen) == false)
      #expect(journal.isDeletedElsewhere(3, in: "t", since: seen) == nil)
    }
  }

  @Test("a long text is cut before it is decoded, and shows the same characters")
  func shown() {
    let text = String(repeating: "äöü€", count: 400) + "🙂"
    for long in [text, "x" + text, "xy" + text, String(repeating: "👩‍👩‍👧‍👧", count: 400)] {
      let value = ExactValue.text(Array((long + String(repeating: "z", count: 1 << 20)).utf8))
      #expect(value.shown == String(long.prefix(100)) + "…")
    }
    #expect(ExactValue.text([0xC3] + Array(repeating: 0x80, count: 9_000)).shown.count == 101)
  }

  @Test("what a module keeps stands only where no rows of other tables are known; SQLite's own tables never")
  func reportedTables() {
    let rows = ChangedRows(ChangedRows.Table("t", columns: ["a"]), rows: [])
    let index = TableChange(inserted: 3, concernsAllColumns: true, countsShadowRows: true)
    let unknown = TableChange(updated: 1, concernsAllColumns: true)
    func names(_ tables: [String: TableChange]) -> [String] {
      ChangeBatch(origin: .outside, tables: tables).reportedTables.map(\.name)
    }
    #expect(names(["b": unknown, "index": index, "a": TableChange(rows: rows)]) == ["a", "b"])
    #expect(names(["b": unknown, "index": index, "sqlite_sequence": unknown]) == ["b", "index"])
  }
}
