// One live record with all its fields, and the counts of its referrers.
public import AlmanacRecords
public import Databases
public import LiveQueries
public import Stores

/// The feature of an open record.
@Reducer
public struct RecordDetail {
  /// The referrers of the record in one table.
  public struct Naming: Equatable, Sendable {
    let table: NamingTable
    /// The filter that selects the referrers; `nil` if there can be none.
    var filter: RecordFilter?
    /// The count of the referrers. It starts after the counts before it, because a count may occupy a reader for long.
    fileprivate var count: LateFetch<NamingCount>?

    init(_ table: NamingTable) { self.table = table }

    /// How many referrers there are, if known, or the part counted so far. Tracked.
    var found: RecordCount { filter == nil ? RecordCount(value: 0, isCurrent: true) : count?.wrappedValue ?? .unknown }
    /// Why the referrers could not be counted. Tracked.
    var error: (any Error)? { count?.loadError }
    /// Whether the next table may be counted.
    fileprivate var isKnown: Bool { found.value != nil || error != nil }
  }

  /// The person's place in a record.
  public struct Place: Hashable, Sendable {
    /// The entry with the cursor: a field, a table with referrers or a change, in this order.
    var focus = 0
    /// The top shown line.
    public var scroll = 0
    /// The change with the cursor; `nil` if none has it.
    var change: Change?

    /// A change with the cursor, and its first line when it got that.
    struct Change: Hashable, Sendable {
      let id: Int
      let line: Int
    }

    /// Makes a place from an entry and the top line.
    public init(focus: Int = 0, scroll: Int = 0) { (self.focus, self.scroll) = (focus, scroll) }
  }

  @ObservableState
  public struct State: Equatable {
    /// The identity of the record.
    public let id: RecordID
    /// The query of `record`.
    let request: ExactRecord
    /// The present record.
    @Fetch public var record = ExactRecord.Value.unread
    /// The place of the cursor.
    public var place = Place()
    /// The tables with referrers of the record.
    public internal(set) var naming: [Naming]
    /// The pictures among its values.
    var images = RecordImages.State()
    /// The open dialog that writes a value to a file.
    var saving: ValueSaving.State?
    /// The scope of the counts: they rest together with the list.
    private let scope = FetchScope.current

    /// `rowIDVersion`: the schema version for which `id` holds. `old`: an earlier query, of a table with other columns.
    public init(
      _ table: ListedTable, id: RecordID, rowIDVersion: Int? = nil, at place: Place = Place(),
      after old: ExactRecord? = nil
    ) {
      (self.id, self.place) = (id, place)
      naming = table.style.relations.naming.map(Naming.init)
      request = ExactRecord(
        table, id: id, length: ExactRecord.shownLength, isKept: true, rowIDVersion: rowIDVersion, after: old)
      _record = Fetch(wrappedValue: .unread, request)
    }

    /// The filters for the referrers of the present record.
    private var filters: [RecordFilter?] {
      naming.map { naming in
        RecordFilter(naming: naming.table, values: naming.table.namedColumns.map { record.row?[$0] ?? .null })
      }
    }

    /// The index of the next table to count; `nil` if there is none.
    private var nextToCount: Int? {
      naming.firstIndex { !$0.isKnown }.flatMap { naming[$0].count == nil ? $0 : nil }
    }

    /// Whether there is a table to count. Tracked.
    var wantsCounts: Bool { record.row != nil && (filters != naming.map(\.filter) || nextToCount != nil) }

    /// Counts the referrers of the present record, one table after the other.
    fileprivate mutating func count() {
      for (index, filter) in filters.enumerated() where filter != naming[index].filter {
        (naming[index].filter, naming[index].count) = (filter, nil)
      }
      guard let index = nextToCount, let filter = naming[index].filter else { return }
      let query = NamingCount(naming[index].table, filter)
      naming[index].count = scope?.holding { LateFetch(query) } ?? LateFetch(query)
    }
  }

  /// An action of the record.
  @CasePathable
  public enum Action: Sendable {
    /// The cursor moved.
    case moved(to: Place)
    /// The person looks at the counts of the referrers.
    case countsWanted
    /// The key that writes a value to a file was pressed.
    case writeValueKeyPressed(column: String, ExactValue, LongValue?)
    /// An action of the pictures.
    case images(RecordImages.Action)
    /// An action of the dialog that writes a value.
    case saving(ValueSaving.Action)
  }

  /// Makes the reducer of the record.
  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.images, action: \.images) { RecordImages() }
    Reduce { state, action in
      switch action {
      case .moved(let place):
        state.place = place
        return .none
      case .countsWanted:
        state.count()
        return .none
      case .writeValueKeyPressed(let column, let value, let stored):
        state.saving = ValueSaving.State(column: column, value: value, stored: stored)
        return .none
      case .images, .saving: return .none
      }
    }
    .ifLet(\.saving, action: \.saving) { ValueSaving() }
  }
}
