import AlmanacRecords
import LiveQueries
import Terminals

/// The line above a list: the search, the filter and, at the right, the cursor's place or the number of hits.
@MainActor
struct SearchLine {
  var input: TextInput
  var isTyped: Bool
  /// How the search was understood, if it is more than words. Reads all of it: called only if there is room for the
  /// answer.
  var understanding: @MainActor () -> String?
  var filter: RecordFilter?
  /// The cursor's place; `nil` if it is not known.
  var place: CursorPlace?
  /// Whether the cursor's place is current, or is from when the places of records were collected.
  var isPlaceCurrent: Bool
  var hits: RecordCount
  var total: RecordCount
  var theme: Theme

  /// Draws the line. Returns the place of the terminal's cursor while the person types.
  func draw(in rect: Rect, on buffer: inout CellBuffer) -> Point? {
    let signs = Signs(isUnicode: buffer.isUnicode)
    let found = rightText(signs).map { $0 + " " } ?? ""
    let foundWidth = min(displayWidth(found, isUnicode: buffer.isUnicode), max(0, rect.width - 8))
    let field = Rect(column: rect.column + 3, row: rect.row, width: max(1, rect.width - 4 - foundWidth), height: 1)
    let isIdle = !isTyped && input.isEmpty
    buffer.write(
      "/", at: Point(column: rect.column + 1, row: rect.row), style: isIdle ? theme.muted : theme.keyCaption)
    var cursor: Point?
    if isIdle {
      buffer.write("search", at: field.origin, maxWidth: field.width, style: theme.muted, truncation: .ellipsis)
    } else {
      let style = isTyped ? Style.bold : theme.muted
      cursor = InputLine(input: isTyped ? input : input.atStart, style: style).draw(in: field, on: &buffer)
      drawUnderstanding(in: field, on: &buffer)
    }
    buffer.write(
      found, at: Point(column: rect.endColumn - foundWidth, row: rect.row), maxWidth: foundWidth, style: theme.muted,
      truncation: .ellipsis)
    return isTyped ? cursor : nil
  }

  /// Draws behind the text how it was understood, if there is room for some of it.
  private func drawUnderstanding(in field: Rect, on buffer: inout CellBuffer) {
    let start = displayWidth(input.text, limit: field.width, isUnicode: buffer.isUnicode) + 3
    guard field.width - start >= 16, let understanding = understanding() else { return }
    // What is typed last matters most.
    var text = "= \(understanding)"
    while displayWidth(text, isUnicode: buffer.isUnicode) > field.width - start, let comma = text.firstIndex(of: ",") {
      text = "=" + Signs(isUnicode: buffer.isUnicode).ellipsis + text[text.index(after: comma)...]
    }
    buffer.write(
      text, at: Point(column: field.column + start, row: field.row), maxWidth: field.width - start,
      style: theme.muted, truncation: .ellipsis)
  }

  /// The text at the right: the filter and the number of hits; without search and filter, the cursor's place.
  private func rightText(_ signs: Signs) -> String? {
    if input.isEmpty, filter == nil { return place?.text(of: total, isCurrent: isPlaceCurrent, signs) }
    return [filter.map { "\($0.title) only" }, countText(signs)].compactMap(\.self).joined(separator: signs.separator)
  }

  /// `N of M`; while a count runs, its progress.
  private func countText(_ signs: Signs) -> String {
    let all = total.text(signs)
    if !hits.isCurrent, let progress = hits.progress {
      return "\(progress.found.groupedDigits) so far\(signs.separator)\(progress.percent) %"
    }
    return "\(hits.text(signs)) of \(all)"
  }
}
