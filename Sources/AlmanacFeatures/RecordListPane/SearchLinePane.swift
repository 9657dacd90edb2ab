// The line above a list: its search, its filter, and the number of hits or the cursor's place.
import AlmanacRecords
import Observing
import Stores
import Terminals

/// The pane of the search line.
@MainActor
final class SearchLinePane: ObservingObject {
  private let store: StoreOf<RecordList>
  private let follower: ListFollower
  private let environment: ScreenEnvironment
  private(set) var pane: Pane!
  /// The content of the line. The cursor's place changes with each key; the rest does not.
  private var content: SearchLine?
  /// The number of bytes that were understood here so far.
  private(set) var understoodByteCount = 0

  init(_ follower: ListFollower, _ environment: ScreenEnvironment) {
    (store, self.follower, self.environment) = (follower.store, follower, environment)
    super.init()
    observe(scheduler: environment.scheduler) { [weak self] in self?.followSearch() }
    pane = environment.pane(withCursor: { [weak self] in self?.draw(in: $0, on: &$1) })
  }

  /// Follows the search text and the number of hits.
  private func followSearch() {
    let (search, list, total) = (store.search, store.list, follower.total)
    // The typed text may exclude nothing yet, a single quotation mark for example. Then nothing is counted.
    let typed = understood(search.text, in: list)
    let findsAll = list.isWhole && typed.isEmpty
    content = SearchLine(
      input: search, isTyped: store.isSearchTyped,
      understanding: { [weak self] in
        self?.understoodByteCount += search.byteCount
        return typed.understanding
      }, filter: list.filter, isPlaceCurrent: store.isPlaceCurrent,
      hits: findsAll ? total : store.shownHits, total: total, theme: environment.theme)
    pane?.setNeedsDisplay()
  }

  /// How a typed text is understood. The list has that already, unless the person has just come back to it. A text may
  /// have a megabyte.
  private func understood(_ text: String, in list: ListQuery) -> SearchQuery {
    if list.search.text == text { return list.search }
    understoodByteCount += text.utf8.count
    return store.table.search(text)
  }

  private func draw(in rect: Rect, on buffer: inout CellBuffer) -> Point? {
    guard rect.height > 0 else { return nil }
    content?.place = follower.cursorPlace
    return content?.draw(in: rect, on: &buffer)
  }
}
