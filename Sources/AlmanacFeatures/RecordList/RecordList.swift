// A list of records: search, order, filter, following, opening, adding and changing, one record or all marked ones.
//
// No action refetches after a write: the window and the counts are live queries.
public import AlmanacRecords
import Containers
import Databases
import LiveQueries
public import Stores
import StructuredQueries

/// The feature of a list of records.
@Reducer
public struct RecordList {
  @ObservableState
  public struct State: Equatable {
    /// Cursor, marks and scroll position, and the rows on the screen.
    let model = ListModel()
    /// The table whose records are listed.
    public let table: ListedTable
    /// The values that the list reads from the file, live.
    public let live: LiveList
    /// The work under way.
    var work = ListWork()
    /// The typed search.
    public var search = TextInput()
    /// The query of the list: which records, in which order.
    public internal(set) var list: ListQuery
    /// Whether keys go to the search line, and its earlier texts.
    var typing = SearchTyping()
    /// Whether the cursor goes to each new record, until it is moved.
    public internal(set) var isFollowing = false
    /// The counts from the moment of the pause; `nil` if the list is not paused.
    public internal(set) var pausedCounts: PausedCounts?
    /// The filter that a jump set: Esc takes back the jump, not the filter.
    var filterOfJump: RecordFilter?
    /// The last changed record, if the list does not show it.
    var hidden: HiddenRecord?
    /// The open record.
    public var detail: RecordDetail.State?
    /// The pictures of the record beside the list.
    var besideImages = RecordImages.State()
    /// The open form.
    public var form: RecordForm.State?
    /// The open confirmation dialog.
    var confirmation: BulkConfirmation.State?
    /// The open profile of a column.
    public var profile: Profile.State?

    /// Whether keys go to the search line.
    var isSearchTyped: Bool { typing.isUnderWay }

    /// A list with the search `text`, as if it had been typed and submitted.
    public init(_ table: ListedTable, total: LiveCount, search text: String) {
      var input = TextInput()
      input.insert(text)
      self.init(input, ListQuery(table, search: table.search(input.text)), total: total)
    }

    /// A list with the typed `search`, from its start, or with the rows of `window`.
    init(_ search: TextInput, _ query: ListQuery, total: LiveCount, window: RecordsWindow? = nil) {
      (self.search, list, table) = (search, query, query.table)
      live = LiveList(query, total: total, window: window)
    }
  }

  /// How many screens of rows are loaded on either side, so that a page is there before it is asked for.
  static var screensAround: Int { 3 }

  enum EffectName: Hashable {
    case window
    case following
    case reveal
    case newest
    case beside
    case labels
    case identities
    case places
    case marks
    case hidden
    case value
    case copy
  }

  @Dependency(\.defaultDatabase) var database
  @Dependency(\.clipboard) var clipboard
  @Dependency(\.stepKeeper) var stepKeeper

  /// Makes the reducer of the list.
  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.besideImages, action: \.besideImages) { RecordImages() }
    Reduce { state, action in
      switch action {
      case .rows(let action): return reduce(action, &state)
      case .cursor(let action): return reduce(action, &state)
      case .query(let action): return reduce(action, &state)
      case .marks(let action): return reduce(action, &state)
      case .change(let action): return reduce(action, &state)
      case .open(let action): return reduce(action, &state)
      case .pauseKeyPressed:
        state.pausedCounts = state.isPaused ? nil : PausedCounts(total: state.presentTotal, hits: state.presentHits)
        return .none
      case .stopKeyPressed: return stop(&state)
      case .detail(.saving(.written(let count, let path))):
        let column = state.detail?.saving?.column ?? ""
        state.detail?.saving = nil
        return .send(.report(.noted("Wrote \(column) to \(path), \(count.counted("byte")).")))
      case .detail(.saving(.cancelled)):
        state.detail?.saving = nil
        return .none
      case .form(let action): return formActed(action, &state)
      case .confirmation(.confirmed): return confirmed(&state)
      case .confirmation(.cancelled):
        guard let confirmation = state.confirmation else { return .none }
        state.confirmation = nil
        if case .change(.edit) = confirmation.deed { reopenForm(&state) }
        let note = Effect<Action>.send(.report(.noted(confirmation.outcome)))
        guard case .step(let step, let way, let left) = confirmation.deed, !left.isEmpty else { return note }
        return .merge(note, .send(.report(.stepDeclined(step, way))))
      case .report(let report):
        receive(report, &state)
        return .none
      case .detail, .besideImages, .confirmation, .profile: return .none
      }
    }
    .ifLet(\.detail, action: \.detail) { RecordDetail() }
    .ifLet(\.form, action: \.form) { RecordForm() }
    .ifLet(\.confirmation, action: \.confirmation) { BulkConfirmation() }
    .ifLet(\.profile, action: \.profile) { Profile() }
  }
}
