import Terminals

/// A typed text in one line; of several lines, the one with the cursor. It is scrolled to show the cursor, with `…` for
/// hidden text.
struct InputLine {
  var input: TextInput
  var style: Style

  /// Draws the text. Returns the place of its cursor.
  func draw(in rect: Rect, on buffer: inout CellBuffer) -> Point? {
    guard rect.width > 1 else { return nil }
    let ellipsis = Signs(isUnicode: buffer.isUnicode).ellipsis
    // Measures only the text that can be visible: a pasted megabyte must not cost a megabyte per frame.
    var (text, isAll) = input.suffixBeforeCursor(rect.width * 2)
    var after = input.prefixAfterCursor(rect.width * 2)
    if input.hasLines {
      if let end = text.lastIndex(where: TextInput.endsLine) { (text, isAll) = (text[text.index(after: end)...], true) }
      after = after.prefix { !TextInput.endsLine($0) }
    }
    var visible = text
    func isCut() -> Bool { !isAll || visible.startIndex > text.startIndex }
    func width() -> Int {
      (isCut() ? ellipsis.count : 0) + displayWidth(visible, isUnicode: buffer.isUnicode)
    }
    while width() > rect.width - 1, !visible.isEmpty { visible.removeFirst() }
    var column = rect.column
    if isCut() { column += buffer.write(ellipsis, at: rect.origin, maxWidth: rect.width - 1, style: style) }
    column += buffer.write(
      visible, at: Point(column: column, row: rect.row), maxWidth: rect.endColumn - column, style: style)
    let cursor = Point(column: column, row: rect.row)
    buffer.write(
      after, at: cursor, maxWidth: rect.endColumn - column, style: style,
      truncation: .ellipsis)
    return cursor
  }
}
