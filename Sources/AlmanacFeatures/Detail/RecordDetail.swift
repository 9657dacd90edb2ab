// One record, every field of it, live.
public import AlmanacRecords
public import Databases
public import LiveQueries
public import Stores

/// One record as it stands, and in which file: where another takes its place, a record with the same identity is another.
public struct OpenRecord<Record: ListedRecord>: FetchKeyRequest {
  public var id: Int

  public struct Value: Hashable, Sendable {
    public var record: ExactRecord<Record>.Value
    /// Which of the files that the path has named it is of, as `FileStatus.generation` counts them.
    public var file: Int
  }

  public func fetch(_ db: Database) throws -> Value {
    Value(record: try ExactRecord<Record>(id: id).fetch(db), file: db.generation)
  }
}

/// A record that was opened from its list.
@Reducer
public struct RecordDetail<Record: ListedRecord> {
  @ObservableState
  public struct State: Equatable {
    public let id: Int
    /// The record as it was read last, and from which file.
    @Fetch public var reading: OpenRecord<Record>.Value
    /// The topmost line that is shown.
    public var scroll = 0

    /// Opens a record of the file of that generation.
    public init(id: Int, file: Int) {
      self.id = id
      _reading = Fetch(wrappedValue: OpenRecord.Value(record: .unread, file: file), OpenRecord<Record>(id: id))
    }

    /// The record as it stands.
    public var record: ExactRecord<Record>.Value { reading.record }
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
