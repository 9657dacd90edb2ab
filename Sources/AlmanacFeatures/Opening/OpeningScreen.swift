// The screen before a book is open.
import AlmanacRecords
import Observing
import Stores
import Terminals

/// Draws the dialogs before an open book, and handles their keys.
@MainActor
final class OpeningScreen {
  let store: StoreOf<Opening>
  private let terminal: any Terminal
  private let file: OpenFile
  private let themeChoice: ThemeChoice
  private var pane: Pane!
  /// The keys of the bottom line, for clicks.
  private var clicks = ClickPlaces()

  init(
    store: StoreOf<Opening>, terminal: any Terminal, file: OpenFile, theme: ThemeChoice, scheduler: FrameScheduler
  ) {
    self.store = store
    self.terminal = terminal
    self.file = file
    themeChoice = theme
    pane = Pane(rect: bounds, isUnicode: terminal.isUnicode, scheduler: scheduler) { [weak self] rect, buffer in
      self?.draw(in: rect, on: &buffer)
      return nil
    }
  }

  private var theme: Theme { themeChoice.theme }

  private var bounds: Rect { Rect(column: 0, row: 0, width: terminal.size.width, height: terminal.size.height) }

  private var isLargeEnough: Bool {
    let least = ApplicationScreen.leastSize
    return terminal.size.width >= least.width && terminal.size.height >= least.height
  }

  // MARK: Keys

  /// The keys of the question. On a screen too small to show it, no key answers by accident.
  private static let questionKeys: [KeyBinding<OpeningScreen>] = [
    KeyBinding(.enter, does: "begin", isHinted: true, if: { $0.isLargeEnough }) { $0.store.send(.enterKeyPressed) },
    KeyBinding(.down, .up, .character("j"), .character("k"), .tab, .backTab, does: "choose", isHinted: true) {
      $0.store.send(.choiceKeyPressed)
    },
    // The dialog shows these two.
    KeyBinding(.character("s"), does: "samples", if: { $0.isLargeEnough }) {
      $0.store.send(.samplesKeyPressed)
    },
    KeyBinding(.character("e"), does: "empty", if: { $0.isLargeEnough }) {
      $0.store.send(.emptyKeyPressed)
    },
  ]

  private static let commonKeys: [KeyBinding<OpeningScreen>] = [
    KeyBinding(
      .escape, .character("q"), .control("c"), does: "leave", isHinted: true, isKept: true,
      if: { $0.store.stage != .leaving }
    ) {
      $0.store.send(.leaveKeyPressed)
    },
    KeyBinding(.control("l"), does: "draw again") { $0.terminal.redraw() },
    KeyBinding(.control("z"), does: "suspend") { $0.terminal.suspend() },
  ]

  private var keys: [KeyBinding<OpeningScreen>] {
    store.stage == .asking ? Self.questionKeys + Self.commonKeys : Self.commonKeys
  }

  /// The action of a key; `nil`: none. No key waits.
  func action(for key: Key) -> EventAction? {
    var action = keys.action(for: key, self)
    action?.order = .ahead
    return action
  }

  /// What an event means: a click on a key of the bottom line is the press of that key.
  func meaning(of event: InputEvent) -> InputEvent {
    clicks.meaning(of: event, bottom: bounds.endRow - 1)
  }

  func resize() {
    pane.rect = bounds
    pane.setNeedsDisplay()
  }

  // MARK: Drawing

  /// The cells of the present screen.
  var buffer: CellBuffer { pane.buffer }

  private func draw(in rect: Rect, on buffer: inout CellBuffer) {
    guard isLargeEnough else { return TooSmallNotice().draw(in: rect, on: &buffer) }
    let isAsking = store.stage == .asking
    // After an answer or Esc nothing is shown, unless opening or leaving takes long.
    guard isAsking || store.isWaitShown else { return }
    let dialog = dialog(in: rect, Signs(isUnicode: buffer.isUnicode))
    let box = dialog.rect(in: rect)
    dialog.draw(in: box, on: &buffer)
    if box.row > 0 {
      TabBar(
        items: [], fileName: file.name, fileState: isAsking ? "new" : store.isLocked ? "busy" : "opening", theme: theme
      ).draw(in: Rect(column: 0, row: 0, width: rect.width, height: 1), on: &buffer)
    }
    clicks.keys = KeyLine(hints: keys.hints(self), theme: theme).drawKeys(
      in: Rect(column: 0, row: rect.height - 1, width: rect.width, height: 1), on: &buffer)
  }

  private func dialog(in rect: Rect, _ signs: Signs) -> OpeningDialog {
    store.stage == .asking
      ? .question(store.choice, path: file.path, theme: theme)
      : .wait(
        store.state, file, separator: signs.separator, width: OpeningDialog.width(in: rect), theme: theme)
  }
}
