// The screens of the tabs. Each is made when it is first shown.
import AlmanacRecords
import Databases
import IdentifiedCollections
import Stores

/// The screens of the tabs.
@MainActor
final class TabScreens {
  private let store: StoreOf<Application>
  private let environment: ScreenEnvironment
  private var lists: [ListedTable: RecordScreen] = [:]
  let statistics: StatisticsScreen?
  private var changes: RecordScreen?
  private var netChanges: RecordScreen?
  private var past: RecordScreen?
  private var query: QueryScreen?
  private var board: BoardScreen?
  private let noTables: NoTablesScreen
  /// Makes the screen of the list of changes.
  private let makeChanges: @MainActor (StoreOf<RecordList>) -> RecordScreen
  /// Called after screens were made.
  private let wereMade: @MainActor () -> Void

  init(
    store: StoreOf<Application>, environment: ScreenEnvironment,
    makeChanges: @escaping @MainActor (StoreOf<RecordList>) -> RecordScreen,
    wereMade: @escaping @MainActor () -> Void
  ) {
    (self.store, self.environment, self.makeChanges, self.wereMade) = (store, environment, makeChanges, wereMade)
    statistics = store.scope(state: \.statistics, action: \.statistics).map { statistics in
      StatisticsScreen(
        store: statistics, environment: environment,
        isReadable: { store.file.status.condition == .present && statistics.loadError == nil }
      ) {
        // Another program may have dropped one of the tables.
        let tabs = store.tableTabs
        return StatisticsScreen.Totals { name in tabs.first { $0.table.isNamed(name) }?.count }
      }
    }
    noTables = NoTablesScreen(environment: environment) { store.file.status.condition == .present }
  }

  /// The screens of all tabs that have been shown. Tracked.
  var all: [any TabScreen] {
    let stores = store.scope(state: \.lists, action: \.lists)
    let tables = stores.map { $0.withState(\.table) }
    lists = lists.filter { tables.contains($0.key) }
    let new = zip(tables, stores).filter { lists[$0.0] == nil }
    for (table, list) in new {
      lists[table] = RecordScreen(store: list, environment: environment, looksBack: true) { [store] in store.goneNote }
    }
    if !new.isEmpty { wereMade() }
    let others: [(any TabScreen)?] = [
      statistics, changesScreen, netChangesScreen, pastScreen, queryScreen, boardScreen,
    ]
    return tables.compactMap { lists[$0] } + others.compactMap(\.self)
  }

  /// The shown screen. Tracked.
  var current: any TabScreen {
    if store.tab == .changes, let changes = netChangesScreen ?? changesScreen { return changes }
    if store.isPast, let past = pastScreen { return past }
    if store.tab == .query, let query = queryScreen { return query }
    if store.tab == .board, let board = boardScreen { return board }
    guard let table = store.shownTable else { return statistics ?? noTables }
    if lists[table] == nil { _ = all }
    return lists[table] ?? noTables
  }

  /// Drops the screens of tables that are gone from the file.
  func dropGone() {
    lists = store.withState { state in lists.filter { state.lists.contains(id: $0.key) } }
  }

  /// The screen of the list of changes, if it was opened. Tracked.
  private var changesScreen: RecordScreen? {
    screen(\.changes, store.scope(state: \.changeLists.all, action: \.changes), makeChanges)
  }

  /// The screen of the net changes between two moments, while it is shown. Tracked.
  private var netChangesScreen: RecordScreen? {
    let list = store.scope(state: \.changeLists.net, action: \.netChanges)
    if list == nil { netChanges = nil }
    return screen(\.netChanges, list, makeChanges)
  }

  /// The screen of a table at an earlier moment, while it is shown. Tracked.
  private var pastScreen: RecordScreen? {
    let list = store.scope(state: \.changeLists.past, action: \.past)
    if list == nil { past = nil }
    return screen(\.past, list) { [store, environment] list in
      RecordScreen(
        store: list, environment: environment, keys: PastKeys.keys(store), looksBack: true,
        title: { PastKeys.title(store, environment.clock) }, goneNote: { PastTable.refusal })
    }
  }

  /// The screen of the query, if it was opened. Tracked.
  private var queryScreen: QueryScreen? {
    screen(\.query, store.scope(state: \.query, action: \.query)) { [store, environment] in
      QueryScreen(store: $0, environment: environment) { store.send(.queryScreen(.left)) }
    }
  }

  /// The screen of the board, if it was opened. Tracked.
  private var boardScreen: BoardScreen? {
    screen(\.board, store.scope(state: \.board, action: \.board)) { [environment] in
      BoardScreen(store: $0, environment: environment)
    }
  }

  /// A screen, made when its feature is first there.
  private func screen<Screen: TabScreen, Feature>(
    _ path: ReferenceWritableKeyPath<TabScreens, Screen?>, _ feature: @autoclosure () -> Feature?,
    _ make: (Feature) -> Screen
  ) -> Screen? {
    if let screen = self[keyPath: path] { return screen }
    guard let feature = feature() else { return nil }
    let screen = make(feature)
    self[keyPath: path] = screen
    wereMade()
    return screen
  }
}
