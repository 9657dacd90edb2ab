import AlmanacRecords
import Databases
import Terminals

/// The rows of a result as a chart: a label and numbers as bars, a time and numbers as lines.
struct ResultChart: Widget {
  private enum Content {
    /// The bars of each number, with its name.
    case bars([(name: String, bars: [BarChart.Bar])])
    case lines([LineChart.Line], labelOfX: (Double) -> String)
  }

  private let content: Content
  private let theme: Theme

  /// The number of lines that it fills if there is room.
  var wantedHeight: Int {
    switch content {
    case .lines: 9
    case .bars(let numbers): numbers[0].bars.count + (numbers.count > 1 ? 1 : 0)
    }
  }

  /// Makes the chart of a result. Returns nil if its columns are of another form. `changed`: which rows have changed a
  /// moment ago; their bars are marked.
  init?(columns: [String], rows: [[ExactValue]], changed: [Bool] = [], theme: Theme) {
    self.theme = theme
    guard columns.count >= 2, !rows.isEmpty else { return nil }
    let numbers = (1..<columns.count).map { column in rows.map { $0[column].number } }
    for (column, numbers) in numbers.enumerated() {
      let areNumbers = zip(rows, numbers).allSatisfy { $1 != nil || $0[column + 1] == .null }
      guard areNumbers, numbers.contains(where: { $0 != nil }) else { return nil }
    }
    let times = rows.map { $0[0].moment }
    if times.allSatisfy({ $0 != nil }) {
      let order = times.indices.sorted { (times[$0] ?? 0, $0) < (times[$1] ?? 0, $1) }
      let lines = zip(columns.dropFirst(), numbers).map { name, numbers in
        LineChart.Line(name: name, points: order.map { LineChart.DataPoint(x: times[$0] ?? 0, y: numbers[$0]) })
      }
      let (start, end) = (times[order[0]] ?? 0, times[order[order.count - 1]] ?? 0)
      content = .lines(lines) { Self.time($0, from: start, to: end) }
    } else {
      content = .bars(
        zip(columns.dropFirst(), numbers).enumerated().map { index, number in
          let bars = zip(rows, number.1).enumerated().map { place, bar in
            BarChart.Bar(
              label: index == 0 ? bar.0[0].word : "", number: bar.1 ?? 0, text: bar.0[index + 1].word,
              isChanged: place < changed.count && changed[place])
          }
          return (number.0, bars)
        })
    }
  }

  func draw(in rect: Rect, on buffer: inout CellBuffer) {
    switch content {
    case .bars(let numbers): draw(numbers, in: rect, on: &buffer)
    case .lines(let lines, let label):
      LineChart(lines: lines, theme: theme, labelOfX: label).draw(in: rect, on: &buffer)
    }
  }

  /// The least width of the bars of one number, and the columns between two.
  private static let (leastWidth, gap) = (16, 2)

  /// Draws the bars of each number side by side, as many as there is room for, below their names.
  private func draw(_ numbers: [(name: String, bars: [BarChart.Bar])], in rect: Rect, on buffer: inout CellBuffer) {
    guard numbers.count > 1 else {
      return BarChart(bars: numbers[0].bars, theme: theme).draw(in: rect, on: &buffer)
    }
    let limit = rect.width / 3
    let labelWidth =
      numbers[0].bars.prefix(rect.height)
      .map { displayWidth($0.label, limit: limit, isUnicode: buffer.isUnicode) }.max() ?? 0
    let room = rect.width - labelWidth
    let count = max(1, min(numbers.count, (room + Self.gap) / (Self.leastWidth + Self.gap)))
    let width = max(1, (room + Self.gap) / count - Self.gap)
    var start = rect.column
    for (index, number) in numbers.prefix(count).enumerated() {
      let label = index == 0 ? labelWidth : 0
      let place = Rect(
        column: start, row: rect.row + 1, width: label + width, height: max(0, rect.height - 1))
      // A bar begins behind its label and a space.
      buffer.write(
        number.name, at: Point(column: start + label + 1, row: rect.row), maxWidth: max(0, width - 1),
        style: theme.muted, truncation: .ellipsis)
      BarChart(bars: number.bars, theme: theme).draw(in: place, on: &buffer)
      start = place.endColumn + Self.gap
    }
  }

  /// A moment as precise as it matters between two moments. The day of the first one counts for the others.
  private static func time(_ moment: Double, from start: Double, to end: Double) -> String {
    func text(_ moment: Double) -> String { Timestamp(secondsSince1970: moment).text }
    // Two days, and two minutes.
    if end - start >= 172_800 || start == end && start.isWholeDay { return String(text(moment).prefix(10)) }
    let precise = text(moment).prefix(end - start >= 120 ? 16 : 19)
    return String(moment > start && text(start).prefix(10) == precise.prefix(10) ? precise.dropFirst(11) : precise)
  }
}

extension Double {
  fileprivate var isWholeDay: Bool { truncatingRemainder(dividingBy: 86_400) == 0 }
}

extension ExactValue {
  /// The number; nil for values of other classes.
  fileprivate var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number): number
    case .null, .text, .utf16, .blob: nil
    }
  }

  /// The value as a label or as the number of a bar.
  var word: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): number.groupedDigits
    case .real, .text, .utf16, .blob: shown
    }
  }

  /// The seconds since 1970 of a text that is a moment, a day or a month.
  fileprivate var moment: Double? {
    guard let text = repairedString, text.utf8.count >= 7 else { return nil }
    return Timestamp(text: text.utf8.count == 7 ? text + "-01" : text).secondsSince1970
  }
}
