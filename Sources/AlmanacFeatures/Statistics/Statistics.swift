// The book in numbers, live.
public import AlmanacRecords
public import LiveQueries
public import Stores
import StructuredQueries

/// What a person sees and does on the screen of statistics.
@Reducer
public struct Statistics {
  @ObservableState
  public struct State: Equatable {
    /// The users that were added last, the newest first.
    @Fetch public var newest: [ListedRow]
    /// How many users are active, and how many are not.
    @LateFetch<UserStates.Query> public var states: LateValue<UserStates>
    /// How many records came in each month.
    @LateFetch<MonthlyGrowth.Query> public var growth: LateValue<MonthlyGrowth>
    /// Where most addresses are.
    @LateFetch<MailDomains.Query> public var domains: LateValue<MailDomains>
    /// Lets the statistics rest while they are not on the screen, as at first.
    public let fetches = FetchScope()
    /// The topmost line that is shown.
    public fileprivate(set) var scroll = 0
    /// Whether the numbers stand still, whatever is written.
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

    /// Why a part could not be read the last time, the first that there is. Tracked.
    var loadError: (any Error)? {
      $newest.loadError ?? $states.loadError ?? $growth.loadError ?? $domains.loadError
    }

    /// Whether any part was ever read. Tracked.
    var hasBeenRead: Bool {
      !newest.isEmpty || states.value != nil || growth.value != nil || domains.value != nil
    }
  }

  /// What can happen to the statistics.
  @CasePathable
  public enum Action: Sendable {
    /// They were scrolled to a line.
    case scrolled(to: Int)
    /// The key that pauses was pressed.
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
