// A table drawn over an earlier one, against the same table drawn on an empty screen.
import AlmanacRecords
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@MainActor
@Suite(.recordsIssues)
struct RecordTableTests {
  private typealias Table = RecordTable

  private static let bodies = [
    "short", "漢字 of two columns each", "a body that is long enough to be cut at the narrow widths", "", "é",
  ]

  @Test(
    "drawing over the last frame gives the same as drawing anew, after any move, arrival, deletion or restyling",
    arguments: 0..<20)
  func drawnOverIsDrawnAnew(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    func random(_ bound: Int) -> Int { Int(generator.next() % UInt64(bound)) }
    var ids = Array(1...40)
    var changed: Set<Int> = []
    var (top, selected, height, width, minutes) = (0, 1, 12, 60, 0.0)
    var (search, hasHeader, order) = ("", true, ListedTable.facts.order)
    var (buffer, widths, drawn) = (
      CellBuffer(size: Size(width: width, height: height)), Table.ColumnState(), Table.Drawn?.none
    )
    for _ in 0..<150 {
      switch random(13) {
      case 0...3: top = max(0, min(ids.count, top + random(5) - 2))
      case 4, 5: selected = ids.randomElement(using: &generator) ?? 1
      case 6: if !ids.isEmpty { ids.remove(at: random(ids.count)) }
      case 7: ids.insert((ids.max() ?? 0) + 1, at: random(ids.count + 1))
      case 8: if let id = ids.randomElement(using: &generator) { changed.formSymmetricDifference([id]) }
      case 9: search = ["", "s", "bo", "漢"][random(4)]
      case 10: minutes += 60
      case 11:
        (hasHeader, order) = (
          random(4) > 0, random(2) > 0 ? ListedTable.facts.order : ListOrder("id", isDescending: false)
        )
      default: (height, width) = (4 + random(12), 24 + random(60))
      }
      if buffer.size != Size(width: width, height: height) {
        (buffer, widths) = (CellBuffer(size: Size(width: width, height: height)), Table.ColumnState())
      }
      let rows = ids.dropFirst(top).prefix(height).map { id in
        Table.Row(
          record: ListedRow(
            id: .rowID(id),
            cells: [
              .integer(id), .text(Self.bodies[(id + (changed.contains(id) ? 1 : 0)) % Self.bodies.count]),
              .text(Timestamp(secondsSince1970: Double(id) * 1000).text),
            ]),
          isSelected: id == selected, isMarked: id % 7 == 0, change: changed.contains(id) ? .changed(columns: [1]) : nil
        )
      }
      let table = Table(
        columns: ListedTable.facts.listColumns, rows: Array(rows),
        hasHeader: hasHeader, order: order, query: SearchQuery(search), now: 90_000 + minutes, zone: .utc,
        theme: Theme())
      table.draw(on: &buffer, state: &widths, drawn: &drawn)
      var anew = CellBuffer(size: buffer.size)
      var (sameWidths, nothing) = (widths, Table.Drawn?.none)
      table.draw(on: &anew, state: &sameWidths, drawn: &nothing)
      #expect(buffer.differences(from: anew).isEmpty, "seed \(seed): \(buffer.trimmedRows) is not \(anew.trimmedRows)")
    }
  }
}
