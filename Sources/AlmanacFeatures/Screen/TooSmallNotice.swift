import Terminals

/// What a terminal shows that is too small for anything else: one sentence, over as many lines as it takes.
struct TooSmallNotice: Widget {
  /// Why quitting waits for an answer, where it does.
  var quitReason: QuitReason?

  func draw(in rect: Rect, on buffer: inout CellBuffer) {
    let wrapped = sentences.map { WrappedText.lines(of: $0, width: rect.width, isUnicode: buffer.isUnicode) }
    let fitting = wrapped.first { $0.count <= rect.height } ?? wrapped.last ?? []
    for (index, line) in fitting.prefix(rect.height).enumerated() {
      buffer.write(line, at: Point(column: rect.column, row: rect.row + index), maxWidth: rect.width)
    }
  }

  /// What it says, from the longest to the shortest. The one key that acts there is Ctrl-C: where something is being
  /// written, it ends that before it quits.
  private var sentences: [String] {
    switch quitReason {
    case nil: ["Almanac needs a larger terminal.", "Almanac needs more room.", "Too small."]
    case .unwritten?: ["\(QuitReason.unwritten.sentence) Ctrl-C gives it up.", "Unwritten. Ctrl-C gives up.", "Wait?"]
    case .writing?: ["\(QuitReason.writing.sentence) Ctrl-C stops it.", "Writing. Ctrl-C stops it.", "Stop?"]
    case .unsaved?:
      ["\(QuitReason.unsaved.sentence) Ctrl-C again quits all the same.", "Unsaved. Ctrl-C again quits.", "Quit?"]
    }
  }
}
