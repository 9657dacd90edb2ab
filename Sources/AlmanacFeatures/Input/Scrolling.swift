// The keys that scroll a view without a cursor.
import Terminals

/// A part of the screen that scrolls line by line.
@MainActor
protocol Scrolling: AnyObject {
  /// The line at the top.
  var topLine: Int { get }
  /// The number of lines of a page.
  var pageHeight: Int { get }
  /// Whether there are more lines above, or below. Tracked.
  var hasMoreAbove: Bool { get }
  var hasMoreBelow: Bool { get }
  /// Puts a line at the top, or the last line for which the page is still full.
  func scroll(to line: Int)
}

extension Scrolling {
  func scroll(by lines: Int) { scroll(to: max(0, topLine + lines)) }

  /// The action of the mouse wheel; `nil` for anything else.
  func wheelAction(for event: MouseEvent) -> EventAction? {
    switch event.kind {
    case .wheelUp: EventAction { [self] in scroll(by: -3) }
    case .wheelDown: EventAction { [self] in scroll(by: 3) }
    case .press, .doublePress, .drag, .wheelLeft, .wheelRight: nil
    }
  }
}

extension KeyBinding where Target: Scrolling {
  @MainActor static var scrolling: [KeyBinding] {
    let keys: [KeyBinding] = [
      KeyBinding(.character("j"), .down, does: "scroll down", isHinted: true, if: { $0.hasMoreBelow }) {
        $0.scroll(by: 1)
      },
      KeyBinding(.character("k"), .up, does: "scroll up", isHinted: true, if: { $0.hasMoreAbove }) {
        $0.scroll(by: -1)
      },
      KeyBinding(.pageDown, .control("d"), does: "a page down") { $0.scroll(by: $0.pageHeight) },
      KeyBinding(.pageUp, .control("u"), does: "a page up") { $0.scroll(by: -$0.pageHeight) },
      KeyBinding(.character("g"), .home, does: "to the top") { $0.scroll(to: 0) },
      KeyBinding(.character("G"), .end, does: "to the bottom") { $0.scroll(to: .max) },
    ]
    return keys.about(.moving)
  }
}
