// Arrivals above the screen, and how many of them are reported, in a window of a longer list.

import TestSupport
import Testing

@testable import DiffableLists

@MainActor @Suite(.recordsIssues) struct NewsTests {
  typealias Source = DiffableDataSource<String, Row>

  private func table(_ ids: some Sequence<Int>) -> PlainTable<[Int]> {
    PlainTable(ids: Array(ids), near: 10, far: 20)
  }

  @Test("DL-05: what arrives further up than the rows at hand is told, until it is reached")
  func arrivalsBeyondTheWindow() {
    let source = Source(height: 5)
    table(0..<100).show(40..<70, in: source, newerThan: 99)
    source.select(55)
    let grown = table(Array(100..<107) + Array(0..<100))
    let difference = grown.show(47..<77, in: source, newerThan: 99)
    #expect(difference.arrivals.sorted() == Array(100..<107))
    #expect(source.newAbove == 7)
    #expect(source.selected == 55)
    // Moving the window brings no arrivals.
    #expect(grown.show(32..<77, in: source, newerThan: 99).arrivals == [])
    #expect(source.newAbove == 7)
    // Another row arrives further up, and an arrival is deleted.
    table([102, 100, 101, 103, 107, 104, 105] + Array(0..<100)).show(32..<77, in: source, newerThan: 99)
    #expect(source.newAbove == 7)
    source.moveToStart()
    table([102, 100, 101, 103, 107, 104, 105] + Array(0..<100)).show(0..<40, in: source, newerThan: 107)
    #expect(source.newAbove == 0)
  }

  @Test("What came before the person jumped past it is not told as news")
  func jump() {
    let source = Source(height: 5)
    let ids = table(Array(0..<50) + [1_000, 1_001] + Array(50..<200))
    ids.show(0..<30, in: source, newerThan: 1_001)
    table(Array(0..<50) + [1_000, 1_001, 1_002] + Array(50..<200)).show(0..<30, in: source, newerThan: 1_001)
    source.moveToEnd()
    let grown = table(Array(0..<50) + [1_000, 1_001, 1_002] + Array(50..<200))
    grown.show(173..<203, in: source, newerThan: 1_001)
    #expect(source.selected == 199)
    #expect(source.newAbove == 0)
    table(Array(0..<50) + [1_000, 1_001, 1_002, 1_003] + Array(50..<200))
      .show(174..<204, in: source, newerThan: 1_001)
    #expect(source.newAbove == 1)
  }

  @Test("Where not all arrivals are named, those that are are told, and that there may be more")
  func incomplete() {
    let source = Source(height: 5)
    let position = WindowPosition(reachesStart: false, reachesEnd: false)
    source.show(40..<70, position: position, arrivals: ListArrivals([]))
    source.select(55)
    source.show(40..<70, position: position, arrivals: ListArrivals([100, 101]))
    #expect(source.newAbove == 2 && !source.newAboveIsLowerBound)
    source.show(40..<70, position: position, arrivals: ListArrivals([101, 102, 103], isComplete: false))
    #expect(source.newAbove == 3 && source.newAboveIsLowerBound)
    source.show(40..<70, position: position, arrivals: ListArrivals([102, 104]))
    #expect(source.newAbove == 2)
    #expect(!source.newAboveIsLowerBound)
  }

  @Test("DL-05: a window tells of as many as a list whose rows are all at hand")
  func sameAsWhole() {
    for seed in seeds("DL-05", usually: 20) {
      var random = SeededGenerator(seed: seed)
      var ids = Array(0..<(20 + random.upTo(600)))
      var newest = ids.count - 1
      // The newest row at the last moment when nothing above was unseen and all rows above were loaded.
      var since = newest
      let height = 2 + random.upTo(12)
      let (whole, source) = (Source(height: height), Source(height: height))
      func table() -> PlainTable<[Int]> { PlainTable(ids: ids, near: height * 2, far: height * 3) }
      func show(_ window: Range<Int>) {
        table().show(window, in: source, newerThan: since)
        if window.lowerBound == 0, source.newAbove == 0 { since = newest }
      }
      func settle() {
        while let need = source.windowNeeded, let window = table().window(for: need) { show(window) }
      }
      whole.show(ids)
      show(table().window(for: .start)!)
      settle()
      for step in 0..<60 {
        if random.chance(50) {
          let key = PlainKey.allCases.randomElement(using: &random)!
          for list in [whole, source] { key.press(list) }
        } else {
          for _ in 0..<random.upTo(4) where ids.count > 2 { ids.remove(at: random.upTo(ids.count - 1)) }
          for _ in 0..<random.upTo(6) {
            newest += 1
            ids.insert(newest, at: random.chance(50) ? 0 : random.upTo(ids.count))
          }
          whole.show(ids)
          let cursor = source.items[source.selectedIndex!...].first { ids.contains($0.id) }?.id ?? ids.last!
          show(table().window(for: .around(cursor, .both))!)
        }
        settle()
        source.checkInvariants()
        whole.checkInvariants()
        guard source.selected == whole.selected, source.newAbove == whole.newAbove else {
          Issue.record(
            "seed \(seed), step \(step): \(source.newAbove) instead of \(whole.newAbove), at \(source.selected ?? -1)")
          return
        }
      }
    }
  }
}
