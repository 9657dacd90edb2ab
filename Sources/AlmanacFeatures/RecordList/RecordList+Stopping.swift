// Stopping what takes long: a search that goes through the whole table, a count of what it finds.
import AlmanacRecords
import Stores

extension RecordList.State {
  /// Whether something is being looked for that may take long, and that nobody needs if it is stopped.
  var isScanning: Bool {
    hits.progress != nil || total.progress != nil || (loading != nil && (page.window?.list).map { $0 != list } ?? false)
  }
}

extension RecordList {
  /// Ends what is being looked for. The rows stay that are there, and the list is theirs again; what was typed stays.
  func stop(_ state: inout State) -> Effect<Action> {
    state.loading = nil
    if let shown = state.page.window?.list { state.list = shown }
    state.$hits.load(nil)
    return .merge(.cancel(id: EffectName.window), .send(.noted("Stopped.")))
  }
}
