// A table at earlier moments, among random commits of this connection and another one: the truth are the lists read at
// each moment.

import TestSupport
import Testing

@testable import AlmanacRecords
@testable import Databases
@testable import LiveQueries

@Suite(.recordsIssues) struct PastTableTests {
  @Test("HIS-11: a list with search, order and filter has the rows of each earlier moment, backwards and forwards")
  func moments() async throws {
    var compared = (lists: 0, rows: 0)
    for seed in RandomBook.seeds {
      do { try await play(seed, &compared) } catch { Issue.record("seed \(seed): \(error)") }
    }
    // Otherwise the test would prove little.
    let count = RandomBook.seeds.count
    #expect(compared.lists > 200 * count && compared.rows > 600 * count, "\(compared)")
  }

  private func play(_ seed: Int, _ compared: inout (lists: Int, rows: Int)) async throws {
    try await RandomBook.play(seed) { play, random in
      let (book, connection, journal) = (play.book, play.connection, play.journal)
      let tables = try await connection.read { db in try book.tables.compactMap { try ListedTable.named($0, db) } }
      let lists = tables.flatMap { table in
        [ListQuery(table)] + (1...3).map { _ in self.list(of: table, &random) }
      }
      let pasts = try await lists.asyncMap { try await PastTable.open($0.table, by: journal, on: connection) }
      var truth: [(commit: Int, rows: [[[Excerpt]]])] = []
      func look() async throws {
        let commit = journal.entry(journal.lastID)?.commit ?? 0
        if truth.last?.commit == commit { return }
        var rows: [[[Excerpt]]] = []
        for list in lists { rows.append(try await self.rows(list, connection)) }
        truth.append((commit, rows))
      }
      func commit() async throws {
        let last = journal.lastID
        // A commit of this connection that changes no row is not told: the next one is.
        while journal.lastID == last { try await play.commit(1...3, &random) }
      }
      try await look()
      for _ in 1...RandomBook.commits {
        try await commit()
        try await look()
      }
      for (index, list) in lists.enumerated() {
        var (moment, isNow) = (truth.count - 1, true)
        do {
          for _ in 1...RandomBook.commits * 2 {
            // Other programs go on meanwhile.
            if Int.random(in: 0..<20, using: &random) == 0 {
              try await commit()
              try await look()
              if isNow { moment = truth.count - 1 }
            }
            let reached: FileMoment
            if Int.random(in: 0..<4, using: &random) > 0 || moment == truth.count - 1 {
              if moment == 0 { break }
              reached = try await pasts[index].goBack()
              (moment, isNow) = (moment - 1, false)
            } else {
              guard let next = try await pasts[index].goOn() else {
                #expect(moment == truth.count - 2, "seed \(seed): \(list.table.name)")
                break
              }
              reached = next
              moment += 1
            }
            #expect(reached.commit == truth[moment].commit)
            let past = list.over(pasts[index].listed(at: reached), keeping: list.filter)
            let rows = try await self.rows(past, pasts[index].connection)
            #expect(rows == truth[moment].rows[index], "seed \(seed), \(list.table.name) at \(reached): \(list)")
            compared = (compared.lists + 1, compared.rows + rows.count)
          }
        } catch let refusal as CantLookBack {
          let isTold = (1...max(1, journal.lastID)).contains { id in
            switch journal.entry(id)?.event {
            case .note(_, .unknownRows)?: true
            case .row(let table, _)?: table.name == list.table.name && table.columns.count < list.table.columns.count
            default: false
            }
          }
          #expect(isTold, "seed \(seed), \(list.table.name): \(refusal)")
        }
      }
    }
  }

  /// A random search, order and filter.
  private func list(of table: ListedTable, _ random: inout SeededGenerator) -> ListQuery {
    var list = ListQuery(table)
    list.order = table.style.orders.randomElement(using: &random) ?? table.order
    if Bool.random(using: &random) { list.order = list.order.reversed }
    if Bool.random(using: &random) {
      list.search = SearchQuery(String((RandomBook.words.randomElement(using: &random) ?? "").prefix(2)))
    }
    if Bool.random(using: &random), let column = table.columns.randomElement(using: &random) {
      let values: [ExactValue] = [.null, .integer(1), .real(1), .text(Array("honey".utf8))]
      list.filter = RecordFilter(column: column, value: values.randomElement(using: &random) ?? .null)
    }
    return list
  }

  private func rows(_ list: ListQuery, _ connection: SQLiteConnection) async throws -> [[Excerpt]] {
    try await connection.read { db in try RecordsWindow(list, after: 10_000).fetch(db).rows.map(\.cells) }
  }
}

extension ListQuery {
  /// The same list of a table at another moment.
  fileprivate func over(_ table: ListedTable, keeping filter: RecordFilter?) -> ListQuery {
    ListQuery(table, search: search, filter: filter, order: order)
  }
}

extension Array {
  fileprivate func asyncMap<Other>(_ body: (Element) async throws -> Other) async throws -> [Other] {
    var others: [Other] = []
    for element in self { others.append(try await body(element)) }
    return others
  }
}
