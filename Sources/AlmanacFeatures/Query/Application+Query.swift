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
    /// The screen begins with a query, which runs at once.
    case asked(String)
    /// The screen was left.
    case left
  }

  func reduce(_ action: QueryScreenAction, _ state: inout State) -> Effect<Action> {
    switch action {
    case .keyPressed:
      if state.query == nil { state.query = Query.State(history: keptQueries.texts()) }
      return .merge(go(toHidden: .query, &state), .send(.query(.textKeyPressed)))
    case .listAsked:
      let list = state.shownTable.flatMap { state.lists[id: $0]?.list }
      let opening = reduce(QueryScreenAction.keyPressed, &state)
      guard let list else { return opening }
      state.query?.replace(with: list.text)
      if !list.search.isEmpty { state.note("SQL can't say the search exactly: the text has the filter and the order.") }
      return opening
    case .asked(let sql):
      state.query = Query.State(sql, history: keptQueries.texts())
      return .merge(go(toHidden: .query, &state), .send(.query(.runKeyPressed)))
    case .left: return leave(&state)
    }
  }

  // MARK: Screens that are not in the tab bar

  /// Goes to a tab of the tab bar.
  func goToTab(_ tab: Tab, _ state: inout State) -> Effect<Action> {
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
    return tab == .query ? .send(.query(.shown)) : resting
  }

  /// Goes back from such a screen to the one before it.
  func leave(_ state: inout State) -> Effect<Action> {
    let former = state.tab
    var before = state.jumps.takeTabBefore()
    if let tab = before, tab != .changes, tab != .query, !state.tabs.contains(tab) { before = nil }
    state.tab = before ?? state.tabs.first
    state.visit()
    if state.tab == .query { return .send(.query(.shown)) }
    return former == .query ? .send(.query(.hidden)) : .none
  }

  /// Lets the query rest if it is shown and another tab will be.
  private func rest(in state: State, unless tab: Tab) -> Effect<Action> {
    state.tab == .query && tab != .query ? .send(.query(.hidden)) : .none
  }
}
