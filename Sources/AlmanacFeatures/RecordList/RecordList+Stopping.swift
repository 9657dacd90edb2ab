// Stopping long work: a search that scans the whole table, or a count of its hits.
import AlmanacRecords
import Stores

extension RecordList.State {
  /// Whether a search, a count or the marking of all records is under way. These may take long and can be stopped.
  var isScanning: Bool {
    isMarkingAll || hits.progress != nil || $places.areAwaited(of: list)
      || (loading != nil && (page.window?.list).map { $0 != list } ?? false)
  }
}

extension RecordList {
  /// Stops the search. The present rows stay, and the list becomes theirs again. The typed text stays.
  func stop(_ state: inout State) -> Effect<Action> {
    let isCounting = state.loading == nil && !state.hits.isCurrent
    let isScanning = state.loading == nil && state.list.needsPlaces
    state.loading = nil
    state.isMarkingAll = false
    state.model.returning = nil
    if let shown = state.page.window?.list {
      state.list = shown
      // If no text is typed, the line shows the search of the rows.
      if state.search.text.isEmpty { state.search.insert(shown.search.text) }
    }
    let lookups = dropLookups(&state)
    state.$counted.load(isCounting ? nil : state.list.countedSearch, filter: state.list.filter)
    state.$places.load(isScanning ? nil : state.list)
    return .merge(
      lookups, .cancel(id: EffectName.window), .cancel(id: EffectName.identities), .send(.report(.noted("Stopped."))))
  }
}
