import Terminals

/// The bottom line: the keys that act now.
struct KeyLine: Widget {
  var hints: [KeyHint]
  var theme: Theme

  func draw(in rect: Rect, on buffer: inout CellBuffer) { _ = drawKeys(in: rect, on: &buffer) }

  /// Draws the line. Returns the columns of each key, for clicks.
  func drawKeys(in rect: Rect, on buffer: inout CellBuffer) -> [(columns: Range<Int>, key: Key)] {
    var column = rect.column + 1
    return fitting(rect.width - 1, buffer.isUnicode).map { hint in
      let start = column
      let caption = hint.caption(isUnicode: buffer.isUnicode)
      column += buffer.write(caption, at: Point(column: column, row: rect.row), style: theme.keyCaption) + 1
      column += buffer.write(
        hint.title, at: Point(column: column, row: rect.row), maxWidth: max(0, rect.endColumn - column),
        style: theme.muted, truncation: .ellipsis)
      defer { column += 2 }
      return (start..<column, hint.keys[0])
    }
  }

  /// The hints that fit: the first one, which is useful even when cut, then the kept ones, then the others up to the
  /// first that does not fit.
  private func fitting(_ width: Int, _ isUnicode: Bool) -> [KeyHint] {
    let widths = hints.map { displayWidth($0.caption(isUnicode: isUnicode) + " " + $0.title, isUnicode: isUnicode) + 2 }
    // No gap is needed after the last one.
    var left = width + 2
    var isShown = hints.map { _ in false }
    func show(_ index: Int) -> Bool {
      guard widths[index] <= left || index == 0 else { return false }
      left -= widths[index]
      isShown[index] = true
      return true
    }
    if !hints.isEmpty { _ = show(0) }
    for index in hints.indices.dropFirst() where hints[index].isKept { _ = show(index) }
    for index in hints.indices where !isShown[index] && !hints[index].isKept {
      guard show(index) else { break }
    }
    return zip(hints, isShown).compactMap { $1 ? $0 : nil }
  }
}
