// A place in a list to come back to: its record, and on which line of the screen that stood.
public import AlmanacRecords
import DiffableLists
import LiveQueries
import Stores

/// Where the person was in a list.
public struct ListPlace: Hashable, Sendable {
  /// `nil` where the cursor was on none.
  public var id: RecordID?
  /// The version of the schema at which that was read, where it holds no longer than that.
  var rowIDVersion: Int?
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
  /// The version of the schema at which the rowid of the record was read that a key means: of the one that is open, or
  /// else of the rows at hand. `nil` where rowids hold for good.
  var rowIDVersion: Int? {
    if let detail { detail.request.rowIDVersion } else { model.rowIDVersion }
  }

  /// The place of a record that is at hand, or of a list that has none.
  func place(of id: RecordID?) -> ListPlace {
    ListPlace(
      id: id, rowIDVersion: rowIDVersion, line: model.dataSource.selectedLine ?? 0, list: list, search: search.text,
      detail: detail?.place)
  }
}

extension RecordList {
  /// Lists what was listed then, with the cursor on the record and the record on its line.
  func goBack(to place: ListPlace, _ state: inout State) -> Effect<Action> {
    let list = place.list.over(state.table)
    if let id = place.id, let detail = place.detail {
      state.detail = state.fetches.holding {
        RecordDetail.State(state.table, id: id, rowIDVersion: place.rowIDVersion, at: detail)
      }
    }
    guard list == state.list else {
      state.search = TextInput()
      state.search.insert(place.search)
      return show(list, .start, around: place.id, returning: place.id.map { ($0, place.line) }, &state)
    }
    guard let id = place.id else { return .none }
    state.isRevealAwaited = true
    return look(for: id, .reveal(isNew: false, line: place.line), orSayOf: state.table.named(id), state)
  }
}
