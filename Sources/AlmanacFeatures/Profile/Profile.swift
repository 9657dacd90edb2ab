// The profile of a column of a list.
//
//   i ──> opened ──subscribes──> query client ──runs on a reader──> values so far ──> the profile
//   Esc ──> the last one that looks at it has gone: the run is cancelled; the profile of a run that ended is kept
public import AlmanacRecords
import Containers
import LiveQueries
public import QueryClients
public import Stores

/// What a person sees and does in the profile of a column.
@Reducer
public struct Profile {
  @ObservableState
  public struct State: Equatable {
    /// Which records are looked at.
    public let list: ListQuery
    /// The column, by its name.
    public let column: String
    /// What is known of the column. All that look at it share one run.
    @SharedQuery<ColumnProfileState> public var profile: ColumnProfile?
    /// The topmost line that is shown.
    public fileprivate(set) var scroll = 0

    /// Runs the query, unless what is known of it is current.
    public init(_ column: String, of list: ListQuery) {
      (self.list, self.column) = (list, column)
      let query = ColumnProfileQuery(column, of: list, in: Container.shared.defaultDatabase())
      _profile = SharedQuery(query.request)
    }

    /// Where the profile stands.
    enum Standing: Hashable {
      case running
      case current
      /// What it was made of has changed since.
      case outdated
      /// It was stopped before its end.
      case stopped
      case failed(String)
    }

    /// Tracked.
    var standing: Standing {
      let query = $profile
      if query.isLoading { return .running }
      if query.status.isCancelled { return .stopped }
      if let error = query.error { return .failed(sentence(error)) }
      return profile?.isOutdated(in: query.store.context) == true ? .outdated : .current
    }

    /// How many seconds old the profile is. It does not change by itself: a screen asks again every minute.
    var age: Double {
      let store = $profile.store
      guard let moment = store.state.valueUpdatedAt else { return 0 }
      return (store.context.clock.now() - moment) / .seconds(1)
    }
  }

  /// What can happen to the profile.
  @CasePathable
  public enum Action: Sendable {
    /// The key that makes it again was pressed.
    case runKeyPressed
    /// The key that stops was pressed.
    case stopKeyPressed
    /// It was scrolled to a line.
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
