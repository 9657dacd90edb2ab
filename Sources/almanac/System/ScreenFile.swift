// The screen of one file as it was left, in the person's state folder, never in the file.
//
//   screens/DEVICE-NUMBER: when the file was made; STAB, the shown tab; then for each search with a name
//   NNAME   tTABLE, /SEARCH, aCOLUMN or dCOLUMN for its order
//           then for each table
//   tNAME   its arranged columns: oCOLUMN for each one in its order, hCOLUMN for each hidden one, "w12 COLUMN" for each
//           width that was chosen, fCOLUMN for the last frozen one
//           and how it was left: /SEARCH, aCOLUMN or dCOLUMN for each one that it ascends or descends by, cCOLUMN for
//           the current one, "r5 RECORD" for the record and its line, eSEARCH for each earlier search
import AlmanacFeatures
import AlmanacRecords
import Databases
import Locks

extension ScreenKeeper {
  /// Keeps the screen of the file at a path, by its identity. `isFresh`: it begins as for the first time. `isReadOnly`:
  /// nothing is written, unless the environment names the state folder.
  static func file(of path: String, isFresh: Bool = false, isReadOnly: Bool = false) -> ScreenKeeper {
    let mayWrite = !isReadOnly || StateFolder.isNamed
    let isTold = Lock(false)
    return ScreenKeeper(
      last: {
        do {
          let screen = try ScreenFile(of: path)?.screen() ?? KeptScreen()
          return isFresh ? KeptScreen(searches: screen.searches) : screen
        } catch {
          let isTold = isTold.withLock { isTold in
            defer { isTold = true }
            return isTold
          }
          if isTold { return KeptScreen() }
          throw error
        }
      },
      change: { change in
        guard mayWrite else { throw StateUnkept("--read-only keeps nothing.") }
        guard let file = ScreenFile(of: path) else { throw StateUnkept("there is no state folder.") }
        try file.change(change)
      })
  }
}

/// The file with the screen.
struct ScreenFile {
  private let folder: StateFolder

  /// `nil` if there is no state folder, or no file at the path.
  init?(of file: String) {
    guard let folder = StateFolder(of: file) else { return nil }
    self.folder = folder
  }

  /// The number of a deleted file may belong to another one now: that one was made at another time.
  private var file: StateFile<(birth: String, screen: KeptScreen)> {
    StateFile(path: folder.path("screens"), heading: "almanac screen 1") { texts in
      guard let birth = texts.first, let screen = KeptScreen(texts: texts.dropFirst()) else { return nil }
      return (birth, screen)
    }
  }

  /// The screen as it was left. Throws a sentence if the file is damaged or another program's.
  func screen() throws -> KeptScreen {
    guard let (birth, screen) = try file.read("The arranged columns", until: "arrange a column or quit") else {
      return KeptScreen()
    }
    return birth == folder.birth ? screen : KeptScreen()
  }

  /// Changes what is kept. Another terminal may have changed it since it was read.
  func change(_ change: (inout KeptScreen) -> Void) throws {
    let former = try? screen()
    var screen = former ?? KeptScreen()
    change(&screen)
    if screen == former { return }
    _ = folder.make("screens")
    try file.replace(with: [folder.birth] + screen.texts, lastsAtOnce: false)
  }
}

extension KeptScreen {
  /// The screen as texts.
  fileprivate var texts: [String] {
    let shown = tab.flatMap { tab in
      switch tab {
      case .table(let name): "St" + name
      case .named(let name): "Sn" + name
      case .statistics: "Ss"
      case .changes, .query, .board: String?.none
      }
    }
    return [shown].compactMap(\.self) + searches.flatMap(\.texts).filter { !$0.utf8.contains(0) }
      + tables.sorted { $0.key < $1.key }.flatMap { ["t" + $0.key] + $0.value.texts }.filter { !$0.utf8.contains(0) }
  }

