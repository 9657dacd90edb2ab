// The list of a folder on the screen.
import AlmanacRecords
import Observing
import Stores
import Terminals

/// Draws the databases of a folder, and handles the keys.
@MainActor
final class FolderScreen {
  let store: StoreOf<Folder>
  private let terminal: any Terminal
  private let folder: String
  private let clock: ScreenClock
  private let themeChoice: ThemeChoice
  private var pane: Pane!
  /// The keys of the bottom line, for clicks.
  private var clicks = ClickPlaces()

  init(
    store: StoreOf<Folder>, terminal: any Terminal, folder: String, clock: ScreenClock, theme: ThemeChoice,
    scheduler: FrameScheduler
  ) {
    (self.store, self.terminal, self.folder, self.clock) = (store, terminal, folder, clock)
    themeChoice = theme
    pane = Pane(rect: bounds, isUnicode: terminal.isUnicode, scheduler: scheduler) { [weak self] in
      self?.draw(in: $0, on: &$1)
    }
  }

  private var bounds: Rect { Rect(column: 0, row: 0, width: terminal.size.width, height: terminal.size.height) }

  private var isLargeEnough: Bool {
    let least = ApplicationScreen.leastSize
    return terminal.size.width >= least.width && terminal.size.height >= least.height
  }

  /// Where the rows are.
  private var rows: Rect { Rect(column: 0, row: 3, width: bounds.width, height: max(0, bounds.height - 5)) }

  // MARK: Keys

  static let keys: [KeyBinding<FolderScreen>] = [
    KeyBinding(.enter, .character("l"), .right, does: "open", isHinted: true, if: { !$0.store.matching.isEmpty }) {
      $0.store.send(.openKeyPressed)
    },
    KeyBinding(.character("/"), does: "search", isHinted: true, opensText: { _ in true }) {
      $0.store.send(.searchKeyPressed)
    },
    KeyBinding(.character("j"), .down, does: "down") { $0.move(by: 1) },
    KeyBinding(.character("k"), .up, does: "up") { $0.move(by: -1) },
    KeyBinding(.pageDown, .control("d"), does: "a page down") { $0.move(by: max(1, $0.rows.height)) },
    KeyBinding(.pageUp, .control("u"), does: "a page up") { $0.move(by: -max(1, $0.rows.height)) },
    KeyBinding(.character("g"), .home, does: "first file") { $0.store.send(.moved(to: 0)) },
    KeyBinding(.character("G"), .end, does: "last file") { $0.store.send(.moved(to: .max)) },
    KeyBinding(.escape, does: "clear", isHinted: true, isKept: true, if: { !$0.store.search.isEmpty }) {
      $0.store.send(.escapeKeyPressed)
    },
    KeyBinding(.character("q"), does: "leave", isHinted: true, isKept: true) { $0.store.send(.leaveKeyPressed) },
  ]

  /// While the search is typed, other keys are its text.
  static let textKeys: [KeyBinding<FolderScreen>] = [
    KeyBinding(.enter, does: "keep the search", isHinted: true) { $0.store.send(.searchKept) },
    KeyBinding(.escape, does: "clear", isHinted: true, isKept: true) { $0.store.send(.escapeKeyPressed) },
    KeyBinding(.down, does: "down") { $0.move(by: 1) },
    KeyBinding(.up, does: "up") { $0.move(by: -1) },
  ]

  private static let commonKeys: [KeyBinding<FolderScreen>] = [
    KeyBinding(.control("c"), does: "leave") { $0.store.send(.leaveKeyPressed) },
    KeyBinding(.control("l"), does: "draw again") { $0.terminal.redraw() },
    KeyBinding(.control("z"), does: "suspend") { $0.terminal.suspend() },
  ]

  private var keys: [KeyBinding<FolderScreen>] {
    (store.isSearchTyped ? Self.textKeys : Self.keys) + Self.commonKeys
  }

  private func move(by count: Int) { store.send(.moved(to: store.withState(\.place) + count)) }

  func action(for key: Key) -> EventAction? {
    if key == .escape, !store.isSearchTyped { return EventAction { [store] in store.send(.escapeKeyPressed) } }
    if let action = keys.action(for: key, self) { return action }
    return store.isSearchTyped ? TextEdit(key).map(action(for:)) : nil
  }

  func action(forPasted text: String) -> EventAction? { store.isSearchTyped ? action(for: .insert(text)) : nil }

  private func action(for edit: TextEdit) -> EventAction {
    EventAction(isOfText: true) { [store] in store.send(.searchEdited(edit)) }
  }

