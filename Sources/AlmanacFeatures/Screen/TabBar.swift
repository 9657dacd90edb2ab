import AlmanacRecords
import Terminals

/// The top line: the tabs with their counts, the file's name and its state.
struct TabBar: Widget {
  struct Item {
    var title: String
    var count: RecordCount
    var isActive: Bool
  }

  var items: [Item]
  var fileName: String
  var fileState: String
  var theme: Theme

  func draw(in rect: Rect, on buffer: inout CellBuffer) {
    let signs = Signs(isUnicode: buffer.isUnicode)
    let name = "Almanac"
    let tabs = items.enumerated().map { " \($0 + 1) \($1.title) \($1.count.text(signs)) " }
    func width(_ text: String) -> Int { displayWidth(text, isUnicode: buffer.isUnicode) }
    // Where room is short, the file's name goes first, then tabs are cut.
    let wanted = 1 + width(name) + 1 + tabs.map(width).reduce(0, +)
    var state = fileName + signs.separator + fileState + " "
    if wanted + width(state) > rect.width { state = fileState + " " }
    let end = max(rect.column, rect.endColumn - width(state))
    var column = rect.column + 1
    column += buffer.write(name, at: Point(column: column, row: rect.row), style: theme.header) + 1
    for (text, item) in zip(tabs, items) where column < end {
      column += buffer.write(
        text, at: Point(column: column, row: rect.row), maxWidth: end - column,
        style: item.isActive ? theme.activeTab : theme.tab, truncation: .ellipsis)
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
