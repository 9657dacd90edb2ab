// The side pane, which shows the record with the cursor next to the list. It follows the cursor one frame later. While
// the list is paused, so is the pane.
import Activities
import AlmanacRecords
import Databases
import LiveQueries
import Observing
import Stores
import Terminals

/// The pane next to a list, on a wide screen.
@MainActor
final class RecordBesidePane: ObservingObject {
  private let store: StoreOf<RecordList>
  private let list: RecordListPane
  private let environment: ScreenEnvironment
  private(set) var pane: Pane!
  private lazy var outline = RecordOutline(store.table, environment) { [weak self] in self?.pane.setNeedsDisplay() }
  /// The last requested record.
  private var wanted: RecordID?
  /// The shown record.
  private var shown = ExactRecord.Value.unread {
    didSet { if shown != oldValue { pane.setNeedsDisplay() } }
  }
  /// Whether it is on the screen. If not, it requests nothing.
  @Tracked var isShown = false
  /// The greatest size that it may have.
  var room = Size(width: 0, height: 0) {
    didSet {
      if room.width != oldValue.width { widest = 0 }
      if room != oldValue { fit() }
    }
  }
  /// The greatest width that a record has needed in this room; 0 before the first record.
  private var widest = 0
  /// Its width. It never shrinks, and it grows in steps, so that the list keeps its place while the cursor moves.
  @Tracked private(set) var width = 0
  private static let step = 8

  init(store: StoreOf<RecordList>, list: RecordListPane, environment: ScreenEnvironment) {
    self.store = store
    self.list = list
    self.environment = environment
    super.init()
    pane = environment.pane { [weak self] in self?.draw(in: $0, on: &$1) }
    observe(scheduler: environment.scheduler) { [weak self] in self?.takeRecord() }
    observe(scheduler: environment.scheduler) { [weak self] in
      guard let self, !store.besideImages.looks.isEmpty else { return }
      fit()
      pane.setNeedsDisplay()
    }
    observe(scheduler: environment.scheduler) { [weak self] in
      guard let self, isShown, let id = list.follower.selection?.id, id != wanted else { return }
      wanted = id
      // One turn after the frame that shows the row, because the person waits for the row.
      let activity = environment.scheduler.activity
      activity.begin()
      Task { [weak self] in
        if let self, wanted == id { store.send(.rows(.recordBesideNeeded(id: id))) }
        activity.end()
      }
    }
  }

  /// Shows the record as it is now. If the list is paused, the shown record stays as it was when the cursor came to it.
  private func takeRecord() {
    let record = store.live.beside
    if store.isPaused, let id = shown.id, id == wanted || id == record.id { return }
    shown = record
    wantImages()
    fit()
  }

  /// Asks for the pictures of the shown record.
  private func wantImages() {
    guard environment.drawsImages else { return }
    let sources = shown.imageSources
    if !store.withState({ $0.besideImages.has(sources) }) { store.send(.besideImages(.wanted(sources))) }
  }

  /// Makes room for the shown record, and for others whose values are as wide as those in the list.
  private func fit() {
    if isShown, let title = makeOutline() {
      let others = outline.valueColumn + (list.columns.state.widths.max() ?? 0) + 2
      widest = max(widest, others, 4 + displayWidth(title), outline.width(height: max(0, room.height - 2)))
    }
    let steps = (widest + Self.step - 1) / Self.step
    $width.update { $0 = widest == 0 ? room.width : min(room.width, steps * Self.step) }
  }

  /// Makes the lines of the shown record, at most as wide as the room. Returns its name; `nil` if no record is shown.
  private func makeOutline() -> String? {
    guard case .row(let row, let columns, let id, let labels, let stored) = shown else { return nil }
    outline.show(
      row, columns, id: id, labels: labels, stored: stored, images: store.withState { $0.besideImages },
      width: room.width)
    return store.withState { $0.table.named(id, row).title }
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
    guard list.follower.hasRecord else { return }
    if let error = store.live.$beside.loadError {
      write("This record could not be read: \(sentence(error)).", theme.error)
    }
    guard let title = makeOutline() else {
      // In a live list the row itself is about to disappear.
      if shown == .gone, store.isPaused { write("This record is gone.", theme.error) }
      return
    }
    write(title, theme.header)
    outline.draw(at: 2, height: max(0, rect.height - 2), matching: store.list.search, on: &buffer)
  }
}
