// The contents of the screen: lines, visible rows, and the limits of scrolling.

extension DiffableDataSource {
  /// The content of a line of the screen.
  public enum LineContent {
    /// The heading of a section.
    case heading(Section)
    /// The item at this index of `items`.
    case item(Int)
  }

  /// The content of a line of the screen, counted from 0; nil for an empty line.
  public func content(atScreenLine screenLine: Int) -> LineContent? {
    let line = top + screenLine
    guard line >= 0, line < layout.lineCount else { return nil }
    if let heading = layout.heading(atLine: line) {
      return .heading(sections[sections.count - layout.starts.count + heading])
    }
    return .item(layout.item(atOrAfterLine: line))
  }

  /// The items on the screen, as indices into `items`.
  public var visibleRange: Range<Int> {
    let lower = layout.item(atOrAfterLine: max(top, 0))
    let upper = layout.item(atOrAfterLine: max(top + height, 0))
    return lower..<max(lower, upper)
  }

  /// The line of the screen with the item at `index`, counted from 0; nil if it is off the screen.
  public func screenLine(ofItem index: Int) -> Int? {
    let line = layout.line(ofItem: index) - top
    return line >= 0 && line < height ? line : nil
  }

  /// The line of the screen with the cursor, counted from 0.
  public var selectedLine: Int? { cursor.map { layout.line(ofItem: $0) - top } }

  /// The number of rows that arrived above the screen since the person last saw that place. It decreases as they scroll
  /// up.
  public var newAbove: Int {
    let count = news.unseen.count
    guard count > 0, let above = position.above else { return count }
    return min(count, above + visibleRange.lowerBound)
  }

  /// The number of loaded rows that arrived below the screen since the person last saw that place.
  public var newBelow: Int { news.below.count }

  /// Whether more rows than `newAbove` may have arrived, because there were too many to name.
  public var newAboveIsLowerBound: Bool { newAbove > 0 && news.named?.isComplete == false }

  /// The height that scrolling uses: at least 1, the cursor's line, however small the screen.
  var effectiveHeight: Int { max(height, 1) }

  /// Keeps the view within the list's known ends: no line stays empty while rows on either side could fill it.
  func clampTop() {
    if position.reachesEnd { top = min(top, layout.lineCount - effectiveHeight) }
    if position.reachesStart { top = max(top, 0) }
  }

  /// Scrolls no more than necessary to show the cursor, and the heading right above it.
  func revealCursor() {
    guard let cursor else { return }
    let line = layout.line(ofItem: cursor)
    var first = line
    while first > 0, line - first < effectiveHeight - 1, layout.heading(atLine: first - 1) != nil { first -= 1 }
    if first < top { top = first }
    if line >= top + effectiveHeight { top = line - effectiveHeight + 1 }
    clampTop()
  }

  func settleView() {
    clampTop()
    revealCursor()
    afterMotion(from: visibleRange.lowerBound)
  }

  /// Recomputes the headings' lines, and keeps the cursor on its line.
  func relayout() {
    let line = selectedLine
    layOutRows()
    if let line, let cursor { top = layout.line(ofItem: cursor) - line }
    settleView()
  }

  /// Computes the headings' lines in the loaded rows.
  func layOutRows() {
    var full = rows.fullLayout
    if !showsHeadings {
      full.starts = []
    } else if !position.reachesStart, !full.starts.isEmpty {
      full.starts.removeFirst()
    }
    layout = full
  }
}
