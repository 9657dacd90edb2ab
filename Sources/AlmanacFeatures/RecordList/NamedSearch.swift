// Searches with a name.
//
//   :name NAME in a list ──named──> the palette's entry, and the state folder;  its entry ──> the list, searched so
//   :remove search ──> the question ──> gone, but its text is among the earlier searches
public import AlmanacRecords
import Containers
import Databases
import IdentifiedCollections
import Stores

/// A search with a name.
public struct NamedSearch: Hashable, Sendable {
  /// The name, as the person has typed it. Case does not tell names apart.
  public var name: String
  /// The name of the searched table.
  public var table: String
  /// The search.
  public var text: String
  /// The columns that the person sorted by, each in its direction; empty in the usual order.
  public var order: [ListOrder.Term]

  /// Makes one.
  public init(name: String, table: String, text: String, order: [ListOrder.Term] = []) {
    (self.name, self.table, self.text, self.order) = (name, table, text, order)
  }
}

extension Application {
  /// The search of the shown list gets a name.
  func nameSearch(_ name: String, _ state: inout State) {
    guard let table = state.shownTable, let list = state.lists[id: table], !list.search.text.isEmpty else {
      state.note("Only a query and a search have a name: ! opens the query screen, / searches.")
      return
    }
    let names = state.named.searches.map(\.name)
    if let refusal = NamedQueries.refusal(of: name, among: names, what: "search") {
      state.note(refusal)
      return
    }
    let search = NamedSearch(name: name, table: table.name, text: list.search.text, order: list.chosenOrder)
    state.named.searches.append(search)
    keep("The search has a name now: the palette shows \(name).", &state) { screen in
      // Another terminal may have used the name.
      screen.searches.removeAll { $0.name.isSameName(as: name) }
      screen.searches.append(search)
    }
  }

  /// Shows a list with the search that has a name.
  func go(to search: NamedSearch, _ state: inout State) -> Effect<Action> {
    guard let table = state.tableTab(named: search.table)?.table else {
      state.note("\(search.table), which \(search.name) searches, is gone.")
      return .none
    }
    guard !state.hasDialog(over: table) else {
      state.note("\(table.name) has a dialog open: close it first.")
      return .none
    }
    let going = goToTab(.table(table.name), &state)
    state.go(to: table)
    return .merge(going, .send(.lists(.element(id: table, action: .query(.namedAsked(search))))))
  }

  /// Removes a search with a name.
  func removeSearch(_ name: String, _ state: inout State) {
    guard let search = state.named.searches.first(where: { $0.name.isSameName(as: name) }) else { return }
    state.named.searches.removeAll { $0.name == search.name }
    if let table = state.tableTab(named: search.table)?.table {
      state.lists[id: table]?.typing.remember(search.text)
    }
    keep("\(search.name) is removed.", &state) { screen in
      screen.searches.removeAll { $0.name.isSameName(as: search.name) }
      screen[search.table].earlierSearches = SearchTyping.kept(
        [search.text], behind: screen[search.table].earlierSearches)
    }
  }

  /// Changes the kept searches, and says what has happened.
  private func keep(_ sentence: String, _ state: inout State, _ change: (inout KeptScreen) -> Void) {
    do {
      try Container.shared.screenKeeper().change(change)
      state.note(sentence)
    } catch {
      state.show(Message(text: "\(sentence) It lasts until you quit: \(error)", isError: true))
    }
  }
}
