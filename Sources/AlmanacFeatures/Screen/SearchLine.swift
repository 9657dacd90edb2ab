import AlmanacRecords
import Terminals

/// The search line: what is typed, and how many records it finds.
struct SearchLine {
  var input: TextInput
  var isTyped: Bool
  var hits: RecordCount
  var total: RecordCount
  var theme: Theme

  /// Draws the line. Returns where the cursor belongs while the search is typed.
  func draw(in rect: Rect, on buffer: inout CellBuffer) -> Point? {
    let found = input.isEmpty ? "" : countText(Signs(isUnicode: buffer.isUnicode)) + " "
    let foundWidth = displayWidth(found, isUnicode: buffer.isUnicode)
    let style = isTyped ? Style.bold : theme.muted
    buffer.write("/", at: Point(column: rect.column + 1, row: rect.row), style: theme.keyCaption)
    let field = Rect(
      column: rect.column + 3, row: rect.row, width: max(1, rect.width - 4 - foundWidth), height: 1)
    let cursor = InputLine(input: isTyped ? input : input.atStart, style: style).draw(in: field, on: &buffer)
    buffer.write(
      found, at: Point(column: rect.endColumn - foundWidth, row: rect.row), style: theme.muted)
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
