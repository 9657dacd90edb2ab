// The profile of a column of a list.
//
//   i ──> opened ──subscribes──> query client ──runs on a reader──> values so far ──> the profile
//   Esc ──> the last observer has gone: the run is cancelled; the profile of a completed run is kept
public import AlmanacRecords
import Containers
import LiveQueries
public import QueryClients
public import Stores

/// The feature of a column's profile.
@Reducer
public struct Profile {
  @ObservableState
  public struct State: Equatable {
    /// The query of the records.
    public let list: ListQuery
    /// The name of the column.
    public let column: String
    /// The profile so far. All its observers share one run.
    @SharedQuery<ColumnProfileState> public var profile: ColumnProfile?
    /// The top shown line.
    public fileprivate(set) var scroll = 0

    /// Runs the query, unless its known result is current.
    public init(_ column: String, of list: ListQuery) {
      (self.list, self.column) = (list, column)
      let query = ColumnProfileQuery(column, of: list, in: Container.shared.defaultDatabase())
      _profile = SharedQuery(query.request)
    }

    /// The state of the profile.
    enum Standing: Hashable {
      case running
      case current
      /// The records have changed since.
      case outdated
      /// The run was stopped before its end.
      case stopped
      case failed(String)
    }

    /// The state of the run. Tracked.
    var standing: Standing {
      let query = $profile
      if query.isLoading { return .running }
      if query.status.isCancelled { return .stopped }
      if let error = query.error { return .failed(sentence(error)) }
      return profile?.isOutdated(in: query.store.context) == true ? .outdated : .current
    }

    /// The age of the profile in seconds. It does not change by itself: a screen asks again every minute.
    var age: Double {
      let store = $profile.store
      guard let moment = store.state.valueUpdatedAt else { return 0 }
      return (store.context.clock.now() - moment) / .seconds(1)
    }
  }

  /// An action of the profile.
  @CasePathable
  public enum Action: Sendable {
    /// The key that runs it again was pressed.
    case runKeyPressed
    /// The stop key was pressed.
    case stopKeyPressed
    /// The board was scrolled to a line.
    case scrolled(to: Int)
  }

  /// Makes the reducer of the profile.
  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .runKeyPressed:
        return .run { [store = state.$profile.store] _ in store.runForSubscribers() }
      case .stopKeyPressed:
        return .run { [store = state.$profile.store] _ in store.cancel() }
      case .scrolled(let line):
        state.scroll = line
        return .none
      }
    }
  }
}
