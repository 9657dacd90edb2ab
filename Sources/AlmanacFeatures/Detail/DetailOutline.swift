// The fields of a record, broken into lines.
import AlmanacRecords
import Terminals

/// The lines of a record's detail at a width, and what they were made of.
struct DetailOutline {
  struct Line {
    /// The field's, on its first line.
    var label: String
    var value: Substring
    /// Whether this is said of the value, and is not the value itself.
    var isMuted: Bool
  }

  let row: ExactRow
  let now: Double
  /// The columns of the screen.
  let width: Int
  /// Where values begin.
  let valueColumn: Int
  let lines: [Line]

  init(row: ExactRow, now: Double, fields: [DetailField], width: Int, isUnicode: Bool) {
    self.row = row
    self.now = now
    self.width = width
    let labelWidth = fields.map { displayWidth($0.label, isUnicode: isUnicode) }.max() ?? 0
    valueColumn = 3 + min(labelWidth, max(0, width / 3)) + 2
    let room = max(1, width - valueColumn - 1)
    var lines: [Line] = []
    for field in fields {
      let shown = field.value
      let values = WrappedText.lines(of: shown.text, width: room, isUnicode: isUnicode)
      lines += values.map { Line(label: "", value: $0, isMuted: shown.isStandIn) }
      lines[lines.count - values.count].label = field.label
      let notes = shown.note.map { WrappedText.lines(of: $0, width: room, isUnicode: isUnicode) } ?? []
      lines += notes.map { Line(label: "", value: $0, isMuted: true) }
    }
    self.lines = lines
  }

  /// Draws the lines from `first` on, as far as `height` goes, from row `top` of the buffer on.
  func draw(
    from first: Int = 0, at top: Int, height: Int, width: Int, theme: Theme, on buffer: inout CellBuffer
  ) {
    for (index, line) in lines[first...].prefix(height).enumerated() {
      let row = top + index
      buffer.write(
        line.label, at: Point(column: 3, row: row), maxWidth: valueColumn - 4, style: theme.muted,
        truncation: .ellipsis)
      buffer.write(
        line.value, at: Point(column: valueColumn, row: row), maxWidth: width - valueColumn,
        style: line.isMuted ? theme.muted : .plain)
    }
  }
}
