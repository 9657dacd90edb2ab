// The statistics as they stand on the screen: numbers at the left, charts at the right, or one below the other.
import AlmanacRecords
import Terminals

/// The numbers of a book, laid out for the room there is.
struct StatisticsBoard: Widget {
  /// One of the users that were added last.
  struct NewUser {
    var id: Int
    var name: String
    var age: String
  }

  var facts: RecordCount
  var users: RecordCount
  var newest: [NewUser]
  var theme: Theme
  /// The line that stands at the top.
  var top = 0

  /// Columns at the left, where arrivals are marked.
  private static let margin = 3

  /// How many lines there are in all.
  func height(in size: Size) -> Int { parts(in: size).map(\.rect.endRow).max() ?? 0 }

  func draw(in rect: Rect, on buffer: inout CellBuffer) {
    for part in parts(in: rect.size) {
      var place = part.rect
      place.column += rect.column
      place.row += rect.row - top
      part.draw(place, &buffer)
    }
  }

  // MARK: Layout

  /// Something that is drawn as one, where it stands when nothing is scrolled.
  private struct Part {
    var rect: Rect
    var draw: (_ rect: Rect, _ buffer: inout CellBuffer) -> Void
  }

  private func parts(in size: Size) -> [Part] {
    let width = min(max(0, size.width - Self.margin - 1), 45)
    return [
      Part(rect: Rect(column: Self.margin, row: 0, width: width, height: 2), draw: drawNumbers),
      Part(
        rect: Rect(column: Self.margin, row: 3, width: width, height: 1 + max(1, newest.count)), draw: drawNewest),
    ]
  }

  // MARK: Parts

  private func drawNumbers(in rect: Rect, on buffer: inout CellBuffer) {
    let signs = Signs(isUnicode: buffer.isUnicode)
    for (index, (label, count)) in [("Facts", facts), ("Users", users)].enumerated() {
      let text = count.text(signs)
      let start = max(rect.column, rect.endColumn - displayWidth(text, isUnicode: buffer.isUnicode))
      buffer.write(
        label, at: Point(column: rect.column, row: rect.row + index), maxWidth: max(0, start - 1 - rect.column),
        truncation: .ellipsis)
      buffer.write(text, at: Point(column: start, row: rect.row + index), maxWidth: rect.endColumn - start)
    }
  }

  private func drawNewest(in rect: Rect, on buffer: inout CellBuffer) {
    buffer.write("Newest users", at: rect.origin, maxWidth: rect.width, style: theme.header, truncation: .ellipsis)
    let ageWidth = newest.map { displayWidth($0.age, limit: rect.width / 2, isUnicode: buffer.isUnicode) }.max() ?? 0
    for (index, user) in newest.enumerated() {
      let row = rect.row + 1 + index
      buffer.write(
        user.name, at: Point(column: rect.column, row: row), maxWidth: max(0, rect.width - ageWidth - 2),
        truncation: .ellipsis)
      let width = displayWidth(user.age, limit: ageWidth, isUnicode: buffer.isUnicode)
      buffer.write(
        user.age, at: Point(column: rect.endColumn - width, row: row), maxWidth: width, truncation: .ellipsis)
    }
    if newest.isEmpty {
      buffer.write(
        "none yet", at: Point(column: rect.column, row: rect.row + 1), maxWidth: rect.width, style: theme.muted)
    }
  }
}
