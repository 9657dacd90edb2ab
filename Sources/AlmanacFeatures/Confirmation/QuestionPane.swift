// Asks a question that yes or no answers.
import Terminals

/// The dialog with such a question over the whole screen.
@MainActor
final class QuestionPane: Overlay {
  /// What the dialog says.
  struct Words {
    var question: String
    /// A sentence below it.
    var note: String
    /// What the keys for yes and no do.
    var (yes, no) = ("yes", "no")
  }

  private let content: @MainActor () -> Words
  private let environment: ScreenEnvironment
  private let answer: @MainActor (Bool) -> Void
  private(set) var pane: Pane!

  /// `answer` is called with the person's answer. `words` is tracked.
  init(
    environment: ScreenEnvironment, words: @escaping @MainActor () -> Words,
    answer: @escaping @MainActor (Bool) -> Void
  ) {
    content = words
    self.environment = environment
    self.answer = answer
    pane = environment.pane { [weak self] in self?.draw(in: $0, on: &$1) }
  }

  private static let keys: [KeyBinding<QuestionPane>] = [
    KeyBinding(
      .enter, .character("y"), does: "yes", isHinted: true, isKept: true, now: { $0.content().yes },
      answers: { $0.question }
    ) {
      $0.answer(true)
    },
    KeyBinding(.escape, does: "no", isHinted: true, isKept: true, now: { $0.content().no }) { $0.answer(false) },
    KeyBinding(.character("n"), .character("q"), does: "no", answers: { $0.question }) {
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
    let width = max(displayWidth(words, isUnicode: environment.isUnicode), content().note.count) + 6
    pane.rect = DialogBox.rect(width: min(screen.width, width), height: 3, in: screen)
  }

  private var words: String { content().question }

  private func draw(in rect: Rect, on buffer: inout CellBuffer) {
    guard !rect.isEmpty else { return }
    pane.note(.question(words))
    let inside = DialogBox(title: words, theme: environment.theme).draw(in: rect, on: &buffer)
    let row = inside.row + (inside.height - 1) / 2
    buffer.write(
      content().note, at: Point(column: inside.column + 1, row: row), maxWidth: inside.width - 1, style: .plain,
      truncation: .ellipsis)
  }
}
