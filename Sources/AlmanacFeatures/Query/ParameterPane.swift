// The form that asks for the values of a query's parameters.
import LiveResults
import Stores
import Terminals

/// The dialog over the result, with a line for each parameter.
@MainActor
final class ParameterPane {
  private let store: StoreOf<Query>
  private let environment: ScreenEnvironment
  private(set) var pane: Pane!

  private static let note = "12 is a number, \"12\" a text, null is NULL."

  init(store: StoreOf<Query>, environment: ScreenEnvironment) {
    (self.store, self.environment) = (store, environment)
    pane = environment.pane(withCursor: { [weak self] in self?.draw(in: $0, on: &$1) })
  }

  private var form: ParameterForm { store.insight.parameters }

  /// The keys of the form. Every other key is text.
  private static let keys: [KeyBinding<ParameterPane>] = {
    [
      KeyBinding(
        .enter, does: "next or run", isHinted: true, isKept: true, now: { $0.form.isAtLast ? "run" : "next" }
      ) { $0.send($0.form.isAtLast ? .given : .moved(by: 1)) },
      KeyBinding(
        .tab, .down, does: "next value", isHinted: true, if: { $0.form.fields.count > 1 }
      ) { $0.send(.moved(by: 1)) },
      KeyBinding(.backTab, .up, does: "value before", if: { $0.form.fields.count > 1 }) { $0.send(.moved(by: -1)) },
      KeyBinding(.escape, does: "back to the text", isHinted: true, isKept: true) { $0.send(.left) },
    ]
  }()

  func hints(except taken: [Key]) -> [KeyHint] { Self.keys.hints(self, except: taken) }

  func action(for key: Key) -> EventAction? {
    Self.keys.action(for: key, self) ?? TextEdit(key).map(action(for:)) ?? EventAction(perform: {})
  }

  func action(for edit: TextEdit) -> EventAction { EventAction(isOfText: true) { [self] in send(.edited(edit)) } }

  private func send(_ action: Query.ParameterAction) { store.send(.parameters(action)) }

  func rect(in screen: Rect) -> Rect { DialogBox.rect(width: 60, height: form.fields.count + 2, in: screen) }

  private func draw(in rect: Rect, on buffer: inout CellBuffer) -> Point? {
    let (form, theme) = (form, environment.theme)
    guard form.isOpen, !rect.isEmpty else { return nil }
    let inside = DialogBox(title: "Values of the parameters", theme: theme).draw(in: rect, on: &buffer)
    let rows = max(1, inside.height - (inside.height > form.fields.count + 1 ? 2 : 0))
    let first = max(0, form.focus - rows + 1)
    let labelWidth = min(
      form.fields.map { displayWidth($0.parameter.text, isUnicode: buffer.isUnicode) }.max() ?? 0, inside.width / 2)
    var cursor: Point?
    for (index, field) in form.fields.enumerated().dropFirst(first).prefix(rows) {
      let row = inside.row + index - first
      buffer.write(
        field.parameter.text, at: Point(column: inside.column, row: row), maxWidth: labelWidth, truncation: .ellipsis)
      let start = inside.column + labelWidth + 2
      let place = Rect(column: start, row: row, width: max(1, inside.endColumn - start), height: 1)
      guard index == form.focus else {
        buffer.write(
          field.input.text, at: place.origin, maxWidth: place.width, style: .plain, truncation: .ellipsis)
        continue
      }
      buffer.fill(place, style: theme.focusedField)
      cursor = InputLine(input: field.input, style: theme.focusedField).draw(in: place, on: &buffer)
    }
    if rows < inside.height {
      buffer.write(
        Self.note, at: Point(column: inside.column, row: inside.endRow - 1), maxWidth: inside.width,
        style: theme.muted, truncation: .ellipsis)
    }
    return cursor
  }
}
