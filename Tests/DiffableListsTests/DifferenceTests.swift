// The operations between two snapshots: they are correct, and as few as possible.

import DiffableLists
import TestSupport
import Testing

@Suite(.recordsIssues) struct DifferenceTests {
  typealias Snapshot = DiffableSnapshot<String, Row>

  /// A list derived from another by deletes, inserts, moves and updates, or by a shuffle.
  private func edited(_ old: [Row], _ random: inout SeededGenerator) -> [Row] {
    var rows = old
    var fresh = (old.map(\.id).max() ?? 0) + 1
    for _ in 0..<random.upTo(8) {
      switch random.upTo(3) {
      case 0 where !rows.isEmpty: rows.remove(at: random.upTo(rows.count - 1))
      case 1:
        rows.insert(Row(id: fresh), at: random.upTo(rows.count))
        fresh += 1
      case 2 where !rows.isEmpty:
        let row = rows.remove(at: random.upTo(rows.count - 1))
        rows.insert(row, at: random.upTo(rows.count))
      case 3 where !rows.isEmpty: rows[random.upTo(rows.count - 1)].content += 1
      default: break
      }
    }
    if random.chance(10) { rows.shuffle(using: &random) }
    return rows
  }

  @Test("DL-01, DL-02: the operations lead from one snapshot to the next, and are the fewest there are")
  func operations() {
    for seed in seeds("DL-01", usually: 10_000) {
      var random = SeededGenerator(seed: seed)
      let oldRows = (0..<random.upTo(25)).shuffled(using: &random).rows
      let old = Snapshot(section: "rows", items: oldRows)
      let new = Snapshot(section: "rows", items: edited(oldRows, &random))
      let difference = new.difference(from: old)
      #expect(replay(difference, on: old, contents: new) == new.plainLines, "seed \(seed)")
      #expect(difference.operationCount == leastOperations(old.plainLines, new.plainLines), "seed \(seed)")
    }
  }

  @Test("DL-10: sections come, go and swap, one is empty: headings right, items kept, the fewest operations")
  func sections() {
    for seed in seeds("DL-10", usually: 500) {
      var random = SeededGenerator(seed: seed)
      func snapshot(of rows: [Row]) -> Snapshot {
        var snapshot = Snapshot()
        let names = ["a", "b", "c", "d", "e"].shuffled(using: &random).prefix(1 + random.upTo(4))
        snapshot.appendSections(Array(names))
        for row in rows { snapshot.appendItems([row], toSection: names.randomElement(using: &random)!) }
        return snapshot
      }
      let oldRows = (0..<random.upTo(12)).rows
      let old = snapshot(of: oldRows)
      let new = snapshot(of: edited(oldRows, &random))
      let difference = new.difference(from: old)
      #expect(replay(difference, on: old, contents: new) == new.plainLines, "seed \(seed)")
      #expect(difference.operationCount == leastOperations(old.plainLines, new.plainLines), "seed \(seed)")
    }
  }

  @Test("DL-10: two sections that swap are the smaller one's lines moved")
  func swap() {
    var old = Snapshot()
    old.appendSections(["a", "empty", "b"])
    old.appendItems([1, 2].rows, toSection: "a")
    old.appendItems([3, 4, 5].rows, toSection: "b")
    var new = Snapshot()
    new.appendSections(["empty", "b", "a"])
    new.appendItems([3, 4, 5].rows, toSection: "b")
    new.appendItems([1, 2].rows, toSection: "a")
    let difference = new.difference(from: old)
    #expect(difference.operationCount == 3)
    #expect(difference.moves.map(\.id) == [1, 2])
    #expect(difference.headingMoves.count == 1)
    #expect(difference.deletes.isEmpty && difference.inserts.isEmpty)
  }

  @Test("Reconfigured items count as updated, once, though their content is equal")
  func reconfigure() {
    let old = Snapshot(section: "rows", items: (1...4).rows)
    var rows = (1...4).rows
    rows[1].content = 9
    var new = Snapshot(section: "rows", items: rows)
    new.reconfigureItems([2, 4])
    #expect(new.difference(from: old).updates.map(\.id) == [2, 4])
    #expect(new.difference(from: old).operationCount == 2)
  }

  @Test("Updates in the equal head, in the middle and in the equal tail come in order")
  func updatesInOrder() {
    let old = Snapshot(section: "rows", items: (0..<9).rows)
    var rows = (0..<9).rows
    for index in [0, 4, 8] { rows[index].content = 1 }
    rows.swapAt(3, 5)
    let difference = Snapshot(section: "rows", items: rows).difference(from: old)
    #expect(difference.updates.map(\.index) == [0, 4, 8])
    #expect(difference.moves.count == 2)
  }

  @Test("DL-03: an identity that occurs twice traps by its name")
  func duplicate() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let source = DiffableDataSource<String, Row>(height: 10)
        source.apply(DiffableSnapshot(section: "rows", items: [1, 4711, 3, 4711].rows))
      }
    }
    expectTrapNames4711(result)
  }

  @Test("DL-03: a row that comes with the identity of one that stays traps by its name, one row or many")
  func duplicateOfOneThatStays() async {
    let one = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = DiffableSnapshot(section: "rows", items: ([4711] + Array(4_700..<4_720)).rows)
        .difference(from: DiffableSnapshot(section: "rows", items: (4_700..<4_720).rows))
    }
    expectTrapNames4711(one)
    let many = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = DiffableSnapshot(section: "rows", items: ([1, 2, 3, 4, 5, 6, 4711] + Array(4_700..<4_720)).rows)
        .difference(from: DiffableSnapshot(section: "rows", items: (4_700..<4_720).rows))
    }
    expectTrapNames4711(many)
  }

  private func expectTrapNames4711(_ result: ExitTest.Result?) {
    let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(words.contains("the identity 4711 occurs twice in the snapshot"))
  }
}
