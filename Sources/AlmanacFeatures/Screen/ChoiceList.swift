// A list of choices in a dialog, one of them chosen.
import Terminals

/// The rows of a list from which the person chooses one. It scrolls with the chosen row.
struct ChoiceList {
  var count: Int
  var chosen: Int
  var theme: Theme
  /// The title of a row, and its caption at the right.
  var row: (Int) -> (title: String, caption: String)

  func draw(in rect: Rect, on buffer: inout CellBuffer) {
    guard rect.height > 0 else { return }
    let first = first(height: rect.height)
    for (line, index) in (first..<max(first, count)).prefix(rect.height).enumerated() {
      draw(index, in: Rect(column: rect.column, row: rect.row + line, width: rect.width, height: 1), on: &buffer)
    }
  }

  private func first(height: Int) -> Int { max(0, chosen - height + 1) }

  /// The choice on a line of the list; `nil` if there is none.
  func choice(at line: Int, height: Int) -> Int? {
    let index = first(height: height) + line
    return (0..<height).contains(line) && index < count ? index : nil
  }

  private func draw(_ index: Int, in rect: Rect, on buffer: inout CellBuffer) {
    let (title, caption) = row(index)
    let style: Style = index == chosen ? theme.selectedRow : .plain
    buffer.fill(rect, style: style)
    if index == chosen { buffer.write(Signs.cursor, at: rect.origin, style: style) }
    let captionWidth = displayWidth(caption, isUnicode: buffer.isUnicode)
    buffer.write(
      title, at: Point(column: rect.column + 2, row: rect.row), maxWidth: rect.width - captionWidth - 3, style: style,
      truncation: .ellipsis)
    buffer.write(
      caption, at: Point(column: rect.endColumn - captionWidth, row: rect.row),
      style: index == chosen ? style : theme.keyCaption)
  }
}
