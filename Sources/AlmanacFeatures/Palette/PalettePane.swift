// The palette on the screen: every table and every action by name, with its key.
import AlmanacRecords
import Stores
import Terminals

/// The dialog that `:` opens.
@MainActor
final class PalettePane: Overlay {
  /// An entry to choose.
  struct Entry {
    var title: String
    /// The caption of the key that does the same.
    var caption = ""
    /// Whether it comes after all others, whatever its title.
    var isLast = false
    /// Whether the title is a path, whose end says most.
    var isPath = false
    var perform: @MainActor () -> Void

    /// A table and a column may have one name, and different captions.
    func isSame(as other: Entry) -> Bool { title == other.title && caption == other.caption }
  }

  private let store: StoreOf<Application>
  private let environment: ScreenEnvironment
  private let entries: @MainActor (_ typed: String) -> [Entry]
  private(set) var pane: Pane!
  /// The entries that were performed last, the newest first.
  private var recent: [(title: String, caption: String, isTyped: Bool)] = []
  private static let recentCount = 5

  /// `entries` returns the entries in the order in which they are shown, first the ones that the typed text names
  /// directly. Tracked.
  init(
    store: StoreOf<Application>, environment: ScreenEnvironment,
    entries: @escaping @MainActor (_ typed: String) -> [Entry]
  ) {
    self.store = store
    self.environment = environment
    self.entries = entries
    pane = environment.pane(withCursor: { [weak self] in self?.draw(in: $0, on: &$1) })
  }

  private static let keys: [KeyBinding<PalettePane>] = [
    KeyBinding(.enter, does: "do it", isHinted: true, if: { !$0.matching.isEmpty }) { $0.performChosen() },
    KeyBinding(.escape, does: "close", isHinted: true, isKept: true) { $0.store.send(.dialog(.closed)) },
    KeyBinding(.down, .tab, does: "next", isHinted: true) { $0.move(by: 1) },
    KeyBinding(.up, .backTab, does: "previous") { $0.move(by: -1) },
  ]

  func hints(except taken: [Key]) -> [KeyHint] { Self.keys.hints(self, except: taken) }

  func action(for key: Key) -> EventAction? {
    if let action = Self.keys.action(for: key, self) { return action }
    return TextEdit(key).map(action(for:)) ?? EventAction(perform: {})
  }

  func action(forPasted text: String) -> EventAction? { action(for: .insert(text)) }

  var textLimit: Int { Palette.textLimit }

  private func action(for edit: TextEdit) -> EventAction {
    EventAction(isOfText: true) { [store] in store.send(.palette(.edited(edit))) }
  }

  /// A click chooses an entry, a double click performs it.
  func action(for event: MouseEvent) -> EventAction? {
    switch event.kind {
    case .wheelUp: return EventAction { [self] in move(by: -1) }
    case .wheelDown: return EventAction { [self] in move(by: 1) }
    case .press, .doublePress:
      let inside = pane.rect.inset(columns: 2, rows: 1)
      guard pane.rect.contains(event.position),
        let choice = choices(matching).choice(at: event.position.row - inside.row - 1, height: inside.height - 1)
      else { return nil }
      return EventAction { [self] in
        store.send(.palette(.moved(to: choice)))
        if event.kind == .doublePress { performChosen() }
      }
    case .drag, .wheelLeft, .wheelRight: return nil
    }
  }

  // MARK: Entries

  /// The entries that match the typed text, the best first. Tracked.
  private var matching: [Entry] {
    let typed = store.palette?.input.text ?? ""
    if typed.isEmpty { return recentFirst(entries(typed)) }
    let match = FuzzyMatch(typed)
    var ranked: [(rank: Int, entry: Entry)] = []
    for entry in entries(typed) {
      let rank = entry.isLast ? FuzzyMatch.worst + 1 : match.rank(of: entry.title)
      if let rank { ranked.append((rank, entry)) }
    }
    // Entries of the same rank keep their order.
    return (0...FuzzyMatch.worst + 1).flatMap { rank in ranked.filter { $0.rank == rank }.map(\.entry) }
  }

  /// The last five first. One that was typed, with a path for example, comes back to be typed on.
  private func recentFirst(_ entries: [Entry]) -> [Entry] {
    let last = recent.compactMap { title, caption, isTyped in
      isTyped
        ? Entry(title: title, caption: "type on") { [store, place = store.palette?.place] in
          store.send(.dialog(.paletteAsked(typed: title, at: place)))
        }
        : entries.first { $0.title == title && $0.caption == caption }
    }
    return last + entries.filter { entry in !last.contains { entry.isSame(as: $0) } }
  }

  private func note(_ entry: Entry) {
    let isTyped = !entries("").contains { $0.isSame(as: entry) }
    recent.removeAll { $0.title == entry.title && ($0.isTyped || $0.caption == entry.caption) }
    recent.insert((entry.title, entry.caption, isTyped), at: 0)
    if recent.count > Self.recentCount { recent.removeLast() }
  }

  private var chosen: Int { min(store.palette?.chosen ?? 0, max(0, matching.count - 1)) }

  private func move(by count: Int) {
    store.send(.palette(.moved(to: min(max(chosen + count, 0), max(0, matching.count - 1)))))
  }

  private func choices(_ matching: [Entry]) -> ChoiceList {
    let isUnicode = environment.isUnicode
    return ChoiceList(count: matching.count, chosen: chosen, theme: environment.theme) {
      [width = pane.rect.width - 7] in
      let entry = matching[$0]
      let room = width - displayWidth(entry.caption, isUnicode: isUnicode)
      return (entry.isPath ? FilePaths.shortened(entry.title, room, isUnicode) : entry.title, entry.caption)
    }
  }

  private func performChosen() {
    let matching = matching
    guard matching.indices.contains(chosen) else { return }
    let entry = matching[chosen]
    note(entry)
    store.send(.dialog(.closed))
    entry.perform()
  }

  // MARK: Drawing

  private static let size = Size(width: 52, height: 14)

  func layOut(in screen: Rect) {
    let inside = Size(width: min(Self.size.width, screen.width - 4), height: min(Self.size.height, screen.height - 3))
    // The key line stays visible.
    pane.rect = DialogBox.rect(
      width: inside.width, height: inside.height,
      in: Rect(column: 0, row: 0, width: screen.width, height: screen.height - 1))
  }

  private func draw(in rect: Rect, on buffer: inout CellBuffer) -> Point? {
    guard let input = store.palette?.input, !rect.isEmpty else { return nil }
    let theme = environment.theme
    let inside = DialogBox(title: "Go to, do", theme: theme).draw(in: rect, on: &buffer)
    buffer.write(":", at: inside.origin, style: theme.keyCaption)
    let field = Rect(column: inside.column + 1, row: inside.row, width: inside.width - 1, height: 1)
    let cursor = InputLine(input: input, style: .bold).draw(in: field, on: &buffer)
    let matching = matching
    let room = inside.height - 1
    guard room > 0 else { return cursor }
    if matching.isEmpty {
      buffer.write(
        "Nothing has that name.", at: Point(column: inside.column, row: inside.row + 1), maxWidth: inside.width,
        style: theme.muted)
    }
    choices(matching).draw(
      in: Rect(column: inside.column, row: inside.row + 1, width: inside.width, height: room), on: &buffer)
    return cursor
  }
}
