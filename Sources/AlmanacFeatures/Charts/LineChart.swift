import AlmanacRecords
import Glibc
import Terminals

/// Numbers over time as lines of dots, with the least and the greatest value at both axes.
///
/// Several lines have their names at the right, each in the row where its line ends.
struct LineChart: Widget {
  /// One line.
  struct Line: Hashable {
    var name: String
    /// The points in the order of `x`. A point without `y` interrupts the line.
    var points: [DataPoint]
  }

  /// One point.
  struct DataPoint: Hashable {
    var x: Double
    var y: Double?
  }

  var lines: [Line]
  var theme: Theme
  /// The text of a value at the lower axis.
  var labelOfX: (Double) -> String = { LineChart.number($0, of: 0) }

  /// The colours of the lines.
  private var styles: [Style] { [theme.bar] + theme.lines }

  func draw(in rect: Rect, on buffer: inout CellBuffer) {
    let points = lines.flatMap(\.points).filter(\.isDrawn)
    guard let xs = Span(points.map(\.x)), let ys = Span(points.compactMap(\.y)), !rect.isEmpty else { return }
    let isUnicode = buffer.isUnicode
    // A third of the width at most for the numbers, and a quarter for the names.
    let numbers = [ys.end, ys.start].map { Self.number($0, of: ys.length) }
    let left = min(numbers.map(\.count).max() ?? 0, rect.width / 3)
    let names = lines.count < 2 ? [] : lines.map(\.name)
    let right = min(names.map { displayWidth($0, limit: rect.width, isUnicode: isUnicode) }.max() ?? 0, rect.width / 4)
    let plot = Rect(
      column: rect.column + left + 1, row: rect.row, width: rect.width - left - 1 - (right > 0 ? right + 1 : 0),
      height: rect.height - 1)
    guard !plot.isEmpty else { return }
    draw(in: plot, xs, ys, on: &buffer)
    let isFlat = ys.start == ys.end
    let rows = isFlat ? [plot.row + plot.height / 2] : plot.height > 1 ? [plot.row, plot.endRow - 1] : [plot.row]
    for (number, row) in zip(numbers, rows) {
      let column = rect.column + max(0, left - number.count)
      buffer.write(
        number, at: Point(column: column, row: row), maxWidth: left, style: theme.muted, truncation: .ellipsis)
    }
    drawLower(in: Rect(column: plot.column, row: plot.endRow, width: plot.width, height: 1), xs, on: &buffer)
    drawNames(names, in: plot, width: right, ys, on: &buffer)
  }

  private func draw(in plot: Rect, _ xs: Span, _ ys: Span, on buffer: inout CellBuffer) {
    var grid = DotGrid(plot.size, isUnicode: buffer.isUnicode)
    for (index, line) in lines.enumerated() {
      var last: Point?
      for point in line.points {
        guard point.isDrawn, let y = point.y else {
          last = nil
          continue
        }
        let dot = Point(
          column: xs.place(point.x, in: grid.dots.width),
          row: grid.dots.height - 1 - ys.place(y, in: grid.dots.height))
        grid.draw(from: last ?? dot, to: dot, index)
        last = dot
      }
    }
    grid.write(to: &buffer, at: plot.origin, styles: styles)
  }

  /// The least value at the left, and the greatest one at the right.
  private func drawLower(in rect: Rect, _ xs: Span, on buffer: inout CellBuffer) {
    let used = buffer.write(
      labelOfX(xs.start), at: rect.origin, maxWidth: rect.width, style: theme.muted, truncation: .ellipsis)
    let end = labelOfX(xs.end)
    let width = displayWidth(end, limit: rect.width, isUnicode: buffer.isUnicode)
    guard xs.start < xs.end, used + 1 + width <= rect.width else { return }
    buffer.write(end, at: Point(column: rect.endColumn - width, row: rect.row), style: theme.muted)
  }

  private func drawNames(_ names: [String], in plot: Rect, width: Int, _ ys: Span, on buffer: inout CellBuffer) {
    var free = Array(0..<plot.height)
    for (index, name) in names.enumerated() {
      guard let y = lines[index].points.last(where: \.isDrawn)?.y else { continue }
      let wanted = plot.height - 1 - ys.place(y, in: plot.height)
      guard let row = free.min(by: { abs($0 - wanted) < abs($1 - wanted) }) else { return }
      free.removeAll { $0 == row }
      buffer.write(
        name, at: Point(column: plot.endColumn + 1, row: plot.row + row), maxWidth: width,
        style: styles[index % styles.count], truncation: .ellipsis)
    }
  }

  /// A number with the decimals that matter in a range of this length.
  static func number(_ number: Double, of length: Double) -> String {
    if number == number.rounded(), abs(number) < 1e15 { return Int(number).groupedDigits }
    guard length > 0, abs(number) < 1e15 else { return "\(number)" }
    let decimals = min(9, max(0, 2 - Int(log10(length).rounded(.down))))
    let scale = pow(10, Double(decimals))
    let rounded = (number * scale).rounded() / scale
    return rounded == rounded.rounded() ? Int(rounded).groupedDigits : "\(rounded)"
  }
}

extension LineChart.DataPoint {
  fileprivate var isDrawn: Bool { x.isFinite && y?.isFinite == true }
}

/// The values of an axis.
private struct Span {
  var start: Double
  var end: Double

  init?(_ values: [Double]) {
    guard let least = values.min(), let greatest = values.max() else { return nil }
    (start, end) = (least, greatest)
  }

  /// The length; halved twice, it is finite for all numbers.
  private var quarter: Double { end / 4 - start / 4 }
  var length: Double { quarter * 4 }

  /// The place of a value among so many dots. A single value is in the middle.
  func place(_ value: Double, in count: Int) -> Int {
    guard quarter > 0 else { return (count - 1) / 2 }
    return min(count - 1, max(0, Int(((value / 4 - start / 4) / quarter * Double(count - 1)).rounded())))
  }
}
