import Terminals

/// The content of the help.
struct HelpContent {
  var hints: [KeyHint]
  /// The path of the file.
  var path: String
}

/// The keys of a screen, and the path of the file. If they don't fit into one column, there are two if the screen is
/// wide enough; beyond that they scroll.
struct HelpDialog {
  var content: HelpContent
  /// The first shown line.
  var first: Int
  var theme: Theme
  var isUnicode: Bool

  /// The least width of a column of keys.
  private static let columnWidth = 36
  /// The columns and rows that a frame takes.
  private static let frame = Size(width: 4, height: 2)
  /// A frame around fewer lines would leave too little to read.
  private static let leastFramedHeight = 6

  /// The rectangle that it wants.
  func rect(in screen: Rect) -> Rect {
    let columns = columnCount(in: screen)
    // The rest of a narrow screen next to the dialog would be too narrow to read.
    let isNarrow = screen.width < 2 * Self.columnWidth - 8
    let wanted = columns * max(Self.columnWidth, hintWidth)
    return DialogBox.rect(
      width: isNarrow ? screen.width : min(max(wanted, width(of: content.path)), screen.width - Self.frame.width),
      height: (content.hints.count + columns - 1) / columns + 2, in: screen)
  }

  /// The width of the widest hint, with one column after it.
  private var hintWidth: Int {
    let captions = content.hints.map { width(of: $0.caption(isUnicode: isUnicode)) }
    return (captions.max() ?? 0) + 2 + (content.hints.map { width(of: $0.title) }.max() ?? 0) + 1
  }

  private func width(of text: String) -> Int { displayWidth(text, isUnicode: isUnicode) }

  /// The number of columns of keys on a screen, or in the dialog's rectangle on it.
  private func columnCount(in rect: Rect) -> Int {
    let isTooHigh = content.hints.count + 2 + Self.frame.height > rect.height
    return isTooHigh && rect.width >= 2 * Self.columnWidth - 8 ? 2 : 1
  }

  /// The number of all lines of keys.
  func lineCount(in rect: Rect) -> Int {
    let columns = columnCount(in: rect)
    return (content.hints.count + columns - 1) / columns
  }

  /// How many lines are shown at once.
  func room(in rect: Rect) -> Int {
    let framed = rect.height >= Self.leastFramedHeight
    let inside = rect.height - (framed ? Self.frame.height : 0)
    if isPathInFrame(in: rect) { return inside }
    // The last line is the path of the file, after an empty line if there is room.
    return max(1, inside >= lineCount(in: rect) + 2 ? inside - 2 : inside - 1)
  }

  /// Whether the frame shows the path: all keys then fit, but no line is left for it.
  private func isPathInFrame(in rect: Rect) -> Bool {
    rect.height >= Self.leastFramedHeight && rect.height - Self.frame.height == lineCount(in: rect)
  }

  func draw(in rect: Rect, on buffer: inout CellBuffer) {
    var inside = rect
    let isPathInFrame = isPathInFrame(in: rect)
    if rect.height >= Self.leastFramedHeight {
      let title = isPathInFrame ? "Keys" + Signs(isUnicode: isUnicode).separator + content.path : "Keys"
      inside = DialogBox(title: title, theme: theme).draw(in: rect, on: &buffer)
    } else {
      buffer.fill(rect)
    }
    let (count, room) = (lineCount(in: rect), room(in: rect))
    let columns = columnCount(in: rect)
    let captions = content.hints.map { $0.caption(isUnicode: isUnicode) }
    let columnWidth = inside.width / columns
    for column in 0..<columns {
      let indices = column * count..<min((column + 1) * count, captions.count)
      let captionWidth = min(
        (captions[indices].map(width).max() ?? 0) + 2, columnWidth * 2 / 3)
      let start = inside.column + column * columnWidth
      for (line, index) in indices.dropFirst(first).prefix(room).enumerated() {
        buffer.write(
          captions[index], at: Point(column: start, row: inside.row + line), maxWidth: captionWidth - 1,
          style: theme.keyCaption, truncation: .ellipsis)
        buffer.write(
          content.hints[index].title, at: Point(column: start + captionWidth, row: inside.row + line),
          maxWidth: columnWidth - captionWidth - (column + 1 < columns ? 1 : 0), truncation: .ellipsis)
      }
    }
    if !isPathInFrame { drawFoot(in: inside, hidden: count - first - room, on: &buffer) }
  }

  /// Draws the last line: the path of the file, and how many lines follow below.
  private func drawFoot(in inside: Rect, hidden: Int, on buffer: inout CellBuffer) {
    let row = inside.endRow - 1
    let more = hidden <= 0 ? "" : inside.width < 28 ? "\(hidden) more" : "\(hidden) more below"
    let moreWidth = width(of: more)
    buffer.write(more, at: Point(column: inside.endColumn - moreWidth, row: row), style: theme.keyCaption)
    buffer.write(
      content.path, at: Point(column: inside.column, row: row),
      maxWidth: max(0, inside.width - (moreWidth > 0 ? moreWidth + 2 : 0)), style: theme.muted, truncation: .ellipsis)
  }
}
