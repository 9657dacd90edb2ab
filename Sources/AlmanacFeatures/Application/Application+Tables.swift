// The tables of the tabs: each gets its list when it is first shown, and a new list if its schema has changed.
//
//   schema ──tables──> tabs ──visited──> lists
//      ├──another schema──> a new list takes over the search, the cursor and the marks of the old one
//      └──another name────> the same; everything remembered of the table uses the new name
public import AlmanacRecords
import DiffableLists
import IdentifiedCollections
public import LiveQueries
import Stores
import Containers

/// The table of a tab, and its record count.
public struct TableTab: Equatable {
  /// The table.
  public let table: ListedTable
  /// How many records it has.
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
      + named.all.map { .named($0.name) }
  }

  /// The tab of the tab bar that is shown; `nil` if another screen is.
  var shownTab: Application.Tab? { tab == .query ? query?.name.map { .named($0) } : tab }

  /// The tab `count` places after the shown one, in a circle.
  func tab(after count: Int) -> Application.Tab? {
    let tabs = tabs
    guard let index = tabs.firstIndex(where: { $0 == shownTab }) else { return tabs.first }
    return tabs[(index + count + tabs.count) % tabs.count]
  }

  /// The shown table; `nil` if something else is shown.
  var shownTable: ListedTable? {
    guard case .table(let name)? = tab else { return nil }
    return tableTab(named: name)?.table
  }

  /// Reads part of the shown list in place, because copying a whole list takes longer. `nil` if no list is shown.
  @inline(__always) func ofShownList<Value>(_ read: (RecordList.State) -> Value?) -> Value? {
    if isPast { return changeLists.past.flatMap(read) }
    if tab == .changes { return changes.flatMap(read) }
    if tab == .query { return query?.lists.first.flatMap(read) }
    guard let index = shownTable.flatMap({ lists.index(id: $0) }) else { return nil }
    return lists.elements.withUnsafeBufferPointer { read($0[index]) }
  }

  /// Changes the shown list.
  mutating func setShownList(_ body: (inout RecordList.State) -> Void) {
    if let tab { setList(of: tab, body) }
  }

  /// Changes the list of a tab, if there is one.
  mutating func setList(of tab: Application.Tab, _ body: (inout RecordList.State) -> Void) {
    switch tab {
    case changeLists.lookBack?.tab where changeLists.past != nil: body(&changeLists.past!)
    case .table(let name):
      if let table = tableTab(named: name)?.table, lists.contains(id: table) { body(&lists[id: table]!) }
    case .changes: if changes != nil { body(&changes!) }
    case .query: if let table = query?.lists.first?.table { body(&query!.lists[id: table]!) }
    case .statistics, .named, .board: break
    }
  }

  /// The counts for the tabs of tables whose rows are not shown: the newest ones or, for a paused list, those from
  /// before the pause.
  var tabCounts: [RecordCount] { tableTabs.map { lists[id: $0.table]?.pausedCounts?.total ?? $0.count } }

  /// Whether the tabs must be made again, because the schema has changed. They are not while a change is being written
  /// or a value is open in the person's editor: these belong to the old tables.
  var areTablesOld: Bool {
    tables.schemaVersion != schemaVersionOfTabs && !isChanging && !isTerminalLent
  }

  /// Whether another program has the terminal: the person's editor with a value, or a command of their own.
  var isTerminalLent: Bool {
    lists.contains { $0.form?.editedField != nil } || query?.awaited.contains(.editor) == true
      || work.isCommandOnTerminal
  }

  /// Whether a command or the editor of a query has the terminal, or values are being read for a command that gets it. A
  /// form that is in the editor has keys of its own.
  var isTerminalAwaited: Bool {
    work.isCommandOnTerminal || query?.awaited.contains(.editor) == true
      || allLists.contains(where: \.work.isCommandPrepared)
  }

  /// The tab of the table with a name; `nil` if there is none.
  func tableTab(named name: String) -> TableTab? { tableTabs.first { $0.table.isNamed(name) } }

  /// The present version of a table, if the file still has it.
  func present(_ table: ListedTable) -> ListedTable { tableTab(named: table.name)?.table ?? table }

  /// The table that was only renamed: one statement removed one name and added another. DROP and CREATE are two
  /// statements, and the new table has other records, even with the same columns. If more has changed at once, a
  /// renaming can't be told: then one table is gone and the other is new.
  fileprivate var renamed: (old: String, new: ListedTable)? {
    let gone = tableTabs.map(\.table.name).filter { tables[$0] == nil }
    let come = tables.tables.filter { tableTab(named: $0.name) == nil }
    guard tables.schemaVersion == schemaVersionOfTabs + 1, gone.count == 1, come.count == 1 else { return nil }
    return (gone[0], come[0])
  }

  /// Follows the renaming of a table in everything that is remembered of it.
  fileprivate mutating func rename(_ old: String, to new: ListedTable) {
    if tab == .table(old) { tab = .table(new.name) }
    history.rename(old, to: new)
    Container.shared.stepKeeper()?.rename(old, to: new.name)
    messages.rename(old, to: new.name)
    jumps.rename(old, to: new.name)
    if let layout = lists.first(where: { $0.table.isNamed(old) })?.model.layout, layout != ColumnLayout() {
      keep(layout, of: new.name)
      // A new table may get the old name.
      if !new.isNamed(old) { keep(ColumnLayout(), of: old) }
    }
  }

  /// Makes the list of the shown tab, if it has none yet: as it was left, with another search if one is given.
  mutating func visit(search: String? = nil, in screen: KeptScreen? = nil) {
    guard let table = shownTable, !lists.contains(id: table),
      let tab = tableTabs.first(where: { $0.table == table })
    else { return }
    var kept = (screen ?? lastScreen())[table.name]
    if let search, search != kept.search { (kept.search, kept.record) = (search, nil) }
    lists.append(RecordList.State(table, total: tab.$count, as: kept))
  }

  /// Makes the list of a tab, which takes over the search, the marks, the open record and the form of `old`. In the
  /// same file the form continues to edit its record; in another file it offers the typed content as a new record.
  mutating func succeed(
    _ old: RecordList.State, at tab: TableTab, isSameFile: Bool, renamed: ColumnRename? = nil
  ) {
    lists.append(
      RecordList.State(tab.table, total: tab.$count, after: old, isSameFile: isSameFile, renamed: renamed))
    if renamed != nil, old.model.layout != ColumnLayout(), let layout = lists[id: tab.table]?.model.layout {
      keep(layout, of: tab.table.name)
    }
  }
}

