import Terminals

/// The status line: the last thing that happened.
struct StatusLine: Widget {
  var message: Message?
  /// What stands at the right: how many records came above the screen, say.
  var note: [String]
  var theme: Theme

  func draw(in rect: Rect, on buffer: inout CellBuffer) {
    let signs = Signs(isUnicode: buffer.isUnicode)
    let note = note.joined(separator: signs.separator)
    let noteWidth = note.isEmpty ? 0 : displayWidth(note, isUnicode: buffer.isUnicode) + 2
    if let message {
      let hint = message.hint.map { signs.separator + $0.caption(isUnicode: buffer.isUnicode) + " " + $0.title } ?? ""
      buffer.write(
        message.text + hint, at: Point(column: rect.column + 1, row: rect.row),
        maxWidth: max(0, rect.width - 2 - noteWidth), style: message.isError ? theme.error : .plain,
        truncation: .ellipsis)
    }
    if noteWidth > 0 {
      buffer.write(
        note, at: Point(column: rect.endColumn - noteWidth + 1, row: rect.row), maxWidth: noteWidth,
        style: theme.muted)
    }
  }
}
