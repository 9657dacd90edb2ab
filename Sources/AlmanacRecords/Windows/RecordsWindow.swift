// The rows that a list has loaded: those on the screen and a margin, found by key.
public import Databases
public import LiveQueries
import StructuredQueries

/// The position of a window in its list.
public enum WindowAnchor: Hashable, Sendable {
  /// The first rows.
  case start
  /// The last rows.
  case end
  /// The rows around the one with this key, or around its place if it has gone.
  case around(RowKey)
  /// The rows around a record of an earlier run, or around its former place.
  case left(LeftRecord)
}

/// A window over the records that a list shows.
public struct RecordsWindow: FetchKeyRequest {
  /// The list.
  public var list: ListQuery
  /// The position of the window.
  public var anchor: WindowAnchor
  /// How many rows above the anchor to load.
  public var before: Int
  /// How many rows from the anchor on to load, including the anchor.
  public var after: Int
  /// The newest rowid when the count of arrivals began; nil to count none.
  public var since: Int?
  /// The places of the records, in a list that needs them. They decide how rows are found, not which: windows are equal
  /// regardless of them.
  public var places: LivePlaces?
  /// The number of records in the table, if counted. Windows are equal regardless of it.
  public var total: LiveCount?

  /// How many rows a window has while the height of the screen is unknown.
  public static let usualHeight = 100

  /// Makes a window into a list.
  public init(
    _ list: ListQuery, anchor: WindowAnchor = .start, before: Int = 0, after: Int = usualHeight,
    since: Int? = nil, places: LivePlaces? = nil, total: LiveCount? = nil
  ) {
    self.list = list
    self.anchor = anchor
    self.before = before
    self.after = after
    self.since = since
    self.places = places
    self.total = total
  }

  public static func == (a: RecordsWindow, b: RecordsWindow) -> Bool {
    a.list == b.list && a.anchor == b.anchor && a.before == b.before && a.after == b.after && a.since == b.since
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(list)
    hasher.combine(anchor)
    hasher.combine(since)
  }

  /// The rows of a window and facts about them. Values are equal regardless of `newest` and `rowIDs`: older ones serve
  /// as well, and to observe them would mean following each record of the table.
  public struct Value: Equatable, Sendable {
    /// The rows in list order, each identity once.
    public var rows: [ListedRow] = []
    /// The key of each row in the list.
    public var keys: [RowKey] = []
    /// Whether an identity was read twice: the file is damaged, and SQLite has not noticed it.
    public var isDamaged = false
    /// Whether the list has no record above the first row.
    public var reachesStart = true
    /// Whether the list has no record below the last row.
    public var reachesEnd = true
    /// The records added since `since`, in the window or above it.
    public var arrivals = Arrivals()
    /// The greatest rowid in the table if no record is above the first row; otherwise 0.
    public var newest = 0
    /// The index of the first row from the anchor on; 0 for the first or last rows.
    public var anchorIndex = 0
    /// Whether the search is still running and may find more for these rows.
    public var isPartial = false
    /// The number of records in the table; nil if they are many.
    public var total: Int?
    /// The number of records in the list; nil if these rows are not enough to tell.
    public var listed: Int?
    /// The number of records above the first row; nil if that takes long to count.
    public var above: Int?
    /// The collected places that `above` comes from, if any: then it is as current as they are.
    public var places: CollectedPlaces?
    /// The least and the greatest rowid, if only they tell how far down the rows are.
    public var rowIDs: ClosedRange<Int>?
    /// The version of the schema for which the rowids are valid, if VACUUM may change them; otherwise nil.
    public var rowIDVersion: Int?
    /// The window that these rows belong to; nil before the first fetch.
    public var window: RecordsWindow?

    /// Makes a value without rows.
    public init() {}

    public static func == (a: Value, b: Value) -> Bool {
      a.rows == b.rows && a.keys == b.keys && a.isDamaged == b.isDamaged && a.reachesStart == b.reachesStart
        && a.reachesEnd == b.reachesEnd && a.isPartial == b.isPartial && a.arrivals == b.arrivals
        && a.total == b.total && a.listed == b.listed && a.above == b.above && a.places == b.places
        && a.window == b.window && a.rowIDVersion == b.rowIDVersion
    }
  }

  /// Records that have been added.
  public struct Arrivals: Hashable, Sendable {
    /// The identities of the rows.
    public var ids: Set<RecordID> = []
    /// Whether these are all: of very many only the newest are tested.
    public var isComplete = true
  }

  /// A list that counts all records with its rows changes with each record that is added or deleted.
  public func isConcerned(by change: TableChange, of table: String) -> Bool {
    guard list.table.isNamed(table), !list.readsOtherTables else { return true }
    if change.inserted != change.deleted, total?.wrappedValue.value.map(RecordScan.isMany) != true { return true }
    return RowTest(list).effect(of: change)?.concernsAny ?? true
  }

  public func fetch(_ db: Database) throws -> Value {
    do {
      return try RecordScan(list: list, db: db).limitingValues { try fetch($0) }
    } catch let error as DatabaseError where error.isTooLarge {
      return try fetch(RecordScan(list: list, db: db, leavesLongValues: true))
    }
  }

