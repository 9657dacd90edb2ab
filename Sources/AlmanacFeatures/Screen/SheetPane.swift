// A dialog with lines of text that scroll.
import Observing
import Terminals

/// The dialog with a sheet of lines. It gets all keys until it is closed.
@MainActor
final class SheetPane: Overlay, Scrolling {
  private let environment: ScreenEnvironment
  /// Its text, for a width of the lines; `nil` while there is none. Tracked.
  private let sheet: (_ width: Int) -> TextReport?
  private let isWholeScreen: Bool
  private let keys: [KeyBinding<SheetPane>]
  private(set) var pane: Pane!
  @Tracked private(set) var topLine = 0
  /// Wakes the observers of the scroll range.
  private let sizeStamp = ChangeStamp()

  /// The most columns of a sheet that is not the whole screen.
  private static let mostColumns = 100

  /// - Parameters:
  ///   - closing: The keys that close it.
  ///   - keys: Keys of this sheet alone.
  ///   - isWholeScreen: Whether it takes the whole screen except the key line; otherwise it is as high as its lines.
  ///   - close: Is called when it is to be closed.
  init(
    environment: ScreenEnvironment, closing: [Key], keys: [KeyBinding<SheetPane>] = [], isWholeScreen: Bool,
    sheet: @escaping (_ width: Int) -> TextReport?, close: @escaping @MainActor () -> Void
  ) {
    (self.environment, self.sheet, self.isWholeScreen) = (environment, sheet, isWholeScreen)
    var way = KeyBinding<SheetPane>(.escape, does: "close", isHinted: true, isKept: true) {
      $0.topLine = 0
      close()
    }
    way.keys = closing
    self.keys = [way] + keys + KeyBinding.scrolling
    pane = environment.pane { [weak self] in self?.draw(in: $0, on: &$1) }
  }

  var takesText: Bool { false }
  func hints(except taken: [Key]) -> [KeyHint] {
    sizeStamp.access()
    return keys.hints(self, except: taken)
  }
  func action(for key: Key) -> EventAction? { keys.action(for: key, self) }
  func action(for event: MouseEvent) -> EventAction? { wheelAction(for: event) }

  /// Above the key line.
  func layOut(in screen: Rect) {
    let room = Rect(column: screen.column, row: screen.row, width: screen.width, height: max(0, screen.height - 1))
    if isWholeScreen {
      pane.rect = room
    } else {
      let width = min(Self.mostColumns, room.width - 4)
      let rect = DialogBox.rect(width: width, height: 1, in: room)
      pane.rect = DialogBox.rect(width: width, height: lineCount(width: rect.width), in: room)
    }
    sizeStamp.noteChange()
  }

  /// The text for a dialog of this width.
  private func text(width: Int) -> TextReport? { sheet(max(1, width - 4)) }
  private func lineCount(width: Int) -> Int { text(width: width)?.lines.count ?? 0 }

  var pageHeight: Int { max(1, pane.rect.height - 2) }
  private var lastLine: Int { max(0, lineCount(width: pane.rect.width) - pageHeight) }
  var hasMoreAbove: Bool { topLine > 0 }
  var hasMoreBelow: Bool { topLine < lastLine }
  func scroll(to line: Int) { topLine = min(line, lastLine) }

  private func draw(in rect: Rect, on buffer: inout CellBuffer) {
    guard !rect.isEmpty, var text = text(width: rect.width) else { return }
    text.first = min(topLine, max(0, text.lines.count - pageHeight))
    text.draw(in: rect, on: &buffer)
  }
}
