// The layout of a form in a rectangle of any size.
import Terminals

/// Assigns a line to each field that fits, the focused one before all, and the last line to saving.
///
/// If room is short, the frame is left out first, then the lines for problems and notes. The last line then shows those
/// of the focused field.
struct FormLayout {
  struct Line {
    /// The index of the field.
    var index: Int
    var row: Int
    /// The row of its remark; `nil` if there is no room for one.
    var remarkRow: Int?
  }

  /// A frame around fewer lines would leave no room for a field, its remark and the last line.
  static let leastFramedHeight = 5
  /// The least readable width of a text. Labels shrink to leave it.
  static let leastFieldWidth = 8
  /// The greatest width of a label, unless a third of the line is more.
  private static let usualLabelWidth = 20

  let isFramed: Bool
  /// The area inside the frame; without a frame, inside the margin.
  let inside: Rect
  let labelWidth: Int
  let lines: [Line]
  /// The first shown field. The next layout moves it no further than necessary.
  let start: Int
  private let focus: Int

  /// `labelWidth`: the width of the widest label.
  init(rect: Rect, count: Int, labelWidth: Int, focus: Int, start: Int, wantedHeight: Int) {
    isFramed = rect.height >= Self.leastFramedHeight
    inside = rect.inset(columns: isFramed ? 2 : 1, rows: isFramed ? 1 : 0)
    self.focus = focus
    let most = max(Self.usualLabelWidth, inside.width / 3)
    self.labelWidth = max(0, min(labelWidth, most, inside.width - Self.leastFieldWidth - 2))
    let end = inside.endRow - 1
    let top = inside.row + (inside.height >= wantedHeight ? 1 : 0)
    // If the form is taller than its box, the focused field stays visible, with its remark.
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

  /// The place of a field's content.
  func place(of line: Line) -> Rect {
    Rect(column: fieldColumn, row: line.row, width: max(0, inside.endColumn - fieldColumn), height: 1)
  }
}
