// The list of what can be written at the cursor of the text.
import AlmanacRecords
import LiveResults
import Stores
import Terminals

/// The list below the line with the cursor.
@MainActor
final class CompletionPane {
  private let store: StoreOf<Query>
  private let environment: ScreenEnvironment
  private(set) var pane: Pane!

  /// Where the name begins that is being completed, while the list is open.
  private var anchor: Point?

  /// The most shown entries.
  private static let mostRows = 8

  init(store: StoreOf<Query>, environment: ScreenEnvironment) {
    (self.store, self.environment) = (store, environment)
    pane = environment.pane { [weak self] in self?.draw(in: $0, on: &$1) }
  }

  /// Whether the list is open. Tracked.
  var isOpen: Bool { store.completion.list != nil }
  /// Whether it has several entries. Tracked.
  var hasChoice: Bool { store.completion.list.map { $0.completion.candidates.count > 1 } ?? false }

  /// Places the list below the name at a cursor, as wide as its entries on the screen. Tracked.
  func layOut(below cursor: Point, in rect: Rect) {
    guard let list = store.completion.list else { return anchor = nil }
    let rows = min(list.completion.candidates.count, Self.mostRows)
    let first = max(0, list.chosen - rows + 1)
    let widths = list.completion.candidates.dropFirst(first).prefix(rows).map { candidate in
      displayWidth(candidate.text, isUnicode: environment.isUnicode) + candidate.kind.caption.count + 4
    }
    let width = min(rect.width, max(16, widths.max() ?? 0) + 4)
    let typed = store.text.bytesBeforeCursor - list.completion.replaced.lowerBound
    // The frame and the sign of the chosen row take four columns.
    let start = anchor ?? Point(column: cursor.column - typed - 4, row: cursor.row)
    anchor = start
    let top = min(start.row + 1, rect.endRow)
    pane.rect = Rect(
      column: max(rect.column, min(start.column, rect.endColumn - width)), row: top, width: width,
      height: min(rows + 2, rect.endRow - top))
  }

  private func draw(in rect: Rect, on buffer: inout CellBuffer) {
    guard let list = store.completion.list, !rect.isEmpty else { return }
    let candidates = list.completion.candidates
    let title = "\((list.chosen + 1).groupedDigits)/\(candidates.count.groupedDigits)"
    let inside = DialogBox(title: title, theme: environment.theme).draw(in: rect, on: &buffer)
    ChoiceList(count: candidates.count, chosen: list.chosen, theme: environment.theme) {
      (candidates[$0].text, candidates[$0].kind.caption)
    }
    .draw(in: inside, on: &buffer)
  }
}

extension Completion.Candidate.Kind {
  /// The kind in a word; empty for a keyword.
  fileprivate var caption: String {
    switch self {
    case .table: "table"
    case .view: "view"
    case .commonTable: "WITH"
    case .column: "column"
    case .source: "table here"
    case .function: "function"
    case .keyword: ""
    }
  }
}
