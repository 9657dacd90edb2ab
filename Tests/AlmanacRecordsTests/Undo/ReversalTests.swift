// What can be reverted, from the changes of a commit alone.
import TestSupport
import Testing

@testable import AlmanacRecords
@testable import Databases

@Suite struct ReversalTests {
  private let table = ChangedRows.Table("t", columns: ["id", "a"], key: ["id"])

  private func entries(_ events: JournalEntry.Event...) -> [JournalEntry] {
    events.enumerated().map { JournalEntry(id: $0 + 1, seenAt: 0, commit: 5, isOwn: false, event: $1) }
  }

  private func row(_ id: Int, _ before: Int?, _ after: Int?) -> JournalEntry.Event {
    func values(_ a: Int?) -> [ExactValue]? { a.map { [.integer(id), .integer($0)] } }
    return .row(table, ChangedRows.Row(rowID: id, before: values(before), after: values(after)))
  }

  private func reason(_ entries: [JournalEntry], _ modules: Reversal.ModuleRows = [:]) -> String? {
    (caught { try Reversal("commit 5", entries, modules) } as? CantRevert)?.reason
  }

  @Test("HIS-04: unknown rows of a commit are a reason to revert nothing of it")
  func unknown() {
    let unknown = TableChange(updated: 2, concernsAllColumns: true)
    var module = TableChange(inserted: 2, concernsAllColumns: true)
    module.countsShadowRows = true
    #expect(
      reason(entries(row(1, 0, 1), .note(table: nil, .unknownCommit("too large"))))
        == "the rows of commit 5 are not known: too large")
    #expect(
      reason(entries(row(1, 0, 1), .note(table: "u", .unknownRows(unknown)))) == "the values of rows of u are not known"
    )
    #expect(reason(entries(.note(table: "m", .unknownRows(module)))) == "a module keeps the rows of m")
    #expect(
      reason(entries(row(1, 0, 1)), ["m": nil]) == "commit 5 changed m too, and a module keeps the rows of that")
    #expect(reason(entries(row(1, 0, 1)), ["m": []]) == nil)
    #expect(reason(entries(row(1, 0, 1), row(1, 1, 0))) == "commit 5 has changed no row")
  }

  @Test(
    "HIS-01: changes of one record are combined; records that exchange unique values are told twice, and count once")
  func combined() throws {
    let exchange = entries(.note(table: "t", .exchange), row(1, 7, nil), row(2, 8, 7), row(1, nil, 8))
    #expect(try Reversal("commit 5", exchange, [:]).count == 2)
    #expect(try Reversal("2 lines", entries(row(1, 0, 1), row(1, 1, 2)), [:]).count == 1)
    #expect(reason(entries(row(1, 0, 1), row(1, 2, 3))) == "t 1 was changed between these lines too")
  }

  @Test("HIS-01: undo of a revert leaves foreign keys broken that the revert mended")
  func mendedKeys() async throws {
    try await withDatabase { _ in
    } _: { connection in
      try await connection.write { db in
        try db.execute("CREATE TABLE parent(name TEXT PRIMARY KEY)")
        try db.execute("CREATE TABLE child(id INTEGER PRIMARY KEY, parent REFERENCES parent)")
      }
      let journal = ChangeJournal(following: connection) { 0 }
      try await connection.lookForOutsideChanges()
      let outside = try RawConnection(connection.path ?? "")
      try outside.run("PRAGMA foreign_keys = 0")
      try outside.run("BEGIN; INSERT INTO parent VALUES ('A'); INSERT INTO child VALUES (1, 'a'), (2, 'A'); COMMIT")
      try await connection.lookForOutsideChanges()
      let reversal = try journal.reversal(of: .commit(of: journal.lastID))
      for _ in 1...2 {
        let made = try await connection.write { db in try reversal.change(db).apply(db) }
        #expect(try await connection.query("SELECT 1 FROM parent, child").isEmpty)
        _ = try await connection.write { db in try made.change.inverse.apply(db) }
        #expect(try outside.rows("SELECT id, parent FROM child") == ["1|a", "2|A"])
      }
    }
  }
}