extension Application {
  /// Makes the tabs of the file's present tables. A table whose schema has changed gets a new list, which takes over
  /// from the old one.
  func tablesChanged(_ state: inout State) -> Effect<Action> {
    let tables = state.tables.tables
    let place = state.tab.flatMap { tab in state.tabs.firstIndex { $0 == tab } } ?? 0
    let renamed = state.renamed
    let isOneStep = state.tables.schemaVersion == state.schemaVersionOfTabs + 1
    let known = Dictionary(state.tableTabs.map { ($0.table, $0) }) { first, _ in first }
    state.tableTabs = tables.map { known[$0] ?? TableTab($0) }
    state.schemaVersionOfTabs = state.tables.schemaVersion
    if let renamed { state.rename(renamed.old, to: renamed.new) }
    var follow: [Effect<Action>] = []
    for old in state.lists where !tables.contains(old.table) {
      state.lists.remove(id: old.table)
      let name = renamed.flatMap { old.table.isNamed($0.old) ? $0.new.name : nil } ?? old.table.name
      guard let tab = state.tableTab(named: name) else { continue }
      let column = isOneStep ? ColumnRename(from: old.table, to: tab.table) : nil
      state.succeed(old, at: tab, isSameFile: true, renamed: column)
      if state.shownTable == tab.table { state.noteColumns(of: old.table, in: tab.table, renamed: column) }
      let rows = old.model.dataSource
      guard !tab.table.hasLooseRowIDs, tab.table.sharesIdentities(with: old.table),
        // The old list may have no rows yet, if the schema has changed twice in a row.
        let cursor = rows.selected.map({ CursorTarget(id: $0, line: rows.selectedLine) }) ?? old.model.targets.inherited
      else { continue }
      state.lists[id: tab.table]?.model.targets.inherited = cursor
      let reveal = RecordList.Action.cursor(.revealAsked(id: cursor.id, isNew: false, line: cursor.line))
      follow.append(.send(.lists(.element(id: tab.table, action: reveal))))
    }
    let isTabGone = state.shownTable == nil && state.tab != nil
    if isTabGone, case .table(let name)? = state.tab {
      let tabs = state.tabs
      state.tab = tabs.isEmpty ? nil : tabs[min(place, tabs.count - 1)]
      if state.work.tableMessage?.isThere != false { state.noteGone(name) }
    }
    if state.tab == nil { state.tab = state.tabs.first }
    state.visit()
    if isTabGone, let table = state.shownTable { state.lists[id: table]?.model.isCursorExchanged = true }
    // Another program may have undone it by now.
    return .merge(follow + [showTableMessage(isLast: true, &state)])
  }
}
