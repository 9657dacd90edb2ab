// The keys of a screen, over it.
import Observing
import Terminals

/// The dialog with the keys of a screen. It stays until it is closed: a key that means nothing here does nothing.
@MainActor
final class HelpPane {
  private let environment: ScreenEnvironment
  /// What there is to say, whenever it is drawn.
  private let content: () -> HelpContent
  private let close: () -> Void
  /// What it may cover.
  private let screen: () -> Rect
  private(set) var pane: Pane!
  private(set) lazy var keys = Self.makeKeys()
  /// The first line that is shown.
  private var scroll = 0

  init(
    environment: ScreenEnvironment, screen: @escaping () -> Rect, content: @escaping () -> HelpContent,
    close: @escaping () -> Void
  ) {
    self.environment = environment
    self.screen = screen
    self.content = content
    self.close = close
    pane = Pane(rect: .empty, isUnicode: environment.isUnicode, scheduler: environment.scheduler) {
      [weak self] rect, buffer in
      self?.draw(in: rect, on: &buffer)
      return nil
    }
  }

  static func makeKeys() -> [KeyBinding<HelpPane>] {
    [
      KeyBinding(.escape, .character("?"), .character("q"), does: "close", isHinted: true) { $0.leave() },
      KeyBinding(.character("j"), .down, does: "scroll down", isHinted: true, if: { $0.scrollLimit > 0 }) {
        $0.scroll(by: 1)
      },
      KeyBinding(.character("k"), .up, does: "scroll up", isHinted: true, if: { $0.scrollLimit > 0 }) {
        $0.scroll(by: -1)
      },
      KeyBinding(.pageDown, .control("d"), .character(" "), does: "a page down") { $0.scroll(by: $0.pageHeight) },
      KeyBinding(.pageUp, .control("u"), does: "a page up") { $0.scroll(by: -$0.pageHeight) },
      KeyBinding(.character("g"), .home, does: "to the top") { $0.scroll(by: -$0.scroll) },
      KeyBinding(.character("G"), .end, does: "to the bottom") { $0.scroll(by: $0.scrollLimit) },
    ]
  }

  /// Gives the dialog its place.
  func layOut() {
    pane.rect = rect
    scroll = min(scroll, scrollLimit)
    pane.setNeedsDisplay()
  }

  /// Closes the dialog; the next time it is read from the beginning.
  private func leave() {
    scroll = 0
    close()
  }

  func handle(_ event: MouseEvent) {
    switch event.kind {
    case .wheelUp: scroll(by: -3)
    case .wheelDown: scroll(by: 3)
    case .press, .doublePress: leave()
    }
  }

  private var dialog: HelpDialog { HelpDialog(content: content(), first: scroll, theme: environment.theme) }
  /// Its place: wherever it stands, the last line of the screen says how it is closed.
  private var rect: Rect {
    var screen = screen()
    let rect = dialog.rect(in: screen)
    guard rect.endRow == screen.endRow else { return rect }
    screen.height = max(0, screen.height - 1)
    return dialog.rect(in: screen)
  }
  private var pageHeight: Int { dialog.room(in: rect) }
  private var scrollLimit: Int { max(0, dialog.lineCount(in: rect) - dialog.room(in: rect)) }

  private func scroll(by lines: Int) {
    scroll = min(max(0, scroll + lines), scrollLimit)
    pane.setNeedsDisplay()
  }

  private func draw(in rect: Rect, on buffer: inout CellBuffer) {
    if !rect.isEmpty { dialog.draw(in: rect, on: &buffer) }
  }
}
