import AlmanacRecords
import Terminals

/// The help in a frame: the introduction or what is searched, then keys and signs, and the path of the file. What has no
/// room scrolls.
struct HelpDialog {
  let content: HelpContent
  /// What is searched; `nil`: nothing.
  let search: TextInput?
  /// Whether the search is being typed.
  var isTyped = false
  /// The rectangle of the frame. A search does not change it.
  let rect: Rect
  let layout: HelpLayout
  let theme: Theme
  let isUnicode: Bool

  /// The columns and rows that a frame takes.
  private static let frame = Size(width: 4, height: 2)
  /// A frame around fewer lines would leave too little to read.
  private static let leastFramedHeight = 6

  /// Places the help on a screen. It leaves the last line, which shows its keys.
  init(_ content: HelpContent, search: TextInput?, in screen: Rect, theme: Theme, isUnicode: Bool) {
    (self.content, self.search, self.theme, self.isUnicode) = (content, search, theme, isUnicode)
    let area = Rect(
      column: screen.column, row: screen.row, width: screen.width, height: max(0, screen.height - 1))
    let isFramed = area.height >= Self.leastFramedHeight
    let room = Size(
      width: max(1, area.width - (isFramed ? Self.frame.width : 0)),
      height: max(1, area.height - (isFramed ? Self.frame.height : 0) - Self.footHeight))
    let whole = HelpLayout(content, in: room, isUnicode: isUnicode)
    rect =
      isFramed
      ? DialogBox.rect(
        width: min(room.width, max(whole.width, displayWidth(content.path, isUnicode: isUnicode))),
        height: min(whole.height, room.height) + Self.footHeight, in: area)
      : area
    if let search {
      var found = content
      found.groups = content.found(search.text)
      found.introduction = ""
      layout = HelpLayout(
        found, atMost: whole.columns.count, in: Size(width: whole.width, height: room.height), isUnicode: isUnicode)
    } else {
      layout = whole
    }
  }

  /// The last two lines: one that is empty if there is room, and the path of the file.
  private static let footHeight = 2

  private var isFramed: Bool { rect.height >= Self.leastFramedHeight }

  /// How many lines are shown at once.
  var room: Int {
    let inside = rect.height - (isFramed ? Self.frame.height : 0) - searchHeight
    return max(1, inside >= layout.height + Self.footHeight ? inside - Self.footHeight : inside - 1)
  }

  /// The line with the search and, if there is room, an empty one.
  private var searchHeight: Int { search == nil ? 0 : isFramed ? 2 : 1 }

  /// The greatest number of lines that can be scrolled away.
  var scrollLimit: Int { max(0, layout.height - room) }

  /// Draws it from line `first` on. Returns the place of the cursor while a search is typed.
  func draw(from first: Int, in rect: Rect, on buffer: inout CellBuffer) -> Point? {
    var inside = rect
    if isFramed {
      inside = DialogBox(title: "Help", theme: theme).draw(in: rect, on: &buffer)
    } else {
      buffer.fill(rect)
    }
    let cursor = drawSearch(in: inside, on: &buffer)
    let top = inside.row + searchHeight
    if search != nil, layout.columns.isEmpty {
      buffer.write(
        "No key and no sign has these words.", at: Point(column: inside.column, row: top), maxWidth: inside.width,
        style: theme.muted, truncation: .ellipsis)
    }
    for line in 0..<min(room, max(0, layout.height - first)) {
      draw(line: first + line, at: Point(column: inside.column, row: top + line), inside.width, on: &buffer)
    }
    drawFoot(in: inside, hidden: layout.height - first - room, on: &buffer)
    return cursor
  }

  private func draw(line: Int, at point: Point, _ width: Int, on buffer: inout CellBuffer) {
    if line < layout.top.count {
      buffer.write(layout.top[line], at: point, maxWidth: width, style: theme.muted)
      return
    }
    for (number, column) in layout.columns.enumerated() where line - layout.top.count < column.count {
      let start = point.column + number * layout.columnWidth
      let gap = number + 1 < layout.columns.count ? HelpLayout.gap : 0
      let room = min(layout.columnWidth - gap, point.column + width - start)
      switch column[line - layout.top.count] {
      case .blank: break
      case .title(let title): write(title, at: start, point.row, room, theme.header, on: &buffer)
      case .entry(let caption, let captionWidth, let text):
        write(caption, at: start, point.row, captionWidth - 1, theme.keyCaption, on: &buffer)
        write(text, at: start + captionWidth, point.row, room - captionWidth, .plain, on: &buffer)
      }
    }
  }

  /// Writes a text, with the words that are searched emphasised.
  private func write(
    _ text: String, at column: Int, _ row: Int, _ width: Int, _ style: Style, on buffer: inout CellBuffer
  ) {
    let place = Point(column: column, row: row)
    let used = buffer.write(text, at: place, maxWidth: max(0, width), style: style, truncation: .ellipsis)
    if let search { buffer.emphasise(SearchQuery(search.text), in: text, at: place, used, theme) }
  }

  /// Draws the search in the first line.
  private func drawSearch(in inside: Rect, on buffer: inout CellBuffer) -> Point? {
    guard let search else { return nil }
    buffer.write("/", at: inside.origin, style: theme.keyCaption)
    let field = Rect(column: inside.column + 2, row: inside.row, width: max(1, inside.width - 2), height: 1)
    let cursor = InputLine(input: isTyped ? search : search.atStart, style: isTyped ? .bold : theme.muted).draw(
      in: field, on: &buffer)
    return isTyped ? cursor : nil
  }

  /// Draws the last line: the path of the file, and how many lines follow below.
  private func drawFoot(in inside: Rect, hidden: Int, on buffer: inout CellBuffer) {
    let row = inside.endRow - 1
    let more = hidden <= 0 ? "" : inside.width < 28 ? "\(hidden) more" : "\(hidden) more below"
    let moreWidth = displayWidth(more, isUnicode: isUnicode)
    buffer.write(more, at: Point(column: inside.endColumn - moreWidth, row: row), style: theme.keyCaption)
    buffer.write(
      content.path, at: Point(column: inside.column, row: row),
      maxWidth: max(0, inside.width - (moreWidth > 0 ? moreWidth + 2 : 0)), style: theme.muted, truncation: .ellipsis)
  }
}
