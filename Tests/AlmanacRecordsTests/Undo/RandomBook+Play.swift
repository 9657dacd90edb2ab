// Random books whose commits a journal follows: for tests that compare with the truth of each moment.
import Foundation
import TestSupport

@testable import AlmanacRecords
@testable import Databases

extension RandomBook {
  /// `ALMANAC_SEEDS` sets the number of books, and `ALMANAC_SEED` the first one.
  static let seeds = (number("ALMANAC_SEED") ?? 1)..<((number("ALMANAC_SEED") ?? 1) + (number("ALMANAC_SEEDS") ?? 4))
  /// How many commits each book has.
  static let commits = 40

  private static func number(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap(Int.init)
  }

  /// A random book in a file, with a journal that follows it.
  struct Play {
    let book: RandomBook
    /// The connection of this program, which the journal follows.
    let connection: SQLiteConnection
    /// The connection of another program.
    let outside: RawConnection
    let journal: ChangeJournal

    /// Makes a random commit of some statements, through one of the two connections.
    func commit(_ statements: ClosedRange<Int>, _ random: inout SeededGenerator) async throws {
      let statements = (0..<Int.random(in: statements, using: &random)).map { _ in book.statement(&random) }
      if Bool.random(using: &random) {
        try outside.commit(statements)
      } else {
        _ = try? await connection.write { db in
          _ = try db.recordingRows { for statement in statements { try db.execute(statement) } }
        }
      }
      try await connection.lookForOutsideChanges()
    }
  }

  /// Makes the book of a seed and calls `body`.
  static func play(
    _ seed: Int, _ body: (Play, inout SeededGenerator) async throws -> Void
  ) async throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let book = RandomBook(&random)
    try await withDatabase { configuration in
      configuration.prepare = { db in try db.execute("PRAGMA encoding = '\(book.encoding)'") }
    } _: { connection in
      try await connection.write { db in try book.make(db) }
      let outside = try RawConnection(connection.path ?? "")
      // A checkpoint may overwrite pages that have not been compared: then some rows are not known.
      try outside.run("PRAGMA wal_autocheckpoint = 0; PRAGMA foreign_keys = 1")
      let journal = ChangeJournal(following: connection) { 0 }
      try await connection.lookForOutsideChanges()
      try await body(Play(book: book, connection: connection, outside: outside, journal: journal), &random)
    }
  }
}
