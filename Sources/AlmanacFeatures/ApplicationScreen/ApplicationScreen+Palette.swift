// The entries of the palette: a record by its key, all tables, all actions with their keys, and the columns of the list.
import AlmanacRecords
import Containers
import Stores
import Terminals

extension ApplicationScreen {
  /// The entries for the typed text. Tracked.
  func paletteEntries(_ typed: String) -> [PalettePane.Entry] {
    let tabs = store.tabs.map { tab in
      var caption = ""
      if case .named = tab { caption = "query" }
      return PalettePane.Entry(title: title(of: tab), caption: caption) { [store] in store.send(.tabKeyPressed(tab)) }
    }
    let map = Container.shared.settings().keys
    func caption(_ keys: [Key]) -> String { keys.first.map { $0.caption(isUnicode: environment.isUnicode) } ?? "" }
    let actions = allHints.map { hint in
      PalettePane.Entry(title: hint.title, caption: caption(map.keys(for: hint.keys))) { [events] in
        if let key = hint.keys.first { events.add(.action(of: key)) }
      }
    }
    let keyless = Self.keylessActions.map { action in
      PalettePane.Entry(
        title: action.title, caption: caption(map.lines.filter { $0.action == action.title }.map(\.key))
      ) { [unowned self] in
        guard let action = action.action(self) else { return }
        if let refusal = action.refusal { store.send(.message(.keyRefused(refusal))) } else { action.perform() }
      }
    }
    let copies = current.copies(of: store.palette?.records).map { copy in
      PalettePane.Entry(title: "copy \(copy.title)", caption: copy.caption, perform: copy.perform)
    }
    let columns = current.columns.map { column in
      PalettePane.Entry(
        title: column.name, caption: column.isHidden ? "hidden column" : "column", perform: column.perform)
    }
    return sources(typed) + records(typed) + tabs + copies + commandEntries(map) + actions + keyless
      + naming(typed) + imports(typed) + exports(typed) + columns + settings + fileEntries(typed)
  }

  /// The records that a row of the query's result comes from, if they are several. Tracked.
  private func sources(_ typed: String) -> [PalettePane.Entry] {
    guard store.tab == .query, typed.hasPrefix("record of ") else { return [] }
    return (store.query?.insight.sources ?? []).map { source in
      PalettePane.Entry(title: "record of \(source.title)", caption: source.editedColumn == nil ? "open" : "edit") {
        [store] in store.send(.query(.sourceFound(source)))
      }
    }
  }

  /// The typed name for the present query, and the removal of each named one. Tracked.
  private func naming(_ typed: String) -> [PalettePane.Entry] {
    func removal(_ title: String, _ named: Application.Named) -> PalettePane.Entry {
      PalettePane.Entry(title: title) { [store] in store.send(.naming(.removalAsked(named))) }
    }
    let searches = store.named.searches.map { search in
      PalettePane.Entry(title: "search \(search.name)", caption: "\(search.table): \(search.text)") { [store] in
        store.send(.naming(.searchAsked(search)))
      }
    }
    let removals =
      store.named.all.map { removal("remove query \($0.name)", .query($0.name)) }
      + store.named.searches.map { removal("remove search \($0.name)", .search($0.name)) }
    let isQuery = store.tab == .query
    guard isQuery || current.export != nil else { return searches + removals }
    let name = argument(in: typed, after: "name ")
    let title = name.isEmpty ? "name NAME: \(isQuery ? "make this query a tab" : "keep this search")" : typed
    let caption = isQuery ? store.query?.name.map { "renames \($0)" } ?? "names the query" : "names the search"
    let entry = PalettePane.Entry(title: title, caption: name.isEmpty ? "" : caption) { [store] in
      store.send(.naming(.named(name)))
    }
    return [entry] + searches + removals
  }

  /// The settings with their values. Tracked.
  private var settings: [PalettePane.Entry] {
    let present = Container.shared.settings()
    return Setting.all.map { setting in
      PalettePane.Entry(title: "setting \(setting.name)", caption: setting.text(present)) { [store] in
        store.send(.dialog(.settingsAsked(chosen: setting.name)))
      }
    }
  }

  /// The export of the shown list to the typed file path. Tracked.
  private func exports(_ typed: String) -> [PalettePane.Entry] {
    guard let export = current.export else { return [] }
    let path = argument(in: typed, after: "export ")
    if path.isEmpty {
      let advice =
        "To write this list to a new file, type :export and its path, which ends with .csv, .tsv, .json, .jsonl or .md."
      return [
        PalettePane.Entry(title: "export FILE: write this list") { [store] in store.send(.message(.noted(advice))) }
      ]
    }
    return [PalettePane.Entry(title: typed, caption: "all of this list") { export(path) }]
  }

