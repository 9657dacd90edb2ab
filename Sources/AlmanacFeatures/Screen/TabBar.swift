import AlmanacRecords
import LiveQueries
import Terminals

/// The top line: the tabs with their counts, the file's name and its state. For a book it begins with the program's
/// name, and the tabs are numbered. For another file it begins with the file's name, and an open record replaces the
/// tabs.
struct TabBar: Widget {
  struct Item {
    var title: String
    /// The record count of the tab; `nil` if it has none.
    var count: RecordCount?
    var isActive: Bool
    /// How many changes other programs have made there since the person looked.
    var newsCount = 0
  }

  var items: [Item]
  var fileName: String
  /// The place of the file among several open ones: `1/2`.
  var place: String?
  var fileState: String
  var isOfBook = true
  var record: String?
  var theme: Theme

  private var placedName: String { place.map { "\(fileName) \($0)" } ?? fileName }

  func draw(in rect: Rect, on buffer: inout CellBuffer) { _ = drawTabs(in: rect, on: &buffer) }

  /// Draws the line. Returns the columns of each tab, for clicks; a sign at an end is that of the tab behind it.
  func drawTabs(in rect: Rect, on buffer: inout CellBuffer) -> [(columns: Range<Int>, index: Int)] {
    let signs = Signs(isUnicode: buffer.isUnicode)
    if let record {
      draw(record, in: rect, signs, on: &buffer)
      return []
    }
    var places: [(columns: Range<Int>, index: Int)] = []
    let name = isOfBook ? "Almanac" : placedName
    var tabs = items.enumerated().map { index, item in
      (isOfBook ? " \(index + 1) " : " ") + item.title + " " + (item.count.map { $0.text(signs) + " " } ?? "")
    }
    func width(_ text: String) -> Int { displayWidth(text, isUnicode: buffer.isUnicode) }
    // If room is short, a book's file name is left out first, then the program's name, then the tabs before the shown
    // one. The name of another file stays, because nothing else identifies the file.
    let wanted = tabs.map(width).reduce(0, +)
    let nameWidth = 1 + width(name) + 1
    var state = isOfBook ? " " + placedName + signs.separator + fileState + " " : " " + fileState + " "
    addNews(to: &tabs, signs, room: rect.width - nameWidth - wanted - width(state))
    if nameWidth + wanted + width(state) > rect.width {
      state = " " + ((isOfBook ? self.place.map { $0 + signs.separator } : nil) ?? "") + fileState + " "
    }
    let end = max(rect.column, rect.endColumn - width(state))
    var column = rect.column
    if nameWidth + tabs.map(width).reduce(0, +) <= end - column || !isOfBook && nameWidth <= (end - column) / 2 {
      buffer.write(name, at: Point(column: column + 1, row: rect.row), style: theme.header)
      column += nameWidth
    }
    let active = items.firstIndex(where: \.isActive) ?? 0
    // The space at a tab's end may be cut off without notice. A sign at either end means that there are more tabs.
    var first = 0
    func place(of last: Int) -> Int {
      (first > 0 ? 1 : 0) + tabs[first...last].map(width).reduce(0, +) - 1 + (last < tabs.count - 1 ? 1 : 0)
    }
    while first < active, place(of: active) > end - column { first += 1 }
    if first > 0 {
      places.append((column..<column + 1, first - 1))
      column += buffer.write(signs.moreBefore, at: Point(column: column, row: rect.row), style: theme.tab)
    }
    for (index, item) in items.enumerated().dropFirst(first) where column < end {
      let rest = end - column - (index < items.count - 1 ? 1 : 0)
      guard width(tabs[index]) - 1 <= rest || index == active else {
        buffer.write(signs.moreBehind, at: Point(column: end - 1, row: rect.row), style: theme.tab)
        places.append((end - 1..<end, index))
        break
      }
      let start = column
      column += buffer.write(
        tabs[index], at: Point(column: column, row: rect.row), maxWidth: end - column,
        style: item.isActive ? theme.activeTab : theme.tab,
        truncation: width(tabs[index]) - 1 <= end - column ? .clip : .ellipsis)
      places.append((start..<column, index))
    }
    buffer.write(state, at: Point(column: end, row: rect.row), style: theme.muted)
    return places
  }

  /// Adds the numbers of changes if all have room, so that nothing else is left out for them. Otherwise only their signs,
  /// each in place of a space.
  private func addNews(to tabs: inout [String], _ signs: Signs, room: Int) {
    let news = items.map { $0.newsCount > 0 ? signs.news + $0.newsText + " " : "" }
    let fits = news.map { displayWidth($0, isUnicode: signs.isUnicode) }.reduce(0, +) <= room
    for index in tabs.indices where items[index].newsCount > 0 {
      tabs[index] = fits ? tabs[index] + news[index] : tabs[index].dropLast() + signs.news
    }
  }

  /// Draws the names of the file and of the open record.
  private func draw(_ record: String, in rect: Rect, _ signs: Signs, on buffer: inout CellBuffer) {
    let end = max(rect.column, rect.endColumn - displayWidth(fileState, isUnicode: buffer.isUnicode) - 2)
    buffer.write(
      "\(placedName) \(signs.moreBehind) \(record)", at: Point(column: rect.column + 1, row: rect.row),
      maxWidth: max(0, end - rect.column - 1), style: theme.header, truncation: .ellipsis)
    buffer.write(" \(fileState) ", at: Point(column: end, row: rect.row), style: theme.muted)
  }
}

extension TabBar.Item {
  /// The greatest number of changes that is told.
  private static let mostCounted = 999

  fileprivate var newsText: String { newsCount > Self.mostCounted ? "\(Self.mostCounted)+" : "\(newsCount)" }
}

extension RecordCount {
  /// The count as text: `…` until it is known, with `≈` in front while it is not current.
  func text(_ signs: Signs) -> String {
    guard let value else { return signs.ellipsis }
    return isCurrent ? value.groupedDigits : Signs.notCurrent + value.groupedDigits
  }
}
