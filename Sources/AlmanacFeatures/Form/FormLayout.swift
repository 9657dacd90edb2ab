// Where the parts of a form stand, in a room of any size.
import Terminals

/// Gives each field that fits its line, the focused one first of all; below, a line to save.
///
/// Where room is short the frame goes, then the lines for problems and notes: the last line says it of the
/// focused one.
struct FormLayout {
  struct Line {
    /// The field's.
    var index: Int
    var row: Int
    /// Where its problem stands; `nil` where there is no line for that.
    var remarkRow: Int?
  }

  /// A frame around fewer lines would leave no field, remark and foot.
  static let leastFramedHeight = 5
  /// A text says something in so many columns; labels give way to it.
  static let leastFieldWidth = 8
  /// A label may have so many columns, and a third of the line where that is more.
  private static let usualLabelWidth = 20

  let isFramed: Bool
  /// What is inside the frame, or all but a margin.
  let inside: Rect
  let labelWidth: Int
  let lines: [Line]
  /// The first field that is shown: the next layout moves it no further than it must.
  let start: Int
  private let focus: Int

  /// `labelWidth`: how wide the widest label is.
  init(rect: Rect, count: Int, labelWidth: Int, focus: Int, start: Int, wantedHeight: Int) {
    isFramed = rect.height >= Self.leastFramedHeight
    inside = rect.inset(columns: isFramed ? 2 : 1, rows: isFramed ? 1 : 0)
    self.focus = focus
    let most = max(Self.usualLabelWidth, inside.width / 3)
    self.labelWidth = max(0, min(labelWidth, most, inside.width - Self.leastFieldWidth - 2))
    let end = inside.endRow - 1
    let top = inside.row + (inside.height >= wantedHeight ? 1 : 0)
    // Where the form is taller than its box, the focused field stays in sight, with its problem.
    let capacity = max(1, (inside.height - 1) / 2)
    let first = max(0, min(max(start, focus - capacity + 1), focus, count - capacity))
    self.start = first
    lines = (first..<max(first, min(count, first + capacity + 1))).compactMap { index in
      let row = top + (index - first) * 2
      return row < end ? Line(index: index, row: row, remarkRow: row + 1 < end ? row + 1 : nil) : nil
    }
  }

  var focusedLine: Line? { lines.first { $0.index == focus } }
  var fieldColumn: Int { inside.column + (labelWidth > 0 ? labelWidth + 2 : 0) }
  /// The last line.
  var foot: Rect { Rect(column: inside.column, row: inside.endRow - 1, width: inside.width, height: 1) }

  /// Where a field is typed.
  func place(of line: Line) -> Rect {
    Rect(column: fieldColumn, row: line.row, width: max(0, inside.endColumn - fieldColumn), height: 1)
  }
}
