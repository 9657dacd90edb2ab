// Key paths that are made once: in a generic type each use of a key path makes it again, which costs as much as a row.
import AlmanacRecords
import LiveQueries
import Stores

/// The key paths of a list's state and actions that are used at each key and at each change of the rows.
struct RecordListPaths<Record: ListedRecord> {
  typealias State = RecordList<Record>.State
  typealias Action = RecordList<Record>.Action

  let page: KeyPath<State, RecordsWindow<Record>.Value> = \.page
  let fetchedPage: KeyPath<State, FetchProjection<RecordsWindow<Record>.Value>> = \.$page
  let list: KeyPath<State, ListQuery<Record>> = \.list
  let loading: KeyPath<State, Int?> = \.loading
  let isPaused: KeyPath<State, Bool> = \.isPaused
  let isSearchTyped: KeyPath<State, Bool> = \.isSearchTyped
  let search: KeyPath<State, TextInput> = \.search
  let shownHits: KeyPath<State, RecordCount> = \.shownHits
  let shownTotal: KeyPath<State, RecordCount> = \.shownTotal
  let detail: WritableKeyPath<State, RecordDetail<Record>.State?> = \.detail
  let form: WritableKeyPath<State, RecordForm<Record>.State?> = \.form
  let confirmation: WritableKeyPath<State, BulkConfirmation.State?> = \.confirmation
  let detailAction: CaseKeyPath<Action, RecordDetail<Record>.Action> = \.detail
  let formAction: CaseKeyPath<Action, RecordForm<Record>.Action> = \.form
  let confirmationAction: CaseKeyPath<Action, BulkConfirmation.Action> = \.confirmation
}

extension RecordListPane {
  /// The rows at hand. Tracked.
  var page: RecordsWindow<Record>.Value { store[dynamicMember: paths.page] }
  /// What the last load of rows failed with. Tracked.
  var pageError: (any Error)? { store[dynamicMember: paths.fetchedPage].loadError }
  /// Which records are listed, and in which order. Tracked.
  var list: ListQuery<Record> { store[dynamicMember: paths.list] }
  /// The number of the load of rows that is under way. Tracked.
  var loading: Int? { store[dynamicMember: paths.loading] }
  /// Whether the rows stand still. Tracked.
  var isPaused: Bool { store[dynamicMember: paths.isPaused] }
  /// Whether keys go to the search line. Tracked.
  var isSearchTyped: Bool { store[dynamicMember: paths.isSearchTyped] }
  /// What was typed into the search line. Tracked.
  var search: TextInput { store[dynamicMember: paths.search] }
  /// How many records are found, and how many there are. Tracked.
  var shownCounts: (hits: RecordCount, total: RecordCount) {
    (store[dynamicMember: paths.shownHits], store[dynamicMember: paths.shownTotal])
  }
}
