import Terminals

/// The bottom line: the keys that do something here.
struct KeyLine: Widget {
  var hints: [KeyHint]
  var theme: Theme

  func draw(in rect: Rect, on buffer: inout CellBuffer) {
    var column = rect.column + 1
    for hint in hints {
      let caption = hint.caption(isUnicode: buffer.isUnicode)
      let width = displayWidth(caption + " " + hint.title, isUnicode: buffer.isUnicode)
      // The first says something even where it is cut.
      guard column + width <= rect.endColumn || column == rect.column + 1 else { break }
      column += buffer.write(caption, at: Point(column: column, row: rect.row), style: theme.keyCaption) + 1
      column +=
        2
        + buffer.write(
          hint.title, at: Point(column: column, row: rect.row), maxWidth: max(0, rect.endColumn - column),
          style: theme.muted, truncation: .ellipsis)
    }
  }
}
