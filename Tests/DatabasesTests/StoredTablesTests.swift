// The tables with records that other programs wrote.

import TestSupport
import Testing
import WriteAheadLogs

@testable import Databases

@Suite struct StoredTablesTests {
  /// An inserted row of a table.
  private func inserted(_ table: String, _ definition: String, schemaChanged: Bool = false) -> ChangeSet {
    let row = RowChange(rowID: 1, old: nil, new: [.integer(7)])
    let rows = TableRows(
      table: table, hasRowIDs: true, definition: definition, formerDefinition: definition, rows: [row])
    return ChangeSet(changeCounter: 1, commitCount: 1, schemaChanged: schemaChanged, content: .rows([rows]))
  }

  private func withTables(_ body: @Sendable @escaping (StoredTables, Database) throws -> Void) async throws {
    try await withDatabase { connection in
      try await connection.query("CREATE TABLE t(a)")
      try await connection.read { try body(StoredTables(), $0) }
    }
  }

  @Test("REAL-36: a collation or a function of another program hides no value that a record holds")
  func partsOfOtherPrograms() async throws {
    try await withTables { tables, database in
      try tables.read(database)
      for definition in [
        "a COLLATE theirs UNIQUE", "a CHECK (theirs(a))", "a, b AS (theirs(a))", "a, UNIQUE (a COLLATE theirs)",
      ] {
        let rows = try #require(tables.batch(inserted("t", "CREATE TABLE t(\(definition))")).tables["t"]?.rows)
        #expect(rows.table.columns == ["a"] && rows.rows.map(\.after) == [[.integer(7)]], "\(definition)")
      }
    }
  }

  @Test("rows of a table that plain SQLite can't make are counted, and known again with another definition")
  func failedTables() async throws {
    try await withTables { tables, database in
      try tables.read(database)
      for definition in ["a, a", "a REFERENCES"] {
        for _ in 0..<3 {
          let batch = tables.batch(inserted("t", "CREATE TABLE t(\(definition))"))
          #expect(batch.tables == ["t": TableChange(inserted: 1, concernsAllColumns: true)] && batch.gap == nil)
        }
      }
      #expect(tables.batch(inserted("t", "CREATE TABLE t(a)")).tables["t"]?.rows?.rows.count == 1)
    }
  }

  @Test("rows of tables that SQLite keeps by itself are counted: it makes none with such a name")
  func ownTables() async throws {
    try await withTables { tables, database in
      try tables.read(database)
      let batch = tables.batch(inserted("sqlite_stat1", "CREATE TABLE sqlite_stat1(tbl,idx,stat)"))
      #expect(batch.tables == ["sqlite_stat1": TableChange(inserted: 1, concernsAllColumns: true)])
    }
  }

  @Test("where the schema could not be read, the rows are not known")
  func unreadSchema() async throws {
    try await withTables { tables, _ in
      #expect(tables.batch(inserted("t", "CREATE TABLE t(a)")).gap == ChangeBatch.unreadable)
    }
  }
}
