// The search line while it has the keys, and the earlier searches of its table.

/// Whether a search is typed, and what Up finds in an empty search line.
struct SearchTyping: Equatable {
  /// Whether keys go to the search line.
  var isUnderWay = false
  /// The earlier searches.
  private var earlier: TextHistory
  /// The ones of this run, which the next one finds too.
  private var added: [String] = []

  /// More of a table are not kept, and no longer ones, in bytes.
  private static let (capacity, textLimit) = (50, 1000)

  init(earlier texts: [String] = []) { earlier = TextHistory(texts) }

  /// Whether Up (`count` < 0) or Down shows an earlier search, not another hit: the line shows one, or is empty at Up.
  func recalls(_ count: Int, from text: String) -> Bool {
    text.isEmpty ? count < 0 && !earlier.texts.isEmpty : text == earlier.shown
  }

  /// The search that is `count` after the shown one, or the last one from an empty line; `nil` if there is none.
  mutating func step(_ count: Int, from text: String) -> String? {
    if text.isEmpty { earlier.leave() }
    return earlier.step(count, from: text)
  }

  /// Ends the typing of a search. `text`: the search, if it is to be found again.
  mutating func end(keeping text: String = "") {
    isUnderWay = false
    earlier.leave()
    remember(text)
  }

  /// Adds an earlier search.
  mutating func remember(_ text: String) {
    guard text.utf8.count <= Self.textLimit, earlier.add(text) else { return }
    added.append(text)
  }

  /// The earlier searches for the next run, behind those that another terminal has kept.
  func kept(behind texts: [String]) -> [String] { Self.kept(added, behind: texts) }

  /// Earlier searches behind others: each once, the latest last.
  static func kept(_ new: [String], behind texts: [String]) -> [String] {
    var all = TextHistory(texts)
    for text in new where text.utf8.count <= textLimit { _ = all.add(text) }
    return all.texts.suffix(capacity)
  }
}
