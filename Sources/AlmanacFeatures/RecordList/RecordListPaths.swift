// What the screens of a list read at each change of its rows, through key paths that are made once: in a generic type
// each use of a key path makes it anew, which costs as much as a row.
import AlmanacRecords
import LiveQueries
import Stores

/// The key paths of a list's state that are read most.
@MainActor
struct RecordListPaths<Record: ListedRecord> {
  typealias State = RecordList<Record>.State

  let page: KeyPath<State, RecordsWindow<Record>.Value> = \.page
  let fetchedPage: KeyPath<State, FetchProjection<RecordsWindow<Record>.Value>> = \.$page
  let list: KeyPath<State, ListQuery<Record>> = \.list
  let loading: KeyPath<State, Int?> = \.loading
  let isPaused: KeyPath<State, Bool> = \.isPaused
  let isSearchTyped: KeyPath<State, Bool> = \.isSearchTyped
  let detail: KeyPath<State, RecordDetail<Record>.State?> = \.detail
  let form: KeyPath<State, RecordForm<Record>.State?> = \.form
  let confirmation: KeyPath<State, BulkConfirmation.State?> = \.confirmation
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
}
