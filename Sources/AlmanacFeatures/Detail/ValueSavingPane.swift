// The dialog that asks for the file to write a value to.
import AlmanacRecords
import Databases
import Stores
import Terminals

/// The dialog over a record, for writing one of its values to a file.
@MainActor
final class ValueSavingPane {
  private let store: StoreOf<RecordList>
  private let environment: ScreenEnvironment
  private(set) var pane: Pane!
  private let keys = makeKeys()

  init(store: StoreOf<RecordList>, environment: ScreenEnvironment) {
    self.store = store
    self.environment = environment
    pane = environment.pane(withCursor: { [weak self] in self?.draw(in: $0, on: &$1) })
  }

  /// The keys of the dialog. Every other key is text.
  private static func makeKeys() -> [KeyBinding<ValueSavingPane>] {
    [
      KeyBinding(.enter, does: "write", isHinted: true) { $0.send(.enterKeyPressed) },
      KeyBinding(.escape, does: "cancel", isHinted: true, isKept: true) { $0.send(.escapeKeyPressed) },
    ]
  }

  func hints(except taken: [Key]) -> [KeyHint] { keys.hints(self, except: taken) }

  func action(for key: Key) -> EventAction? {
    keys.action(for: key, self) ?? TextEdit(key).map(action(for:)) ?? EventAction(perform: {})
  }

  func action(for edit: TextEdit) -> EventAction { EventAction(isOfText: true) { [self] in send(.edited(edit)) } }

  private func send(_ action: ValueSaving.Action) { store.send(.detail(.saving(action))) }

  static func rect(in screen: Rect) -> Rect { DialogBox.rect(width: 60, height: 5, in: screen) }

  private func draw(in rect: Rect, on buffer: inout CellBuffer) -> Point? {
    guard let saving = store.detail?.saving, !rect.isEmpty else { return nil }
    let theme = environment.theme
    let inside = DialogBox(title: "Write \(saving.column) to a file", theme: theme).draw(in: rect, on: &buffer)
    let row = min(inside.row + 1, max(inside.row, inside.endRow - 1))
    let label = "File"
    buffer.write(label, at: Point(column: inside.column, row: row), maxWidth: inside.width)
    let start = inside.column + label.count + 2
    let field = Rect(column: start, row: row, width: max(1, inside.endColumn - start), height: 1)
    buffer.fill(field, style: theme.focusedField)
    let cursor = InputLine(input: saving.path, style: theme.focusedField).draw(in: field, on: &buffer)
    let (remark, style) = saving.failure.map { ($0, theme.error) } ?? (saving.size, theme.muted)
    for (index, line) in WrappedText.lines(of: remark, width: inside.width, isUnicode: buffer.isUnicode).enumerated()
    where row + 2 + index < inside.endRow {
      buffer.write(line, at: Point(column: inside.column, row: row + 2 + index), style: style)
    }
    return cursor
  }
}

extension ValueSaving.State {
  /// The size of the value in words; empty for NULL and numbers.
  fileprivate var size: String {
    switch value {
    case .null, .integer, .real: ""
    case .text, .utf16, .blob: (stored?.byteCount ?? value.byteCount).counted("byte")
    }
  }
}
