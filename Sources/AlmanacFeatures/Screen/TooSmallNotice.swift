import Terminals

/// What a terminal shows that is too small for anything else: one sentence, over as many lines as it takes.
struct TooSmallNotice: Widget {
  /// Whether quitting waits for its key to be pressed again.
  var isQuitAsked: Bool

  func draw(in rect: Rect, on buffer: inout CellBuffer) {
    let sentences =
      isQuitAsked
      ? ["What was typed is not saved. Ctrl-C again quits all the same.", "Unsaved. Ctrl-C again quits.", "Quit?"]
      : ["Almanac needs a larger terminal.", "Almanac needs more room.", "Too small."]
    let wrapped = sentences.map { WrappedText.lines(of: $0, width: rect.width, isUnicode: buffer.isUnicode) }
    let fitting = wrapped.first { $0.count <= rect.height } ?? wrapped.last ?? []
    for (index, line) in fitting.prefix(rect.height).enumerated() {
      buffer.write(line, at: Point(column: rect.column, row: rect.row + index), maxWidth: rect.width)
    }
  }
}
