import AlmanacRecords
import Terminals

/// Numbers as horizontal bars, one line each: the label, the bar, and the number directly after it.
///
/// Bars are whole cells, so that a number that grows by one moves as little as possible. A number other than 0 has at
/// least one cell.
struct BarChart: Widget {
  /// One line.
  struct Bar: Hashable {
    var label: String
    var count: Int
    /// Whether the number changed a moment ago.
    var isChanged = false
    /// Whether it is drawn apart from the others, as the sum of the rest.
    var isRest = false
  }

  var bars: [Bar]
  var theme: Theme

  func draw(in rect: Rect, on buffer: inout CellBuffer) {
    let bars = bars.prefix(max(0, rect.height))
    let isUnicode = buffer.isUnicode
    let numbers = bars.map(\.count.groupedDigits)
    // A label gets at most half of the room, or the width of a month.
    let labelLimit = min(max(8, rect.width / 2), rect.width)
    let labelWidth = bars.map { displayWidth($0.label, limit: labelLimit, isUnicode: isUnicode) }.max() ?? 0
    let numberWidth = numbers.map(\.count).max() ?? 0
    let start = rect.column + labelWidth + 1
    // After the bar come a space, the number, and the sign of a change.
    let room = max(0, rect.endColumn - start - numberWidth - 2)
    let largest = bars.map(\.count).max() ?? 0
    for (index, bar) in bars.enumerated() {
      let row = rect.row + index
      buffer.write(
        bar.label, at: Point(column: rect.column, row: row), maxWidth: labelWidth,
        style: bar.isRest ? theme.muted : .plain, truncation: .ellipsis)
      let length = Self.length(of: bar.count, largest: largest, room: room)
      if length > 0 {
        buffer.fill(
          Rect(column: start, row: row, width: length, height: 1), with: "▇",
          style: bar.isRest ? theme.muted : theme.bar)
      }
      let column = start + (length > 0 ? length + 1 : 0)
      let used = buffer.write(
        numbers[index], at: Point(column: column, row: row), maxWidth: max(0, rect.endColumn - column),
        truncation: .ellipsis)
      guard bar.isChanged else { continue }
      buffer.write("~", at: Point(column: column - 1, row: row), style: theme.changed)
      if column + used < rect.endColumn {
        buffer.write("~", at: Point(column: column + used, row: row), style: theme.changed)
      }
    }
  }

  /// The number of cells for a count, if the largest one fills the room.
  private static func length(of count: Int, largest: Int, room: Int) -> Int {
    guard count > 0, room > 0 else { return 0 }
    return max(1, Int((Double(count) / Double(largest) * Double(room)).rounded()))
  }
}
