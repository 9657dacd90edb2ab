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
    @FetchAll(User.newest(10)) public var newest
    /// Whether the screen is the one that is shown.
    public fileprivate(set) var isShown = false
    /// The topmost line that is shown.
    public fileprivate(set) var scroll = 0

    public init() {}

    /// The screen is shown from now on, or no more.
    mutating func setShown(_ isShown: Bool) {
      guard isShown != self.isShown else { return }
      self.isShown = isShown
    }
  }

  @CasePathable
  public enum Action: Sendable {
    case scrolled(to: Int)
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .scrolled(let line):
        state.scroll = line
        return .none
      }
    }
  }
}
