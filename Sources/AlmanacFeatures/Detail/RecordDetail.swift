// One record, every field of it, live.
public import LiveQueries
public import Stores
import StructuredQueries

/// A record that was opened from its list.
@Reducer
public struct RecordDetail<Record: ListedRecord> {
  @ObservableState
  public struct State: Equatable {
    public let id: Int
    /// The record; `nil` when someone has deleted it.
    @FetchOne public var record: Record?
    /// The topmost line that is shown.
    public var scroll = 0

    public init(id: Int) {
      self.id = id
      _record = FetchOne(Record.find(id))
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
