// Known changes have the same result as a snapshot with them.

import TestSupport
import Testing

@testable import DiffableLists

@MainActor @Suite(.recordsIssues) struct KnownChangeTests {
  typealias Source = DiffableDataSource<String, Row>
  typealias Snapshot = DiffableSnapshot<String, Row>

  /// A set of changes of these rows, and the rows after it.
  private func changes(
    of rows: [Row], fresh: inout Int, moves: Bool, _ random: inout SeededGenerator
  ) -> ([ListChange<Row>], [Row]) {
    var changes: [ListChange<Row>] = []
    var rows = rows
    var touched: Set<Int> = []
    func untouched() -> Row? {
      guard let row = rows.randomElement(using: &random), touched.insert(row.id).inserted else { return nil }
      return row
    }
    var moving: [Row] = []
    for _ in 0..<random.upTo(6) {
      guard rows.count > 1, let row = untouched() else { continue }
      if moves, random.chance(40) { moving.append(row) } else { changes.append(.delete(row.id)) }
      rows.removeAll { $0.id == row.id }
    }
    for row in moving {
      let index = random.upTo(rows.count)
      changes.append(.move(row.id, before: index < rows.count ? rows[index].id : nil))
      rows.insert(row, at: index)
    }
    let crowd = random.upTo(max(rows.count - 1, 0))
    for _ in 0..<random.upTo(random.chance(10) ? 300 : 6) {
      let index = min(random.chance(80) ? crowd : random.upTo(rows.count), rows.count)
      changes.append(.insert(Row(id: fresh), before: index < rows.count ? rows[index].id : nil))
      rows.insert(Row(id: fresh), at: index)
      touched.insert(fresh)
      fresh += 1
    }
    for _ in 0..<random.upTo(4) {
      guard var row = untouched() else { continue }
      row.content += 1
      changes.append(.update(row))
      rows[rows.firstIndex { $0.id == row.id }!] = row
    }
    return (changes, rows)
  }

  @Test(
    "DL-01: known changes lead where a snapshot leads: rows, operations, cursor, line, marks, news",
    arguments: [false, true])
  func sameAsSnapshot(moves: Bool) {
    for seed in seeds("known changes", usually: 20) {
      var random = SeededGenerator(seed: seed)
      var rows = (0..<random.upTo(600)).rows
      var fresh = 10_000
      let known = Source(height: 10)
      let compared = Source(height: 10)
      for source in [known, compared] { source.apply(Snapshot(section: "rows", items: rows)) }
      for _ in 0..<8 {
        let motion = random.upTo(60) - 20
        let mark = rows.randomElement(using: &random)?.id
        for source in [known, compared] {
          source.moveSelection(by: motion)
          if let mark { source.toggleMark(mark) }
        }
        let old = known.snapshot
        let (set, next) = changes(of: rows, fresh: &fresh, moves: moves, &random)
        rows = next
        let new = Snapshot(section: "rows", items: rows)
        let difference = known.apply(changes: set)
        let other = compared.apply(new)
        known.checkInvariants()
        #expect(Array(known.items) == rows, "seed \(seed)")
        #expect(replay(difference, on: old, contents: new) == new.plainLines, "seed \(seed)")
        #expect(known.selected == compared.selected || moves, "seed \(seed)")
        #expect(known.marked == compared.marked, "seed \(seed)")
        if moves {
          // The changes say which of two rows moved; the comparison guesses it. The places may differ, so they are made
          // equal again.
          if let id = compared.selected {
            for source in [known, compared] {
              source.moveToStart()
              source.select(id)
            }
          }
        } else {
          #expect(known.selectedLine == compared.selectedLine, "seed \(seed)")
          #expect(known.newAbove == compared.newAbove, "seed \(seed)")
          #expect(difference == other, "seed \(seed)")
        }
      }
    }
  }

  @Test("A record moves and changes; what it was before is kept until the next apply")
  func moveAndUpdate() {
    let source = Source(height: 5)
    source.show(0..<20)
    source.select(3)
    let difference = source.apply(changes: [.move(3, before: 1), .update(Row(id: 3, content: 7)), .update(Row(id: 9))])
    #expect(source.items.prefix(4).map(\.id) == [0, 3, 1, 2])
    #expect(difference.moves.map(\.from.index) == [3])
    #expect(difference.updates.map(\.id) == [3])
    #expect(source.previousVersion(of: 3) == Row(id: 3))
    #expect(source.selected == 3)
    #expect(source.selectedLine == 1)
    source.show(0..<20)
    #expect(source.previousVersion(of: 3) == Row(id: 3, content: 7))
  }

  @Test("Changes find their sections")
  func sections() {
    let source = Source(height: 9, showsHeadings: true)
    var snapshot = Snapshot()
    snapshot.appendSections(["a", "b"])
    snapshot.appendItems([1, 2].rows, toSection: "a")
    snapshot.appendItems([3].rows, toSection: "b")
    source.apply(snapshot)
    source.apply(changes: [
      .insert(Row(id: 4), before: 3), .insert(Row(id: 5), before: 2), .insert(Row(id: 6), before: nil), .delete(1),
    ])
    source.checkInvariants()
    #expect(source.snapshot.items(in: "a").map(\.id) == [5, 2])
    #expect(source.snapshot.items(in: "b").map(\.id) == [4, 3, 6])
    #expect(source.selected == 2)
  }

  @Test("A change that names an item which isn't there traps by its name")
  func unknown() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let source = DiffableDataSource<String, Row>(height: 10)
        source.apply(DiffableSnapshot(section: "rows", items: (0..<9).rows))
        source.apply(changes: [.delete(4711)])
      }
    }
    let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(words.contains("no item 4711 is loaded"))
  }

  @Test("DL-03: a known change that brings an identity which is there traps by its name")
  func duplicate() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let source = DiffableDataSource<String, Row>(height: 10)
        source.apply(DiffableSnapshot(section: "rows", items: [4711].rows))
        source.apply(changes: [.insert(Row(id: 4711), before: nil)])
      }
    }
    let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(words.contains("the identity 4711 occurs twice"))
  }
}