  private func fetch(_ scan: RecordScan) throws -> Value {
    var (value, scan) = (Value(), scan)
    value.window = self
    let found = list.needsPlaces ? places?.found(of: list) : nil
    if let found, let range = found.range(of: self) {
      let page = try scan.rows(at: range, of: found)
      // If most of them have gone, the places are useless.
      if page.rows.count * 2 >= range.count {
        (value.rows, value.keys) = (page.rows, page.keys)
        value.reachesStart = range.lowerBound == 0
        value.reachesEnd = found.isWhole && range.upperBound == found.count
        value.isPartial = !found.isWhole
        (value.above, value.places) = (range.lowerBound, found)
        return try completed(value, scan)
      }
    }
    switch anchor {
    case .start:
      if places != nil {
        if try list.isFoundByScan && list.isSortedByScan && !scan.hasFewRows() {
          // Only the end of the scan tells which hits come first. Hits are shown as they are found.
          (value.isPartial, value.reachesEnd) = (true, false)
          break
        }
        scan.budget = CollectedPlaces.rowsAtOnce
      }
      let page = try scan.rows(.down, from: nil, limit: before + after)
      (value.rows, value.keys, value.reachesEnd) = (page.rows, page.keys, page.isExhausted)
      value.isPartial = page.isCut
    case .end:
      let page = try scan.rows(.up, from: nil, limit: before + after)
      (value.rows, value.keys, value.reachesStart) = (page.rows.reversed(), page.keys.reversed(), page.isExhausted)
    case .left where try places != nil && list.isFoundByScan && !scan.hasFewRows():
      // Its first hits come at once, those around the record only after a pass through the table.
      return try RecordsWindow(list, after: before + after, places: places, total: total).fetch(scan).of(self)
    case .around(let key): try read(around: key, before: before, scan, &value)
    case .left(let record):
      // The rows above take another pass through a long table without an index for the order.
      let isLong = try list.isSortedByScan && !scan.hasFewRows()
      try read(around: record.presentKey(in: list, scan.db), before: isLong ? 0 : before, scan, &value)
      // The list is shorter now: its last rows are the nearest.
      guard value.rows.isEmpty else { break }
      let page = try scan.rows(.up, from: nil, limit: before + after)
      (value.rows, value.keys, value.reachesStart) = (page.rows.reversed(), page.keys.reversed(), page.isExhausted)
      value.anchorIndex = max(0, page.rows.count - 1)
    }
    return try completed(value, scan)
  }

  /// Reads the rows around a key.
  private func read(around key: RowKey, before: Int, _ scan: RecordScan, _ value: inout Value) throws {
    let below = try scan.rows(.down, from: key, inclusive: true, limit: after)
    // A first page takes a pass through the whole table. The rows above it take another one, and are read on demand.
    let isFirstPage = before == 0 && list.isSortedByScan
    let above =
      isFirstPage && below.rows.count == after
      ? RecordScan.Page(isExhausted: false)
      : try scan.rows(.up, from: key, limit: isFirstPage ? after - below.rows.count : before)
    value.rows = above.rows.reversed() + below.rows
    value.keys = above.keys.reversed() + below.keys
    value.reachesStart = above.isExhausted
    value.reachesEnd = below.isExhausted
    value.anchorIndex = above.rows.count
  }

  /// The value with the facts that follow from its rows.
  private func completed(_ value: Value, _ scan: RecordScan) throws -> Value {
    var value = value
    try list.table.meanings.learn(list.table, with: value.rows.map(\.cells), scan.db)
    if list.table.identity == .none { value.countOccurrences() } else { value.dropDoubles() }
    if let since, let last = value.keys.last {
      value.arrivals = try scan.arrivals(since: since, upTo: last)
    }
    if value.reachesStart { value.newest = try list.table.newestIdentity(scan.db) }
    try scan.count(&value, last: total?.wrappedValue.value)
    value.rowIDVersion = try list.table.rowIDVersion(scan.db)
    return value
  }
}

extension RecordsWindow.Value {
  /// The same rows as those of another window.
  fileprivate func of(_ window: RecordsWindow) -> Self {
    var value = self
    value.window = window
    return value
  }

  /// Numbers records with equal content to tell them apart.
  fileprivate mutating func countOccurrences() {
    var occurrences = Occurrences()
    for index in rows.indices { rows[index].id = occurrences.numbered(rows[index].id) }
  }

  /// Leaves out rows whose identity a row above has already. A sound file has none, unless the places were collected
  /// while other programs wrote: a record that moved meanwhile has two.
  mutating func dropDoubles() {
    var seen = Set<RecordID>(minimumCapacity: rows.count)
    let doubles = rows.indices.filter { !seen.insert(rows[$0].id).inserted }
    guard !doubles.isEmpty else { return }
    isDamaged = places == nil
    for index in doubles.reversed() {
      rows.remove(at: index)
      keys.remove(at: index)
    }
  }
}
