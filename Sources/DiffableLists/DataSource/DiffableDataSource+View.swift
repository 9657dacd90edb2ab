// What the screen shows: lines, visible rows, and the limits of scrolling.

extension DiffableDataSource {
  /// What stands on a line of the screen.
  public enum LineContent {
    /// The heading of a section.
    case heading(Section)
    /// The item at this index of `items`.
    case item(Int)
  }

  /// What stands on a line of the screen, 0 being the first; `nil` for an empty line.
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

  /// The line of the screen on which the item at `index` stands, 0 being the first; `nil` off the screen.
  public func screenLine(ofItem index: Int) -> Int? {
    let line = layout.line(ofItem: index) - top
    return line >= 0 && line < height ? line : nil
  }

  /// The line of the screen with the cursor, 0 being the first.
  public var selectedLine: Int? { cursor.map { layout.line(ofItem: $0) - top } }

  /// How many rows arrived above the screen since the person last saw that place. It falls as they scroll up.
  public var newAbove: Int {
    let count = news.unseen.count
    guard count > 0, let above = position.above else { return count }
    return min(count, above + visibleRange.lowerBound)
  }

  /// How many rows arrived below the screen, among those at hand, since the person last saw that place.
  public var newBelow: Int { news.below.count }

  /// Whether more than `newAbove` may have arrived, since there were too many to be named.
  public var newAboveIsLowerBound: Bool { newAbove > 0 && news.named?.isComplete == false }

  /// The lines that count for scrolling: a screen too small to show anything still has its cursor's.
  var effectiveHeight: Int { max(height, 1) }

  /// Keeps the view within the list, where its ends are known: no line stays empty while rows on either side could fill
  /// it.
  func clampTop() {
    if position.reachesEnd { top = min(top, layout.lineCount - effectiveHeight) }
    if position.reachesStart { top = max(top, 0) }
  }

  /// Scrolls as little as is needed to show the cursor, and the heading right above it.
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

  /// Counts the headings' lines again, keeping the cursor on its line.
  func relayout() {
    let line = selectedLine
    layOutRows()
    if let line, let cursor { top = layout.line(ofItem: cursor) - line }
    settleView()
  }

  /// Finds the headings' lines in the rows at hand.
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
