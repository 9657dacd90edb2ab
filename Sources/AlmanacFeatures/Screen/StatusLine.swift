import Terminals

/// The status line: the last thing that happened.
struct StatusLine: Widget {
  var text: String
  var isError: Bool
  /// What stands at the right: how many records came above the screen, say.
  var note: String
  var theme: Theme

  func draw(in rect: Rect, on buffer: inout CellBuffer) {
    let noteWidth = note.isEmpty ? 0 : displayWidth(note, isUnicode: buffer.isUnicode) + 2
    buffer.write(
      text, at: Point(column: rect.column + 1, row: rect.row), maxWidth: max(0, rect.width - 2 - noteWidth),
      style: isError ? theme.error : .plain, truncation: .ellipsis)
    if noteWidth > 0 {
      buffer.write(
        note, at: Point(column: rect.endColumn - noteWidth + 1, row: rect.row), maxWidth: noteWidth,
        style: theme.muted)
    }
  }
}
