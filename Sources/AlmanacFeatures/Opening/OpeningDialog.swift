// The dialogs before a book is open: how a new one begins, and what delays the opening.
import AlmanacRecords
import Terminals

/// Lines in a box, as many as fit.
struct OpeningDialog {
  /// A line of a dialog.
  enum Line: Hashable {
    case blank
    case text(String)
    case path(String)
    /// An answer: its key, its name, its meaning, and whether Enter chooses it.
    case choice(Key, name: String, meaning: String, isChosen: Bool)
  }

  var title: String
  /// The lines, in ever shorter versions. The first one that fits is shown.
  var versions: [[Line]]
  var theme: Theme

  private static let width = 60

  /// The width of its lines on a screen.
  static func width(in screen: Rect) -> Int { max(1, min(width, screen.width - 4)) }

  /// Its rectangle on a screen; on a low one it takes the top line too. The bottom line is left for the keys.
  func rect(in screen: Rect) -> Rect {
    var room = screen.inset(columns: 0, rows: 1)
    if screen.height < 10 { room = Rect(column: 0, row: 0, width: screen.width, height: screen.height - 1) }
    return DialogBox.rect(width: Self.width(in: screen), height: lines(height: room.height - 2).count, in: room)
  }

  private func lines(height: Int) -> [Line] { versions.first { $0.count <= height } ?? versions.last ?? [] }

  func draw(in rect: Rect, on buffer: inout CellBuffer) {
    let inside = DialogBox(title: title, theme: theme).draw(in: rect, on: &buffer)
    for (index, line) in lines(height: inside.height).prefix(inside.height).enumerated() {
      draw(line, at: Point(column: inside.column, row: inside.row + index), inside.width, on: &buffer)
    }
  }

  private func draw(_ line: Line, at point: Point, _ width: Int, on buffer: inout CellBuffer) {
    switch line {
    case .blank: break
    case .text(let text): buffer.write(text, at: point, maxWidth: width, truncation: .ellipsis)
    case .path(let path):
      buffer.write(FilePaths.shortened(path, width, buffer.isUnicode), at: point, maxWidth: width, style: theme.muted)
    case .choice(let key, let name, let meaning, let isChosen):
      let style = isChosen ? theme.selectedRow : .plain
      buffer.fill(Rect(column: point.column, row: point.row, width: width, height: 1), style: style)
      if isChosen { buffer.write(Signs.cursor, at: point, style: style) }
      func write(_ text: String, column: Int, style: Style) {
        buffer.write(
          text, at: Point(column: point.column + column, row: point.row), maxWidth: max(0, width - column),
          style: style,
          truncation: .ellipsis)
      }
      write(key.caption(isUnicode: buffer.isUnicode), column: 2, style: isChosen ? style : theme.keyCaption)
      write(name, column: 5, style: style)
      if width >= 40 { write(meaning, column: 14, style: style) }
    }
  }
}

extension OpeningDialog {
  /// Asks how the person's new book begins.
  static func question(_ choice: Book.Options.Beginning, path: String, theme: Theme) -> OpeningDialog {
    let samples = "\(Samples.facts.count.groupedDigits) true facts, \(Samples.users.count.groupedDigits) made-up users"
    let choices: [Line] = [
      .choice(.character("s"), name: "samples", meaning: samples, isChosen: choice == .samples),
      .choice(.character("e"), name: "empty", meaning: "no records yet", isChosen: choice == .empty),
    ]
    let place: [Line] = [.text("You have no book yet. It goes here:"), .path(path)]
    let question = Line.text("Begin with")
    return OpeningDialog(
      title: "Your book",
      versions: [
        [.blank] + place + [.blank, question, .blank] + choices + [.blank], place + [question] + choices,
        [question] + choices, choices,
      ], theme: theme)
  }

  /// Says what delays the opening, for how long, and after a second what the person can do about it.
  static func wait(
    _ state: Opening.State, _ file: OpenFile, separator: String, width: Int, theme: Theme
  ) -> OpeningDialog {
    let time = "\(state.seconds.groupedDigits) s"
    func lines(_ text: String) -> [Line] {
      WrappedText.lines(of: text, width: max(1, width)).map { .text(String($0)) }
    }
    // The text, from the longest version to the shortest: a sentence is not cut.
    var versions: [[Line]]
    let counter: String
    if state.isLocked {
      let reason = state.keptOutBy.map { "\($0.reason("it"))." } ?? "Another program has locked it."
      versions = ["\(reason) It opens by itself as soon as that program lets go.", reason, "It is locked."].map(lines)
      if state.seconds >= 1, state.stage != .leaving {
        let deed = state.keptOutBy?.advice ?? "Wait, or close that program"
        let advice =
          lines("\(reason) \(deed): then it opens by itself. Or open a copy:") + [.blank]
          + lines(FileCopy.command(path: file.path))
        versions.insert(advice, at: 0)
      }
      counter = "Waiting\(separator)\(time)"
    } else {
      versions = [lines("Opening it takes longer than usual.")]
      counter = "Opening\(separator)\(time)"
    }
    let last = Line.text(state.stage == .leaving ? "Leaving\(separator)\(time)" : counter)
    return OpeningDialog(
      title: file.name,
      versions: [[.blank] + versions[0] + [.blank, last, .blank]] + versions.map { $0 + [last] } + [[last]],
      theme: theme)
  }
}
