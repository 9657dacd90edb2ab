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
  private lazy var outline = RecordOutline<Record>(environment) { [weak self] in self?.pane.setNeedsDisplay() }
  /// Whether there was more than fits when it was drawn last, and who wakes whoever read that.
  private var isScrollable = false { didSet { if isScrollable != oldValue { scrollStamp.noteChange() } } }
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
      KeyBinding(
        .character(" "), does: "toggle", isHinted: Record.toggle != nil, isListed: Record.toggle != nil,
        unless: { $0.editRefusal }
      ) { pane in
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
      KeyBinding(.character("g"), .home, does: "to the top") { $0.scroll(to: 0) },
      KeyBinding(.character("G"), .end, does: "to the bottom") { $0.scroll(to: .max) },
    ]
  }

  private var id: Int? { store.detail?.id }

  /// Why the record can't be changed now; `nil` where it can.
  private var editRefusal: KeyRefusal? {
    environment.editRefusal() ?? (store.detail?.record == .gone ? .recordGone : nil)
  }

  /// Whether there is more than fits. Tracked.
  private var canScroll: Bool {
    scrollStamp.access()
    return isScrollable
  }

  /// Where the fields stand: under the title and, where there is room for it, an empty line.
  private func place(in height: Int) -> (top: Int, height: Int) { height > 3 ? (2, height - 2) : (1, height - 1) }

  private var pageHeight: Int { max(1, place(in: pane.rect.height).height) }

  /// The ages have changed.
  func timePassed() { pane.setNeedsDisplay() }

  private func unreadable(_ error: any Error) -> String { "This record could not be read: \(sentence(error))." }

  func scroll(by lines: Int) {
    if let detail = store.detail { scroll(to: outline.top(detail.scroll, height: pageHeight) + lines) }
  }

  private func scroll(to line: Int) {
    store.send(.detail(.scrolled(to: outline.top(max(0, line), height: pageHeight))))
  }

  private func draw(in rect: Rect, on buffer: inout CellBuffer) {
    var isLonger = false
    defer { isScrollable = isLonger }
    guard let detail = store.detail else { return outline.clear() }
    guard rect.height > 1 else { return }
    let theme = environment.theme
    let title = "\(Record.noun.capitalizedFirst) \(detail.id)"
    buffer.write(title, at: Point(column: 3, row: 0), maxWidth: rect.width - 3, style: theme.header)
    let (top, height) = place(in: rect.height)
    guard case .row(let row) = detail.record else {
      return drawAbsence(detail, in: Rect(column: 3, row: top, width: rect.width - 4, height: height), on: &buffer)
    }
    outline.show(row, id: detail.id, width: rect.width)
    isLonger = outline.isLonger(than: height)
    outline.draw(from: outline.top(detail.scroll, height: height), at: top, height: height, on: &buffer)
  }

  /// Says why there is nothing to see.
  private func drawAbsence(_ detail: RecordDetail<Record>.State, in rect: Rect, on buffer: inout CellBuffer) {
    let isGone = detail.record == .gone
    let text = isGone ? "This record is gone" : detail.$record.loadError.map(unreadable) ?? ""
    let lines = WrappedText.lines(of: text, width: rect.width, isUnicode: buffer.isUnicode)
    for (index, line) in lines.prefix(rect.height).enumerated() {
      buffer.write(line, at: Point(column: rect.column, row: rect.row + index), style: environment.theme.error)
    }
    guard isGone, lines.count < rect.height else { return }
    buffer.write(
      goneNote(), at: Point(column: rect.column, row: rect.row + lines.count), maxWidth: rect.width,
      style: environment.theme.muted)
  }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
