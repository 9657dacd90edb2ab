// The tables behind the tabs: each gets its list when it is visited, and a new one where its shape has changed.
//
//   schema ──tables──> tabs ──visited──> lists
//      └──another shape──> a new list takes over the search, the cursor and the marks of the old one
public import AlmanacRecords
import DiffableLists
import IdentifiedCollections
import LiveQueries
import Stores

/// A table behind a tab, and how many records it has.
public struct TableTab: Equatable {
  public let table: ListedTable
  @LiveCount public var count: RecordCount

  init(_ table: ListedTable) {
    self.table = table
    _count = LiveCount(table)
  }
}

extension Application.State {
  /// The tabs, from left to right.
  var tabs: [Application.Tab] {
    tableTabs.map { .table($0.table.name) } + (statistics == nil ? [] : [.statistics])
  }

  /// The tab so many behind the one that is shown, which follows the last.
  func tab(after count: Int) -> Application.Tab? {
    let tabs = tabs
    guard let index = tabs.firstIndex(where: { $0 == tab }) else { return tabs.first }
    return tabs[(index + count + tabs.count) % tabs.count]
  }

  /// The table that is shown; `nil` where something else is.
  var shownTable: ListedTable? {
    guard case .table(let name)? = tab else { return nil }
    return tableTabs.first { $0.table.isNamed(name) }?.table
  }

  /// The list that is shown; `nil` where something else is.
  var shownList: RecordList.State? { shownTable.flatMap { lists[id: $0] } }

  /// Changes the list that is shown.
  mutating func setShownList(_ body: (inout RecordList.State) -> Void) {
    if let table = shownTable, lists.contains(id: table) { body(&lists[id: table]!) }
  }

  /// The counts as the tabs of the tables show them: each stands still with its list.
  var shownCounts: [RecordCount] {
    tableTabs.map { tab in
      let list = lists[id: tab.table]
      // That of the list on the screen agrees with its rows; where no rows are seen the newest count is right.
      return self.tab == .table(tab.table.name) ? list?.shownTotal ?? tab.count : list?.pausedCounts?.total ?? tab.count
    }
  }

  /// Whether the file has other tables by now than there are tabs for.
  var areTablesOld: Bool { tables.tables != tableTabs.map(\.table) }

  /// A table as it is now, if it is still there.
  func present(_ table: ListedTable) -> ListedTable {
    tableTabs.first { $0.table.isNamed(table.name) }?.table ?? table
  }

  /// Makes the list of the tab that is shown, where that has none yet.
  mutating func visit(search: String = "") {
    guard let table = shownTable, !lists.contains(id: table),
      let tab = tableTabs.first(where: { $0.table == table })
    else { return }
    var list = RecordList.State(table, total: tab.$count, search: search)
    if let other = lists.first { list.isRecordBeside = other.isRecordBeside }
    lists.append(list)
  }

  /// Makes a list that takes over what was typed, searched, marked and open in `old`. In the same file an open form goes
  /// on editing its record; in another file it offers what was typed as a new record.
  mutating func succeed(_ old: RecordList.State, isSameFile: Bool) {
    guard let tab = tableTabs.first(where: { $0.table.isNamed(old.table.name) }) else { return }
    lists.append(RecordList.State(tab.table, total: tab.$count, after: old, isSameFile: isSameFile))
  }
}

extension Application {
  /// Gives each table of the file its tab. A table whose shape has changed gets a new list, which takes over from the old.
  func tablesChanged(_ state: inout State) -> Effect<Action> {
    let tables = state.tables.tables
    let place = state.tab.flatMap { tab in state.tabs.firstIndex { $0 == tab } } ?? 0
    let known = Dictionary(state.tableTabs.map { ($0.table, $0) }) { first, _ in first }
    state.tableTabs = tables.map { known[$0] ?? TableTab($0) }
    var follow: [Effect<Action>] = []
    for old in state.lists where !tables.contains(old.table) {
      let selected = old.model.dataSource.selected
      state.lists.remove(id: old.table)
      state.succeed(old, isSameFile: true)
      guard let table = state.lists.last?.table, table.isNamed(old.table.name), let selected else { continue }
      follow.append(.send(.lists(.element(id: table, action: .revealAsked(id: selected, isNew: false)))))
    }
    if state.shownTable == nil, case .table(let name)? = state.tab {
      let tabs = state.tabs
      state.tab = tabs.isEmpty ? nil : tabs[min(place, tabs.count - 1)]
      state.noteGone(name)
    }
    if state.tab == nil { state.tab = state.tabs.first }
    state.visit()
    return .merge(follow)
  }
}
