// The net changes between two moments, among random commits of this connection and another one: the truth are the rows
// at both moments.

import TestSupport
import Testing

@testable import AlmanacRecords
@testable import Databases

@Suite(.recordsIssues) struct MomentsOracleTests {
  @Test("HIS-10: the net changes between any two moments turn all rows of the one into those of the other")
  func netChanges() async throws {
    var outcomes = Outcomes()
    for seed in RandomBook.seeds {
      do { try await play(seed, &outcomes) } catch { Issue.record("seed \(seed): \(error)") }
    }
    // Otherwise the test would prove little.
    let count = RandomBook.seeds.count
    #expect(outcomes.compared > 12 * count && outcomes.rows > 100 * count && outcomes.reverted > count, "\(outcomes)")
  }

  private func play(_ seed: Int, _ outcomes: inout Outcomes) async throws {
    try await RandomBook.play(seed) { play, random in
      let (book, connection, journal) = (play.book, play.connection, play.journal)
      var moments = [(entry: nil as Int?, state: try await connection.read(book.state))]
      for _ in 1...RandomBook.commits {
        let last = journal.lastID
        try await play.commit(1...4, &random)
        guard journal.lastID > last else { continue }
        moments.append((journal.lastID, try await connection.read(book.state)))
      }
      for _ in 1...40 {
        let ends = [moments.indices.randomElement(using: &random)!, moments.indices.randomElement(using: &random)!]
        guard let first = ends.min(), let last = ends.max(), first < last else { continue }
        try await compare(
          moments[first], moments[last], "seed \(seed), \(first) to \(last)", journal, connection, &outcomes)
      }
      for first in moments.indices.dropLast().shuffled(using: &random).prefix(4) {
        try await goBack(to: moments[first], moments[moments.count - 1], book, journal, connection, &outcomes)
      }
    }
  }

  @Test("HIS-15: what has changed since a copy of the file is the first commit of a journal that begins with it")
  func remembered() async throws {
    var outcomes = Outcomes()
    for seed in RandomBook.seeds {
      do { try await remember(seed, &outcomes) } catch { Issue.record("seed \(seed): \(error)") }
    }
    // Otherwise the test would prove little.
    let count = RandomBook.seeds.count
    #expect(outcomes.compared == count && outcomes.rows > 5 * count && outcomes.reverted > count / 2, "\(outcomes)")
  }

  private func remember(_ seed: Int, _ outcomes: inout Outcomes) async throws {
    try await RandomBook.play(seed) { play, random in
      let (book, connection) = (play.book, play.connection)
      let before = try await connection.read(book.state)
      let path = try #require(connection.path) + ".copy"
      let copy = try await connection.openCopy(in: .file(path: path), SQLiteConnection.Configuration())
      await copy.close()
      for _ in 1...RandomBook.commits { try await play.commit(1...4, &random) }
      let after = try await connection.read(book.state)
      let journal = ChangeJournal(following: connection, commitsBefore: 1) { 0 }
      try await journal.begin(with: RememberedFile(path: path, madeAt: 0))
      let what = "seed \(seed)"
      guard let last = journal.entries(after: 0, atMost: 1, where: { _ in true }).first?.id else {
        return #expect(before.contents == after.contents, "\(what)")
      }
      try await compare((nil, before), (last, after), what, journal, connection, &outcomes)
      try await goBack(to: (nil, before), (last, after), book, journal, connection, &outcomes)
    }
  }

  private typealias Moment = (entry: Int?, state: BookState)

  private func compare(
    _ first: Moment, _ last: Moment, _ what: String, _ journal: ChangeJournal, _ connection: SQLiteConnection,
    _ outcomes: inout Outcomes
  ) async throws {
    let net: ChangeJournal
    do {
      net = try journal.netChanges(from: try #require(last.entry), to: first.entry)
    } catch let refusal as CantRevert {
      let between = (first.entry ?? 0) + 1...(last.entry ?? 0)
      let isUnknown = between.contains { id in
        if case .note(_, .unknownRows)? = journal.entry(id)?.event { true } else { false }
      }
      #expect(isUnknown, "\(what): \(refusal)")
      return
    }
    var sum: [String: Int] = [:]
    for (line, count) in last.state.contents { sum[line, default: 0] += count }
    for (line, count) in first.state.contents { sum[line, default: 0] -= count }
    var changed: [String: Set<RecordID>] = [:]
    for id in 0...net.lastID {
      guard case .row(let table, let row)? = net.entry(id)?.event else { continue }
      #expect(row.before != row.after, "\(what): \(table.name)")
      outcomes.rows += 1
      // Records that exchange unique values are told twice.
      changed[table.name, default: []].insert(
        row.rowID.map(RecordID.rowID) ?? .key(row.values(of: table.key, in: table) ?? []))
      let lines = try await connection.read { db in
        try [row.before, row.after].map { try $0.map { try db.line(table, $0) } }
      }
      #expect(lines[0] != lines[1], "\(what): \(row)")
      if let line = lines[0] { sum[line, default: 0] += 1 }
      if let line = lines[1] { sum[line, default: 0] -= 1 }
    }
    #expect(sum.filter { $0.value != 0 } == [:], "\(what)")
    // Each record once, and none that is as it was. In tables with loose rowids a record may have another rowid now.
    let places = Set(first.state.rows.keys).union(last.state.rows.keys)
    for table in Set(places.map(\.table)).subtracting(last.state.loose) {
      let differing = places.filter { $0.table == table && first.state.rows[$0] != last.state.rows[$0] }
      #expect(changed[table, default: []].count == differing.count, "\(what): \(table)")
    }
    outcomes.compared += 1
  }

  /// Reverts everything since a moment: the rows are as they were, and undo takes that back.
  private func goBack(
    to first: Moment, _ last: Moment, _ book: RandomBook, _ journal: ChangeJournal, _ connection: SQLiteConnection,
    _ outcomes: inout Outcomes
  ) async throws {
    do {
      let net = try journal.netChanges(from: try #require(last.entry), to: first.entry)
      guard net.lastID > 0 else { return }
      let reversal = try net.reversal(of: .commit(of: 1))
      let made = try await connection.write { db in try reversal.change(db).apply(db, asks: true) }
      #expect(try await connection.read(book.state).contents == first.state.contents)
      _ = try await connection.write { db in try made.change.inverse.apply(db) }
      outcomes.reverted += 1
    } catch let error where error is CantRevert || error is ReplayRefused || error is DatabaseError {
      // A module keeps rows that are not known, or a rule of the file is in the way.
    }
    #expect(try await connection.read(book.state) == last.state)
  }
}

/// How much was compared.
private struct Outcomes {
  var compared = 0
  var rows = 0
  var reverted = 0
}

extension Database {
  /// A row as the state of a book has it.
  fileprivate func line(_ table: ChangedRows.Table, _ values: [ExactValue]) throws -> String {
    var row: [String: String] = [:]
    for (column, value) in zip(table.columns, values) {
      try withStatement("SELECT typeof(?1) || quote(CAST(?1 AS BLOB))") { statement in
        try statement.bind(exactly: value, at: 1)
        while try statement.step() { row[column] = statement.exactValue(0).string ?? "" }
      }
    }
    return BookState.line(table.name, row)
  }
}
