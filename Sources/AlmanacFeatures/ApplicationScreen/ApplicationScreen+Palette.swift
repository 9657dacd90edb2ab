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
    let doctor = PalettePane.Entry(title: "doctor: check the file") { [store] in store.send(.doctorAsked) }
    return records(typed) + tabs + actions + [doctor] + imports(typed)
  }

  /// The import of the file whose path was typed, into the table that is shown. Tracked.
  private func imports(_ typed: String) -> [PalettePane.Entry] {
    guard let table = store.shownTable else { return [] }
    let word = "import "
    let path = typed.hasPrefix(word) ? typed.dropFirst(word.count).description.trimmedOfWhitespace : ""
    if path.isEmpty {
      let advice = "To import a file, type :import and its path, which ends with .csv, .tsv, .json or .jsonl."
      return [PalettePane.Entry(title: "import FILE: add its records") { [store] in store.send(.noted(advice)) }]
    }
    let entry = PalettePane.Entry(title: typed, caption: "into \(table.style.title)") { [unowned self] in
      if let refusal = environment.refusal(.change) {
        store.send(.keyRefused(refusal))
      } else if store.file.isWriteAllowed {
        store.send(.importAsked(path: path, into: table))
      } else {
        asked = { [store] in store.send(.importAsked(path: path, into: table)) }
        store.send(.keyRefused(.writePermission))
      }
    }
    return [entry]
  }

  /// What a tab is called. Tracked.
  func title(of tab: Application.Tab) -> String {
    switch tab {
    case .table(let name): store.tableTabs.first { $0.table.isNamed(name) }?.table.style.title ?? name
    case .statistics: StatisticsScreen.title
    case .changes: ListedTable.changes.style.title
    }
  }

  /// The records that were typed, whether there are such or not: of the table that is shown by the key alone, of any by
  /// the beginning of its name and the key.
  private func records(_ typed: String) -> [PalettePane.Entry] {
    let shown = store.shownTable.flatMap { record(typed, of: $0, typed) }
    let tables = store.tableTabs.map { (table: $0.table, title: FuzzyMatch.folded($0.table.style.title)) }
    let cuts = cuts(typed, longestName: tables.lazy.map(\.title.count).max() ?? 0)
    return [shown].compactMap(\.self)
      + tables.compactMap { table, title in
        // The longest name first: what follows a shorter one may be the rest of the name.
        cuts.lazy.reversed().filter { $0.name.isBeginning(of: title) }
          .compactMap { self.record($0.key, of: table, typed) }.first
      }
  }

  /// Each way to cut what was typed into the beginning of a name, of so many letters at most, and a key.
  private func cuts(_ typed: String, longestName count: Int) -> [(name: FuzzyMatch, key: String)] {
    var cuts: [(name: FuzzyMatch, key: String)] = []
    for word in typed.split(whereSeparator: \.isWhitespace).dropFirst() {
      let name = FuzzyMatch(String(typed[..<word.startIndex]).trimmedOfWhitespace)
      if name.isLonger(than: count) { break }
      cuts.append((name, String(typed[word.startIndex...])))
    }
    return cuts
  }

  /// The record of a table with a key; `nil` where the words can't be one. Any text may be a key, so what has the name
  /// that was typed comes before it.
  private func record(_ key: String, of table: ListedTable, _ typed: String) -> PalettePane.Entry? {
    func go(_ action: RecordList.Action) -> @MainActor () -> Void {
      { [store] in
        store.send(.tabKeyPressed(.table(table.name)))
        store.send(.lists(.element(id: table, action: action)))
      }
    }
    if let id = table.recordID(key) {
      return PalettePane.Entry(title: typed, caption: "\(table.named(id))", perform: go(.recordAsked(id: id)))
    }
    guard let key = table.key(key) else { return nil }
    return PalettePane.Entry(title: table.named(key: key.text).title, isLast: true, perform: go(.recordNamed(key)))
  }
}

extension ListedTable {
  /// The record whose rowid was typed, where the list shows rowids; `nil` where the words can't be one.
  fileprivate func recordID(_ typed: String) -> RecordID? {
    guard case .rowID = identity, isKeyListed else { return nil }
    return Int(typed.trimmedOfWhitespace).map(RecordID.rowID)
  }

  /// The key that was typed; `nil` where the words can't be one: a rowid, above, is a number.
  fileprivate func key(_ typed: String) -> TypedKey? {
    guard let first = namingColumns.first, identity != .rowID(first) else { return nil }
    return TypedKey(typed, count: namingColumns.count)
  }
}
