// A record on the screen, every field of it.
import AlmanacRecords
import LiveQueries
import Observing
import Stores
import Terminals

/// The screen of a record that was opened.
@MainActor
final class DetailPane<Record: ListedRecord> {
  let store: StoreOf<RecordList<Record>>
  private let environment: ScreenEnvironment
  private let goneNote: () -> String
  private(set) var pane: Pane!
  private(set) lazy var keys = Self.makeKeys()
  private var outline: DetailOutline?
  /// How many lines could be scrolled when it was drawn last.
  private var scrollLimit = 0
  /// Wakes whoever read whether it can be scrolled.
  private let scrollStamp = ChangeStamp()

  init(store: StoreOf<RecordList<Record>>, environment: ScreenEnvironment, goneNote: @escaping () -> String) {
    self.store = store
    self.environment = environment
    self.goneNote = goneNote
    pane = Pane(rect: .empty, isUnicode: environment.isUnicode, scheduler: environment.scheduler) {
      [weak self] rect, buffer in
      self?.draw(in: rect, on: &buffer)
      return nil
    }
  }

  /// The keys while a record is open.
  static func makeKeys() -> [KeyBinding<DetailPane>] {
    [
      KeyBinding(.escape, .character("h"), .left, does: "back", isHinted: true) {
        $0.store.send(.backKeyPressed)
      },
      KeyBinding(.character("e"), does: "edit", isHinted: true, unless: { $0.editRefusal }) { pane in
        pane.id.map { _ = pane.store.send(.editKeyPressed(id: $0)) }
      },
      KeyBinding(.character(" "), does: "toggle", isHinted: Record.toggle != nil, unless: { $0.editRefusal }) { pane in
        pane.id.map { _ = pane.store.send(.toggleKeyPressed(ids: [$0])) }
      },
      KeyBinding(.character("d"), .delete, does: "delete", isHinted: true, unless: { $0.editRefusal }) { pane in
        pane.id.map { _ = pane.store.send(.deleteKeyPressed(ids: [$0])) }
      },
      KeyBinding(.character("j"), .down, does: "scroll down", isHinted: true, if: { $0.canScroll }) {
        $0.scroll(by: 1)
      },
      KeyBinding(.character("k"), .up, does: "scroll up", isHinted: true, if: { $0.canScroll }) { $0.scroll(by: -1) },
      KeyBinding(.pageDown, .control("d"), does: "a page down") { $0.scroll(by: $0.pageHeight) },
      KeyBinding(.pageUp, .control("u"), does: "a page up") { $0.scroll(by: -$0.pageHeight) },
      KeyBinding(.character("g"), .home, does: "to the top") { $0.scroll(by: -$0.scrollLimit) },
      KeyBinding(.character("G"), .end, does: "to the bottom") { $0.scroll(by: $0.scrollLimit) },
    ]
  }

  private var id: Int? { store.detail?.id }

  /// Why the record can't be changed now; `nil` where it can.
  private var editRefusal: KeyRefusal? {
    environment.editRefusal() ?? (store.detail?.record == .gone ? .because("This record is gone.") : nil)
  }

  /// Whether there is more than fits. Tracked.
  private var canScroll: Bool {
    scrollStamp.access()
    return scrollLimit > 0
  }

  /// The lines under the title and an empty one.
  private var pageHeight: Int { max(1, pane.rect.height - 2) }

  /// The ages have changed.
  func timePassed() { pane.setNeedsDisplay() }

  private func unreadable(_ error: any Error) -> String { "This record could not be read: \(sentence(error))." }

  private func scroll(by lines: Int) {
    guard let detail = store.detail else { return }
    let line = min(max(0, min(detail.scroll, scrollLimit) + lines), scrollLimit)
    store.send(.detail(.scrolled(to: line)))
  }

  private func draw(in rect: Rect, on buffer: inout CellBuffer) {
    guard let detail = store.detail, rect.height > 1 else { return noteScrollLimit(0) }
    let theme = environment.theme
    let title = "\(Record.noun.capitalizedFirst) \(detail.id)"
    buffer.write(title, at: Point(column: 3, row: 0), maxWidth: rect.width - 3, style: theme.header)
    guard case .row(let row) = detail.record else {
      let isGone = detail.record == .gone
      let text = isGone ? "This record is gone" : detail.$record.loadError.map(unreadable) ?? ""
      // Where there is no room below an empty line, right below the title.
      let line = min(2, rect.height - 1)
      buffer.write(text, at: Point(column: 3, row: line), maxWidth: rect.width - 3, style: theme.error)
      if isGone {
        buffer.write(
          goneNote(), at: Point(column: 3, row: line + 1), maxWidth: rect.width - 3, style: theme.muted)
      }
      return noteScrollLimit(0)
    }
    let outline = outline(of: row, width: rect.width)
    let (top, height) = rect.height > 3 ? (2, pageHeight) : (1, rect.height - 1)
    noteScrollLimit(max(0, outline.lines.count - height))
    let first = min(detail.scroll, scrollLimit)
    outline.draw(from: first, at: top, height: height, width: rect.width, theme: theme, on: &buffer)
  }

  private func noteScrollLimit(_ limit: Int) {
    guard limit != scrollLimit else { return }
    scrollLimit = limit
    scrollStamp.noteChange()
  }

  /// The lines of a record, made anew only when they may have changed: scrolling costs a screen.
  private func outline(of row: ExactRow, width: Int) -> DetailOutline {
    let now = environment.clock.wholeMinutes
    if let outline, outline.row == row, outline.width == width, outline.now == now { return outline }
    let new = DetailOutline(
      row: row, now: now, fields: Record.detailFields(of: row, now: now), width: width,
      isUnicode: environment.isUnicode)
    outline = new
    return new
  }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
