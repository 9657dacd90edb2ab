// The dialog that asks for a number, over the list.
import Observing
import Stores
import Terminals

/// The dialog of a change of very many records.
@MainActor
final class BulkConfirmationPane<Record: ListedRecord> {
  private let store: StoreOf<RecordList<Record>>
  private let environment: ScreenEnvironment
  private(set) var pane: Pane!
  private(set) lazy var keys = Self.makeKeys()

  init(store: StoreOf<RecordList<Record>>, environment: ScreenEnvironment) {
    self.store = store
    self.environment = environment
    pane = Pane(rect: .empty, isUnicode: environment.isUnicode, scheduler: environment.scheduler) {
      [weak self] rect, buffer in
      self?.draw(in: rect, on: &buffer)
    }
  }

  /// The keys of the dialog; every other key is text.
  static func makeKeys() -> [KeyBinding<BulkConfirmationPane>] {
    [
      KeyBinding(
        .enter, does: "do it", isHinted: true, unless: { $0.editRefusal },
        hintedIf: { $0.store.confirmation?.isConfirmed == true }
      ) {
        $0.send(.enterKeyPressed)
      },
      KeyBinding(.escape, does: "leave all as it is", isHinted: true) { $0.send(.escapeKeyPressed) },
    ]
  }

  private var editRefusal: KeyRefusal? { environment.editRefusal() }

  func handle(_ key: Key) -> KeyAnswer {
    let answer = keys.handle(key, self)
    if answer != .unknown { return answer }
    if let edit = TextEdit(key) { send(.edited(edit)) }
    return .done
  }

  func paste(_ text: String) -> KeyAnswer {
    send(.edited(.insert(text)))
    return .done
  }

  private func send(_ action: BulkConfirmation.Action) { store.send(.confirmation(action)) }

  /// How much room the dialog wants.
  static func rect(in screen: Rect) -> Rect {
    DialogBox.rect(width: min(44, screen.width - 4), height: min(5, screen.height - 2), in: screen)
  }

  private func draw(in rect: Rect, on buffer: inout CellBuffer) -> Point? {
    guard let confirmation = store.confirmation, !rect.isEmpty else { return nil }
    let theme = environment.theme
    let title = "\(confirmation.change.imperative) \(confirmation.records)?"
    let inside = DialogBox(title: title, theme: theme).draw(in: rect, on: &buffer)
    // From the bottom up, so that the field is there however little room there is.
    let row = inside.row + min(1, max(0, inside.height - 1))
    let label = "Type \(confirmation.ids.count) to go on"
    let used = buffer.write(
      label, at: Point(column: inside.column, row: row), maxWidth: max(0, inside.width - 8), truncation: .ellipsis)
    let field = Rect(
      column: inside.column + used + 2, row: row, width: max(1, inside.width - used - 2), height: 1)
    buffer.fill(field, style: theme.focusedField)
    let cursor = InputLine(input: confirmation.input, style: theme.focusedField).draw(in: field, on: &buffer)
    if confirmation.isRefused, row + 2 < inside.endRow {
      buffer.write(
        "That is another number. Nothing was changed.", at: Point(column: inside.column, row: row + 2),
        maxWidth: inside.width, style: theme.error, truncation: .ellipsis)
    }
    return cursor
  }
}
