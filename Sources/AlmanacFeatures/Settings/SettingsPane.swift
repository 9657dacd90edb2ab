// The page of the settings on the screen.
import Stores
import Terminals

/// The dialog with all settings, their values, and what the chosen one does.
@MainActor
final class SettingsPane: Overlay {
  private let store: StoreOf<Application>
  private let environment: ScreenEnvironment
  private(set) var pane: Pane!

  /// The width of the names.
  private static let nameWidth = 14

  init(store: StoreOf<Application>, environment: ScreenEnvironment) {
    (self.store, self.environment) = (store, environment)
    pane = environment.pane(withCursor: { [weak self] in self?.draw(in: $0, on: &$1) })
  }

  private static let keys: [KeyBinding<SettingsPane>] = [
    KeyBinding(
      .enter, .character(" "), does: "change", isHinted: true, waitsFor: .saving, opensText: { $0.takesText }
    ) {
      $0.send(.changeKeyPressed)
    },
    KeyBinding(.character("j"), .down, .tab, does: "next", isHinted: true) { $0.send(.moved(by: 1)) },
    KeyBinding(.character("k"), .up, .backTab, does: "previous", isHinted: true) { $0.send(.moved(by: -1)) },
    KeyBinding(.escape, .character("q"), does: "close", isHinted: true, isKept: true) {
      $0.store.send(.dialog(.closed))
    },
  ]

  /// The keys while a value is typed. Every other key is text.
  private static let textKeys: [KeyBinding<SettingsPane>] = [
    KeyBinding(.enter, does: "write it", isHinted: true, isKept: true, waitsFor: .saving) {
      $0.send(.submitted)
    },
    KeyBinding(.escape, does: "leave it", isHinted: true, isKept: true) { $0.send(.cancelled) },
  ]

  private var presentKeys: [KeyBinding<SettingsPane>] { takesText ? Self.textKeys : Self.keys }

  var takesText: Bool { store.settingsPage?.input != nil }
  var textLimit: Int { SettingsPage.textLimit }

  func hints(except taken: [Key]) -> [KeyHint] { presentKeys.hints(self, except: taken) }

  func action(for key: Key) -> EventAction? {
    if let action = presentKeys.action(for: key, self) { return action }
    return takesText ? TextEdit(key).map(action(for:)) ?? EventAction(perform: {}) : nil
  }

  func action(forPasted text: String) -> EventAction? { takesText ? action(for: .insert(text)) : nil }

  private func action(for edit: TextEdit) -> EventAction {
    EventAction(isOfText: true) { [self] in send(.edited(edit)) }
  }

  private func send(_ action: SettingsPage.Action) { store.send(.settings(action)) }

  /// Above the key line.
  func layOut(in screen: Rect) {
    pane.rect = Rect(column: screen.column, row: screen.row, width: screen.width, height: max(0, screen.height - 1))
  }

  private func draw(in rect: Rect, on buffer: inout CellBuffer) -> Point? {
    guard let page = store.settingsPage, !rect.isEmpty else { return nil }
    let theme = environment.theme
    let place = page.path.map { Signs(isUnicode: buffer.isUnicode).separator + $0 } ?? ""
    let inside = DialogBox(title: "Settings" + place, theme: theme).draw(in: rect, on: &buffer)
    let explanation = explanation(page, width: inside.width, isUnicode: buffer.isUnicode)
    let room = max(1, min(Setting.all.count, inside.height - explanation.count - 1))
    ChoiceList(count: Setting.all.count, chosen: page.chosen, theme: theme) { index in
      let setting = Setting.all[index]
      return (setting.name.padded(to: Self.nameWidth) + setting.text(page.settings), "")
    }.draw(in: Rect(column: inside.column, row: inside.row, width: inside.width, height: room), on: &buffer)
    for (index, line) in explanation.enumerated() where room + 1 + index < inside.height {
      buffer.write(
        line.text, at: Point(column: inside.column + 2, row: inside.row + room + 1 + index),
        maxWidth: max(0, inside.width - 2), style: line.style, truncation: .ellipsis)
    }
    guard let input = page.input else { return nil }
    let start = inside.column + 2 + Self.nameWidth
    let field = Rect(
      column: start, row: inside.row + min(page.chosen, room - 1), width: max(1, inside.endColumn - start), height: 1)
    buffer.fill(field, style: theme.focusedField)
    return InputLine(input: input, style: theme.focusedField).draw(in: field, on: &buffer)
  }

  /// What is wrong, what the chosen setting does, and from when on.
  private func explanation(_ page: SettingsPage.State, width: Int, isUnicode: Bool) -> [TextReport.Line] {
    let theme = environment.theme
    var lines: [TextReport.Line] = []
    func add(_ text: String, _ style: Style) {
      lines += TextReport.Line.wrapped(text, style, width: max(1, width - 2), isUnicode: isUnicode)
    }
    if let problem = page.problem { add(problem, theme.error) }
    add(page.setting.effect + ".", .plain)
    add(page.setting.actsAtOnce ? "A change acts at once." : "A change acts from the next start on.", theme.muted)
    add("", .plain)
    add("Keys and commands are made in the file: key X = ACTION. almanac config prints all actions.", theme.muted)
    return lines
  }
}

extension String {
  /// The text with spaces behind it up to a width.
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}
