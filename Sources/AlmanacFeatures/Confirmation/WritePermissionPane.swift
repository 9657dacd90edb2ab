// Asks once whether a file that is not a book may be written to.
import Terminals

/// The dialog before the first change of another program's file.
@MainActor
final class WritePermissionPane: Overlay {
  private let fileName: String
  private let environment: ScreenEnvironment
  private let answer: @MainActor (Bool) -> Void
  private(set) var pane: Pane!

  /// `answer` is called with the person's answer.
  init(fileName: String, environment: ScreenEnvironment, answer: @escaping @MainActor (Bool) -> Void) {
    self.fileName = fileName
    self.environment = environment
    self.answer = answer
    pane = environment.pane { [weak self] in self?.draw(in: $0, on: &$1) }
  }

  private static let keys: [KeyBinding<WritePermissionPane>] = [
    KeyBinding(.enter, .character("y"), does: "write", isHinted: true, isKept: true, answers: { $0.question }) {
      $0.answer(true)
    },
    KeyBinding(.escape, does: "leave it as it is", isHinted: true, isKept: true) { $0.answer(false) },
    KeyBinding(.character("n"), .character("q"), does: "leave it as it is", answers: { $0.question }) {
      $0.answer(false)
    },
  ]

  var question: Question? { Question(words, in: pane) }

  func hints(except taken: [Key]) -> [KeyHint] { Self.keys.hints(self, except: taken) }

  /// The action of a key; other keys do nothing.
  func action(for key: Key) -> EventAction? {
    var action = Self.keys.action(for: key, self) ?? EventAction(perform: {})
    action.order = .ahead
    return action
  }

  func layOut(in screen: Rect) {
    let width = max(displayWidth(words, isUnicode: environment.isUnicode), Self.note.count) + 6
    pane.rect = DialogBox.rect(width: min(screen.width, width), height: 3, in: screen)
  }

  private var words: String { "Write to \(fileName)?" }
  private static let note = "The file is not an Almanac book. Almanac asks once each time it runs."

  private func draw(in rect: Rect, on buffer: inout CellBuffer) {
    guard !rect.isEmpty else { return }
    pane.note(.question(words))
    let inside = DialogBox(title: words, theme: environment.theme).draw(in: rect, on: &buffer)
    let row = inside.row + (inside.height - 1) / 2
    buffer.write(
      Self.note, at: Point(column: inside.column + 1, row: row), maxWidth: inside.width - 1, style: .plain,
      truncation: .ellipsis)
  }
}
