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
    let signs = Signs(isUnicode: buffer.isUnicode)
    let unknown = isReadable ? signs.ellipsis : "not read"
    numbersTile(signs, unknown).draw(in: place(layout.numbers), on: &own)
    newestTile(unknown).draw(in: place(layout.newest), on: &own)
    tile("Facts added, by month", growth, unknown) { _ in bars(months(layout.growth.height - 1)) }
      .draw(in: place(layout.growth), on: &own)
    tile("Users, by mail domain", domains, unknown) { _ in bars(domains(layout.domains.height - 1)) }
      .draw(in: place(layout.domains), on: &own)
    buffer.draw(own, at: rect.origin)
  }

  // MARK: Tiles

  private func numbersTile(_ signs: Signs, _ unknown: String) -> TileView {
    let lines = numbers.map { number in
      TileContent.Line(
        label: number.label, text: number.count.value == nil ? unknown : number.count.text(signs),
        mark: marks[number.item])
    }
    return TileView(content: .numbers(lines), theme: theme)
  }

  private func newestTile(_ unknown: String) -> TileView {
    tile("Newest users", newest, unknown) { users in
      if users.isEmpty { return nil }
      return .texts(users.map { TileContent.Line(label: $0.name, text: $0.age, mark: marks[.newUser(id: $0.id)]) })
    }
  }

  /// The tile of a part. `unknown` is in place of a value that has not been read. `content` returns nil if there is
  /// nothing yet.
  private func tile<Value>(
    _ title: String, _ value: LateValue<Value>, _ unknown: String, _ content: (Value) -> TileContent?
  ) -> TileView {
    let words = TileContent.words([value.value == nil ? unknown : "none yet"], theme.muted)
    return TileView(
      title: title, isCurrent: value.isCurrent || value.value == nil, content: value.value.flatMap(content) ?? words,
      theme: theme)
  }

  private func bars(_ bars: [(item: Item, bar: BarChart.Bar)]) -> TileContent? {
    if bars.isEmpty { return nil }
    return .bars(
      bars.map { item, bar in
        var bar = bar
        bar.isChanged = marks[item] != nil
        return bar
      })
  }
}
