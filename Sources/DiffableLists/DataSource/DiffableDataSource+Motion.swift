// Key motions: they move cursor and view, at once or when the rows are loaded.

extension DiffableDataSource {
  /// Moves the cursor by rows, down if positive; the view follows no more than necessary.
  public func moveSelection(by rows: Int) { if rows != 0 { enqueue(.move(rows)) } }

  /// Moves the cursor to the list's first row.
  public func moveToStart() { enqueue(.toStart) }

  /// Moves the cursor to the list's last row.
  public func moveToEnd() { enqueue(.toEnd) }

  /// Moves cursor and view up by a screen.
  public func pageUp() { enqueue(.page(-effectiveHeight)) }

  /// Moves cursor and view down by a screen.
  public func pageDown() { enqueue(.page(effectiveHeight)) }

  /// Moves cursor and view up by half a screen.
  public func halfPageUp() { enqueue(.page(-max(effectiveHeight / 2, 1))) }

  /// Moves cursor and view down by half a screen.
  public func halfPageDown() { enqueue(.page(max(effectiveHeight / 2, 1))) }

  /// Scrolls the view by lines, down if positive; the cursor stays on its record while that is on the screen.
  public func scroll(by lines: Int) { if lines != 0 { enqueue(.scroll(lines)) } }

  /// Moves the cursor to a record. One that is not loaded is asked for (`windowNeeded`), and gets the cursor when it
  /// comes, unless another motion follows meanwhile: so a record may be selected before it arrives. The record that
  /// `lostSelection` named gets its line of the screen back. `line`: the line of the screen that it gets, within the
  /// list's ends.
  public func select(_ id: Item.ID, line: Int? = nil) {
    let line = line ?? last.lost.flatMap { $0.id == id ? $0.line : nil }
    if rows.index(of: id) != nil {
      enqueue(.select(id, line: line))
    } else {
      enqueue(.select(id, line: line ?? selectedLine ?? 0))
    }
  }

  /// Moves the cursor to the row at a line of the screen, as a click does. Does nothing on a heading or an empty line.
  public func select(screenLine: Int) {
    if screenLine >= 0, screenLine < height, case .item(let index) = content(atScreenLine: screenLine) {
      select(rows[index].id)
    }
  }

  /// Whether a motion waits for rows. Another motion replaces it: a caller that wants both must delay the second.
  public var isMotionPending: Bool { pending != nil }

  private func enqueue(_ motion: Motion<Item.ID>) {
    let lower = visibleRange.lowerBound
    pending = motion
    last.lost = nil
    needs.answered = []
    runPending()
    afterMotion(from: lower)
  }

  /// Performs the waiting motion, up to the end of the loaded rows.
  func runPending() {
    if let motion = pending { pending = perform(motion) }
  }

  /// Work after every change of the view. `lower`: the first visible item before it, where the person was.
  func afterMotion(from lower: Int) {
    noteSeen(from: lower)
    updateNeed()
  }

  /// Performs a motion up to the end of the loaded rows; returns the rest, which waits.
  private func perform(_ motion: Motion<Item.ID>) -> Motion<Item.ID>? {
    guard let cursor else { return hasRows && position.reachesStart && position.reachesEnd ? nil : motion }
    switch motion {
    case .move(let count): return performMove(count, from: cursor)
    case .page(let count):
      let (done, rest) = split(count)
      let line = layout.line(ofItem: cursor) + done
      top += done
      clampTop()
      self.cursor = item(nearLine: line, upwards: done < 0)
      revealCursor()
      return rest == 0 ? nil : .page(rest)
    case .scroll(let count):
      let (done, rest) = split(count)
      top += done
      clampTop()
      let line = layout.line(ofItem: cursor)
      if line < top { self.cursor = item(nearLine: top, upwards: false) }
      if line >= top + effectiveHeight { self.cursor = item(nearLine: top + effectiveHeight - 1, upwards: true) }
      revealCursor()
      return rest == 0 ? nil : .scroll(rest)
    case .toStart:
      guard position.reachesStart else { return motion }
      self.cursor = 0
      top = 0
      revealCursor()
      return nil
    case .toEnd:
      guard position.reachesEnd else { return motion }
      self.cursor = rows.count - 1
      top = layout.lineCount - effectiveHeight
      clampTop()
      revealCursor()
      return nil
    case .select(let id, let line):
      guard let index = rows.index(of: id) else { return motion }
      self.cursor = index
      if let line { top = layout.line(ofItem: index) - line }
      clampTop()
      revealCursor()
      return nil
    }
  }

  private func performMove(_ count: Int, from cursor: Int) -> Motion<Item.ID>? {
    let target = min(max(cursor + count, 0), rows.count - 1)
    self.cursor = target
    revealCursor()
    let rest = count - (target - cursor)
    let reachesEdge = count < 0 ? position.reachesStart : position.reachesEnd
    return rest == 0 || reachesEdge ? nil : .move(rest)
  }

  /// The number of lines that the view can move now with a row on every line, and the number that must wait.
  private func split(_ count: Int) -> (done: Int, rest: Int) {
    if count > 0 {
      let room = position.reachesEnd ? count : max(layout.lineCount - effectiveHeight - top, 0)
      return (min(count, room), count - min(count, room))
    }
    let room = position.reachesStart ? -count : max(top, 0)
    return (-min(-count, room), count + min(-count, room))
  }

  /// The item on `line`. On a heading, it is the next item in the direction, or else in the other.
  private func item(nearLine line: Int, upwards: Bool) -> Int {
    let index = layout.item(atOrAfterLine: line)
    let isOnHeading = layout.heading(atLine: line) != nil
    return min(max(upwards && isOnHeading ? index - 1 : index, 0), rows.count - 1)
  }
}
