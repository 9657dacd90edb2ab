// The statistics on the screen: numbers, the newest users, and two charts.
import AlmanacRecords
import LiveQueries
import Terminals

/// The numbers of a book, laid out for a size.
struct StatisticsBoard: Widget {
  /// A value on the board.
  enum Item: Hashable {
    case facts
    case users
    case active
    case inactive
    case newUser(id: RecordID)
    case month(CivilMonth)
    case domain(String)
    case otherDomains
  }

  /// One of the last added users.
  struct NewUser: Hashable {
    var id: RecordID
    var name: String
    var age: String
  }

  var facts: RecordCount
  var users: RecordCount
  var states: LateValue<UserStates>
  var newest: LateValue<[NewUser]>
  var growth: LateValue<MonthlyGrowth>
  var domains: LateValue<MailDomains>
  /// Whether unknown values are still to come.
  var isReadable = true
  /// The present month: the chart ends with it, and months of other years show their year.
  var present: CivilMonth
  var theme: Theme
  /// The marks of recent changes.
  var marks = ChangeMarks<Item>()
  /// The line shown at the top.
  var top = 0

  /// The layout of the parts for a size.
  func layout(in size: Size) -> StatisticsLayout {
    StatisticsLayout(
      in: size, newestCount: newest.value?.count ?? 0, growthRows: { max(1, months($0).count) },
      domainRows: { max(1, domains($0).count) })
  }

  func draw(in rect: Rect, on buffer: inout CellBuffer) {
    // On a separate buffer, so that lines scrolled out at the top overwrite nothing above.
    var own = CellBuffer(size: rect.size, isUnicode: buffer.isUnicode)
    let layout = layout(in: rect.size)
    func place(_ rect: Rect) -> Rect {
      Rect(column: rect.column, row: rect.row - top, width: rect.width, height: rect.height)
    }
    drawNumbers(in: place(layout.numbers), on: &own)
    drawNewest(in: place(layout.newest), on: &own)
    drawChart(
      "Facts added, by month", growth, months(layout.growth.height - 1), in: place(layout.growth), on: &own)
    drawChart(
      "Users, by mail domain", domains, domains(layout.domains.height - 1), in: place(layout.domains), on: &own)
    buffer.draw(own, at: rect.origin)
  }

  /// The text in place of an unknown value.
  private func unknown(_ signs: Signs) -> String { isReadable ? signs.ellipsis : "not read" }

  // MARK: Parts

  private func drawNumbers(in rect: Rect, on buffer: inout CellBuffer) {
    let signs = Signs(isUnicode: buffer.isUnicode)
    for (index, number) in numbers.enumerated() {
      let row = rect.row + index
      let text = number.count.value == nil ? unknown(signs) : number.count.text(signs)
      let start = max(rect.column, rect.endColumn - displayWidth(text, isUnicode: buffer.isUnicode))
      buffer.write(
        number.label, at: Point(column: rect.column, row: row), maxWidth: max(0, start - 1 - rect.column),
        truncation: .ellipsis)
      buffer.write(text, at: Point(column: start, row: row), maxWidth: rect.endColumn - start)
      mark(number.item, start..<rect.endColumn, row: row, on: &buffer)
    }
  }

  private func drawNewest(in rect: Rect, on buffer: inout CellBuffer) {
    drawTitle("Newest users", isCurrent: newest.isCurrent || newest.value == nil, in: rect, on: &buffer)
    guard let newest = newest.value else {
      return drawLine(unknown(Signs(isUnicode: buffer.isUnicode)), below: rect, on: &buffer)
    }
    guard !newest.isEmpty else { return drawLine("none yet", below: rect, on: &buffer) }
    let ageWidth = newest.map { displayWidth($0.age, limit: rect.width / 2, isUnicode: buffer.isUnicode) }.max() ?? 0
    for (index, user) in newest.enumerated() {
      let row = rect.row + 1 + index
      let used = buffer.write(
        user.name, at: Point(column: rect.column, row: row), maxWidth: max(0, rect.width - ageWidth - 2),
        truncation: .ellipsis)
      let width = displayWidth(user.age, limit: ageWidth, isUnicode: buffer.isUnicode)
      buffer.write(
        user.age, at: Point(column: rect.endColumn - width, row: row), maxWidth: width, style: theme.muted,
        truncation: .ellipsis)
      if marks[.newUser(id: user.id)] == .arrived {
        buffer.write("+", at: Point(column: rect.column - 2, row: row), style: theme.changed)
      } else {
        mark(.newUser(id: user.id), rect.column..<rect.column + used, row: row, on: &buffer)
      }
    }
  }

  private func drawChart<Value>(
    _ title: String, _ value: LateValue<Value>, _ bars: [(item: Item, bar: BarChart.Bar)], in rect: Rect,
    on buffer: inout CellBuffer
  ) {
    drawTitle(title, isCurrent: value.isCurrent || value.value == nil, in: rect, on: &buffer)
    guard value.value != nil else {
      return drawLine(unknown(Signs(isUnicode: buffer.isUnicode)), below: rect, on: &buffer)
    }
    guard !bars.isEmpty else { return drawLine("none yet", below: rect, on: &buffer) }
    let marked = bars.map { item, bar in
      var bar = bar
      bar.isChanged = marks[item] != nil
      return bar
    }
    BarChart(bars: marked, theme: theme).draw(
      in: Rect(column: rect.column, row: rect.row + 1, width: rect.width, height: bars.count), on: &buffer)
  }

  private func drawTitle(_ title: String, isCurrent: Bool, in rect: Rect, on buffer: inout CellBuffer) {
    let used = buffer.write(
      title, at: rect.origin, maxWidth: max(0, rect.width - 2), style: theme.header, truncation: .ellipsis)
    guard !isCurrent else { return }
    buffer.write("≈", at: Point(column: rect.column + used + 1, row: rect.row), style: theme.header)
  }

  /// Draws a text under a title, in place of its values.
  private func drawLine(_ text: String, below rect: Rect, on buffer: inout CellBuffer) {
    buffer.write(
      text, at: Point(column: rect.column, row: rect.row + 1), maxWidth: rect.width, style: theme.muted)
  }

  /// Marks the text in these columns if it changed.
  private func mark(_ item: Item, _ columns: Range<Int>, row: Int, on buffer: inout CellBuffer) {
    guard marks[item] != nil else { return }
    buffer.write("~", at: Point(column: columns.lowerBound - 1, row: row), style: theme.changed)
    buffer.write("~", at: Point(column: columns.upperBound, row: row), style: theme.changed)
  }
}
