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
    let separator = buffer.isUnicode ? " · " : " - "
    let state = fileName + separator + fileState + " "
    let stateWidth = displayWidth(state, isUnicode: buffer.isUnicode)
    var column = rect.column + 1
    column += buffer.write("Almanac", at: Point(column: column, row: rect.row), style: theme.header) + 1
    let end = rect.endColumn - min(stateWidth, rect.width / 2)
    for (index, item) in items.enumerated() {
      let text = " \(index + 1) \(item.title) \(item.count.tabText) "
      let width = min(displayWidth(text, isUnicode: buffer.isUnicode), end - column)
      guard width > 0 else { break }
      let style = item.isActive ? theme.activeTab : theme.tab
      column += buffer.write(text, at: Point(column: column, row: rect.row), maxWidth: width, style: style)
    }
    let start = max(column + 1, rect.endColumn - stateWidth)
    buffer.write(
      state, at: Point(column: start, row: rect.row), maxWidth: rect.endColumn - start, style: theme.muted,
      truncation: .ellipsis)
  }
}

extension RecordCount {
  /// The count as a tab shows it: `…` until it is known, `≈` before it while it is not current.
  var tabText: String {
    guard let value else { return "…" }
    return isCurrent ? value.groupedDigits : "≈" + value.groupedDigits
  }
}
