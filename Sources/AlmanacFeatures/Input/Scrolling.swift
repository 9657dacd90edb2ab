// The keys that scroll what has no cursor.
import Terminals

/// A part of the screen that is scrolled line by line.
@MainActor
protocol Scrolling: AnyObject {
  /// The line at its top.
  var topLine: Int { get }
  /// How many lines a page has.
  var pageHeight: Int { get }
  /// Whether there is more above, or below. Tracked.
  var hasMoreAbove: Bool { get }
  var hasMoreBelow: Bool { get }
  /// Puts a line at the top, as far as something follows it.
  func scroll(to line: Int)
}

extension Scrolling {
  func scroll(by lines: Int) { scroll(to: max(0, topLine + lines)) }

  /// What the wheel of the mouse does; `nil` for its buttons.
  func wheelAction(for event: MouseEvent) -> EventAction? {
    switch event.kind {
    case .wheelUp: EventAction { [self] in scroll(by: -3) }
    case .wheelDown: EventAction { [self] in scroll(by: 3) }
    case .press, .doublePress: nil
    }
  }
}

extension KeyBinding where Target: Scrolling {
  @MainActor static var scrolling: [KeyBinding] {
    [
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
  }
}
