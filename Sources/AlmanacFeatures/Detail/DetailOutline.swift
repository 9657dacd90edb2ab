// The fields of a record, broken into lines.
import Terminals

/// The lines of a record's fields at a width, made as far down as they are looked at.
struct DetailOutline {
  struct Line {
    /// The field's, on its first line.
    var label: String
    var value: Substring
    /// The field whose value this is; `nil` for a note about the value.
    var field: Int?
    /// Whether this is not the value itself.
    var isMuted: Bool
  }

  private struct Part {
    var label: String
    var text: String
    var field: Int?
    var isMuted: Bool
  }

  /// Where values begin.
  let valueColumn: Int
  private(set) var lines: [Line] = []
  private let room: Int
  private let isUnicode: Bool
  /// What no lines have been made of so far, the last part first; of the first of them all that follows its first
  /// lines.
  private var parts: [Part] = []
  private var wrapped: WrappedText?

  init(_ fields: [DetailField], width: Int, isUnicode: Bool) {
    let labelWidth = fields.map { displayWidth($0.label, isUnicode: isUnicode) }.max() ?? 0
    valueColumn = 3 + min(labelWidth, max(0, width / 3)) + 2
    room = max(1, width - valueColumn - 1)
    self.isUnicode = isUnicode
    for (index, field) in fields.enumerated().reversed() {
      let shown = field.value
      if let note = shown.note { parts.append(Part(label: "", text: note, field: nil, isMuted: true)) }
      parts.append(Part(label: field.label, text: shown.text, field: index, isMuted: shown.isStandIn))
    }
  }

  /// Makes lines until there are `count` of them, or all.
  mutating func reach(_ count: Int) {
    while lines.count < count, let part = parts.last {
      let isFirst = wrapped == nil
      if isFirst { wrapped = WrappedText(part.text, width: room, isUnicode: isUnicode) }
      if let value = wrapped?.next() {
        lines.append(
          Line(label: isFirst ? part.label : "", value: value, field: part.field, isMuted: part.isMuted))
      } else {
        parts.removeLast()
        wrapped = nil
      }
    }
  }

  /// Draws the lines from `first` on, as far as `height` goes, from row `top` of the buffer on; `marked` are the fields
  /// that have just changed.
  func draw(
    from first: Int, at top: Int, height: Int, width: Int, marked: Set<Int>, theme: Theme, on buffer: inout CellBuffer
  ) {
    for (index, line) in lines.dropFirst(first).prefix(height).enumerated() {
      let row = top + index
      buffer.write(
        line.label, at: Point(column: 3, row: row), maxWidth: valueColumn - 4, style: theme.muted,
        truncation: .ellipsis)
      let used = buffer.write(
        line.value, at: Point(column: valueColumn, row: row), maxWidth: width - valueColumn,
        style: line.isMuted ? theme.muted : .plain)
      if line.field.map(marked.contains) == true {
        buffer.write("~", at: Point(column: valueColumn - 1, row: row), style: theme.changed)
        buffer.write("~", at: Point(column: valueColumn + used, row: row), style: theme.changed)
      }
    }
  }
}
