// The choice after a step of undo or a revert met a newer value of one record.
//
//   "changed since · = choose" ──> = ──> the record's table ──> its form: wanted, now, expected ──> saved as a new step
import AlmanacRecords
import IdentifiedCollections
import Stores

extension Application {
  /// Opens the form of the record that has a newer value.
  func choose(_ state: inout State) -> Effect<Action> {
    guard let row = state.work.conflict, let table = state.tableToChoose(in: row) else {
      state.note("There is no conflict to choose in.")
      return .none
    }
    state.work.conflict = nil
    let resting: Effect<Action> = state.tab == .query ? .send(.query(.hidden)) : .none
    state.tab = .table(table.name)
    state.visit()
    return .merge(resting, .send(.lists(.element(id: table, action: .open(.conflictKeyPressed(row))))))
  }
}

extension Application.State {
  /// The table whose form can change a record's values; nil if there is none, or the change is no update.
  func tableToChoose(in row: RowChange) -> ListedTable? {
    guard row.before != nil, row.after != nil, let table = tableTab(named: row.table)?.table,
      table.style.editing.refusals[.edit] == nil
    else { return nil }
    return table
  }
}
