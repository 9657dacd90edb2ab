// Random schemas and random writes: undo restores the rows before the write, redo the rows after it.

import Foundation
import TestSupport
import Testing

@testable import AlmanacRecords
@testable import Databases

@Suite struct ReplayOracleTests {
  /// `ALMANAC_SEEDS` sets their number; each failure names its seed.
  static let seeds = 1...(ProcessInfo.processInfo.environment["ALMANAC_SEEDS"].flatMap(Int.init) ?? 40)

  @Test(arguments: seeds) func whatIsUndoneIsWhatWasThere(_ seed: Int) async throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let book = RandomBook(&random)
    try await withDatabase { configuration in
      configuration.prepare = { db in try db.execute("PRAGMA encoding = '\(book.encoding)'") }
    } _: { connection in
      try await connection.write { db in try book.make(db) }
      for _ in 0..<6 {
        let statements = (0..<Int.random(in: 1...6, using: &random)).map { _ in book.statement(&random) }
        let before = try await book.contents(connection)
        let log = try await connection.write { db in
          try db.recordingRows { book.run(statements, db) }.log
        }
        let after = try await book.contents(connection)
        let what: Comment = """
          seed \(seed), \(book.encoding)
          \(book.schema.joined(separator: ";\n"))
          -- \(statements.joined(separator: ";\n-- "))
          """
        for pass in 1...2 {
          _ = try await connection.write { db in try db.replay(log.inverse) }
          #expect(try await book.contents(connection) == before, "undo \(pass): \(what)")
          _ = try await connection.write { db in try db.replay(log) }
          #expect(try await book.contents(connection) == after, "redo \(pass): \(what)")
        }
        if Bool.random(using: &random) { _ = try await connection.write { db in try db.replay(log.inverse) } }
      }
    }
  }
}

extension ReplayOracleTests {
  /// Another program writes between a write and its undo: the undo is made and breaks no key, or it changes nothing.
  @Test(arguments: seeds) func whatIsRefusedChangesNothing(_ seed: Int) async throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let book = RandomBook(&random)
    try await withDatabase { configuration in
      configuration.prepare = { db in try db.execute("PRAGMA encoding = '\(book.encoding)'") }
    } _: { connection in
      try await connection.write { db in try book.make(db) }
      for _ in 0..<10 {
        let statements = [book.statement(&random), book.statement(&random)]
        let theirs = book.statement(&random)
        let leaves = Bool.random(using: &random)
        let log = try await connection.write { db in try db.recordingRows { book.run(statements, db) }.log }
        try await connection.write { db in book.run([theirs], db) }
        let between = try await book.contents(connection)
        do {
          let outcome = try await connection.write { db in
            try leaves ? db.replay(log.inverse, leaving: { _ in }) : db.replay(log.inverse)
          }
          // The undo itself can be undone.
          _ = try await connection.write { db in try db.replay(outcome.made.inverse) }
        } catch is RowConflict {
        } catch is ReplayRefused {
        } catch let error as DatabaseError where error.isConstraint {
        }
        #expect(
          try await book.contents(connection) == between, "seed \(seed): \(statements), then \(theirs)")
        #expect(try await connection.query("PRAGMA foreign_key_check") == [])
      }
    }
  }
}
