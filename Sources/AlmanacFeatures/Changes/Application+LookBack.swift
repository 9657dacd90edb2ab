// A table as it was: one commit earlier or later, in a list of its own over the list of now.
//
//   [ ──> a connection that reads the past ──> the moment one commit earlier ──moved──> a list with the same search,
//                                                                                         order and filter
//   ] ──> one commit later; Esc, or ] at the last commit ──left──> the list of now
public import AlmanacRecords
import Containers
import Databases
import DiffableLists
import LiveQueries
import Stores

/// The table of a tab at an earlier moment.
struct LookBack: Equatable {
  let tab: Application.Tab
  let table: PastTable
  var moment: FileMoment

  static func == (a: Self, b: Self) -> Bool {
    a.tab == b.tab && a.table.connection === b.table.connection && a.moment == b.moment
  }
}

extension Application.State {
  /// Whether the shown list is that of an earlier moment.
  var isPast: Bool { changeLists.past != nil && changeLists.lookBack?.tab == tab }
}

extension Application {
  /// A table is shown at another moment.
  public enum LookBackAction: Sendable {
    /// The table is at another moment.
    case moved(PastTable, FileMoment, in: ListedTable)
    /// There is no other moment of the table, for this reason.
    case failed(String, in: ListedTable)
    /// The table of a tab is shown as it is now.
    case left(Tab)
  }

  func reduce(_ action: LookBackAction, _ state: inout State) -> Effect<Action> {
    switch action {
    case .moved(let past, let moment, let table): return show(past, at: moment, table, &state)
    case .failed(let reason, let table):
      state.setList(of: .table(table.name)) { $0.work.isRevealAwaited = false }
      state.note("Not looked back: \(reason).")
      return .none
    case .left(let tab):
      if state.changeLists.lookBack?.tab == tab { (state.changeLists.past, state.changeLists.lookBack) = (nil, nil) }
      return .none
    }
  }

  /// Goes to the moment one commit earlier or later. Keys wait for it.
  func lookBack(earlier: Bool, in table: ListedTable, _ state: inout State) -> Effect<Action> {
    guard let journal else { return .none }
    let known = state.isPast ? state.changeLists.lookBack?.table : nil
    if known == nil, !earlier {
      state.note("This is now: [ goes one commit back.")
      return .none
    }
    state.setShownList { $0.work.isRevealAwaited = true }
    return .run { [database] send in
      let past: PastTable
      if let known { past = known } else { past = try await PastTable.open(table, by: journal, on: database) }
      if let moment = try await earlier ? past.goBack() : past.goOn() {
        await send(.lookBack(.moved(past, moment, in: table)))
      } else {
        await send(.lookBack(.left(.table(table.name))))
      }
    } catch: { error, send in
      await send(.lookBack(.failed(sentence(error), in: table)))
    }
  }

  /// Shows the list of a moment: the cursor stays on its record, or on its place if the record was not there.
  private func show(
    _ past: PastTable, at moment: FileMoment, _ table: ListedTable, _ state: inout State
  ) -> Effect<Action> {
    let isFirst = !state.isPast
    state.setList(of: .table(table.name)) { $0.work.isRevealAwaited = false }
    guard let shown = state.ofShownList({ $0 }), state.shownTable == table else { return .none }
    let query = ListQuery(
      past.listed(at: moment), search: shown.list.search, filter: shown.list.filter, order: shown.list.order)
    let (place, line) = (shown.model.selectedPlace, shown.model.dataSource.selectedLine)
    state.changeLists.lookBack = LookBack(tab: .table(table.name), table: past, moment: moment)
    guard isFirst else {
      return .send(.past(.query(.momentShown(query, around: place?.key, selected: place?.id, line: line))))
    }
    let margin = max(shown.model.margin, RecordsWindow.usualHeight)
    let list = Container.shared.defaultDatabase.withValue(past.connection) {
      RecordList.State(
        shown.search, query, total: LiveCount(query.table, search: nil, connection: past.connection),
        window: RecordsWindow(query, anchor: place.map { .around($0.key) } ?? .start, before: margin, after: margin))
    }
    list.model.layout = shown.model.layout
    list.model.targets.returning = place.map { ($0.id.inPast, line) }
    state.changeLists.past = list
    return .none
  }
}
