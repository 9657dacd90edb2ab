import Terminals

/// A text that is typed, in one line: scrolled so that its cursor can be seen.
struct InputLine {
  var input: TextInput
  var style: Style

  /// Draws the text. Returns where its cursor stands.
  func draw(in rect: Rect, on buffer: inout CellBuffer) -> Point? {
    guard rect.width > 1 else { return nil }
    // Only what can be seen is measured: a pasted megabyte must not cost a megabyte a frame.
    let tail = String(input.before.suffix(rect.width * 2))
    var visible = tail[...]
    var width = displayWidth(visible, isUnicode: buffer.isUnicode)
    while width > rect.width - 1, !visible.isEmpty {
      visible.removeFirst()
      width = displayWidth(visible, isUnicode: buffer.isUnicode)
    }
    let used = buffer.write(visible, at: rect.origin, maxWidth: rect.width, style: style)
    buffer.write(
      input.after.prefix(rect.width), at: Point(column: rect.column + used, row: rect.row),
      maxWidth: rect.width - used, style: style)
    return Point(column: rect.column + used, row: rect.row)
  }
}
