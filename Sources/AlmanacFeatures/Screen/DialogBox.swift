import Terminals

/// A frame with a title, in the middle of the screen.
struct DialogBox {
  var title: String
  var theme: Theme

  /// The least readable width at each side of a dialog, and the least number of lines above and below it together. If
  /// less would be left, the dialog takes that too.
  private static let (leastMargin, leastLines) = (8, 3)

  /// The rectangle of a dialog with an inside of this size, or with the available room if that is less.
  static func rect(width: Int, height: Int, in screen: Rect) -> Rect {
    var (width, height) = (width + 4, height + 2)
    if screen.width - width < 2 * leastMargin { width = screen.width }
    if screen.height - height < leastLines { height = screen.height }
    return Rect(
      column: screen.column + (screen.width - width) / 2, row: screen.row + (screen.height - height) / 2, width: width,
      height: height)
  }

  /// Draws the frame. Returns the rectangle inside it.
  func draw(in rect: Rect, on buffer: inout CellBuffer) -> Rect {
    guard rect.width >= 4, rect.height >= 2 else { return rect }
    buffer.fill(rect)
    let (right, bottom) = (rect.endColumn - 1, rect.endRow - 1)
    for column in rect.column + 1..<right {
      buffer.write("─", at: Point(column: column, row: rect.row), style: theme.border)
      buffer.write("─", at: Point(column: column, row: bottom), style: theme.border)
    }
    for row in rect.row + 1..<bottom {
      buffer.write("│", at: Point(column: rect.column, row: row), style: theme.border)
      buffer.write("│", at: Point(column: right, row: row), style: theme.border)
    }
    buffer.write("┌", at: rect.origin, style: theme.border)
    buffer.write("┐", at: Point(column: right, row: rect.row), style: theme.border)
    buffer.write("└", at: Point(column: rect.column, row: bottom), style: theme.border)
    buffer.write("┘", at: Point(column: right, row: bottom), style: theme.border)
    buffer.write(
      " \(title) ", at: Point(column: rect.column + 1, row: rect.row), maxWidth: rect.width - 2, style: theme.header,
      truncation: .ellipsis)
    return rect.inset(columns: 2, rows: 1)
  }
}
