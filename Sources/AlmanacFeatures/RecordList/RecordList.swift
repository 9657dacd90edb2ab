// A list of records: search, order, filter, following, opening, adding and changing, one record or all marked ones.
//
// No action refetches after a write: the window and the counts are live queries.
public import AlmanacRecords
import Containers
import Databases
public import LiveQueries
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
    /// The loaded rows.
    @Fetch public var page: RecordsWindow.Value
    /// The whole record with the cursor, for the side pane.
    @Fetch public var beside: ExactRecord.Value
    /// Which of the marked records the list shows.
    @Fetch var marks: MarksQuery.Value
    /// The labels of the records that the loaded rows reference.
    @Fetch var labels: ReferenceLabels.Value
    /// Whether the side pane is shown, if there is room for it.
    public var isRecordBeside = true
    /// The scope of the list's fetches. It rests while the list is not on the screen. The tab's count is not part of
    /// it.
    public let fetches = FetchScope()
    /// The count for the tab.
    @LiveCount public var total: RecordCount
    /// How many records are found, if an index or a filter finds them.
    @LiveCount var counted: RecordCount
    /// The places of the records, if only a scan of the table finds them.
    @LivePlaces var places: LateValue<CollectedPlaces>
    /// The newest record of the list; `nil` unless the list follows.
    @Fetch public var newest: RecordID?
    /// The typed search.
    public var search = TextInput()
    /// The query of the list: which records, in which order.
    public internal(set) var list: ListQuery
    /// Whether keys go to the search line.
    public var isSearchTyped = false
    /// Whether the cursor goes to each new record, until it is moved.
    public internal(set) var isFollowing = false
    /// Whether the records to mark are being found.
    public internal(set) var isMarkingAll = false
    /// How many changes are being written, or have rows that are still being read.
    var changeCount = 0
    /// Whether one of the changes deletes records: keys wait for the cursor to leave them.
    var isDeleting = false
    /// Whether the cursor is about to go to a looked-up record: keys wait for it.
    var isRevealAwaited = false
    /// Where the cursor goes in a list that has replaced another one.
    var cursorTarget: CursorTarget?
    /// The counts from the moment of the pause; `nil` if the list is not paused.
    public internal(set) var pausedCounts: PausedCounts?
    /// How many rows were last wanted on either side of the cursor.
    var margin = RecordsWindow.usualHeight
    /// How many rows are loaded at the start: two screens. More are wanted only when the cursor moves.
    var beginning: Int { margin / RecordList.screensAround * 2 + 1 }
    /// Whether shown rows have reported that the file is damaged.
    var isDamageFound = false
    /// The number of the present load of rows; `nil` if there is none.
    public internal(set) var loading: Int?
    var loadCount = 0
    /// The filter that a jump set: Esc takes back the jump, not the filter.
    var filterOfJump: RecordFilter?
    /// The last changed record, if the list does not show it.
    var hidden: HiddenRecord?
    /// The open record.
    public var detail: RecordDetail.State?
    /// The open form.
    public var form: RecordForm.State?
    /// The open confirmation dialog.
    public var confirmation: BulkConfirmation.State?
    /// The open dialog that writes a value of the open record to a file.
    public var saving: ValueSaving.State?
    /// The open profile of a column.
    public var profile: Profile.State?

    /// A list with the search `text`, as if it had been typed and submitted.
    public init(_ table: ListedTable, total: LiveCount, search text: String) {
      var input = TextInput()
      input.insert(text)
      self.init(input, ListQuery(table, search: SearchQuery(input.text)), total: total)
    }

    /// A list with the typed `search`, from its start, or with the rows of `window`.
    init(_ search: TextInput, _ query: ListQuery, total: LiveCount, window: RecordsWindow? = nil) {
      (self.search, list, table) = (search, query, query.table)
      _total = total
      (_page, _beside, _marks, _labels, _newest, _counted, _places) = fetches.holding {
        let places = LivePlaces(query)
        var window = window ?? RecordsWindow(query)
        (window.places, window.total) = (places, total)
        return (
          Fetch(wrappedValue: RecordsWindow.Value(), window),
          Fetch(wrappedValue: .unread),
          Fetch(wrappedValue: MarksQuery.Value()), Fetch(wrappedValue: []), Fetch(wrappedValue: nil),
          LiveCount(query.table, search: query.countedSearch, filter: query.filter), places
        )
      }
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

  /// Makes the reducer of the list.
  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .windowNeeded(let window):
        // The pane of the former list asked: rows of another list are coming.
        guard window.list == state.list else { return .none }
        state.margin = window.after
        return load(window, &state)
      case .damageFound:
        state.isDamageFound = true
        return .none
      case .windowLoadEnded(let number, _):
        guard state.loading == number else { return .none }
        state.loading = nil
        return .none
      case .selectionLost(let id), .newestChanged(let id):
        // The cursor is about to go elsewhere.
        return state.isRevealAwaited ? .none : look(for: id, .following, state)
      case .revealAsked(let id, let isNew, let line):
        state.isRevealAwaited = true
        state.hidden = nil
        return .merge(
          .cancel(id: EffectName.following), look(for: id, .reveal(isNew: isNew, line: line), state),
          lookForHidden(id, isNew: isNew, state))
      case .visitAsked(let id):
        state.isRevealAwaited = true
        return look(for: id, .reveal(isNew: false), orSayOf: state.table.named(id), state)
      case .recordAsked(let id, let key):
        state.detail = nil
        state.isRevealAwaited = true
        let name = key.map { state.table.named(key: $0) } ?? state.table.named(id)
        return look(for: id, .reveal(isNew: false), orSayOf: name, isAsked: true, state)
      case .recordNamed(let key): return look(for: key, &state)
      case .returnAsked(let place): return .merge(endFollowing(&state), goBack(to: place, &state))
      case .namingAsked(let filter):
        state.filterOfJump = filter
        state.search = TextInput()
        return show(state.list.with { ($0.search, $0.filter) = (SearchQuery(), filter) }, .start, &state)
      case .recordToggled(let old, let id): return toggled(old, to: id, &state)
      case .recordHidden(let record):
        state.hidden = record
        return .none
      case .hiddenKeyPressed(let record): return show(record, &state)
      case .revealFailed:
        state.isRevealAwaited = false
        return .none
      case .recordFound(let id, let key, let list, let purpose):
        found(id, key, in: list, for: purpose, &state)
        return .none

      case .searchKeyPressed:
        state.isSearchTyped = true
        state.search.apply(.move(.allAfter))
        return .none
      case .searchEdited(let edit):
        state.search.apply(edit)
        if edit.isMotion { return .none }
        return searchChanged(.start, &state)
      case .searchSubmitted:
        state.isSearchTyped = false
        return .none
      case .searchCleared(let key, let id):
        state.isSearchTyped = false
        state.search = TextInput()
        return searchChanged(key.map(WindowAnchor.around) ?? .start, returning: id.map { ($0, nil) }, &state)
      case .sortKeyPressed(let selected, let column): return sort(around: selected, by: column, &state)
      case .reverseKeyPressed(let selected):
        return show(state.list.with { $0.order = $0.order.reversed }, .start, around: selected, &state)
      case .filterKeyPressed(let selected, let column): return filter(around: selected, by: column, &state)
      case .valueRead(let filter, let selected):
        state.isRevealAwaited = false
        return show(state.list.with { $0.filter = filter }, .start, around: selected, &state)
      case .filterCleared(let selected):
        return show(state.list.with { $0.filter = nil }, .start, around: selected, &state)

      case .followKeyPressed: return follow(!state.isFollowing, &state)
      case .cursorMoved:
        return endFollowing(&state)
      case .pauseKeyPressed:
        state.pausedCounts = state.isPaused ? nil : PausedCounts(total: state.presentTotal, hits: state.presentHits)
        return .none
      case .recordBesideNeeded(let id): return readBeside(id, state)
      case .labelsNeeded(let labels): return read(labels, state)
      case .marksChanged(let list, let number): return followMarks(in: list, number, state)
      case .marksUnknown:
        state.model.forgetMarks()
        return .none
      case .marksRecounted: return askAgain(&state)
      case .placesFound: return readByPlace(state)
      case .besideKeyPressed(let hasRoom):
        guard hasRoom else { return .send(.report(.noted("The record stands beside the list from 140 columns on."))) }
        state.isRecordBeside.toggle()
        return .none
      case .markAllKeyPressed:
        state.isMarkingAll = true
        return findAll(state)
      case .allFound(let ids, let list):
        state.isMarkingAll = false
        if ids.isEmpty { return .send(.report(.noted("There is nothing to mark."))) }
        state.model.mark(ids, listedIn: list)
        return .none
      case .stopKeyPressed: return stop(&state)

      case .openKeyPressed(let id, let version):
        state.detail = state.fetches.holding { RecordDetail.State(state.table, id: id, rowIDVersion: version) }
        return endFollowing(&state)
      case .profileKeyPressed(let column):
        state.profile = Profile.State(column, of: state.list)
        return .none
      case .profileClosed:
        state.profile = nil
        return .none
      case .writeValueKeyPressed(let column, let value, let stored):
        state.saving = ValueSaving.State(column: column, value: value, stored: stored)
        return .none
      case .saving(.written(let count, let path)):
        let column = state.saving?.column ?? ""
        state.saving = nil
        return .send(.report(.noted("Wrote \(column) to \(path), \(count.counted("byte")).")))
      case .saving(.cancelled):
        state.saving = nil
        return .none
      case .backKeyPressed:
        state.detail = nil
        return .none
      case .addKeyPressed:
        state.form = state.fetches.holding { RecordForm.State(state.table) }
        return .none
      case .editKeyPressed(let id):
        state.form = state.fetches.holding { RecordForm.State(state.table, id: id, rowIDVersion: state.rowIDVersion) }
        return .none

      case .editorKeyPressed(let id, let column):
        let form = state.fetches.holding {
          RecordForm.State(state.table, id: id, rowIDVersion: state.rowIDVersion, inEditor: column)
        }
        guard let form else { return .send(.report(.failed("\(column) can't be edited."))) }
        state.form = form
        return .none

      case .toggleKeyPressed(let chosen, let cursor): return change(.toggle, chosen, cursor: cursor, &state)
      case .deleteKeyPressed(let chosen, let cursor): return change(.delete, chosen, cursor: cursor, &state)
      case .changeRefused(let chosen):
        state.model.expectStay(of: chosen)
        return .none
      case .othersFound(.some, _, _, _, _, let interruption?) where interruption.isInterrupted:
        // Esc came while the answer was on its way.
        return .send(.report(.failed("Not deleted: it was stopped. Nothing was changed.")))
      case .othersFound(let others, let chosen, let doubts, let cursor, let isAskedAgain, _):
        return delete(chosen, with: others, doubts, cursor: cursor, isAskedAgain: isAskedAgain, &state)
      case .doubted(let change, let chosen, let others, let doubts, let cursor):
        ask(of: change, chosen, with: others ?? [], doubts, cursor: cursor, &state)
        return .none
      case .copyKeyPressed(let chosen, let cursor): return copy(chosen, cursor: cursor, &state)
      case .numberChanged(let deed, let chosen, let cursor):
        switch deed {
        case .change(let deed): return change(deed, chosen, cursor: cursor, &state)
        case .copy: return copy(chosen, cursor: cursor, &state)
        }

      case .form(let action): return formActed(action, &state)
      case .confirmation(.confirmed): return confirmed(&state)
      case .confirmation(.cancelled):
        guard let confirmation = state.confirmation else { return .none }
        state.confirmation = nil
        return .send(.report(.noted(confirmation.outcome)))
      case .report(let report):
        receive(report, &state)
        return .none
      case .stepTaken(let change):
        if change.rows.contains(where: { $0.isOf(state.table) }) {
          state.pausedCounts = nil
          state.hidden = nil
        }
        forgetDeleted(change, state)
        state.model.expectArrivals(of: change, in: state.table)
        state.model.endArrivals()
        return .none
      case .detail, .confirmation, .saving, .profile: return .none
      }
    }
    .ifLet(\.detail, action: \.detail) { RecordDetail() }
    .ifLet(\.form, action: \.form) { RecordForm() }
    .ifLet(\.confirmation, action: \.confirmation) { BulkConfirmation() }
    .ifLet(\.saving, action: \.saving) { ValueSaving() }
    .ifLet(\.profile, action: \.profile) { Profile() }
  }
}
