// Stopping long work: a search that scans the whole table, a count of its hits, or an export.
import AlmanacRecords
import LiveQueries
import Stores

extension RecordList.State {
  /// Whether a search, a count, an export or the marking of all records is under way. These may take long and can be
  /// stopped.
  var isScanning: Bool {
    work.isMarkingAll || work.exporting != nil || hits.progress != nil || live.$places.areAwaited(of: list)
      || (work.loading != nil && (live.page.window?.list).map { $0 != list } ?? false)
  }
}

extension RecordList {
  /// Stops the search. The present rows stay, and the list becomes theirs again. The typed text stays.
  func stop(_ state: inout State) -> Effect<Action> {
    if let exporting = state.work.exporting {
      exporting.stop()
      return .none
    }
    let isCounting = state.work.loading == nil && !state.hits.isCurrent
    let isScanning = state.work.loading == nil && state.list.needsPlaces
    state.work.endLoad()
    state.work.isMarkingAll = false
    state.model.targets.returning = nil
    if let shown = state.live.page.window?.list {
      state.list = shown
      // If no text is typed, the line shows the search of the rows.
      if state.search.text.isEmpty { state.search.insert(shown.search.text) }
    }
    let lookups = dropLookups(&state)
    state.live.$counted.load(isCounting ? nil : state.list.countedSearch, filter: state.list.filter)
    state.live.$places.load(isScanning ? nil : state.list)
    return .merge(
      lookups, .cancel(id: EffectName.window), .cancel(id: EffectName.identities), .send(.report(.noted("Stopped."))))
  }
}
