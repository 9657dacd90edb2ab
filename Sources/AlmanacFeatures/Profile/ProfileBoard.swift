// The profile of a column on the screen.
import AlmanacRecords
import Terminals

/// The profile of a column: numbers, the most common values, and a histogram.
struct ProfileBoard: Widget {
  /// Columns at the left, and between two parts.
  static let margin = 3
  /// The least width for two columns.
  private static let leastWidthOfTwoColumns = 72
  private static let labelWidth = 10

  var profile: ColumnProfile
  /// The meaning of the column's values, and the time zone of moments.
  var meaning: ValueMeaning?
  var zone = CivilZone.utc
  /// The sign between thousands.
  var thousands = ","
  var theme: Theme
  /// The line shown at the top.
  var top = 0

  /// The layout of the parts before scrolling: the histogram is next to the others if there is room.
  private struct Layout {
    var numbers: Rect
    var common: Rect
    var histogram: Rect

    var height: Int { max(common.endRow, histogram.endRow) }
  }

  private func layout(in width: Int) -> Layout {
    func rect(_ column: Int, _ row: Int, _ width: Int, _ rows: Int) -> Rect {
      Rect(column: column, row: row, width: max(0, width), height: rows)
    }
    let bars = profile.histogram?.bars.count ?? 0
    let room = width - Self.margin - 1
    let isWide = bars > 0 && width >= Self.leastWidthOfTwoColumns
    let left = isWide ? (room - Self.margin) / 2 : room
    let numbers = rect(Self.margin, 0, left, lines.count)
    let common = rect(Self.margin, numbers.endRow + 1, left, 1 + max(1, shownCommon.count))
    let histogram =
      isWide
      ? rect(numbers.endColumn + Self.margin, 0, room - left - Self.margin, 1 + bars)
      : rect(Self.margin, common.endRow + 1, room, bars > 0 ? 1 + bars : -1)
    return Layout(numbers: numbers, common: common, histogram: histogram)
  }

  /// The number of all lines.
  func height(width: Int) -> Int { layout(in: width).height }

  func draw(in rect: Rect, on buffer: inout CellBuffer) {
    // On a separate buffer, so that lines scrolled out at the top overwrite nothing above.
    var own = CellBuffer(size: rect.size, isUnicode: buffer.isUnicode)
    let layout = layout(in: rect.width)
    func place(_ rect: Rect) -> Rect {
      Rect(column: rect.column, row: rect.row - top, width: rect.width, height: rect.height)
    }
    drawLines(in: place(layout.numbers), on: &own)
    drawCommon(in: place(layout.common), on: &own)
    if let histogram = profile.histogram {
      let bars = histogram.bars.map { BarChart.Bar(label: $0.label, count: $0.count) }
      drawChart(title(of: histogram.measure), bars, in: place(layout.histogram), on: &own)
    }
    buffer.draw(own, at: rect.origin)
  }

  // MARK: The numbers

  private struct Line {
    var label: String
    var text: String
    /// Whether the text describes a value instead of being it.
    var isStandIn = false
  }

  private var lines: [Line] {
    [
      Line(label: "Rows", text: profile.rows.groupedDigits), Line(label: "Distinct", text: distinct),
      Line(label: "Empty", text: profile.empties.groupedDigits), Line(label: "NULL", text: profile.nulls.groupedDigits),
      line("Minimum", profile.least), line("Maximum", profile.greatest),
    ]
  }

  private var distinct: String {
    let count = profile.distinct.groupedDigits
    switch profile.distinctness {
    case .exact: return count
    case .atLeast: return "at least \(count)"
    case .more: return "more than \(count)"
    }
  }

  private func line(_ label: String, _ value: Excerpt?) -> Line {
    switch value {
    case nil: Line(label: label, text: profile.distinct == 0 ? "none" : "not known", isStandIn: true)
    case .text("")?: Line(label: label, text: "empty", isStandIn: true)
    case let value?: Line(label: label, text: text(value))
    }
  }

  /// A value as the list shows it.
  private func text(_ value: Excerpt) -> String {
    if case .text = value { return value.shown }
    if meaning == .quantity, let text = value.grouped(by: thousands) { return text }
    return meaning?.text(of: value, in: zone) ?? value.shown
  }

  private func drawLines(in rect: Rect, on buffer: inout CellBuffer) {
    for (index, line) in lines.enumerated() {
      let row = rect.row + index
      buffer.write(line.label, at: Point(column: rect.column, row: row), maxWidth: rect.width)
      buffer.write(
        line.text, at: Point(column: rect.column + Self.labelWidth, row: row),
        maxWidth: max(0, rect.width - Self.labelWidth), style: line.isStandIn ? theme.muted : .plain,
        truncation: .ellipsis)
    }
  }

  // MARK: The charts

  /// A value that occurs once is not common.
  private var shownCommon: [ColumnProfile.Common] { profile.common.filter { $0.count > 1 } }

  private func drawCommon(in rect: Rect, on buffer: inout CellBuffer) {
    let bars = shownCommon.map { common in
      BarChart.Bar(label: common.value == .text("") ? "(empty)" : text(common.value), count: common.count)
    }
    drawChart(profile.isCommonPartial ? "Most common \(Signs.notCurrent)" : "Most common", bars, in: rect, on: &buffer)
    guard bars.isEmpty else { return }
    buffer.write(
      profile.distinct == 0 ? "There are no values." : "No value occurs twice.",
      at: Point(column: rect.column, row: rect.row + 1), maxWidth: rect.width, style: theme.muted, truncation: .ellipsis
    )
  }

  private func title(of measure: ColumnProfile.Histogram.Measure) -> String {
    switch measure {
    case .value: "Values"
    case .characters: "Lengths, in characters"
    case .bytes: "Sizes, in bytes"
    }
  }

  private func drawChart(_ title: String, _ bars: [BarChart.Bar], in rect: Rect, on buffer: inout CellBuffer) {
    buffer.write(title, at: rect.origin, maxWidth: rect.width, style: theme.header, truncation: .ellipsis)
    let place = Rect(column: rect.column, row: rect.row + 1, width: rect.width, height: rect.height - 1)
    BarChart(bars: bars, theme: theme).draw(in: place, on: &buffer)
  }
}
