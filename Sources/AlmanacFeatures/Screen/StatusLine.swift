import Terminals

/// The status line with its message.
struct StatusLine: Widget {
  var message: Message?
  /// The phrases at the right, the most important first; for example how many records came above the screen. Phrases
  /// without room next to the message are left out.
  var note: [String]
  /// Whether the message takes the room that it needs: the room of the note, and lines above.
  var isOpen: Bool
  var theme: Theme

  /// The number of lines for a width; at most `limit`.
  func height(width: Int, limit: Int, isUnicode: Bool) -> Int {
    guard isOpen, let text = text(width: width - 2, limit: limit, isUnicode) else { return 1 }
    return max(1, min(limit, WrappedText.lines(of: text, width: width - 2, isUnicode: isUnicode).count))
  }

  func draw(in rect: Rect, on buffer: inout CellBuffer) {
    buffer.fill(rect)
    let text = text(width: rect.width - 2, limit: rect.height, buffer.isUnicode)
    let room = rect.width - (text.map { displayWidth($0, isUnicode: buffer.isUnicode) + 2 } ?? 0)
    let (note, noteWidth) = note(width: room, buffer.isUnicode)
    if let message, let text {
      let style = message.isError ? theme.error : .plain
      let width = max(0, rect.width - 2 - noteWidth)
      var lines = isOpen ? WrappedText.lines(of: text, width: width, isUnicode: buffer.isUnicode) : [text[...]]
      if lines.count > rect.height, let first = lines.dropFirst(rect.height - 1).first {
        lines[rect.height - 1] = text[first.startIndex...]
      }
      for (index, line) in lines.prefix(rect.height).enumerated() {
        buffer.write(
          line, at: Point(column: rect.column + 1, row: rect.row + index), maxWidth: width, style: style,
          truncation: .ellipsis)
      }
    }
    if noteWidth > 0 {
      buffer.write(
        note, at: Point(column: rect.endColumn - noteWidth + 1, row: rect.endRow - 1), maxWidth: noteWidth,
        style: theme.muted)
    }
  }

  /// The phrases of the note that fit, and their width with the gap before them.
  private func note(width: Int, _ isUnicode: Bool) -> (text: String, width: Int) {
    var phrases = note
    while !phrases.isEmpty {
      let text = phrases.joined(separator: Signs(isUnicode: isUnicode).separator)
      let used = displayWidth(text, isUnicode: isUnicode) + 2
      if used <= width { return (text, used) }
      phrases.removeLast()
    }
    return ("", 0)
  }

  /// The longest form of the message that fits into these lines, with its keys.
  private func text(width: Int, limit: Int, _ isUnicode: Bool) -> String? {
    guard let message else { return nil }
    let hints = message.hints.map { "\($0.caption(isUnicode: isUnicode)) \($0.title)" }
    let texts = ([message.text] + message.shorter).map {
      ([$0] + hints).joined(separator: Signs(isUnicode: isUnicode).separator)
    }
    return texts.first {
      displayWidth($0, isUnicode: isUnicode) <= width
        || isOpen && WrappedText.lines(of: $0, width: width, isUnicode: isUnicode).count <= limit
    } ?? texts.last
  }
}
