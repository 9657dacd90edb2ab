// The cursor, the marks and the scroll of a complete list, through every kind of change.

import TestSupport
import Testing

@testable import DiffableLists

@MainActor @Suite(.recordsIssues) struct CursorTests {
  typealias Source = DiffableDataSource<String, Row>

  /// A list of these identities on a screen of `height` lines.
  func source(_ ids: some Sequence<Int>, height: Int = 10) -> Source {
    let source = Source(height: height)
    source.show(ids)
    return source
  }

  @Test("The first rows: the first is selected")
  func first() {
    let source = source([])
    #expect(source.selected == nil)
    source.show(1...3)
    #expect(source.selected == 1)
    #expect(source.visibleRange == 0..<3)
  }

  @Test(
    "DL-04: the next record takes the cursor over, at the end the one before; a list that fills again selects its first"
  )
  func deletedCursor() {
    let source = source(1...5)
    source.checked { $0.select(3) }
    #expect(source.show([1, 2, 4, 5]).lostSelection == 3)
    #expect(source.selected == 4)
    #expect(source.selectedLine == 2)
    source.checked { $0.select(5) }
    source.show([1, 2, 4])
    #expect(source.selected == 4)
    source.show([])
    #expect(source.selected == nil)
    source.show([7, 8])
    #expect(source.selected == 7)
  }

  @Test(
    "DL-05: 30 rows arrive above the cursor of a list that is scrolled down: same record, same line, and the count above",
    arguments: [10, 12, 39])
  func arrivalsAbove(cursor: Int) {
    let source = source(100..<140)
    source.checked { $0.moveSelection(by: cursor) }
    let line = source.selectedLine
    source.show(Array(0..<30) + Array(100..<140))
    #expect(source.selected == 100 + cursor)
    #expect(source.selectedLine == line)
    #expect(source.newAbove == 30)
    source.checked { $0.moveToStart() }
    #expect(source.newAbove == 0)
    #expect(source.selected == 0)
  }

  @Test(
    "DL-13: what arrives at the head of a list that is at its start is seen, until the cursor is on the last line",
    arguments: [(1, 1, 0), (3, 3, 0), (1000, 9, 991)])
  func arrivalsAtTheStart(count: Int, line: Int, newAbove: Int) {
    let source = source(0..<40)
    source.show(Array(1000..<1000 + count) + Array(0..<40))
    #expect(source.selected == 0)
    #expect(source.selectedLine == line)
    #expect(source.visibleRange.lowerBound == newAbove)
    #expect(source.newAbove == newAbove)
    source.show(Array(5000..<5020) + Array(1000..<1000 + count) + Array(0..<40))
    #expect(source.selectedLine == 9)
    #expect(source.newAbove == count + 20 - 9)
  }

  @Test("DL-13: the same where the rows at hand don't reach the start any more")
  func arrivalsAboveTheWindow() {
    let source = source([])
    let table = PlainTable(ids: Array(0..<100), near: 10, far: 30)
    table.show(0..<40, in: source, newerThan: 99)
    let more = PlainTable(ids: Array(1000..<1100) + Array(0..<100), near: 10, far: 30)
    more.show(70..<140, in: source, newerThan: 99)
    #expect(source.selected == 0)
    #expect(source.selectedLine == 9)
    #expect(source.newAbove == 91)
  }

  @Test("The count above falls as the view goes up over the rows that arrived")
  func newAboveFalls() {
    let source = source(100..<140)
    source.checked { $0.scroll(by: 1) }
    source.show(Array(0..<30) + Array(100..<140))
    source.checked { $0.scroll(by: -5) }
    #expect(source.newAbove == 26)
    source.checked { $0.scroll(by: 4) }
    #expect(source.newAbove == 26)
    source.show(Array(0..<20) + Array(100..<140))
    #expect(source.newAbove == 20)
  }

  @Test("A list that fits on the screen is shown whole when a row arrives above")
  func arrivalOnTheScreen() {
    let source = source(1...3)
    source.show(0...3)
    #expect(source.selected == 1)
    #expect(source.selectedLine == 1)
    #expect(source.newAbove == 0)
  }

  @Test("DL-06: cursor and mark go with a record that moves; the view follows only if it would leave the screen")
  func movedCursor() {
    let source = source(0..<40)
    source.checked { $0.moveSelection(by: 15) }
    #expect(source.visibleRange == 6..<16)
    source.checked { $0.scroll(by: 4) }
    #expect(source.visibleRange == 10..<20)
    source.checked { $0.toggleMark(15) }
    var snapshot = source.snapshot
    snapshot.moveItem(15, afterItem: 18)
    source.checked { $0.apply(snapshot) }
    #expect(source.selected == 15)
    #expect(source.selectedIndex == 18)
    #expect(source.visibleRange == 10..<20)
    #expect(source.marked == [15])
    snapshot.moveItem(15, beforeItem: 18)
    source.checked { $0.apply(snapshot) }
    #expect(source.visibleRange == 10..<20)
    snapshot.moveItem(15, afterItem: 30)
    source.checked { $0.apply(snapshot) }
    #expect(source.selectedIndex == 30)
    #expect(source.visibleRange == 21..<31)
  }

  @Test("DL-07: a marked record that goes is unmarked, also when it comes back")
  func marks() {
    let source = source(1...5)
    source.checked { $0.toggleMark(3) }
    source.checked { $0.toggleMark(4) }
    #expect(source.show([1, 2, 4, 5]).lostMarks == [3])
    #expect(source.marked == [4])
    source.show(1...5)
    #expect(source.marked == [4])
  }

  @Test("DL-08: an equal snapshot is no operation")
  func equal() {
    let source = source(1...5)
    source.checked { $0.moveSelection(by: 2) }
    let difference = source.show(1...5)
    #expect(difference.isEmpty)
    #expect(difference.operationCount == 0)
    #expect(source.selected == 3)
  }
}

extension DiffableDataSource<String, Row> {
  /// Applies an operation to the list and checks the invariants (DL-12).
  func checked(_ operation: (DiffableDataSource<String, Row>) -> Void) {
    operation(self)
    checkInvariants()
  }

  /// Applies a snapshot of these identities and checks the invariants.
  @discardableResult func show(
    _ ids: some Sequence<Int>, position: WindowPosition = .whole, arrivals: ListArrivals<Int>? = nil
  ) -> ListDifference<Int> {
    let difference = apply(DiffableSnapshot(section: "rows", items: ids.rows), position: position, arrivals: arrivals)
    checkInvariants()
    return difference
  }
}
