// Another file has taken the place of the one that was listed: its records have the same identities and are others.
import AlmanacRecords
import Stores

extension RecordList {
  /// Forgets what was meant for the records of the old file, and reads the rows of the new one.
  func fileReplaced(_ generation: Int, _ state: inout State) -> Effect<Action> {
    state.fileGeneration = generation
    state.markings.append(.unmarkAll)
    (state.confirmation, state.hidden, state.pausedCounts) = (nil, nil, nil)
    (state.isMarkingAll, state.isDamageFound) = (false, false)
    state.form?.fileReplaced()
    let lookups = dropLookups(&state)
    return .merge(.cancel(id: EffectName.identities), lookups, loadFromNewFile(&state))
  }

  /// Reads the rows where the list stands, with other records among which none has arrived yet.
  func loadFromNewFile(_ state: inout State) -> Effect<Action> {
    var window = RecordsWindow(state.list, after: state.beginning)
    if let shown = state.page.window, shown.list == state.list {
      window = shown
      window.since = nil
    }
    return load(window, &state)
  }
}
