// The record with the cursor, beside the list: it follows the cursor, a frame behind, and stands still while the list
// does.
import AlmanacRecords
import Databases
import LiveQueries
import Observing
import Stores
import Terminals

/// The place beside a list, on a wide screen.
@MainActor
final class RecordBesidePane {
  private let store: StoreOf<RecordList>
  private let list: RecordListPane
  private let environment: ScreenEnvironment
  private(set) var pane: Pane!
  private lazy var outline = RecordOutline(store.table, environment) { [weak self] in self?.pane.setNeedsDisplay() }
  /// The record that was asked for last.
  private var wanted: RecordID?
  /// What is shown.
  private var shown = ExactRecord.Value.unread {
    didSet { if shown != oldValue { pane.setNeedsDisplay() } }
  }
  private var tokens: [ObserveToken] = []
  /// Whether it is on the screen: where it isn't, it asks for nothing.
  @Tracked var isShown = false

  init(store: StoreOf<RecordList>, list: RecordListPane, environment: ScreenEnvironment) {
    self.store = store
    self.list = list
    self.environment = environment
    pane = environment.pane { [weak self] in self?.draw(in: $0, on: &$1) }
    tokens.append(observe(scheduler: environment.scheduler) { [weak self] in self?.takeRecord() })
    let token = observe(scheduler: environment.scheduler) { [weak self] in
      guard let self, isShown, let id = list.selection?.id, id != wanted else { return }
      wanted = id
      store.send(.recordBesideNeeded(id: id))
    }
    tokens.append(token)
  }

  /// Shows the record as it is now; beside a list that stands still, as it was when the cursor came to it.
  private func takeRecord() {
    let record = store.beside
    if store.isPaused, let id = shown.id, id == wanted || id == record.id { return }
    shown = record
  }

  /// The ages have changed.
  func timePassed() { if !store.isPaused { pane.setNeedsDisplay() } }

  private func draw(in rect: Rect, on buffer: inout CellBuffer) {
    guard !rect.isEmpty else { return }
    let theme = environment.theme
    for row in 0..<rect.height { buffer.write("│", at: Point(column: 1, row: row), style: theme.border) }
    func write(_ text: String, _ style: Style) {
      buffer.write(
        text, at: Point(column: 3, row: 0), maxWidth: rect.width - 3, style: style, truncation: .ellipsis)
    }
    // An empty list has no record to show here.
    guard list.hasRecord else { return }
    if let error = store.$beside.loadError { write("This record could not be read: \(sentence(error)).", theme.error) }
    guard case .row(let row, let columns, let id, let labels, let stored) = shown else {
      // Of a list that is live its row is just going.
      if shown == .gone, store.isPaused { write("This record is gone.", theme.error) }
      return
    }
    write(store.table.named(id, row).title, theme.header)
    outline.show(row, columns, id: id, labels: labels, stored: stored, width: rect.width)
    outline.draw(at: 2, height: max(0, rect.height - 2), matching: store.list.search, on: &buffer)
  }
}
