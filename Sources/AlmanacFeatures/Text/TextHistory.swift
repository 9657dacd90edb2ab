// The texts of earlier queries or searches, as in a shell.
/// Earlier texts, and which of them is shown.
struct TextHistory: Equatable {
  /// The search of a text among them.
  struct Search: Equatable {
    var typed = TextInput()
    /// The text from before the search.
    let former: String
  }

  /// The latest last.
  private(set) var texts: [String]
  /// The shown one; `nil`: none.
  private var place: Int?
  /// The text from before the first step.
  private var draft = ""
  /// The search under way.
  private(set) var search: Search?

  /// More are not kept.
  static let capacity = 300

  init(_ texts: [String]) { self.texts = texts.suffix(Self.capacity) }

  /// The earlier text that the last step has shown; `nil` if none is shown.
  var shown: String? { place.flatMap { texts.indices.contains($0) ? texts[$0] : nil } }

  /// Forgets which one is shown: the next step begins behind the last one.
  mutating func leave() { (place, search) = (nil, nil) }

  /// Adds a text that runs. Returns whether it is new and to be kept.
  mutating func add(_ text: String) -> Bool {
    (place, search) = (nil, nil)
    guard text != texts.last, text.contains(where: { !$0.isWhitespace }) else { return false }
    texts.removeAll { $0 == text }
    texts.append(text)
    if texts.count > Self.capacity { texts.removeFirst() }
    return true
  }

  /// The text that is `count` after the shown one; `nil` if there is none.
  mutating func step(_ count: Int, from text: String) -> String? {
    let next = (place ?? texts.count) + count
    guard next >= 0, next <= texts.count, place != nil || count < 0 else { return nil }
    if place == nil { draft = text }
    place = next == texts.count ? nil : next
    return place.map { texts[$0] } ?? draft
  }

  // MARK: Search

  /// Begins a search, or goes on to an earlier text with the same words. Returns the found text.
  mutating func searchKeyPressed(_ text: String) -> String? {
    guard search != nil else {
      (search, place) = (Search(former: text), texts.count)
      return nil
    }
    return find(before: place ?? texts.count)
  }

  /// Edits the searched text. Returns the latest text with it; `nil` if there is none.
  mutating func typed(_ edit: TextEdit) -> String? {
    search?.typed.apply(edit)
    return find(before: texts.count)
  }

  /// The searched text if no earlier query has it; nil otherwise.
  var missedWord: String? {
    guard let typed = search?.typed.text, !typed.isEmpty, place == nil else { return nil }
    return typed
  }

  /// Ends the search. Returns the text from before.
  mutating func endSearch() -> String? {
    defer { (search, place) = (nil, nil) }
    return search?.former
  }

  private mutating func find(before end: Int) -> String? {
    guard let word = search?.typed.text.lowercased(), !word.isEmpty,
      let found = texts[..<min(end, texts.count)].lastIndex(where: { $0.lowercased().contains(word) })
    else {
      if end == texts.count { place = nil }
      return nil
    }
    place = found
    return texts[found]
  }
}
