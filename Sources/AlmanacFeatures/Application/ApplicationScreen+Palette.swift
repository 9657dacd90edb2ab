// What the palette offers: a record by its key, every table, every action with its key.
import AlmanacRecords
import Stores
import Terminals

extension ApplicationScreen {
  /// What can be chosen while some letters are typed. Tracked.
  func paletteEntries(_ typed: String) -> [PalettePane.Entry] {
    let tabs = store.tabs.map { tab in
      PalettePane.Entry(title: title(of: tab)) { [store] in store.send(.tabKeyPressed(tab)) }
    }
    let actions = allHints.map { hint in
      PalettePane.Entry(
        title: hint.title, caption: hint.keys.first.map { $0.caption(isUnicode: environment.isUnicode) } ?? ""
      ) { [events] in
        if let key = hint.keys.first { events.add(.key(key)) }
      }
    }
    return [record(typed)].compactMap(\.self) + tabs + actions
  }

  /// What a tab is called. Tracked.
  func title(of tab: Application.Tab) -> String {
    switch tab {
    case .table(let name): store.tableTabs.first { $0.table.name == name }?.table.style.title ?? name
    case .statistics: StatisticsScreen.title
    }
  }

  /// The record of the table that is shown whose key was typed.
  private func record(_ typed: String) -> PalettePane.Entry? {
    guard let table = store.shownTable, let id = table.recordID(typed) else { return nil }
    return PalettePane.Entry(title: typed, caption: "\(table.named(id))") { [store] in
      store.send(.lists(.element(id: table, action: .recordAsked(id: id))))
    }
  }
}

extension ListedTable {
  /// The record that a word names; `nil` where it can't name one.
  fileprivate func recordID(_ word: String) -> RecordID? {
    let word = word.trimmedOfWhitespace
    guard case .rowID = identity else { return nil }
    return Int(word).map(RecordID.rowID)
  }
}
