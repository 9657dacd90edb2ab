// Lines of text in a dialog over the whole screen.
import Terminals

/// A report of lines, from the one at the top on.
struct TextReport {
  struct Line {
    var text: String
    var style: Style
    var indent = 0

    /// The lines of a text that is wrapped at a width.
    static func wrapped(_ text: String, _ style: Style, indent: Int = 0, width: Int, isUnicode: Bool) -> [Line] {
      WrappedText.lines(of: text, width: max(1, width - indent), isUnicode: isUnicode)
        .map { Line(text: String($0), style: style, indent: indent) }
    }
  }

  var title: String
  var lines: [Line]
  var first = 0
  var theme: Theme

  func draw(in rect: Rect, on buffer: inout CellBuffer) {
    let inside = DialogBox(title: title, theme: theme).draw(in: rect, on: &buffer)
    for (index, line) in lines.dropFirst(first).prefix(inside.height).enumerated() {
      buffer.write(
        line.text, at: Point(column: inside.column + line.indent, row: inside.row + index),
        maxWidth: max(0, inside.width - line.indent), style: line.style, truncation: .ellipsis)
    }
  }
}
