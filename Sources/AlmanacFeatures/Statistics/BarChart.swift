import AlmanacRecords
import Terminals

/// Numbers as horizontal bars, one line each: the label, the bar, and the number directly after it.
///
/// Bars are whole cells, so that a number that grows by one moves as little as possible. A number other than 0 has at
/// least one cell. Negative numbers have bars to the left of zero.
struct BarChart: Widget {
  /// One line.
  struct Bar: Hashable {
    var label: String
    var number: Double
    /// The number as it is written.
    var text: String
    /// Whether the number changed a moment ago.
    var isChanged = false
    /// Whether it is drawn apart from the others, as the sum of the rest.
    var isRest = false

    /// Makes the line of a count.
    init(label: String, count: Int, isChanged: Bool = false, isRest: Bool = false) {
      self.init(label: label, number: Double(count), text: count.groupedDigits, isChanged: isChanged, isRest: isRest)
    }

    /// Makes the line of any number.
    init(label: String, number: Double, text: String, isChanged: Bool = false, isRest: Bool = false) {
      (self.label, self.number, self.text) = (label, number, text)
      (self.isChanged, self.isRest) = (isChanged, isRest)
    }
  }

  var bars: [Bar]
  var theme: Theme

  func draw(in rect: Rect, on buffer: inout CellBuffer) {
    let bars = bars.prefix(max(0, rect.height))
    let isUnicode = buffer.isUnicode
    // A label gets at most half of the room, or the width of a month.
    let labelLimit = min(max(8, rect.width / 2), rect.width)
    let labelWidth = bars.map { displayWidth($0.label, limit: labelLimit, isUnicode: isUnicode) }.max() ?? 0
    let numberWidth = bars.map { displayWidth($0.text, limit: rect.width, isUnicode: isUnicode) }.max() ?? 0
    let start = rect.column + labelWidth + 1
    // After the bar come a space, the number, and the sign of a change.
    let room = max(0, rect.endColumn - start - numberWidth - 2)
    // Halved, so that the sum of both sides is finite.
    let numbers = bars.map(\.number).filter(\.isFinite).map { $0 / 2 }
    let (most, least) = (max(0, numbers.max() ?? 0), max(0, -(numbers.min() ?? 0)))
    let left = least == 0 ? 0 : Int((least / (most + least) * Double(room)).rounded())
    let zero = start + left
    for (index, bar) in bars.enumerated() {
      let row = rect.row + index
      buffer.write(
        bar.label, at: Point(column: rect.column, row: row), maxWidth: labelWidth,
        style: bar.isRest ? theme.muted : .plain, truncation: .ellipsis)
      let isNegative = bar.number < 0
      let length = Self.length(
        of: abs(bar.number) / 2, largest: isNegative ? least : most, room: isNegative ? left : room - left)
      if length > 0 {
        buffer.fill(
          Rect(column: isNegative ? zero - length : zero, row: row, width: length, height: 1), with: "▇",
          style: bar.isRest ? theme.muted : theme.bar)
      }
      let column = zero + (isNegative ? 1 : length > 0 ? length + 1 : 0)
      let used = buffer.write(
        bar.text, at: Point(column: column, row: row), maxWidth: max(0, rect.endColumn - column),
        truncation: .ellipsis)
      guard bar.isChanged else { continue }
      buffer.write(Signs.changed, at: Point(column: column - 1, row: row), style: theme.changed)
      if column + used < rect.endColumn {
        buffer.write(Signs.changed, at: Point(column: column + used, row: row), style: theme.changed)
      }
    }
  }

  /// The number of cells for a number, if the largest one fills the room.
  private static func length(of number: Double, largest: Double, room: Int) -> Int {
    guard number > 0, number.isFinite, room > 0 else { return 0 }
    return min(room, max(1, Int((number / largest * Double(room)).rounded())))
  }
}
