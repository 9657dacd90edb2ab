// The text of a query on the screen.
import Observing
import Stores
import Terminals

/// The text above the result: its lines around the cursor, and a mark under a mistake.
@MainActor
final class QueryTextPane {
  private let store: StoreOf<Query>
  private let environment: ScreenEnvironment
  private(set) var pane: Pane!

  /// The columns before the text.
  private static let gutter = 3

  init(store: StoreOf<Query>, environment: ScreenEnvironment) {
    (self.store, self.environment) = (store, environment)
    pane = environment.pane(withCursor: { [weak self] in self?.draw(in: $0, on: &$1) })
  }

  /// The number of lines that the text wants, with the mark. Tracked.
  var wantedHeight: Int {
    store.text.linesBefore + store.text.linesAfter + 1 + (store.mistake == nil ? 0 : 1)
      + (store.history.search == nil ? 0 : 1)
  }

  /// The place of the cursor on the screen, in its last drawing. Tracked by the text.
  var cursor: Point {
    let place = pane.cursor ?? Point(column: Self.gutter, row: 0)
    return Point(column: pane.rect.column + place.column, row: pane.rect.row + place.row)
  }

  private func draw(in rect: Rect, on buffer: inout CellBuffer) -> Point? {
    guard rect.width > Self.gutter + 1, rect.height > 0 else { return nil }
    guard let search = store.history.search else { return drawText(in: rect, on: &buffer) }
    // What is searched takes the first line, and the found text is below it.
    _ = drawText(
      in: Rect(column: rect.column, row: rect.row + 1, width: rect.width, height: rect.height - 1), on: &buffer)
    let label = store.history.missedWord == nil ? " search earlier queries: " : " no earlier query has: "
    let width = buffer.write(label, at: rect.origin, maxWidth: rect.width, style: environment.theme.keyCaption)
    return InputLine(input: search.typed, style: .bold).draw(
      in: Rect(column: rect.column + width, row: rect.row, width: max(0, rect.width - width - 1), height: 1),
      on: &buffer)
  }

  private func drawText(in rect: Rect, on buffer: inout CellBuffer) -> Point? {
    guard rect.height > 0 else { return nil }
    let (text, theme) = (store.text, environment.theme)
    let isTyped = store.isTyped
    let count = text.linesBefore + text.linesAfter + 1
    let mark = store.mistake.map { Mistake(at: $0, in: text.lines(0..<count)) }
    // The line with the cursor and the mark are shown; with room, as much before them as after.
    let room = max(1, rect.height - (mark == nil || rect.height == 1 ? 0 : 1))
    let first = max(0, min(text.linesBefore - room / 2, count - room))
    var (row, cursor): (Int, Point?) = (rect.row, nil)
    for (index, line) in zip(first..., text.lines(first..<min(count, first + rect.height))) where row < rect.endRow {
      let place = Rect(
        column: rect.column + Self.gutter, row: row, width: max(1, rect.width - Self.gutter - 1), height: 1)
      if index == first { buffer.write("!", at: Point(column: rect.column + 1, row: row), style: sign) }
      var end: Point?
      if index == text.linesBefore, isTyped {
        end = InputLine(input: text, style: .bold).draw(in: place, on: &buffer)
        cursor = end
      } else if text.isEmpty {
        buffer.write("SELECT …", at: place.origin, maxWidth: place.width, style: theme.muted, truncation: .ellipsis)
      } else {
        buffer.write(
          String(Substring(line.prefix(place.width * 8))), at: place.origin, maxWidth: place.width,
          style: isTyped ? .plain : theme.muted, truncation: .ellipsis)
      }
      row += 1
      guard let mark, mark.line == index, row < rect.endRow else { continue }
      if let column = mark.column(in: line, at: place, cursor: end, text, isUnicode: buffer.isUnicode) {
        buffer.write(Signs.mistake, at: Point(column: column, row: row), style: theme.error)
      }
      row += 1
    }
    return cursor
  }

  private var sign: Style { store.isTyped ? environment.theme.keyCaption : environment.theme.muted }
}

/// The place of a mistake in the lines of a text.
private struct Mistake {
  /// The number of the line.
  let line: Int
  /// The number of bytes before it in its line.
  let offset: Int

  init(at place: Int, in lines: [Substring.UTF8View]) {
    var (line, offset) = (0, place)
    while line < lines.count - 1, offset > lines[line].count {
      offset -= lines[line].count + 1
      line += 1
    }
    (self.line, self.offset) = (line, offset)
  }

  /// The column of the mark; `nil` if the place is not in sight. A line with the cursor may be scrolled.
  @MainActor
  func column(
    in line: Substring.UTF8View, at place: Rect, cursor: Point?, _ text: TextInput, isUnicode: Bool
  ) -> Int? {
    func width(_ bytes: some Collection<UInt8>) -> Int {
      displayWidth(String(decoding: bytes, as: UTF8.self), isUnicode: isUnicode)
    }
    let before = line.prefix(offset)
    var column = place.column + width(before)
    if let cursor {
      let typed = text.bytesBeforeCursorInLine
      column =
        offset <= typed
        ? cursor.column - width(line.prefix(typed).dropFirst(offset))
        : cursor.column + width(before.dropFirst(typed))
    }
    return (place.column..<place.endColumn).contains(column) ? column : nil
  }
}
