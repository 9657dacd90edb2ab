// The dialog with the keys of a screen.
import Observing
import Terminals

/// The dialog with the keys of a screen. It stays until it is closed: other keys do nothing.
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

  init(
    environment: ScreenEnvironment, content: @escaping () -> HelpContent, close: @escaping () -> Void
  ) {
    self.environment = environment
    self.content = content
    self.close = close
    pane = environment.pane { [weak self] in self?.draw(in: $0, on: &$1) }
  }

  private static let keys =
    [KeyBinding<HelpPane>(.escape, .character("?"), .character("q"), does: "close", isHinted: true) { $0.leave() }]
    + KeyBinding.scrolling
    + [KeyBinding(.character(" "), does: "a page down") { $0.scroll(by: $0.pageHeight) }]

  var takesText: Bool { false }
  func hints(except taken: [Key]) -> [KeyHint] { Self.keys.hints(self, except: taken) }
  func action(for key: Key) -> EventAction? { Self.keys.action(for: key, self) }

  /// Places the dialog.
  func layOut(in screen: Rect) {
    self.screen = screen
    pane.rect = rect
    scroll(to: topLine)
  }

  /// Closes the dialog. The next time it starts at the top.
  private func leave() {
    topLine = 0
    close()
  }

  func action(for event: MouseEvent) -> EventAction? {
    wheelAction(for: event) ?? (event.isPress ? EventAction { [self] in leave() } : nil)
  }

  private var dialog: HelpDialog {
    HelpDialog(
      content: content(), first: topLine, theme: environment.theme, isUnicode: environment.isUnicode)
  }
  /// Its rectangle. It always leaves the last line of the screen, which shows how to close it.
  private var rect: Rect {
    var screen = screen
    let rect = dialog.rect(in: screen)
    guard rect.endRow == screen.endRow else { return rect }
    screen.height = max(0, screen.height - 1)
    return dialog.rect(in: screen)
  }
  var pageHeight: Int { dialog.room(in: rect) }
  private var scrollLimit: Int { max(0, dialog.lineCount(in: rect) - dialog.room(in: rect)) }

  var hasMoreAbove: Bool { topLine > 0 }
  var hasMoreBelow: Bool { topLine < scrollLimit }

  func scroll(to line: Int) {
    topLine = min(line, scrollLimit)
    pane.setNeedsDisplay()
  }

  private func draw(in rect: Rect, on buffer: inout CellBuffer) {
    if !rect.isEmpty { dialog.draw(in: rect, on: &buffer) }
  }
}
