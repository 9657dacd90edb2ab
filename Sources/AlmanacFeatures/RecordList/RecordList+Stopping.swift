// Stopping what takes long: a search that goes through the whole table, a count of what it finds.
import AlmanacRecords
import Stores

extension RecordList.State {
  /// Whether something is being looked for that may take long, and that nobody needs if it is stopped.
  var isScanning: Bool {
    isMarkingAll || hits.progress != nil || (loading != nil && (page.window?.list).map { $0 != list } ?? false)
  }
}

extension RecordList {
  /// Ends what is being looked for. The rows stay that are there, and the list is theirs again; what was typed stays.
  /// Rows of an old file do not stay: those of the new one are read to their end.
  func stop(_ state: inout State) -> Effect<Action> {
    let isCounting = state.loading == nil && !state.hits.isCurrent
    state.loading = nil
    state.isMarkingAll = false
    if let shown = state.page.window?.list { state.list = shown }
    let lookups = dropLookups(&state)
    state.$hits.load(state.list.isWhole || isCounting ? nil : state.list.search, filter: state.list.filter)
    let isOfOldFile = state.page.generation != state.fileGeneration
    let rows = isOfOldFile ? loadFromNewFile(&state) : .cancel(id: EffectName.window)
    return .merge(lookups, rows, .cancel(id: EffectName.identities), .send(.report(.noted("Stopped."))))
  }
}
