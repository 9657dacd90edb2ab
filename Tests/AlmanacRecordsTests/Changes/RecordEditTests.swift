// Edits are made over values that were seen, and refused over others.
@testable import AlmanacRecords
import Databases
import LiveQueries
import StructuredQueries
import Testing

@Suite struct RecordEditTests {
  private static func text(_ value: String) -> ExactValue { .text(Array(value.utf8)) }

  @Test func anEditWritesItsColumnsAndKnowsTheRowBeforeAndAfter() async throws {
    try await withBook { connection in
      _ = try await connection.write { db in
        try ListedTable.users.add(["name": .text("Ada"), "email": .text("ada@example.org")], db)
      }
      let change = try await connection.write { db in
        try ListedTable.users.edit(
          1, ["name": Self.text("Ada B."), "active": .integer(1)], seen: ["name": Self.text("Ada")], db)
      }
      #expect(change.rows.map(\.id) == [1])
      #expect(change.rows[0].before?["name"] == Self.text("Ada"))
      #expect(change.rows[0].after?["name"] == Self.text("Ada B."))
      try await connection.write { db in _ = try change.inverse.apply(db) }
      #expect(try await connection.read { db in try ListedTable.users.exactRow(1, db)?["name"] } == Self.text("Ada"))
    }
  }

  @Test func whatSomeoneElseHasChangedMeanwhileIsNotOverwritten() async throws {
    try await withBook { connection in
      _ = try await connection.write { db in
        try ListedTable.users.add(["name": .text("Ada"), "email": .text("ada@example.org")], db)
      }
      await #expect(throws: RowConflict(table: "users", id: 1)) {
        try await connection.write { db in
          try ListedTable.users.edit(1, ["name": Self.text("mine")], seen: ["name": Self.text("another")], db)
        }
      }
      #expect(try await connection.read { db in try ListedTable.users.exactRow(1, db)?["name"] } == Self.text("Ada"))
    }
  }

  @Test func anEditWithoutADifferenceIsNoChangeAndOneWithoutARecordSaysSo() async throws {
    try await withBook { connection in
      _ = try await connection.write { db in try ListedTable.facts.add(["body": .text("Honey keeps.")], db) }
      let change = try await connection.write { db in
        try ListedTable.facts.edit(1, ["body": Self.text("Honey keeps.")], db)
      }
      #expect(change.rows.isEmpty)
      await #expect(throws: RecordGone(table: "facts", id: 7)) {
        try await connection.write { db in try ListedTable.facts.edit(7, ["body": Self.text("x")], db) }
      }
    }
  }

  @Test func anAddressThatAnotherUserHasInAnyCaseIsRefused() async throws {
    try await withBook { connection in
      try await connection.write { db in
        try db.execute("INSERT INTO users(name, email) VALUES ('Ada', 'a@b'), ('Ada', 'A@B'), ('Bob', 'b@b')")
      }
      await #expect(throws: EMailTaken()) {
        try await connection.write { db in try ListedTable.users.add(["name": .text("Eve"), "email": .text("B@b")], db)
        }
      }
      await #expect(throws: EMailTaken()) {
        try await connection.write { db in try ListedTable.users.edit(3, ["email": Self.text("A@b")], db) }
      }
      // A record may keep its own address, and write it in another case.
      try await connection.write { db in
        _ = try ListedTable.users.edit(1, ["name": Self.text("Ada B."), "email": Self.text("a@b")], db)
        _ = try ListedTable.users.edit(3, ["email": Self.text("B@B")], db)
      }
      let rows = try await connection.read { db in
        try SQLQuery<String>("SELECT name || ' ' || email FROM users ORDER BY id").fetchAll(db)
      }
      #expect(rows == ["Ada B. a@b", "Ada A@B", "Bob B@B"])
    }
  }
}
