// The query screen in the application: it is opened, left, and followed only while it is shown.
//
//   ! ──keyPressed──> the text, or the result with the text above it
//   Esc ──left──> the former tab; the result rests until the screen is shown again
import AlmanacRecords
import IdentifiedCollections
import Stores

extension Application {
  /// The query screen is opened or left.
  public enum QueryScreenAction: Sendable {
    /// The key of the screen was pressed.
    case keyPressed
    /// The screen begins with the text of what the shown list shows.
    case listAsked
    /// The screen begins with a column of the shown list as a chart.
    case chartAsked(column: String?)
    /// The screen begins with a query, which runs at once.
    case asked(String)
    /// The board is to be shown.
    case boardAsked
    /// The screen was left.
    case left
  }

  func reduce(_ action: QueryScreenAction, _ state: inout State) -> Effect<Action> {
    switch action {
    case .keyPressed:
      leaveNamedQuery(&state)
      if state.query == nil { state.query = Query.State(history: keptQueries.texts()) }
      return .merge(go(toHidden: .query, &state), .send(.query(.textKeyPressed)))
    case .listAsked:
      let shown = state.shownTable.flatMap { state.lists[id: $0] }.map { ($0.list, $0.outputColumns.names) }
      let opening = reduce(QueryScreenAction.keyPressed, &state)
      guard let (list, columns) = shown else { return opening }
      state.query?.begin(with: list.text(of: columns))
      if list.search.readsTexts { state.note("SQL can't say the words of the search exactly: they are left out.") }
      return opening
    case .chartAsked(let column):
      guard let table = state.shownTable, let list = state.lists[id: table]?.list else { return .none }
      let label = table.style.relations.label?.choices.first?.first ?? table.identity.columns.first
      let columns = [label, column].compactMap(\.self)
      guard columns.count == 2, label != column else {
        state.note("v shows a column with numbers: go to one first.")
        return .none
      }
      let opening = reduce(QueryScreenAction.keyPressed, &state)
      state.query?.begin(with: list.text(of: columns))
      return .concatenate(opening, .send(.query(.chartBegun)))
    case .asked(let sql):
      state.query = Query.State(sql, history: keptQueries.texts())
      return .merge(go(toHidden: .query, &state), .send(.query(.begun)))
    case .boardAsked:
      if state.board == nil { state.board = Board.State(state.boardQueries) }
      return go(toHidden: .board, &state)
    case .left: return leave(&state)
    }
  }

  // MARK: Screens that are not in the tab bar

  /// Goes to a tab of the tab bar.
  func goToTab(_ tab: Tab, _ state: inout State) -> Effect<Action> {
    if case .named(let name) = tab { return go(toQueryNamed: name, &state) }
    let resting = rest(in: state, unless: tab)
    state.jumps.forgetTabsBefore()
    state.tab = tab
    state.visit()
    return resting
  }

  /// Goes to a screen that is not in the tab bar, and remembers the present one.
  func go(toHidden tab: Tab, _ state: inout State) -> Effect<Action> {
    // The key may have been pressed twice before the screen was there.
    guard state.tab != tab else { return .none }
    let resting = rest(in: state, unless: tab)
    state.jumps.go(from: state.tab, to: tab)
    state.tab = tab
    return .merge(resting, showing(tab, state))
  }

  /// Goes back from such a screen to the one before it.
  func leave(_ state: inout State) -> Effect<Action> {
    var before = state.jumps.takeTabBefore()
    if let tab = before, ![.changes, .query, .board].contains(tab), !state.tabs.contains(tab) { before = nil }
    let next = before ?? state.tabs.first
    let resting = rest(in: state, unless: next)
    state.tab = next
    state.visit()
    return .merge(resting, next.map { showing($0, state) } ?? .none)
  }

  /// Lets the query or the board rest if it is shown and another screen will be.
  private func rest(in state: State, unless tab: Tab?) -> Effect<Action> {
    guard state.tab != tab else { return .none }
    return state.tab == .query ? .send(.query(.hidden)) : state.tab == .board ? .send(.board(.hidden)) : .none
  }

  /// Lets the query or the board follow the commits.
  private func showing(_ tab: Tab, _ state: State) -> Effect<Action> {
    tab == .query ? .send(.query(.shown)) : tab == .board ? .send(.board(.shown(state.boardQueries))) : .none
  }

  /// Opens the query of the chosen tile.
  func openTile(_ state: inout State) -> Effect<Action> {
    guard let board = state.board, board.tiles.indices.contains(board.chosen) else { return .none }
    return go(toQueryNamed: board.tiles[board.chosen].query.name, &state)
  }
}

extension Application.State {
  /// The results of all queries: of the query screen, the board, and the statistics.
  var queryResults: [QueryResult] {
    [query?.running, query?.result].compactMap(\.self)
      + [board, statistics?.board].compactMap(\.self).flatMap { $0.tiles.flatMap(\.results) }
  }

  /// The tiles of the board.
  fileprivate var boardQueries: [BoardQuery] { named.all.map { BoardQuery($0) } }
}
