// The confirmation dialog over the list.
import Observing
import Stores
import Terminals

/// The dialog before a change, or before a copy of many records.
@MainActor
final class BulkConfirmationPane {
  private let confirmation: () -> BulkConfirmation.State?
  private let send: (BulkConfirmation.Action) -> Void
  private let environment: ScreenEnvironment
  private(set) var pane: Pane!
  private let numberKeys = makeNumberKeys()
  private let answerKeys = makeAnswerKeys()
  /// The width for a remark in the status line, if the dialog had no room for it in its last drawing; otherwise `nil`.
  @Tracked private var remarkWidth: Int? = nil

  /// `confirmation` is the question, if there is one. Tracked. `send` sends the answer.
  init(
    environment: ScreenEnvironment, confirmation: @escaping () -> BulkConfirmation.State?,
    send: @escaping (BulkConfirmation.Action) -> Void
  ) {
    (self.confirmation, self.send) = (confirmation, send)
    self.environment = environment
    pane = environment.pane(withCursor: { [weak self] in self?.draw(in: $0, on: &$1) })
  }

  private var presentKeys: [KeyBinding<BulkConfirmationPane>] {
    confirmation()?.asksForNumber == false ? answerKeys : numberKeys
  }

  /// The question that one key answers; `nil` if the number must be typed, because the number shows what it answers.
  var question: Question? {
    guard let confirmation = confirmation(), !confirmation.asksForNumber else { return nil }
    let lines = [confirmation.question(width: .max)] + confirmation.lines
    return Question(lines.joined(separator: "\n"), in: pane)
  }

  /// The keys that act now. Tracked.
  func hints(except taken: [Key]) -> [KeyHint] { presentKeys.hints(self, except: taken) }

  /// The keys if no number is needed.
  private static func makeAnswerKeys() -> [KeyBinding<BulkConfirmationPane>] {
    [
      KeyBinding(
        .character("y"), does: "delete", isHinted: true, now: { $0.confirmation()?.deed.imperative.lowercased() },
        unless: { $0.environment.refusal(.change) },
        answers: { $0.question }
      ) {
        $0.send(.enterKeyPressed)
      },
      KeyBinding(.escape, does: "cancel", isHinted: true, isKept: true) { $0.send(.escapeKeyPressed) },
      KeyBinding(.character("n"), does: "cancel", answers: { $0.question }) { $0.send(.escapeKeyPressed) },
    ]
  }

  /// The keys if the number must be typed. Every other key is text.
  private static func makeNumberKeys() -> [KeyBinding<BulkConfirmationPane>] {
    [
      KeyBinding(
        .enter, does: "go on", isHinted: true, unless: { $0.refusal }, opensText: { _ in true }
      ) {
        $0.send(.enterKeyPressed)
      },
      KeyBinding(.escape, does: "cancel", isHinted: true, isKept: true) { $0.send(.escapeKeyPressed) },
    ]
  }

  /// The action of a key in the dialog.
  func action(for key: Key) -> EventAction? {
    presentKeys.action(for: key, self) ?? TextEdit(key).map(action(for:)) ?? EventAction(perform: {})
  }

  /// The action of typing in the dialog.
  func action(for edit: TextEdit) -> EventAction { EventAction(isOfText: true) { [self] in send(.edited(edit)) } }

  /// Why the deed can't be done now. A copy writes nothing. Tracked.
  private var refusal: KeyRefusal? { confirmation()?.deed.isCopy == true ? nil : environment.refusal(.change) }

  // MARK: Drawing

  /// The least size for a frame. With less, a frame would leave too little room to read and type in.
  private static var leastFramedSize: Size { Size(width: 40, height: 5) }

  /// The rectangle that the dialog wants. If room is short, it takes the whole screen.
  func rect(in screen: Rect) -> Rect {
    let confirmation = confirmation()
    let moreLines = (confirmation?.lines.count ?? 0) - (confirmation?.asksForNumber == false ? 3 : 0)
    guard Self.isFramed(in: screen) else { return screen }
    let width = confirmation?.lines.isEmpty == false ? 60 : 44
    return DialogBox.rect(width: width, height: 5 + moreLines, in: screen)
  }

  private static func isFramed(in rect: Rect) -> Bool {
    rect.width >= leastFramedSize.width && rect.height >= leastFramedSize.height
  }

  /// The remark, if the dialog has no room for it. The line below the dialog shows it, so that it covers neither the
  /// question nor the typed number. Tracked.
  var message: Message? {
    guard let remarks = confirmation()?.remarks, let remarkWidth else { return nil }
    return Message(text: remarks.first { $0.count <= remarkWidth } ?? remarks[remarks.count - 1], isError: true)
  }

  private func draw(in rect: Rect, on buffer: inout CellBuffer) -> Point? {
    guard let confirmation = confirmation(), !rect.isEmpty else { return nil }
    if let question { pane.note(question.notice) }
    let theme = environment.theme
    let isFramed = Self.isFramed(in: rect)
    let title = confirmation.question(width: isFramed ? rect.width - 4 : rect.width)
    var inside = rect
    var row = rect.row
    if isFramed {
      inside = DialogBox(title: title, theme: theme).draw(in: rect, on: &buffer)
      row = inside.row + 1
    } else {
      buffer.fill(rect)
      if rect.height > 1 {
        buffer.write(title, at: rect.origin, maxWidth: rect.width, style: theme.header, truncation: .ellipsis)
        row += 1
      }
    }
    for line in confirmation.lines where row < inside.endRow - (confirmation.asksForNumber ? 1 : 0) {
      buffer.write(
        line, at: Point(column: inside.column, row: row), maxWidth: inside.width, truncation: .ellipsis)
      row += 1
    }
    guard confirmation.asksForNumber else { return nil }
    let number = String(confirmation.count)
    // The number and room to type it are there in any size.
    let label = ["Type \(number) to go on", "Type \(number)"].first { $0.count + number.count + 3 <= inside.width }
    let used = buffer.write(label ?? number, at: Point(column: inside.column, row: row), maxWidth: inside.width)
    let field = Rect(column: inside.column + used + 2, row: row, width: max(1, inside.width - used - 2), height: 1)
    buffer.fill(field, style: theme.focusedField)
    let cursor = InputLine(input: confirmation.input, style: theme.focusedField).draw(in: field, on: &buffer)
    let remark = WrappedText.lines(of: confirmation.remarks?[0] ?? "", width: inside.width)
    let hasRoom = row + 1 + remark.count < inside.endRow
    remarkWidth = hasRoom ? nil : rect.width - 2
    if confirmation.remarks != nil, hasRoom {
      for (index, line) in remark.enumerated() {
        buffer.write(line, at: Point(column: inside.column, row: row + 2 + index), style: theme.error)
      }
    }
    return cursor
  }
}
