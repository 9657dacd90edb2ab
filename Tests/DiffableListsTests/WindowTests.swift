// Windows: a list of many rows that has only the rows around the screen loaded.

import TestSupport
import Testing

@testable import DiffableLists

@MainActor @Suite(.recordsIssues) struct WindowTests {
  typealias Source = DiffableDataSource<String, Row>

  /// Loads the requested windows until none is requested.
  private func settle(_ source: Source, _ table: PlainTable<some RandomAccessCollection<Int>>, _ note: Comment) {
    for _ in 0..<10_000 {
      guard let need = source.windowNeeded, let window = table.window(for: need) else { return }
      table.show(window, in: source)
    }
    Issue.record("the list asks for ever: \(note)")
  }

  @Test("DL-09: a window slides over 1,000,000 rows: cursor and scroll as on a plain list of all rows")
  func slides() {
    for seed in seeds("DL-09", usually: 60) {
      var random = SeededGenerator(seed: seed)
      let count = [1_000_000, 1_000_000, 300, 45, 12, 3].randomElement(using: &random)!
      let height = 2 + random.upTo(20)
      // Windows as a feature loads them, down to the narrowest ones allowed.
      let table = PlainTable(ids: 0..<count, near: height + random.upTo(20), far: height + random.upTo(60))
      let source = Source(height: height)
      var plain = PlainList(count: count, height: height)
      table.show(table.window(for: .start)!, in: source)
      var keys: [PlainKey] = []
      for _ in 0..<40 {
        let key = PlainKey.allCases.randomElement(using: &random)!
        keys.append(key)
        // A motion that starts at the end of another one is pressed after that has ended.
        if key != .home, key != .end, source.isMotionPending { settle(source, table, "seed \(seed)") }
        key.press(source)
        key.press(&plain)
        source.checkInvariants()
        if random.chance(50), let need = source.windowNeeded { table.show(table.window(for: need)!, in: source) }
        if random.chance(30) { settle(source, table, "seed \(seed)") }
        if !source.isMotionPending {
          guard source.selected == plain.cursor, source.selectedLine == plain.cursor - plain.top else {
            Issue.record(
              "seed \(seed), height \(height), \(keys): \(source.selected ?? -1) on line \(source.selectedLine ?? -1), not \(plain)"
            )
            return
          }
        }
      }
      settle(source, table, "seed \(seed)")
      #expect(!source.isMotionPending, "seed \(seed)")
      #expect(source.selected == plain.cursor && source.selectedLine == plain.cursor - plain.top, "seed \(seed)")
      #expect(
        source.items[source.visibleRange].map(\.id) == Array(plain.top..<min(plain.top + height, count)), "seed \(seed)"
      )
    }
  }

  @Test("a motion that comes while another one waits takes its place")
  func theLastMotionCounts() {
    let table = PlainTable(ids: 0..<1_000_000, near: 20, far: 40)
    let source = Source(height: 10)
    table.show(0..<60, in: source)
    source.checked { $0.moveToEnd() }
    #expect(source.selected == 0 && source.windowNeeded == .end)
    source.checked { $0.moveSelection(by: 1) }
    #expect(source.selected == 1 && !source.isMotionPending)
    settle(source, table, "End, Down")
    #expect(source.selected == 1)
  }

  @Test("DL-11: a window that was asked for before Home arrives late: it is left aside")
  func staleWindow() {
    let table = PlainTable(ids: 0..<1_000, near: 20, far: 40)
    let source = Source(height: 10)
    table.show(0..<60, in: source)
    source.moveToEnd()
    #expect(source.windowNeeded == .end)
    source.moveToStart()
    #expect(source.windowNeeded == nil)
    let difference = table.show(940..<1_000, in: source)
    #expect(difference.isStale && difference.operationCount == 0)
    #expect(source.selected == 0)
    #expect(source.items.first?.id == 0)
    // The window that the feature watches now is not the shown one: the list requests rows around the cursor again.
    #expect(source.windowNeeded == .around(0, .both))
    settle(source, table, "after the stale window")
    #expect(source.windowNeeded == nil)
    #expect(source.selected == 0)
  }

  @Test("DL-11: the newest request wins in whatever order the windows come", arguments: [true, false])
  func newestWins(newestFirst: Bool) {
    let table = PlainTable(ids: 0..<10_000, near: 20, far: 40)
    let source = Source(height: 10)
    table.show(5_000..<5_060, in: source)
    source.moveToStart()
    source.moveToEnd()
    #expect(source.windowNeeded == .end)
    let start = 0..<60
    let end = 9_940..<10_000
    if newestFirst {
      table.show(end, in: source)
      #expect(source.selected == 9_999)
      #expect(table.show(start, in: source).isStale)
    } else {
      #expect(table.show(start, in: source).isStale)
      #expect(source.windowNeeded == .end)
      table.show(end, in: source)
    }
    #expect(source.selected == 9_999)
    #expect(source.selectedLine == 9)
  }

  @Test("DL-11: a change arrives while a window is on its way: nothing twice, nothing missing")
  func changeMeanwhile() {
    for seed in seeds("DL-11", usually: 60) {
      var random = SeededGenerator(seed: seed)
      let height = 3 + random.upTo(10)
      var table = PlainTable(ids: Array(0..<400), near: 2 * height, far: 3 * height)
      var fresh = 400
      let source = Source(height: height)
      table.show(table.window(for: .start)!, in: source)
      // The feature's request, and replaced requests that may still be answered.
      var request = WindowNeed<Int>.start
      var late: [WindowNeed<Int>] = []
      // The second of two stale windows in a row is accepted.
      var wasStale = false
      for _ in 0..<60 {
        switch random.upTo(4) {
        case 0, 1:
          let before = source.selected
          PlainKey.allCases.randomElement(using: &random)!.press(source)
          if source.windowNeeded == nil, source.isMotionPending {
            Issue.record("seed \(seed): waits for nothing at \(before ?? -1)")
          }
        case 2:
          for _ in 0..<random.upTo(3) {
            if random.chance(50), table.ids.count > 50 {
              table.ids.remove(at: random.upTo(table.ids.count - 1))
            } else {
              table.ids.insert(fresh, at: random.upTo(table.ids.count))
              fresh += 1
            }
          }
          // The watched window is fetched again.
          if let window = table.window(for: request) {
            wasStale = table.show(window, in: source, counts: random.chance(50)).isStale
          }
        case 3:
          if let old = late.popLast(), let window = table.window(for: old) {
            let selected = source.selected
            let still = selected.map { table.ids.contains($0) } ?? false
            let wasPending = source.isMotionPending
            let need = source.windowNeeded
            let difference = table.show(window, in: source)
            defer { wasStale = difference.isStale }
            if difference.isStale {
              #expect(source.selected == selected, "seed \(seed)")
            } else if !wasStale, still, !wasPending, need == nil || need != old, !table.ids[window].contains(selected!)
            {
              Issue.record("seed \(seed): a late window took the cursor from \(selected!)")
            }
          }
        default:
          if let need = source.windowNeeded, let window = table.window(for: need) {
            request = need
            wasStale = table.show(window, in: source, counts: random.chance(50)).isStale
          }
        }
        if let need = source.windowNeeded, need != request {
          if random.chance(30) { late.append(request) }
          if random.chance(50), let window = table.window(for: need) {
            request = need
            wasStale = table.show(window, in: source).isStale
          }
        }
        source.checkInvariants()
      }
      // In the end the screen shows consecutive rows of the table, with the cursor among them.
      for _ in 0..<200 {
        let need = source.windowNeeded ?? .around(source.selected!, .both)
        guard let window = table.window(for: need) else {
          // The named row is gone: take a window around its place, here around any loaded row that is left.
          guard let id = source.items.map(\.id).first(where: { table.ids.contains($0) }) else { break }
          table.show(table.window(for: .around(id, .both))!, in: source)
          continue
        }
        table.show(window, in: source)
        if source.windowNeeded == nil { break }
      }
      let shown = source.items[source.visibleRange].map(\.id)
      let start = table.ids.firstIndex(of: shown[0])!
      #expect(Array(table.ids[start..<min(start + height, table.ids.count)]) == shown, "seed \(seed)")
      #expect(shown.contains(source.selected!), "seed \(seed)")
    }
  }

  @Test("The selected record moved out of the window: it is named, and gets its line back when it is selected again")
  func lostSelection() {
    var ids = Array(0..<1_000)
    let source = Source(height: 10)
    PlainTable(ids: ids, near: 20, far: 40).show(480..<540, in: source)
    source.select(500)
    source.scroll(by: 4)
    let line = source.selectedLine
    ids.remove(at: 500)
    ids.insert(500, at: 100)
    let table = PlainTable(ids: ids, near: 20, far: 40)
    let difference = table.show(480..<540, in: source)
    #expect(difference.lostSelection == 500)
    #expect(source.selected == 501)
    #expect(source.selectedLine == line)
    source.select(500)
    #expect(source.windowNeeded == .around(500, .both))
    #expect(source.selected == 501)
    settle(source, table, "select")
    #expect(source.selected == 500)
    #expect(source.selectedLine == line)
    #expect(source.items[source.visibleRange.lowerBound].id == 500 - line! - 400)
  }

  @Test("A resize keeps the selected record on the screen", arguments: [1, 4, 30, 200])
  func resize(height: Int) {
    let source = Source(height: 10)
    source.show(0..<100)
    source.moveSelection(by: 50)
    source.height = height
    source.checkInvariants()
    #expect(source.selected == 50)
    #expect(source.screenLine(ofItem: 50) != nil)
  }

  @Test("Rows that slide into a window are no news; those that arrive within it are")
  func arrivals() {
    let source = Source(height: 5)
    PlainTable(ids: Array(0..<100), near: 10, far: 20).show(40..<70, in: source)
    source.select(55)
    let table = PlainTable(ids: Array(0..<50) + [1_000] + Array(50..<100), near: 10, far: 20)
    let difference = table.show(35..<71, in: source)
    #expect(difference.arrivals == [1_000])
    #expect(difference.inserts.count == 6)
    #expect(source.newAbove == 1)
  }

  @Test("Another list: the cursor stays on its record if it is there, else on the first row; nothing is stale")
  func anotherList() {
    let table = PlainTable(ids: 0..<1_000, near: 20, far: 40)
    let source = Source(height: 10)
    table.show(0..<60, in: source)
    source.moveToEnd()
    source.moveToStart()
    source.toggleMark(3)
    source.expectAnotherList()
    let difference = source.show(900..<930, position: WindowPosition(reachesStart: true, reachesEnd: false))
    #expect(!difference.isStale)
    #expect(difference.arrivals == [])
    #expect(source.selected == 900)
    #expect(source.marked == [3], "it may be elsewhere in the list")
    source.moveSelection(by: 4)
    source.expectAnotherList()
    let whole = source.show([7, 904, 2])
    #expect(source.selected == 904)
    #expect(source.marked == [] && whole.lostMarks == [3])
  }
}
