import Terminals

/// The keys of a screen, and where the file is.
struct HelpDialog {
  var title: String
  var hints: [KeyHint]
  var path: String
  var theme: Theme

  /// How much room it wants: two columns of keys where one would not fit.
  func rect(in screen: Rect) -> Rect {
    let columns = hints.count + 3 > screen.height - 2 ? 2 : 1
    return DialogBox.rect(
      width: min(columns * 36, screen.width - 4), height: (hints.count + columns - 1) / columns + 3, in: screen)
  }

  func draw(in rect: Rect, on buffer: inout CellBuffer) {
    let inside = DialogBox(title: title, theme: theme).draw(in: rect, on: &buffer)
    let lines = max(1, inside.height - 3)
    let captions = hints.map { $0.caption(isUnicode: buffer.isUnicode) }
    let captionWidth = (captions.map { displayWidth($0, isUnicode: buffer.isUnicode) }.max() ?? 0) + 2
    for (index, hint) in hints.prefix(lines * 2).enumerated() {
      let column = inside.column + index / lines * (inside.width / 2)
      let row = inside.row + index % lines
      let end = index / lines == 0 && hints.count > lines ? inside.column + inside.width / 2 - 1 : inside.endColumn
      buffer.write(captions[index], at: Point(column: column, row: row), style: theme.keyCaption)
      buffer.write(
        hint.title, at: Point(column: column + captionWidth, row: row), maxWidth: max(0, end - column - captionWidth),
        truncation: .ellipsis)
    }
    buffer.write(
      path, at: Point(column: inside.column, row: inside.endRow - 1), maxWidth: inside.width, style: theme.muted,
      truncation: .ellipsis)
  }
}
