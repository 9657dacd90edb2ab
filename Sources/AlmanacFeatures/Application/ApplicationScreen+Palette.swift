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
    case .table(let name): store.tableTabs.first { $0.table.isNamed(name) }?.table.style.title ?? name
    case .statistics: StatisticsScreen.title
    }
  }

  /// The record of the table that is shown whose key was typed, whether there is one or not. Any text may be a key, so
  /// what has a name comes before it.
  private func record(_ typed: String) -> PalettePane.Entry? {
    guard let table = store.shownTable else { return nil }
    if let id = table.recordID(typed) {
      return PalettePane.Entry(title: typed, caption: "\(table.named(id))") { [store] in
        store.send(.lists(.element(id: table, action: .recordAsked(id: id))))
      }
    }
    guard let words = table.key(typed) else { return nil }
    return PalettePane.Entry(title: table.named(key: words).title, isLast: true) { [store] in
      store.send(.lists(.element(id: table, action: .recordNamed(words))))
    }
  }
}

extension ListedTable {
  /// The record whose rowid was typed, where the list shows rowids; `nil` where the words can't be one.
  fileprivate func recordID(_ typed: String) -> RecordID? {
    guard case .rowID = identity, isKeyListed else { return nil }
    return Int(typed.trimmedOfWhitespace).map(RecordID.rowID)
  }

  /// The values of the key that was typed, with spaces between if there are several; `nil` where the words can't be
  /// one: a rowid, above, is a number.
  fileprivate func key(_ typed: String) -> [String]? {
    let typed = typed.trimmedOfWhitespace
    let columns = namingColumns
    guard !typed.isEmpty, let first = columns.first, identity != .rowID(first) else { return nil }
    if columns.count == 1 { return [typed] }
    let words = typed.split(whereSeparator: \.isWhitespace).map(String.init)
    return words.count == columns.count ? words : nil
  }
}
