// The rows that a list has at hand: those on the screen and a margin, found by key.
public import Databases
public import LiveQueries
import StructuredQueries

/// Where a window stands in its list.
public enum WindowAnchor: Hashable, Sendable {
  /// The first rows.
  case start
  /// The last rows.
  case end
  /// The row with this key and what stands around it; if the row has gone, what stands where it would.
  case around(RowKey)
}

/// A window over the records that a list shows.
public struct RecordsWindow: FetchKeyRequest {
  /// The list.
  public var list: ListQuery
  /// Where the window lies.
  public var anchor: WindowAnchor
  /// How many rows above the anchor are wanted.
  public var before: Int
  /// How many rows from the anchor on are wanted, the anchor's own included.
  public var after: Int
  /// The newest rowid at the moment since when arrivals count; `nil` counts none.
  public var since: Int?
  /// Where the records stand, in a list that needs that. It says how rows are found, not which: windows are equal
  /// whatever theirs are.
  public var places: LivePlaces?
  /// How many records the table has, if they have been counted. Windows are equal whatever theirs is.
  public var total: LiveCount?

  /// How many rows a window has while the height of the screen is not known.
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

  /// What a window shows. Two are equal whatever their `newest` and `rowIDs`: older ones serve as well, and
  /// following each record anywhere in the table would be work for nothing.
  public struct Value: Equatable, Sendable {
    /// In the order of the list, each identity once.
    public var rows: [ListedRow] = []
    /// Where each row stands in the list.
    public var keys: [RowKey] = []
    /// Whether the file gave an identity twice: it is damaged, and SQLite has not noticed what is wrong in it.
    public var isDamaged = false
    /// Whether no record of the list stands above the first row.
    public var reachesStart = true
    /// Whether none stands below the last.
    public var reachesEnd = true
    /// The records that have been added since the moment asked for, in the window or above it.
    public var arrivals = Arrivals()
    /// The newest rowid of all, where no record stands above the first row; otherwise 0.
    public var newest = 0
    /// Whether the search goes on, and may find more for these rows.
    public var isPartial = false
    /// How many records the table has; `nil` where they are many.
    public var total: Int?
    /// How many of them the list shows; `nil` where that takes more than these rows.
    public var listed: Int?
    /// How many records of the list stand above the first row; `nil` where that takes long to count.
    public var above: Int?
    /// The collected places that tell that, where they do: then it is as current as they are.
    public var places: CollectedPlaces?
    /// The least and the greatest rowid, where they say how far down the rows stand and nothing better does.
    public var rowIDs: ClosedRange<Int>?
    /// The version of the schema with which their rowids hold, where VACUUM may give other ones; otherwise `nil`.
    public var rowIDVersion: Int?
    /// The window that these rows belong to; `nil` before anything was fetched.
    public var window: RecordsWindow?

    /// Makes a window without rows.
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
    /// Whether these are all: where there are very many, only the latest are looked through.
    public var isComplete = true
  }

  /// Where the list counts all records with its rows, each that comes or goes changes what it shows.
  public func isConcerned(by change: TableChange, of table: String) -> Bool {
    guard list.table.isNamed(table), !list.table.style.isView else { return true }
    if change.inserted != change.deleted, total?.wrappedValue.value.map(RecordScan.isMany) != true { return true }
    return RowTest(list.table, search: list.search, filter: list.filter).effect(of: change)?.concernsAny ?? true
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
      // Where most of them have gone, the places are of no use any more.
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
          // Only the end of the scan tells which hits come first. The first ones that it finds come at once.
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
    case .around(let key):
      let below = try scan.rows(.down, from: key, inclusive: true, limit: after)
      // A pass through the whole table gives a first page. The rows above it take another pass, and come when they are
      // asked for.
      let isFirstPage = before == 0 && list.isSortedByScan
      let above =
        isFirstPage && below.rows.count == after
        ? RecordScan.Page(isExhausted: false)
        : try scan.rows(.up, from: key, limit: isFirstPage ? after - below.rows.count : before)
      value.rows = above.rows.reversed() + below.rows
      value.keys = above.keys.reversed() + below.keys
      value.reachesStart = above.isExhausted
      value.reachesEnd = below.isExhausted
    }
    return try completed(value, scan)
  }

  /// The value with what follows from its rows.
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
  /// Tells records apart that have the same content.
  fileprivate mutating func countOccurrences() {
    var counts: [RecordID: Int] = [:]
    for index in rows.indices {
      guard case .content(let values, _, let long) = rows[index].id else { continue }
      let count = counts[rows[index].id, default: 0]
      counts[rows[index].id] = count + 1
      if count > 0 { rows[index].id = .content(values, occurrence: count, longValues: long) }
    }
  }

  /// Leaves out rows whose identity another row above has already. In a sound file there are none, unless their places
  /// were collected while other programs wrote: a record that moved meanwhile has two.
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
