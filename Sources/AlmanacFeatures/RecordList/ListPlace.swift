// A place in a list to come back to: its record, and on which line of the screen that stood.
public import AlmanacRecords
import DiffableLists
import LiveQueries
import Stores

/// Where the person was in a list.
public struct ListPlace: Hashable, Sendable {
  /// `nil` where the cursor was on none.
  public var id: RecordID?
  /// The line of the screen that the record was on.
  public var line: Int
  /// What was listed.
  public var list: ListQuery
  /// What was typed for that.
  var search: String
  /// Where the person was in the record; `nil` where it was not open.
  var detail: RecordDetail.Place?
}

extension RecordList.State {
  /// The place of a record that is at hand, or of a list that has none.
  func place(of id: RecordID?) -> ListPlace {
    ListPlace(id: id, line: model.dataSource.selectedLine ?? 0, list: list, search: search.text, detail: detail?.place)
  }
}

extension RecordList {
  /// Lists what was listed then, with the cursor on the record and the record on its line.
  func goBack(to place: ListPlace, _ state: inout State) -> Effect<Action> {
    let list = place.list.over(state.table)
    if let id = place.id, let detail = place.detail {
      state.detail = state.fetches.holding { RecordDetail.State(state.table, id: id, at: detail) }
    }
    state.model.returningLine = place.line
    guard list == state.list else {
      state.search = TextInput()
      state.search.insert(place.search)
      state.model.returning = place.id
      return show(list, .start, around: place.id, &state)
    }
    guard let id = place.id else { return .none }
    state.isRevealAwaited = true
    return look(
      for: id, .reveal(isNew: false),
      orSay: "\(state.table.named(id).title) has changed, and this list no longer shows it.", state)
  }
}