  func action(for event: MouseEvent) -> EventAction? {
    switch event.kind {
    case .wheelUp: return EventAction { [self] in move(by: -1) }
    case .wheelDown: return EventAction { [self] in move(by: 1) }
    case .press, .doublePress:
      guard rows.contains(event.position),
        let place = list.choice(at: event.position.row - rows.row, height: rows.height)
      else { return nil }
      return EventAction { [store] in
        store.send(.moved(to: place))
        if event.kind == .doublePress { store.send(.openKeyPressed) }
      }
    case .drag, .wheelLeft, .wheelRight: return nil
    }
  }

  /// What an event means: a click on a key of the bottom line is the press of that key.
  func meaning(of event: InputEvent) -> InputEvent { clicks.meaning(of: event, bottom: bounds.endRow - 1) }

  func resize() {
    pane.rect = bounds
    pane.setNeedsDisplay()
  }

  // MARK: Drawing

  /// The cells of the present screen, and the place of the cursor.
  var frame: (buffer: CellBuffer, cursor: Point?) { (pane.buffer, pane.cursor) }

  private var list: ChoiceList {
    let (matching, now) = (store.matching, clock.wholeMinutes)
    let sizes = matching.map { ValueKind.size($0.byteCount) }
    let width = sizes.map(\.count).max() ?? 0
    return ChoiceList(count: matching.count, chosen: store.place, theme: themeChoice.theme) { index in
      let size = String(repeating: " ", count: width - sizes[index].count) + sizes[index]
      let age = Age.phrase(from: matching[index].changed, to: now)
      let gap = String(repeating: " ", count: max(2, 13 - age.count))
      return (SafeText.string(matching[index].name, isUnicode: self.terminal.isUnicode), size + gap + age)
    }
  }

  private func draw(in rect: Rect, on buffer: inout CellBuffer) -> Point? {
    guard isLargeEnough else {
      TooSmallNotice().draw(in: rect, on: &buffer)
      return nil
    }
    let theme = themeChoice.theme
    let (matching, all) = (store.matching, store.entries)
    let found = all.map { all in
      all.count == 1 ? "1 database" : "\(all.count.groupedDigits) databases"
    }
    let state = " \(found ?? "reading") "
    buffer.write(
      FilePaths.shortened(FilePaths.shown(folder), rect.width - state.count - 2, buffer.isUnicode),
      at: Point(column: 1, row: 0), style: theme.header)
    buffer.write(state, at: Point(column: max(0, rect.width - state.count), row: 0), style: theme.muted)
    let cursor = drawSearch(matching.count, of: all?.count ?? 0, in: rect, on: &buffer)
    buffer.write("  Name", at: Point(column: 1, row: 2), style: theme.header)
    let title = "Size      Changed"
    buffer.write(title, at: Point(column: max(0, rect.width - 1 - title.count), row: 2), style: theme.header)
    let inside = Rect(column: 1, row: rows.row, width: max(0, rect.width - 2), height: rows.height)
    if matching.isEmpty, all != nil, store.problem == nil {
      let text =
        all?.isEmpty == true
        ? "No file in this folder is a database. Folders in it are not searched." : "No name has all these words."
      for (line, words) in WrappedText.lines(of: text, width: max(1, inside.width - 2)).prefix(inside.height)
        .enumerated()
      {
        buffer.write(String(words), at: Point(column: 3, row: inside.row + line), style: theme.muted)
      }
    }
    list.draw(in: inside, on: &buffer)
    if let problem = store.problem {
      buffer.write(
        problem, at: Point(column: 1, row: rect.height - 2), maxWidth: rect.width - 2, style: theme.error,
        truncation: .ellipsis)
    }
    clicks.keys = KeyLine(hints: keys.hints(self), theme: theme).drawKeys(
      in: Rect(column: 0, row: rect.height - 1, width: rect.width, height: 1), on: &buffer)
    return cursor
  }

  private func drawSearch(_ count: Int, of all: Int, in rect: Rect, on buffer: inout CellBuffer) -> Point? {
    let theme = themeChoice.theme
    let (search, isTyped) = (store.search, store.isSearchTyped)
    let isIdle = search.isEmpty && !isTyped
    buffer.write("/", at: Point(column: 1, row: 1), style: isIdle ? theme.muted : theme.keyCaption)
    let right =
      isIdle
      ? (count == 0 ? "" : "\((store.place + 1).groupedDigits)/\(all.groupedDigits)")
      : "\(count.groupedDigits) of \(all.groupedDigits)"
    buffer.write(right, at: Point(column: max(0, rect.width - right.count - 1), row: 1), style: theme.muted)
    let field = Rect(column: 3, row: 1, width: max(1, rect.width - 5 - right.count), height: 1)
    if isIdle {
      buffer.write("search", at: field.origin, maxWidth: field.width, style: theme.muted)
      return nil
    }
    let cursor = InputLine(input: isTyped ? search : search.atStart, style: isTyped ? .bold : theme.muted).draw(
      in: field, on: &buffer)
    return isTyped ? cursor : nil
  }
}
