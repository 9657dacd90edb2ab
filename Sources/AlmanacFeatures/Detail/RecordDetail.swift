// One record, every field of it, live.
public import AlmanacRecords
public import LiveQueries
public import Stores

/// A record that was opened from its list.
@Reducer
public struct RecordDetail {
  @ObservableState
  public struct State: Equatable {
    public let id: RecordID
    /// The record as it stands.
    @Fetch public var record = ExactRecord.Value.unread
    /// The topmost line that is shown.
    public var scroll = 0

    public init(_ table: ListedTable, id: RecordID) {
      self.id = id
      _record = Fetch(wrappedValue: .unread, ExactRecord(table, id: id))
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
