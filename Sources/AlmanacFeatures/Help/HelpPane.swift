// The dialog with the keys of a screen and the signs.
import Observing
import Terminals

/// The dialog with the keys of a screen and the signs. It stays until it is closed: keys that it does not have do nothing.
@MainActor
final class HelpPane: Overlay, Scrolling {
  private let environment: ScreenEnvironment
  /// The content, made for each drawing.
  private let content: () -> HelpContent
  private let close: () -> Void
  /// The area that it may cover.
  @Tracked private var screen = Rect.empty
  private(set) var pane: Pane!
  @Tracked private(set) var topLine = 0
  /// What is searched; `nil`: nothing.
  @Tracked private var search: TextInput? = nil
  /// Whether keys are text of the search.
  @Tracked private var isTyped = false

  init(
    environment: ScreenEnvironment, content: @escaping () -> HelpContent, close: @escaping () -> Void
  ) {
    self.environment = environment
    self.content = content
    self.close = close
    pane = environment.pane(withCursor: { [weak self] in self?.draw(in: $0, on: &$1) })
    pane.words = { [weak self] in self?.spoken() }
  }

  // MARK: Keys

  static let keys: [KeyBinding<HelpPane>] =
    [
      KeyBinding(
        .escape, .character("?"), .character("q"), does: "close", isHinted: true, isKept: true,
        now: { $0.search == nil ? nil : "clear search" }
      ) {
        $0.goBack()
      },
      KeyBinding(.character("/"), does: "search", isHinted: true, opensText: { _ in true }) { $0.beginSearch() },
    ]
    + KeyBinding.scrolling
    + [KeyBinding(.character(" "), does: "a page down") { $0.scroll(by: $0.pageHeight) }]

  /// The keys while a search is typed. Every other key is text.
  private static let searchKeys: [KeyBinding<HelpPane>] = [
    KeyBinding(.escape, does: "clear it", isHinted: true, isKept: true) { $0.goBack() },
    KeyBinding(.enter, does: "keep the search", isHinted: true) { $0.keepSearch() },
    KeyBinding(.down, does: "scroll down", isHinted: true, if: { $0.hasMoreBelow }) { $0.scroll(by: 1) },
    KeyBinding(.up, does: "scroll up", isHinted: true, if: { $0.hasMoreAbove }) { $0.scroll(by: -1) },
    KeyBinding(.pageDown, does: "a page down") { $0.scroll(by: $0.pageHeight) },
    KeyBinding(.pageUp, does: "a page up") { $0.scroll(by: -$0.pageHeight) },
  ]

  private var presentKeys: [KeyBinding<HelpPane>] { isTyped ? Self.searchKeys : Self.keys }

  var takesText: Bool { isTyped }
  var textLimit: Int { Palette.textLimit }
  func hints(except taken: [Key]) -> [KeyHint] { presentKeys.hints(self, except: taken) }

  func action(for key: Key) -> EventAction? {
    if let action = presentKeys.action(for: key, self) { return action }
    return isTyped ? TextEdit(key).map(action(for:)) ?? EventAction(perform: {}) : nil
  }

  func action(forPasted text: String) -> EventAction? { isTyped ? action(for: .insert(text)) : nil }

  private func action(for edit: TextEdit) -> EventAction {
    EventAction(isOfText: true) { [self] in
      search?.apply(edit)
      if !edit.isMotion { topLine = 0 }
    }
  }

  func action(for event: MouseEvent) -> EventAction? {
    wheelAction(for: event) ?? (event.isPress ? EventAction { [self] in leave() } : nil)
  }

  private func beginSearch() {
    if search == nil { search = TextInput(limit: textLimit) }
    (isTyped, topLine) = (true, 0)
  }

  private func keepSearch() {
    isTyped = false
    if search?.isBlank == true { search = nil }
  }

  /// Clears the search; without one, closes the dialog.
  private func goBack() {
    if search == nil { return leave() }
    (search, isTyped, topLine) = (nil, false, 0)
  }

  /// Closes the dialog. The next time it starts at the top.
  private func leave() {
    (search, isTyped, topLine) = (nil, false, 0)
    close()
  }

  // MARK: The dialog

  /// Places the dialog.
  func layOut(in screen: Rect) {
    self.screen = screen
    let dialog = dialog
    pane.rect = dialog.rect
    if topLine > dialog.scrollLimit { topLine = dialog.scrollLimit }
  }

  private var dialog: HelpDialog {
    var dialog = HelpDialog(
      content(), search: search, in: screen, theme: environment.theme, isUnicode: environment.isUnicode)
    dialog.isTyped = isTyped
    return dialog
  }

  var pageHeight: Int { dialog.room }
  var hasMoreAbove: Bool { topLine > 0 }
  var hasMoreBelow: Bool { topLine < dialog.scrollLimit }

  func scroll(to line: Int) { topLine = min(line, dialog.scrollLimit) }

  /// The keys by topic, or those that the search finds, in words. Signs need cells, so they are left out.
  private func spoken() -> SpokenPart {
    let content = content()
    let groups = (search.map { content.found($0.text) } ?? content.groups).filter { !$0.isOfSigns }
    var part = SpokenPart(id: "help \(search?.text ?? "")", title: "Help")
    if isTyped { part.field = search?.spoken(id: "help search", label: "Search") }
    if search?.isEmpty == false {
      part.remark = "\(groups.reduce(0) { $0 + $1.entries.count }) found"
    } else {
      part.lines = [content.introduction]
      part.isDialog = true
    }
    part.lines += groups.flatMap { group in
      ["\(group.title):"] + group.entries.map { "\($0.caption): \($0.text)" }
    }
    return part
  }

  private func draw(in rect: Rect, on buffer: inout CellBuffer) -> Point? {
    rect.isEmpty ? nil : dialog.draw(from: topLine, in: rect, on: &buffer)
  }
}