  /// What is typed behind a word of the palette; empty if there is nothing.
  private func argument(in typed: String, after word: String) -> String {
    typed.hasPrefix(word) ? String(typed.dropFirst(word.count)).trimmedOfWhitespace : ""
  }

  /// The import of the typed file path into the shown table. Tracked.
  private func imports(_ typed: String) -> [PalettePane.Entry] {
    let path = argument(in: typed, after: "import ")
    if path.isEmpty {
      let advice = "To import a file, type :import and its path, which ends with .csv, .tsv, .json or .jsonl."
      return [
        PalettePane.Entry(title: "import FILE: add its records") { [store] in store.send(.message(.noted(advice))) }
      ]
    }
    var entries: [PalettePane.Entry] = []
    if let table = store.shownTable {
      entries.append(
        PalettePane.Entry(title: typed, caption: "into \(table.style.title)") { [unowned self] in
          sendIfAllowed(.importAsked(path: path, into: table))
        })
    }
    entries.append(
      PalettePane.Entry(title: typed, caption: "look first: a new table, signs, encoding") { [unowned self] in
        sendIfAllowed(.newTable(.formAsked(path: path)))
      })
    return entries
  }

  /// Sends an action that writes, after the question whether the file may be written to if it is still to be asked.
  private func sendIfAllowed(_ action: Application.Action) {
    if let refusal = environment.refusal(.change) {
      store.send(.message(.keyRefused(refusal)))
    } else if store.file.isWriteAllowed {
      store.send(action)
    } else {
      asked = { [store] in store.send(action) }
      store.send(.message(.keyRefused(.writePermission)))
    }
  }

  /// The title of a tab. Tracked.
  func title(of tab: Application.Tab) -> String {
    switch tab {
    case .table(let name): store.tableTabs.first { $0.table.isNamed(name) }?.table.style.title ?? name
    case .statistics: StatisticsScreen.title
    case .changes: ListedTable.changes.style.title
    case .query: QueryScreen.title
    case .board: BoardScreen.title
    case .named(let name): name
    }
  }

  /// The typed records, whether or not they exist: of the shown table by the key alone, of any table by the start of
  /// its name and the key.
  private func records(_ typed: String) -> [PalettePane.Entry] {
    let shown = store.shownTable.flatMap { record(typed, of: $0, typed) }
    let tables = store.tableTabs.map { (table: $0.table, title: FuzzyMatch.folded($0.table.style.title)) }
    let cuts = cuts(typed, longestName: tables.lazy.map(\.title.count).max() ?? 0)
    return [shown].compactMap(\.self)
      + tables.compactMap { table, title in
        // The longest name first: the text after a shorter one may be the rest of the name.
        cuts.lazy.reversed().filter { $0.name.isBeginning(of: title) }
          .compactMap { self.record($0.key, of: table, typed) }.first
      }
  }

  /// All ways to cut the typed text into the start of a name of at most `count` letters, and a key.
  private func cuts(_ typed: String, longestName count: Int) -> [(name: FuzzyMatch, key: String)] {
    var cuts: [(name: FuzzyMatch, key: String)] = []
    for word in typed.split(whereSeparator: \.isWhitespace).dropFirst() {
      let name = FuzzyMatch(String(typed[..<word.startIndex]).trimmedOfWhitespace)
      if name.isLonger(than: count) { break }
      cuts.append((name, String(typed[word.startIndex...])))
    }
    return cuts
  }

  /// The record of a table with a key; `nil` if the text can't be a key. Any text may be a key, so entries whose name
  /// matches come before it.
  private func record(_ key: String, of table: ListedTable, _ typed: String) -> PalettePane.Entry? {
    func go(_ action: RecordList.Action) -> @MainActor () -> Void {
      { [store] in
        store.send(.tabKeyPressed(.table(table.name)))
        store.send(.lists(.element(id: table, action: action)))
      }
    }
    if let id = table.recordID(key) {
      return PalettePane.Entry(title: typed, caption: "\(table.named(id))", perform: go(.cursor(.recordAsked(id: id))))
    }
    guard let key = table.key(key) else { return nil }
    return PalettePane.Entry(
      title: table.named(key: key.text).title, isLast: true, perform: go(.cursor(.recordNamed(key))))
  }
}

extension ListedTable {
  /// The record with the typed rowid, in a list that shows rowids; `nil` if the text is not a rowid.
  fileprivate func recordID(_ typed: String) -> RecordID? {
    guard case .rowID = identity, isKeyListed else { return nil }
    return Int(typed.trimmedOfWhitespace).map(RecordID.rowID)
  }

  /// The typed key; `nil` if the text can't be one, or the key is a rowid.
  fileprivate func key(_ typed: String) -> TypedKey? {
    guard let first = namingColumns.first, identity != .rowID(first) else { return nil }
    return TypedKey(typed, count: namingColumns.count)
  }
}
