// Another file has taken the place of the one that was listed: its records have the same identities and are others.
import AlmanacRecords
import Stores

extension RecordList {
  /// Forgets what was meant for the records of the old file, and reads the rows of the new one.
  func fileReplaced(_ state: inout State) -> Effect<Action> {
    mark(nil, false, &state)
    (state.confirmation, state.hidden, state.pausedCounts) = (nil, nil, nil)
    state.isMarkingAll = false
    state.form?.fileReplaced()
    let lookups = dropLookups(&state)
    let rows = reload(&state)
    state.areRowsOfOldFile = true
    return .merge(.cancel(id: EffectName.identities), lookups, rows)
  }
}
