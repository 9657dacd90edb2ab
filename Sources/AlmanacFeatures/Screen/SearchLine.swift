import AlmanacRecords
import Terminals

/// The line above a list: what is searched for, what is let through, and how many records that are.
struct SearchLine {
  var input: TextInput
  var isTyped: Bool
  var filter: RecordFilter?
  var hits: RecordCount
  var total: RecordCount
  var theme: Theme

  /// Draws the line. Returns where the cursor belongs while the search is typed.
  func draw(in rect: Rect, on buffer: inout CellBuffer) -> Point? {
    let signs = Signs(isUnicode: buffer.isUnicode)
    let isNarrowed = !input.isEmpty || filter != nil
    let phrases = [filter.map { "\($0.title) only" }, isNarrowed ? countText(signs) : nil].compactMap(\.self)
    let found = phrases.isEmpty ? "" : phrases.joined(separator: signs.separator) + " "
    let foundWidth = min(displayWidth(found, isUnicode: buffer.isUnicode), max(0, rect.width - 8))
    let style = isTyped ? Style.bold : theme.muted
    var cursor: Point?
    if isTyped || !input.isEmpty {
      buffer.write("/", at: Point(column: rect.column + 1, row: rect.row), style: theme.keyCaption)
      let field = Rect(
        column: rect.column + 3, row: rect.row, width: max(1, rect.width - 4 - foundWidth), height: 1)
      cursor = InputLine(input: isTyped ? input : input.atStart, style: style).draw(in: field, on: &buffer)
    }
    buffer.write(
      found, at: Point(column: rect.endColumn - foundWidth, row: rect.row), maxWidth: foundWidth, style: theme.muted,
      truncation: .ellipsis)
    return isTyped ? cursor : nil
  }

  /// `N of M`; while a count runs, how far it is.
  private func countText(_ signs: Signs) -> String {
    let all = total.text(signs)
    if !hits.isCurrent, let progress = hits.progress {
      return "\(progress.found.groupedDigits) so far\(signs.separator)\(progress.percent) %"
    }
    return "\(hits.text(signs)) of \(all)"
  }
}
