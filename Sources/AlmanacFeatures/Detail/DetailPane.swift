// A record on the screen, every field of it.
import LiveQueries
import Observing
import Stores
import Terminals

/// The screen of a record that was opened.
@MainActor
final class DetailPane<Record: ListedRecord> {
  let store: StoreOf<RecordList<Record>>
  private let environment: ScreenEnvironment
  private(set) var pane: Pane!
  private(set) lazy var keys = Self.makeKeys()
  private var wrapped: (fields: [DetailField], width: Int, lines: [(label: String, value: Substring)])?
  /// How many lines could be scrolled when it was drawn last.
  private var scrollLimit = 0

  init(store: StoreOf<RecordList<Record>>, environment: ScreenEnvironment) {
    self.store = store
    self.environment = environment
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
      KeyBinding(
        .character(" "), does: "toggle", isHinted: Record.toggle != nil, edits: { $0.editing }, if: { $0.exists }
      ) { pane in
        pane.id.map { _ = pane.store.send(.toggleKeyPressed(ids: [$0])) }
      },
      KeyBinding(.character("d"), .delete, does: "delete", isHinted: true, edits: { $0.editing }, if: { $0.exists }) {
        pane in
        pane.id.map { _ = pane.store.send(.deleteKeyPressed(ids: [$0])) }
      },
      KeyBinding(.character("j"), .down, does: "scroll down") { $0.scroll(by: 1) },
      KeyBinding(.character("k"), .up, does: "scroll up") { $0.scroll(by: -1) },
      KeyBinding(.pageDown, .control("d"), does: "a page down") { $0.scroll(by: $0.pageHeight) },
      KeyBinding(.pageUp, .control("u"), does: "a page up") { $0.scroll(by: -$0.pageHeight) },
      KeyBinding(.character("g"), .home, does: "to the top") { $0.scroll(by: -$0.scrollLimit) },
      KeyBinding(.character("G"), .end, does: "to the bottom") { $0.scroll(by: $0.scrollLimit) },
    ]
  }

  private var editing: Editing { environment.editing }
  private var id: Int? { store.detail?.id }
  private var exists: Bool { store.detail?.record != nil }

  /// The lines under the title and an empty one.
  private var pageHeight: Int { max(1, pane.rect.height - 2) }

  /// The ages have changed.
  func timePassed() { pane.setNeedsDisplay() }

  private func unreadable(_ error: any Error) -> String { "This record could not be read: \(sentence(error))." }

  private func scroll(by lines: Int) {
    guard let detail = store.detail else { return }
    let line = min(max(0, detail.scroll + lines), scrollLimit)
    store.send(.detail(.scrolled(to: line)))
  }

  private func draw(in rect: Rect, on buffer: inout CellBuffer) {
    guard let detail = store.detail, rect.height > 1 else { return }
    let theme = environment.theme
    let title = "\(Record.noun.capitalizedFirst) \(detail.id)"
    buffer.write(title, at: Point(column: 3, row: 0), maxWidth: rect.width - 3, style: theme.header)
    guard let record = detail.record else {
      let text = detail.$record.isLoading ? "" : detail.$record.loadError.map(unreadable) ?? "This record is gone"
      buffer.write(text, at: Point(column: 3, row: 2), maxWidth: rect.width - 3, style: theme.error)
      return
    }
    let fields = record.detailFields(now: environment.clock.wholeMinutes)
    let labelWidth = fields.map { displayWidth($0.label) }.max() ?? 0
    let valueColumn = 3 + labelWidth + 2
    let height = pageHeight
    let lines = lines(of: fields, width: rect.width - valueColumn - 1)
    scrollLimit = max(0, lines.count - height)
    for (row, line) in lines.dropFirst(min(detail.scroll, scrollLimit)).prefix(height).enumerated() {
      buffer.write(line.label, at: Point(column: 3, row: row + 2), style: theme.muted)
      buffer.write(
        line.value, at: Point(column: valueColumn, row: row + 2), maxWidth: rect.width - valueColumn)
    }
  }

  /// The lines of a record at a width, broken anew only when one of the two has changed: scrolling costs a screen.
  private func lines(of fields: [DetailField], width: Int) -> [(label: String, value: Substring)] {
    if let wrapped, wrapped.fields == fields, wrapped.width == width { return wrapped.lines }
    var lines: [(label: String, value: Substring)] = []
    for field in fields {
      let values = WrappedText.lines(of: field.value, width: width, isUnicode: environment.isUnicode)
      for (index, value) in values.enumerated() { lines.append((index == 0 ? field.label : "", value)) }
    }
    wrapped = (fields, width, lines)
    return lines
  }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
