// One record, every field of it, live, and how many records of other tables name it.
public import AlmanacRecords
import Databases
public import LiveQueries
public import Stores

/// A record that was opened from its list.
@Reducer
public struct RecordDetail {
  /// The records of a table that name the record.
  public struct Naming: Equatable, Sendable {
    let table: NamingTable
    /// Lets those through; `nil` where no record can.
    var filter: RecordFilter?
    /// How many they are: counted once those before have been, since a count may keep a reader for long.
    fileprivate var count: LateFetch<NamingCount>?

    init(_ table: NamingTable) { self.table = table }

    /// How many they are, as far as that is known. Tracked.
    var found: RecordCount { filter == nil ? RecordCount(value: 0, isCurrent: true) : count?.wrappedValue ?? .unknown }
    /// Why they could not be counted. Tracked.
    var error: (any Error)? { count?.loadError }
    /// Whether the next may be counted.
    fileprivate var isKnown: Bool { found.value != nil || error != nil }
  }

  /// Where the person is in a record.
  public struct Place: Hashable, Sendable {
    /// The field with the cursor, or, behind those, the table that names the record.
    public var focus = 0
    /// The topmost line that is shown.
    public var scroll = 0

    /// Makes a place: a field, and the line at the top.
    public init(focus: Int = 0, scroll: Int = 0) { (self.focus, self.scroll) = (focus, scroll) }
  }

  @ObservableState
  public struct State: Equatable {
    /// The identity of the record.
    public let id: RecordID
    /// What `record` reads.
    let request: ExactRecord
    /// The record as it stands.
    @Fetch public var record = ExactRecord.Value.unread
    /// Where the cursor stands.
    public var place = Place()
    /// What names the record.
    public internal(set) var naming: [Naming]
    /// Lets what is counted rest with the list.
    private let scope = FetchScope.current

    /// `rowIDVersion`: the version of the schema at which `id` was read. `old`: what was read while the table had other
    /// columns.
    public init(
      _ table: ListedTable, id: RecordID, rowIDVersion: Int? = nil, at place: Place = Place(),
      after old: ExactRecord? = nil
    ) {
      (self.id, self.place) = (id, place)
      naming = table.style.naming.map(Naming.init)
      request = ExactRecord(
        table, id: id, length: ExactRecord.shownLength, isKept: true, rowIDVersion: rowIDVersion, after: old)
      _record = Fetch(wrappedValue: .unread, request)
    }

    /// What would name the record as it is now.
    private var filters: [RecordFilter?] {
      naming.map { naming in
        RecordFilter(naming: naming.table, values: naming.table.namedColumns.map { record.row?[$0] ?? .null })
      }
    }

    /// The first table that is to be counted now; `nil` where there is none.
    private var nextToCount: Int? {
      naming.firstIndex { !$0.isKnown }.flatMap { naming[$0].count == nil ? $0 : nil }
    }

    /// Whether something is to be counted. Tracked.
    var wantsCounts: Bool { record.row != nil && (filters != naming.map(\.filter) || nextToCount != nil) }

    /// Counts what names the record as it is now, one table after the other.
    fileprivate mutating func count() {
      for (index, filter) in filters.enumerated() where filter != naming[index].filter {
        (naming[index].filter, naming[index].count) = (filter, nil)
      }
      guard let index = nextToCount, let filter = naming[index].filter else { return }
      let query = NamingCount(naming[index].table, filter)
      naming[index].count = scope?.holding { LateFetch(query) } ?? LateFetch(query)
    }
  }

  /// What can happen to the record.
  @CasePathable
  public enum Action: Sendable {
    /// The cursor moved.
    case moved(to: Place)
    /// The person looks at how many records name this one.
    case countsWanted
  }

  /// Makes the reducer of the record.
  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .moved(let place):
        state.place = place
        return .none
      case .countsWanted:
        state.count()
        return .none
      }
    }
  }
}
