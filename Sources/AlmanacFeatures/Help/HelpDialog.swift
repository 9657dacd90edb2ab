import Terminals

/// What the help says.
struct HelpContent {
  var hints: [KeyHint]
  /// Where the file is.
  var path: String
}

/// The keys of a screen, and where the file is: in two columns where one would not fit and there is room for two,
/// scrolled where that does not fit either.
struct HelpDialog {
  var content: HelpContent
  /// The first line that is shown.
  var first: Int
  var theme: Theme
  var isUnicode: Bool

  /// A column of keys takes at least so much.
  private static let columnWidth = 36
  /// What a frame takes away at the left and right, and at the top and bottom.
  private static let frame = Size(width: 4, height: 2)
  /// A frame around fewer lines would leave too little to read.
  private static let leastFramedHeight = 6

  /// How much room it wants.
  func rect(in screen: Rect) -> Rect {
    let columns = columnCount(in: screen)
    // What is left of a narrow screen beside the dialog says nothing.
    let isNarrow = screen.width < 2 * Self.columnWidth - 8
    let wanted = columns * max(Self.columnWidth, hintWidth)
    return DialogBox.rect(
      width: isNarrow ? screen.width : min(max(wanted, width(of: content.path)), screen.width - Self.frame.width),
      height: (content.hints.count + columns - 1) / columns + 2, in: screen)
  }

  /// How wide the widest keys are with what they do, and a column behind that.
  private var hintWidth: Int {
    let captions = content.hints.map { width(of: $0.caption(isUnicode: isUnicode)) }
    return (captions.max() ?? 0) + 2 + (content.hints.map { width(of: $0.title) }.max() ?? 0) + 1
  }

  private func width(of text: String) -> Int { displayWidth(text, isUnicode: isUnicode) }

  /// How many columns of keys there are on a screen, or in the rectangle that the dialog got on it.
  private func columnCount(in rect: Rect) -> Int {
    let isTooHigh = content.hints.count + 2 + Self.frame.height > rect.height
    return isTooHigh && rect.width >= 2 * Self.columnWidth - 8 ? 2 : 1
  }

  /// How many lines of keys there are in all.
  func lineCount(in rect: Rect) -> Int {
    let columns = columnCount(in: rect)
    return (content.hints.count + columns - 1) / columns
  }

  /// How many of them are shown at once.
  func room(in rect: Rect) -> Int {
    let framed = rect.height >= Self.leastFramedHeight
    let inside = rect.height - (framed ? Self.frame.height : 0)
    if isPathInFrame(in: rect) { return inside }
    // The last line says where the file is, with an empty line before it where there is room.
    return max(1, inside >= lineCount(in: rect) + 2 ? inside - 2 : inside - 1)
  }

  /// Whether the frame says where the file is: where all keys fit without a line for that.
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

  /// The last line: where the file is, and how many lines follow that do not fit.
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
