// Random commits of another connection, each reverted in random order: the rows are as before that commit, or nothing
// has changed.

import TestSupport
import Testing

@testable import AlmanacRecords
@testable import Databases

@Suite(.recordsIssues) struct RevertOracleTests {
  @Test("HIS-01: each commit of another program is reverted exactly, or refused, and undo takes the revert back")
  func reverts() async throws {
    var outcomes = Outcomes()
    for seed in RandomBook.seeds {
      do { try await play(seed, &outcomes) } catch { Issue.record("seed \(seed): \(error)") }
    }
    // Otherwise the test would prove little.
    let count = RandomBook.seeds.count
    #expect(outcomes.made > 8 * count && outcomes.left > count && outcomes.refused.count > 2, "\(outcomes)")
  }

  private func play(_ seed: Int, _ outcomes: inout Outcomes) async throws {
    try await RandomBook.play(seed) { play, random in
      let (book, connection, journal) = (play.book, play.connection, play.journal)
      try play.outside.run("PRAGMA foreign_keys = \(Bool.random(using: &random))")
      var waiting: [Commit] = []
      for number in 1...RandomBook.commits {
        let statements = (0..<Int.random(in: 1...4, using: &random)).map { _ in book.statement(&random) }
        let (before, last) = (try await connection.read(book.state), journal.lastID)
        try play.outside.commit(statements)
        try await connection.lookForOutsideChanges()
        let after = try await connection.read(book.state)
        if journal.lastID > last {
          let what = "seed \(seed), commit \(number): \(statements.joined(separator: "; "))"
          waiting.append(Commit(entry: journal.lastID, before, after, what))
        }
        if Int.random(in: 0..<3, using: &random) == 0, let index = waiting.indices.randomElement(using: &random) {
          try await revert(waiting.remove(at: index), book, journal, connection, &random, &outcomes)
        }
      }
      for commit in waiting.shuffled(using: &random) {
        try await revert(commit, book, journal, connection, &random, &outcomes)
      }
    }
  }

  private func revert(
    _ commit: Commit, _ book: RandomBook, _ journal: ChangeJournal, _ connection: SQLiteConnection,
    _ random: inout SeededGenerator, _ outcomes: inout Outcomes
  ) async throws {
    let present = try await connection.read(book.state)
    let expected = commit.reverted(present)
    let made: MadeChange
    do {
      let reversal = try journal.reversal(of: .commit(of: commit.entry))
      made = try await connection.write { db in try reversal.change(db).apply(db, asks: true) }
    } catch {
      #expect(try await connection.read(book.state) == present, "\(error): \(commit.what)")
      outcomes.note(error)
      switch error {
      case is CantRevert, is ReplayRefused: break
      case let error as RowConflict:
        #expect(expected == nil || error.reason.deed == nil, "\(error): \(commit.what)")
      case let error as PartOnly:
        #expect(expected == nil || error.left.contains { $0.reason.deed == nil }, "\(error): \(commit.what)")
        if try await leave(error.left, commit, book, journal, connection) { outcomes.left += 1 }
      case let error as DatabaseError: #expect(error.isConstraint, "\(error): \(commit.what)")
      default: Issue.record("\(error): \(commit.what)")
      }
      return
    }
    outcomes.made += 1
    let reverted = try await connection.read(book.state)
    let contents = try await book.contents(connection)
    #expect(reverted.contents == expected, "\(commit.what)")
    #expect(reverted.isIndexed || !present.isIndexed, "the index: \(commit.what)")
    let back: MadeChange
    do {
      back = try await connection.write { db in try made.change.inverse.apply(db) }
    } catch {
      Issue.record("not undone, \(error): \(commit.what)")
      return
    }
    #expect(try await connection.read(book.state) == present, "undone: \(commit.what)")
    guard Bool.random(using: &random) else { return }
    do {
      _ = try await connection.write { db in try back.change.inverse.apply(db) }
    } catch {
      Issue.record("not done again, \(error): \(commit.what)")
      return
    }
    #expect(try await book.contents(connection) == contents, "done again: \(commit.what)")
  }

  /// Reverts all but the rows of a conflict, and takes that back. Returns whether it could be made.
  private func leave(
    _ left: [RowConflict], _ commit: Commit, _ book: RandomBook, _ journal: ChangeJournal,
    _ connection: SQLiteConnection
  ) async throws -> Bool {
    let present = try await connection.read(book.state)
    do {
      let reversal = try journal.reversal(of: .commit(of: commit.entry))
      let made = try await connection.write { db in try reversal.change(db).apply(db, leaving: left, asks: true) }
      #expect(Set(made.left) == Set(left), "\(commit.what)")
      let reverted = try await connection.read(book.state)
      for conflict in left {
        let place = Place(table: conflict.table, id: "\(conflict.id)")
        #expect(reverted.rows[place] == present.rows[place], "\(conflict) was overwritten: \(commit.what)")
      }
      _ = try await connection.write { db in try made.change.inverse.apply(db) }
    } catch is ReplayRefused {
      return false
    } catch let error as DatabaseError where error.isConstraint {
      return false
    }
    #expect(try await connection.read(book.state) == present, "undone in part: \(commit.what)")
    return true
  }
}

/// What has become of the reverts.
private struct Outcomes {
  var made = 0
  var left = 0
  var refused: [String: Int] = [:]

  mutating func note(_ error: any Error) {
    let conflicts = (error as? PartOnly)?.left ?? [error as? RowConflict].compactMap(\.self)
    let kinds = Set(conflicts.map { $0.reason.deed ?? "\($0.reason)".prefix { $0 != "(" }.description })
    for kind in conflicts.isEmpty ? ["\(type(of: error))"] : kinds { refused[kind, default: 0] += 1 }
  }
}

/// A commit of the other connection, by the rows before and after it.
private struct Commit {
  let entry: Int
  let changes: [(place: Place, before: [String: String]?, after: [String: String]?)]
  let what: String

  init(entry: Int, _ before: BookState, _ after: BookState, _ what: String) {
    (self.entry, self.what) = (entry, what)
    changes = Set(before.rows.keys).union(after.rows.keys).filter { before.rows[$0] != after.rows[$0] }.map {
      ($0, before.rows[$0], after.rows[$0])
    }
  }

  /// The rows once the commit is reverted; nil if one of its rows has changed since.
  func reverted(_ state: BookState) -> [String: Int]? {
    var contents = state.contents
    func add(_ count: Int, _ place: Place, _ row: [String: String]) {
      let line = BookState.line(place.table, row)
      let total = (contents[line] ?? 0) + count
      contents[line] = total == 0 ? nil : total
    }
    for (place, before, after) in changes {
      let present = state.rows[place]
      switch (before, after) {
      case (let before?, nil):
        guard present == nil || state.loose.contains(place.table) && present != before else { return nil }
        add(1, place, before)
      case (nil, let after?):
        guard present == after else { return nil }
        add(-1, place, after)
      case (let before?, let after?):
        let differing = before.keys.filter { before[$0] != after[$0] }
        guard let present,
          state.loose.contains(place.table) ? present == after : differing.allSatisfy({ present[$0] == after[$0] })
        else { return nil }
        add(-1, place, present)
        add(1, place, present.merging(before.filter { differing.contains($0.key) }) { $1 })
      case (nil, nil): break
      }
    }
    return contents
  }
}
