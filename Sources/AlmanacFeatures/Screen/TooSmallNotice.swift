import Terminals

/// The notice on a terminal that is too small for anything else: one sentence on as many lines as it needs.
struct TooSmallNotice: Widget {
  /// Why quitting needs a confirmation, if it does.
  var quitReason: QuitReason?

  func draw(in rect: Rect, on buffer: inout CellBuffer) {
    let wrapped = sentences.map { WrappedText.lines(of: $0, width: rect.width, isUnicode: buffer.isUnicode) }
    let fitting = wrapped.first { $0.count <= rect.height } ?? wrapped.last ?? []
    for (index, line) in fitting.prefix(rect.height).enumerated() {
      buffer.write(line, at: Point(column: rect.column, row: rect.row + index), maxWidth: rect.width)
    }
  }

  /// The sentences, from the longest to the shortest. Only Ctrl-C acts on so small a screen. If something is being
  /// written, it stops that before it quits.
  private var sentences: [String] {
    switch quitReason {
    case nil: ["Almanac needs a larger terminal.", "Almanac needs more room.", "Too small."]
    case .unwritten?: ["\(QuitReason.unwritten.sentence) Ctrl-C gives it up.", "Unwritten. Ctrl-C gives up.", "Wait?"]
    case .exporting?: ["\(QuitReason.exporting.sentence) Ctrl-C stops it.", "Writing. Ctrl-C stops it.", "Stop?"]
    case .writing?: ["\(QuitReason.writing.sentence) Ctrl-C stops it.", "Writing. Ctrl-C stops it.", "Stop?"]
    case .unsaved?:
      ["\(QuitReason.unsaved.sentence) Ctrl-C again quits all the same.", "Unsaved. Ctrl-C again quits.", "Quit?"]
    }
  }
}