  /// Reads texts; nil if one means nothing.
  fileprivate init?(texts: ArraySlice<String>) {
    self.init()
    var rest = texts
    if let text = rest.first, text.hasPrefix("S") {
      tab = Application.Tab(text: text.withoutFirst.rest)
      rest.removeFirst()
    }
    while rest.first?.utf8.first == UInt8(ascii: "N") {
      guard let search = NamedSearch(texts: &rest) else { return nil }
      searches.append(search)
    }
    while let text = rest.popFirst() {
      let (kind, name) = text.withoutFirst
      let end = rest.firstIndex { $0.utf8.first == UInt8(ascii: "t") } ?? rest.endIndex
      guard kind == "t", let table = KeptTable(texts: rest[..<end]) else { return nil }
      tables[name] = table
      rest = rest[end...]
    }
  }
}

extension Application.Tab {
  fileprivate init?(text: String) {
    let (kind, name) = text.withoutFirst
    switch kind {
    case "t": self = .table(name)
    case "n": self = .named(name)
    case "s": self = .statistics
    default: return nil
    }
  }
}

extension NamedSearch {
  fileprivate var texts: [String] {
    ["N" + name, "t" + table, "/" + text] + order.map(\.text)
  }

  /// Takes a search from the front of texts; nil if one means nothing.
  fileprivate init?(texts: inout ArraySlice<String>) {
    let parts = texts.prefix(3).map(\.withoutFirst)
    guard parts.map(\.kind) == ["N", "t", "/"] else { return nil }
    texts = texts.dropFirst(3)
    self.init(name: parts[0].rest, table: parts[1].rest, text: parts[2].rest)
    while let term = texts.first.flatMap(ListOrder.Term.init(text:)) {
      order.append(term)
      texts.removeFirst()
    }
  }
}

extension ListOrder.Term {
  fileprivate var text: String { (isDescending ? "d" : "a") + column }

  /// Nil if the text is of another kind.
  fileprivate init?(text: String) {
    let (kind, column) = text.withoutFirst
    guard kind == "a" || kind == "d" else { return nil }
    self.init(column, isDescending: kind == "d")
  }
}

extension KeptTable {
  fileprivate var texts: [String] {
    layout.order.map { "o" + $0 } + layout.hidden.sorted().map { "h" + $0 }
      + layout.widths.sorted { $0.key < $1.key }.map { "w\($1) \($0)" } + (layout.frozen.map { ["f" + $0] } ?? [])
      + (search.isEmpty ? [] : ["/" + search]) + order.map(\.text) + earlierSearches.map { "e" + $0 }
      + (column.map { ["c" + $0] } ?? []) + (record.map { ["r\(line) \($0.text)"] } ?? [])
  }

  /// Reads texts; nil if one means nothing. A record that can't be read is none: the list begins at its start.
  fileprivate init?(texts: ArraySlice<String>) {
    var (names, hidden, widths, frozen) = ([String](), Set<String>(), [String: Int](), String?.none)
    self.init()
    for text in texts {
      let (kind, rest) = text.withoutFirst
      switch kind {
      case "o": names.append(rest)
      case "h": hidden.insert(rest)
      case "f": frozen = rest
      case "w":
        guard let (width, column) = rest.numbered else { return nil }
        widths[column] = width
      case "/": search = rest
      case "a", "d": order += [ListOrder.Term(text: text)].compactMap(\.self)
      case "e": earlierSearches.append(rest)
      case "c": column = rest
      case "r":
        guard let (line, text) = rest.numbered else { return nil }
        (self.line, record) = (min(max(line, 0), 1000), LeftRecord(text: text))
      default: return nil
      }
    }
    layout = ColumnLayout(order: names, hidden: hidden, widths: widths, frozen: frozen)
  }
}

extension String {
  /// The kind of a text, and what is behind it: a name may begin with a mark that would join the letter before it.
  fileprivate var withoutFirst: (kind: Character?, rest: String) {
    (utf8.first.map { Character(Unicode.Scalar($0)) }, String(unicodeScalars.dropFirst()))
  }

  /// The number before the first space, and what is behind it; nil if there is none.
  fileprivate var numbered: (number: Int, rest: String)? {
    let parts = split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]) else { return nil }
    return (number, String(parts[1]))
  }
}
