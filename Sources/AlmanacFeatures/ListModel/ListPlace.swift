// A place in a list to go back to: a record, and its line on the screen.
public import AlmanacRecords
import DiffableLists
import LiveQueries
import Stores

/// Where the person was in a list.
public struct ListPlace: Hashable, Sendable {
  /// The record with the cursor; `nil` if there was none.
  public var id: RecordID?
  /// The schema version for which the identity holds; `nil` if it always holds.
  var rowIDVersion: Int?
  /// The line of the screen that the record was on.
  public var line: Int
  /// The query of the list.
  public var list: ListQuery
  /// The typed search.
  var search: String
  /// The person's place in the open record; `nil` if it was not open.
  var detail: RecordDetail.Place?
}

extension RecordList.State {
  /// The schema version for which the rowid holds that a key means: of the open record, otherwise of the loaded rows.
  /// `nil` if rowids always hold.
  var rowIDVersion: Int? {
    if let detail { detail.request.rowIDVersion } else { model.loaded.rowIDVersion }
  }

  /// The place of a loaded record, or of an empty list.
  func place(of id: RecordID?) -> ListPlace {
    ListPlace(
      id: id, rowIDVersion: rowIDVersion, line: model.dataSource.selectedLine ?? 0, list: list, search: search.text,
      detail: detail?.place)
  }
}

extension RecordList {
  /// Shows the list of a place again, with the cursor on its record and the record on its line.
  func goBack(to place: ListPlace, _ state: inout State) -> Effect<Action> {
    let list = place.list.over(state.table)
    if let id = place.id, let detail = place.detail {
      state.detail = state.live.scope.holding {
        RecordDetail.State(state.table, id: id, rowIDVersion: place.rowIDVersion, at: detail)
      }
    }
    guard list == state.list else {
      state.search = TextInput()
      state.search.insert(place.search)
      return show(list, .start, around: place.id, returning: place.id.map { ($0, place.line) }, &state)
    }
    guard let id = place.id else { return .none }
    state.work.isRevealAwaited = true
    return look(for: id, .reveal(isNew: false, line: place.line), orSayOf: state.table.named(id), state)
  }
}
