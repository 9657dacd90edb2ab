// Parts of the state of a list: the purpose of a lookup, and paused counts.
public import AlmanacRecords
public import LiveQueries

extension RecordList {
  /// Why a record's place is looked up.
  public enum Lookup: Hashable, Sendable {
    /// The cursor follows a record that left the loaded rows, or the newest one.
    case following
    /// The person asked for it, and keys wait until the cursor is there.
    case reveal(isNew: Bool, line: Int? = nil)
  }

  /// The counts of a paused list.
  public struct PausedCounts: Hashable, Sendable {
    /// How many records the table has.
    public var total: RecordCount
    /// How many of them the search and the filter find.
    public var hits: RecordCount
  }
}

extension RecordList.State {
  /// How many records are found. If a scan finds them, the scan counts them too.
  public var hits: RecordCount {
    guard list.isFoundByScan else { return live.counted }
    let places = live.places
    let found = places.value.flatMap { $0.list == list && $0.isWhole ? $0.count : nil }
    return RecordCount(
      value: found, isCurrent: found != nil && places.isCurrent,
      progress: places.progress.map { RecordCount.Progress(found: $0.found, percent: $0.percent) })
  }
  /// Whether the cursor's place is current: it comes from the rows, or from current places. Tracked.
  var isPlaceCurrent: Bool { isPlaceCurrent(live.page) }
  /// Whether a search has no hit so far and goes on, or the rows of its hits are still loading. Tracked.
  var isFirstHitComing: Bool {
    guard live.page.isPartial, live.page.rows.isEmpty, live.page.window?.list == list else { return false }
    return live.$places.loadError == nil && (live.$places.areAwaited(of: list) || live.places.value?.list == list)
  }
  /// Whether the list is paused: its rows stay as they are when the file changes.
  public var isPaused: Bool { pausedCounts != nil }
  /// The present counts: from the read of the rows, so that they agree with the rows; if that does not count, from the
  /// separate counts.
  var presentTotal: RecordCount { counted(live.page.total, or: live.total) }
  var presentHits: RecordCount {
    // Read once: each read is tracked by itself.
    let page = live.page
    var count = counted(page.window?.list == list ? page.listed : nil, or: hits)
    // Places from before another write may not cover all rows.
    if !isPlaceCurrent(page) { count.isCurrent = false }
    return count
  }

  private func isPlaceCurrent(_ page: RecordsWindow.Value) -> Bool {
    guard let place = page.places else { return true }
    let places = live.places
    return places.isCurrent && places.value == place
  }

  private func counted(_ count: Int?, or late: RecordCount) -> RecordCount {
    count.map { RecordCount(value: $0, isCurrent: live.$page.loadError == nil || late.isCurrent) } ?? late
  }

  /// The shown count of the table's records: the present one or, in a paused list, the one from before the pause.
  var shownTotal: RecordCount { pausedCounts?.total ?? presentTotal }
  /// The shown count of the found records.
  var shownHits: RecordCount { pausedCounts?.hits ?? presentHits }
}

extension ListQuery {
  /// The search that is counted apart from the rows; `nil` if nothing is.
  var countedSearch: SearchQuery? { isWhole || isFoundByScan ? nil : search }
}
