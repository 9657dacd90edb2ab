// The live statistics of a book.
public import AlmanacRecords
public import LiveQueries
public import Stores
import StructuredQueries

/// The feature of the statistics.
@Reducer
public struct Statistics {
  @ObservableState
  public struct State: Equatable {
    /// The last added users, the newest first.
    @Fetch public var newest: [ListedRow]
    /// How many users are active, and how many are not.
    @LateFetch<UserStates.Query> public var states: LateValue<UserStates>
    /// How many records were added in each month.
    @LateFetch<MonthlyGrowth.Query> public var growth: LateValue<MonthlyGrowth>
    /// The most frequent mail domains.
    @LateFetch<MailDomains.Query> public var domains: LateValue<MailDomains>
    /// The scope of the fetches. It rests at first, and while the statistics are not on the screen.
    public let fetches = FetchScope()
    /// The top shown line.
    public fileprivate(set) var scroll = 0
    /// Whether the numbers are paused, whatever is written.
    public internal(set) var isPaused = false

    /// Begins to read the statistics.
    public init() {
      fetches.pause()
      (_newest, _states, _growth, _domains) = fetches.holding {
        (
          Fetch(wrappedValue: [], NewestUsers()), LateFetch(UserStates.Query()), LateFetch(MonthlyGrowth.Query()),
          LateFetch(MailDomains.Query())
        )
      }
    }

    /// The first read error of a part, in the order of the parts; `nil` if there is none. Tracked.
    var loadError: (any Error)? {
      $newest.loadError ?? $states.loadError ?? $growth.loadError ?? $domains.loadError
    }

    /// Whether any part was ever read. Tracked.
    var hasBeenRead: Bool {
      !newest.isEmpty || states.value != nil || growth.value != nil || domains.value != nil
    }
  }

  /// An action of the statistics.
  @CasePathable
  public enum Action: Sendable {
    /// The board was scrolled to a line.
    case scrolled(to: Int)
    /// The pause key was pressed.
    case pauseKeyPressed
  }

  /// Makes the reducer of the statistics.
  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .scrolled(let line):
        state.scroll = line
        return .none
      case .pauseKeyPressed:
        state.isPaused.toggle()
        return .none
      }
    }
  }
}
