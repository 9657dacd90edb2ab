// A list with what stands over it: its record, its form. One shape for every kind of record.
import DiffableLists
import Stores
import Terminals

/// What the application's screen asks of a list, whatever its records are.
@MainActor
protocol ListScreen: AnyObject {
  /// The panes from back to front. Tracked.
  var panes: [Pane] { get }
  /// The keys that do something now. Tracked.
  var hints: [KeyHint] { get }
  /// All keys, for the help.
  var help: [KeyHint] { get }
  /// What the status line says at its right.
  var note: [String] { get }
  /// Whether printable keys are text now.
  var takesText: Bool { get }
  func layOut(in rect: Rect)
  /// Returns whether the key was one of this screen's.
  func handle(_ key: Key) -> Bool
  func paste(_ text: String)
  func handle(_ event: MouseEvent)
  func timePassed()
  /// Whether something is being looked for that `stop()` ends.
  var isScanning: Bool { get }
  func stop()
  /// Forgets the keys that wait for rows.
  func dropHeldKeys()
}

/// The screen of one kind of record.
@MainActor
final class RecordScreen<Record: ListedRecord>: ListScreen {
  private let store: StoreOf<RecordList<Record>>
  private let list: RecordListPane<Record>
  private let detail: DetailPane<Record>
  private let form: FormPane<Record>
  private let confirmation: BulkConfirmationPane<Record>

  init(store: StoreOf<RecordList<Record>>, environment: ScreenEnvironment) {
    self.store = store
    list = RecordListPane(store: store, environment: environment)
    detail = DetailPane(store: store, environment: environment)
    form = FormPane(store: store, environment: environment)
    confirmation = BulkConfirmationPane(store: store, environment: environment)
  }

  private var isDetailShown: Bool { store.scope(state: \.detail, action: \.detail) != nil }
  private var isFormShown: Bool { store.scope(state: \.form, action: \.form) != nil }
  private var isConfirmationShown: Bool { store.scope(state: \.confirmation, action: \.confirmation) != nil }

  var panes: [Pane] {
    (isDetailShown ? [detail.pane] : [list.searchLine, list.rows]) + (isFormShown ? [form.pane] : [])
      + (isConfirmationShown ? [confirmation.pane] : [])
  }

  var hints: [KeyHint] {
    if isConfirmationShown { return confirmation.keys.hints(confirmation) }
    if isFormShown { return form.keys.hints(form) }
    if isDetailShown { return detail.keys.hints(detail) }
    if store.isSearchTyped { return list.searchKeys.hints(list) }
    _ = store.page
    return list.keys.hints(list)
  }

  var help: [KeyHint] {
    isDetailShown ? detail.keys.help() : list.keys.help()
  }

  var note: [String] { isDetailShown ? [] : list.noteText }
  var takesText: Bool { isFormShown || isConfirmationShown || (store.isSearchTyped && !isDetailShown) }

  func layOut(in rect: Rect) {
    list.layOut(in: rect)
    detail.pane.rect = rect
    form.pane.rect = FormPane<Record>.rect(in: rect)
    confirmation.pane.rect = BulkConfirmationPane<Record>.rect(in: rect)
  }

  func handle(_ key: Key) -> Bool {
    if isConfirmationShown {
      confirmation.handle(key)
      return true
    }
    if isFormShown {
      form.handle(key)
      return true
    }
    if isDetailShown { return detail.keys.handle(key, detail) }
    return list.handle(key)
  }

  func paste(_ text: String) {
    if isConfirmationShown {
      confirmation.paste(text)
    } else if isFormShown {
      form.paste(text)
    } else if !isDetailShown {
      list.paste(text)
    }
  }

  func handle(_ event: MouseEvent) {
    guard !isFormShown, !isDetailShown, !isConfirmationShown else { return }
    switch event.kind {
    case .wheelUp: list.move { $0.scroll(by: -3) }
    case .wheelDown: list.move { $0.scroll(by: 3) }
    case .press, .doublePress:
      if list.select(at: event.position), event.kind == .doublePress { list.openSelected() }
    }
  }

  func timePassed() {
    list.timePassed()
    detail.timePassed()
  }

  var isScanning: Bool { store.isScanning }

  func stop() {
    dropHeldKeys()
    store.send(.stopKeyPressed)
  }

  func dropHeldKeys() { list.dropHeldKeys() }
}
