import AlmanacRecords
import Terminals

/// The top line: the tabs with their counts, the file's name and its state.
struct TabBar: Widget {
  struct Item {
    var title: String
    /// `nil` where there is nothing to count behind the tab.
    var count: RecordCount?
    var isActive: Bool
  }

  var items: [Item]
  var fileName: String
  var fileState: String
  var theme: Theme

  func draw(in rect: Rect, on buffer: inout CellBuffer) {
    let signs = Signs(isUnicode: buffer.isUnicode)
    let name = "Almanac"
    let tabs = items.enumerated().map { index, item in
      " \(index + 1) \(item.title) " + (item.count.map { $0.text(signs) + " " } ?? "")
    }
    func width(_ text: String) -> Int { displayWidth(text, isUnicode: buffer.isUnicode) }
    // Where room is short, the file's name goes first, then the program's, then the tabs before the one that is shown.
    let wanted = tabs.map(width).reduce(0, +)
    let nameWidth = 1 + width(name) + 1
    var state = " " + fileName + signs.separator + fileState + " "
    if nameWidth + wanted + width(state) > rect.width { state = " " + fileState + " " }
    let end = max(rect.column, rect.endColumn - width(state))
    var column = rect.column
    if nameWidth + wanted <= end - column {
      buffer.write(name, at: Point(column: column + 1, row: rect.row), style: theme.header)
      column += nameWidth
    }
    let active = items.firstIndex(where: \.isActive) ?? 0
    var first = 0
    while first < active, tabs[first...active].map(width).reduce(0, +) - 1 > end - column { first += 1 }
    for (text, item) in zip(tabs, items).dropFirst(first) where column < end {
      // The space at a tab's end may be cut off unseen.
      column += buffer.write(
        text, at: Point(column: column, row: rect.row), maxWidth: end - column,
        style: item.isActive ? theme.activeTab : theme.tab,
        truncation: width(text) - 1 <= end - column ? .clip : .ellipsis)
    }
    buffer.write(state, at: Point(column: end, row: rect.row), style: theme.muted)
  }
}

extension RecordCount {
  /// The count as it is shown: `…` until it is known, `≈` before it while it is not current.
  func text(_ signs: Signs) -> String {
    guard let value else { return signs.ellipsis }
    return isCurrent ? value.groupedDigits : "≈" + value.groupedDigits
  }
}
