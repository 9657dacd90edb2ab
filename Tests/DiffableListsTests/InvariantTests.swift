// Any operation, in any order, leaves the state valid.

import TestSupport
import Testing

@testable import DiffableLists

@MainActor @Suite(.recordsIssues) struct InvariantTests {
  @Test("DL-12: identities unique; cursor, marks and range within; after whatever was done", arguments: [false, true])
  func invariants(showsHeadings: Bool) {
    for seed in seeds("DL-12", usually: 60) {
      var random = SeededGenerator(seed: seed)
      let source = DiffableDataSource<String, Row>(height: random.upTo(12), showsHeadings: showsHeadings)
      for _ in 0..<60 {
        switch random.upTo(9) {
        case 0, 1, 2: PlainKey.allCases.randomElement(using: &random)!.press(source)
        case 3: source.height = random.upTo(15)
        case 4:
          source.mark(random.chance(50) ? source.items.map(\.id) : [random.upTo(60), random.upTo(60)])
          if let id = source.selected { source.toggleMark(id) }
        case 5: source.select(random.upTo(60))
        case 6:
          if random.chance(20) { source.expectAnotherList() }
          source.showsHeadings = showsHeadings && random.chance(80)
        default:
          var snapshot = DiffableSnapshot<String, Row>()
          snapshot.appendSections(Array(["a", "b", "c"].shuffled(using: &random).prefix(1 + random.upTo(2))))
          let lower = random.upTo(60)
          var ids = random.chance(10) ? [] : Array(lower...(lower + random.upTo(40)))
          if random.chance(30) { ids.shuffle(using: &random) }
          for id in ids {
            snapshot.appendItems([Row(id: id)], toSection: snapshot.sections.randomElement(using: &random)!)
          }
          source.apply(
            snapshot, position: WindowPosition(reachesStart: random.chance(60), reachesEnd: random.chance(60)))
        }
        source.checkInvariants()
      }
    }
  }
}
