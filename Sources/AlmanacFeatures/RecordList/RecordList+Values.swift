// What the state of a list is made of: why a record is looked up, counts that stand still.
public import AlmanacRecords
import LiveQueries

extension RecordList {
  /// Why a record's place is looked up.
  public enum Lookup: Hashable, Sendable {
    /// The cursor follows it: it has left the rows at hand, or is the newest.
    case following
    /// The person asked for it, and keys wait until the cursor is there.
    case reveal(isNew: Bool, line: Int? = nil)
  }

  /// Counts that stand still.
  public struct PausedCounts: Hashable, Sendable {
    /// How many records the table has.
    public var total: RecordCount
    /// How many of them the search and the filter find.
    public var hits: RecordCount
  }
}

extension RecordList.State {
  /// How many of the records are found. Where a scan finds them, it counts them too.
  public var hits: RecordCount {
    guard list.isFoundByScan else { return counted }
    let places = places
    let found = places.value.flatMap { $0.list == list && $0.isWhole ? $0.count : nil }
    return RecordCount(
      value: found, isCurrent: found != nil && places.isCurrent,
      progress: places.progress.map { RecordCount.Progress(found: $0.found, percent: $0.percent) })
  }
  /// Whether the place of the cursor is that of now: known from the rows, or from places that are current. Tracked.
  var isPlaceCurrent: Bool { isPlaceCurrent(page) }
  /// Whether a search has found nothing so far, and goes on, or the rows that it found are on their way. Tracked.
  var isFirstHitComing: Bool {
    guard page.isPartial, page.rows.isEmpty, page.window?.list == list else { return false }
    return $places.loadError == nil && ($places.areAwaited(of: list) || places.value?.list == list)
  }
  /// Whether the rows stay as they are, whatever is written.
  public var isPaused: Bool { pausedCounts != nil }
  /// The counts as they are: those that the read of the rows gave, so that they agree with the rows, or, where it does
  /// not count, those that come later.
  var presentTotal: RecordCount { counted(page.total, or: total) }
  var presentHits: RecordCount {
    // Read once: each read is tracked by itself.
    let page = page
    var count = counted(page.window?.list == list ? page.listed : nil, or: hits)
    // Rows that stand at places that were collected before others wrote are perhaps not all.
    if !isPlaceCurrent(page) { count.isCurrent = false }
    return count
  }

  private func isPlaceCurrent(_ page: RecordsWindow.Value) -> Bool {
    guard let place = page.places else { return true }
    let places = places
    return places.isCurrent && places.value == place
  }

  private func counted(_ count: Int?, or late: RecordCount) -> RecordCount {
    count.map { RecordCount(value: $0, isCurrent: $page.loadError == nil || late.isCurrent) } ?? late
  }

  /// The counts to show: as they are, or as they were when the list began to stand still.
  public var shownTotal: RecordCount { pausedCounts?.total ?? presentTotal }
  /// How many are found, as the screen shows it.
  public var shownHits: RecordCount { pausedCounts?.hits ?? presentHits }
}

extension ListQuery {
  /// What is counted apart from reading the rows; `nil` where nothing is.
  var countedSearch: SearchQuery? { isWhole || isFoundByScan ? nil : search }
}
