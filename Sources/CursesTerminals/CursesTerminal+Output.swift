// Converts cells for ncurses.
internal import CNcurses
public import Terminals

extension CursesTerminal {
  public func present(_ buffer: CellBuffer, cursor: Point?) {
    guard !isClosed else { return }
    drawing.latest = (buffer, cursor)
    if isLinear { return say(Spoken(reading: buffer, cursor: cursor)) {} }
    guard isOnScreen else { return }
    if configuration.handlesSignals { almanac_begin_writing() }
    hearFromNowOn()
    var frame = buffer
    if buffer.size != size {
      // Drawn for a former size: the frame for the current one follows.
      frame = CellBuffer(size: size, isUnicode: isUnicode)
      frame.draw(buffer)
    }
    var runs = frame.differences(from: drawing.shown)
    var isMoved = false
    if runs.count >= CellBuffer.leastMotion, let motion = frame.motion(from: drawing.shown) {
      move(motion)
      (runs, isMoved) = (frame.differences(from: drawing.shown), true)
    }
    let cursor = cursor.flatMap { frame.bounds.contains($0) ? $0 : nil }
    if !isMoved, runs.isEmpty, cursor == drawing.cursor { return }
    for run in runs { put(run, of: frame) }
    drawing.shown = frame
    put(cursor: cursor)
    wnoutrefresh(almanac_stdscr())
    doupdate()
    if almanac_is_hung_up(configuration.output) { endSoon() }
  }

  public func redraw() {
    guard isOnScreen else { return }
    if isLinear { return sayAgain() }
    clearok(almanac_curscr(), true)
    wrefresh(almanac_stdscr())
  }

  /// Uses OSC 52, which most terminals understand and some forbid. The text is base64, so nothing in it can be taken
  /// for a command.
  public func copy(_ text: String) -> Bool {
    if isLinear, !hasClipboard { return false }
    guard isOnScreen else { return true }
    let sequence = "\u{1B}]52;c;\(Base64.text(Array(text.utf8)))\u{7}"
    sequence.withCString { almanac_write_all(configuration.output, $0, strlen($0)) }
    return true
  }

  public func askForBackground() {
    guard isOnScreen, !capabilities.backgroundQuestion.isEmpty else { return }
    reading.decoder.backgroundAsked(at: .now)
    send(capabilities.backgroundQuestion)
  }

  /// Moves rows in ncurses' window. Otherwise all their cells would be set again.
  private func move(_ motion: RowMotion) {
    let (top, bottom) = (motion.rows.lowerBound + min(0, motion.lines), motion.rows.upperBound + max(0, motion.lines))
    scrollok(almanac_stdscr(), true)
    wsetscrreg(almanac_stdscr(), Int32(top), Int32(bottom - 1))
    wscrl(almanac_stdscr(), Int32(motion.lines))
    scrollok(almanac_stdscr(), false)
    drawing.shown.move(motion)
  }

  private func put(_ run: CellRun, of frame: CellBuffer) {
    let count = frame.withCells(of: run) { cells in
      var count = 0
      var style: StyleID?
      var template = cchar_t()
      for cell in cells where !cell.isRightHalf {
        if cell.style != style {
          style = cell.style
          template = palette.template(for: cell.style)
        }
        if let scalar = cell.scalar, isUnicode || scalar.isASCII {
          row[count] = template
          almanac_set_scalar(&row[count], 0, scalar.value)
          count += 1
        } else {
          count += put(cell, template, at: count)
        }
      }
      return count
    }
    wmove(almanac_stdscr(), Int32(run.row), Int32(run.columns.lowerBound))
    wadd_wchnstr(almanac_stdscr(), row.baseAddress, Int32(count))
  }

  /// Puts a cell that is not a single plain scalar; returns the number of row items used.
  private func put(_ cell: Cell, _ template: cchar_t, at index: Int) -> Int {
    let scalars = cell.portableScalars
    guard isUnicode else {
      for column in 0..<Int(cell.width) {
        row[index + column] = template
        almanac_set_scalar(&row[index + column], 0, 0x3F)
      }
      return Int(cell.width)
    }
    row[index] = template
    if cell.width == 2, scalars.count == 2, (0x1F1E6...0x1F1FF).contains(scalars[1].value) {
      // A flag: two letters of one column each, which the terminal combines if it can.
      row[index + 1] = template
      almanac_set_scalar(&row[index], 0, scalars[0].value)
      almanac_set_scalar(&row[index + 1], 0, scalars[1].value)
      return 2
    }
    for (place, scalar) in scalars.prefix(1 + Int(almanac_marks_limit())).enumerated() {
      almanac_set_scalar(&row[index], Int32(place), scalar.value)
    }
    return 1
  }

  private func put(cursor: Point?) {
    if (cursor == nil) != (drawing.cursor == nil) {
      curs_set(cursor == nil ? 0 : 1)
      // While it is hidden, it may stay where drawing has left it.
      leaveok(almanac_stdscr(), cursor == nil)
    }
    if let cursor { wmove(almanac_stdscr(), Int32(cursor.row), Int32(cursor.column)) }
    drawing.cursor = cursor
  }
}
