// The plan of a query on the screen.
import AlmanacRecords
import LiveResults
import Observing
import Stores
import Terminals

/// The dialog with SQLite's plan and how the result is kept. It gets all keys until it is closed.
@MainActor
final class PlanPane: Overlay, Scrolling {
  private let store: StoreOf<Application>
  private let environment: ScreenEnvironment
  private(set) var pane: Pane!
  @Tracked private(set) var topLine = 0
  /// Wakes the observers of the scroll range.
  private let sizeStamp = ChangeStamp()

  init(store: StoreOf<Application>, environment: ScreenEnvironment) {
    (self.store, self.environment) = (store, environment)
    pane = environment.pane { [weak self] in self?.draw(in: $0, on: &$1) }
  }

  private static let keys =
    [
      KeyBinding<PlanPane>(.escape, .control("x"), .character("q"), does: "close", isHinted: true, isKept: true) {
        pane in
        pane.topLine = 0
        pane.store.send(.dialog(.closed))
      }
    ] + KeyBinding.scrolling

  var takesText: Bool { false }
  func hints(except taken: [Key]) -> [KeyHint] {
    sizeStamp.access()
    return Self.keys.hints(self, except: taken)
  }
  func action(for key: Key) -> EventAction? { Self.keys.action(for: key, self) }
  func action(for event: MouseEvent) -> EventAction? { wheelAction(for: event) }

  /// As high as its lines, and above the key line.
  func layOut(in screen: Rect) {
    let room = Rect(column: screen.column, row: screen.row, width: screen.width, height: max(0, screen.height - 1))
    let width = min(100, room.width - 4)
    let rect = DialogBox.rect(width: width, height: 1, in: room)
    pane.rect = DialogBox.rect(width: width, height: lines(width: rect.width - 4).count, in: room)
    sizeStamp.noteChange()
  }

  /// The steps, each below the one that it is part of, then how the result is kept. Tracked.
  private func lines(width: Int) -> [TextReport.Line] {
    let theme = environment.theme
    func wrapped(_ text: String, _ style: Style, indent: Int = 0) -> [TextReport.Line] {
      WrappedText.lines(of: text, width: max(1, width - indent), isUnicode: environment.isUnicode)
        .map { TextReport.Line(text: String($0), style: style, indent: indent) }
    }
    switch store.query?.insight.plan {
    case nil: return wrapped("SQLite is asked\(Signs(isUnicode: environment.isUnicode).ellipsis)", theme.muted)
    case .failed(let sentence): return wrapped(sentence, theme.error)
    case .plan(let plan, let keeping):
      let steps = plan.steps.flatMap { step in
        wrapped(step.line, step.scanned == nil ? .plain : theme.error, indent: 2 * step.depth)
      }
      return steps + wrapped("", .plain) + keeping.flatMap { wrapped($0, .plain) }
    }
  }

  var pageHeight: Int { max(1, pane.rect.height - 2) }
  private var lastLine: Int { max(0, lines(width: pane.rect.width - 4).count - pageHeight) }
  var hasMoreAbove: Bool { topLine > 0 }
  var hasMoreBelow: Bool { topLine < lastLine }
  func scroll(to line: Int) { topLine = min(line, lastLine) }

  private func draw(in rect: Rect, on buffer: inout CellBuffer) {
    guard !rect.isEmpty else { return }
    TextReport(
      title: "Plan of the query", lines: lines(width: rect.width - 4), first: topLine, theme: environment.theme
    ).draw(in: rect, on: &buffer)
  }
}
