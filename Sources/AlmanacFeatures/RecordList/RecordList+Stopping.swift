// Stopping what takes long: a search that goes through the whole table, a count of what it finds.
import AlmanacRecords
import Stores

extension RecordList.State {
  /// Whether a search, a count or the marking of all is under way, which may take long and can be stopped.
  var isScanning: Bool {
    isMarkingAll || hits.progress != nil || $places.areAwaited(of: list)
      || (loading != nil && (page.window?.list).map { $0 != list } ?? false)
  }
}

extension RecordList {
  /// Ends what is being looked for. The rows stay that are there, and the list is theirs again; what was typed stays.
  func stop(_ state: inout State) -> Effect<Action> {
    let isCounting = state.loading == nil && !state.hits.isCurrent
    let isScanning = state.loading == nil && state.list.needsPlaces
    state.loading = nil
    state.isMarkingAll = false
    state.model.returning = nil
    if let shown = state.page.window?.list {
      state.list = shown
      // Where nothing is typed any more, the line shows the search that the rows are of.
      if state.search.text.isEmpty { state.search.insert(shown.search.text) }
    }
    let lookups = dropLookups(&state)
    state.$counted.load(isCounting ? nil : state.list.countedSearch, filter: state.list.filter)
    state.$places.load(isScanning ? nil : state.list)
    return .merge(
      lookups, .cancel(id: EffectName.window), .cancel(id: EffectName.identities), .send(.report(.noted("Stopped."))))
  }
}
