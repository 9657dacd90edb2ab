// Follows a list for its pane: takes the rows that its feature fetches, keeps the cursor on its record, marks changes,
// and asks for more rows.
//
//   key ──> data source moves its cursor ──> drawn in this turn ──> windowNeeded ──> feature loads ──┐
//   pane draws <── marks <── difference <── data source applies <── page <── observe ────────────────┘
import AlmanacRecords
import DiffableLists
import LiveQueries
import Observing
import Stores

/// Keeps the model of a list in step with what its feature reads from the file.
@MainActor
final class ListFollower: ObservingObject {
  let store: StoreOf<RecordList>
  /// The model of the list, from the feature's state.
  let model: ListModel
  let environment: ScreenEnvironment
  let columns: ListColumns
  /// The pane of the rows; `nil` until it is made: rows may come before.
  var pane: Pane?

  /// The marks of the rows that arrived or changed a moment ago.
  private(set) lazy var marks = TimedMarks<RecordID>(environment) { [weak self] in self?.setNeedsDisplay() }
  /// The values of changed rows that the person had time to read.
  let readRecords: ReadRecords
  /// How many records others have deleted.
  let gone: GoneRecords
  /// The last requests, so that each is made once.
  var requested = Requested()
  /// The shown labels. In a paused list these are the labels from before the pause.
  var labels: ReferenceLabels.Value = []
  /// The table's record count as the screen shows it. In each frame it agrees with the rows.
  @Tracked private(set) var total = RecordCount.unknown
  /// The facts that the note shows.
  @Tracked var note = ListNote()
  /// The record with the cursor.
  @Tracked private(set) var selection: ListedRow? = nil
  /// Whether the list has a record for the cursor.
  @Tracked private(set) var hasRecord = false
  /// The cursor's place; `nil` if it is not known.
  @Tracked private(set) var cursorPlace: CursorPlace? = nil

  /// The last requests.
  struct Requested {
    /// The number of the last lookup of marked records.
    var markCheck = 0
    /// The places with which rows were last read.
    var places: CollectedPlaces?
    /// The last newest record that the cursor was sent to.
    var newest: RecordID?
    /// The last requested labels.
    var labels: ReferenceLabels?
  }

  /// Follows a list. Make its pane afterwards: then the pane draws new rows in the same frame.
  init(_ store: StoreOf<RecordList>, _ columns: ListColumns, _ environment: ScreenEnvironment) {
    (self.store, self.columns, self.environment) = (store, columns, environment)
    model = store.withState(\.model)
    readRecords = ReadRecords(columns.table, environment)
    gone = GoneRecords(model, columns.table, readRecords, environment)
    super.init()
    // Rows may be there already.
    observeAlways { $0.applyPage() }
    // A separate observer: the rows change with each commit, and of them the tabs show only the total.
    observeAlways { $0.total = $0.store.shownTotal }
    observeAlways { $0.followModel() }
    observeAlways { $0.followNewest() }
    observeAlways { $0.followMarks() }
    observeAlways { $0.askAgain() }
    observeAlways { $0.followPlaces() }
    observeAlways { $0.followSettings() }
    if !table.style.relations.references.isEmpty { observeAlways { $0.followLabels() } }
  }

  /// Calls `body` now, and again when what it has read changes.
  private func observeAlways(_ body: @escaping @MainActor (ListFollower) -> Void) {
    observe(scheduler: environment.scheduler) { [weak self] in
      if let self { body(self) }
    }
  }

  var table: ListedTable { columns.table }
  var dataSource: DiffableDataSource<ListSection, ListedRow> { model.dataSource }
  /// The loaded rows. Tracked.
  var page: RecordsWindow.Value { store.live.page }
  /// The query of the list: which records, in which order. Tracked.
  var list: ListQuery { store.list }

  /// The facts about the list for the right side of the status line, in words. Tracked.
  var noteText: [String] {
    note.phrases(isPaused: store.isPaused, isFollowing: store.isFollowing, gone: gone.count)
  }

  /// Follows a change of the cursor's place or of the scroll position.
  func placeChanged() {
    requestRows()
    $note.update {
      ($0.newAbove, $0.isMoreNewAbove) = (dataSource.newAbove, dataSource.newAboveIsLowerBound)
      $0.newBelow = model.newBelow
      $0.isMoreNewBelow = !dataSource.position.reachesEnd
    }
    selection = dataSource.selectedItem
    hasRecord = !dataSource.items.isEmpty
    cursorPlace = model.cursorPlace
  }

  func showMarks() {
    $note.update { $0.marked = model.markCount }
    setNeedsDisplay()
  }

  /// Draws the rows in the next frame. Rows may come before their pane exists; the pane then draws them at once.
  func setNeedsDisplay() { pane?.setNeedsDisplay() }
}
