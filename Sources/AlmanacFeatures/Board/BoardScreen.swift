// The board on the screen: its tiles and its keys.
import AlmanacRecords
import Observing
import Stores
import Terminals

/// The screen of the board.
@MainActor
final class BoardScreen: TabScreen, Scrolling {
  static let title = "Board"

  private let store: StoreOf<Board>
  private let environment: ScreenEnvironment
  private var pane: Pane!
  private var token: ObserveToken?
  /// The version of each shown result in the last drawing.
  private var seen: [String: Int] = [:]
  private lazy var marks = TimedMarks<String>(environment) { [weak self] in self?.pane.setNeedsDisplay() }
  /// Wakes the observers of the scroll range.
  private let sizeStamp = ChangeStamp()

  init(store: StoreOf<Board>, environment: ScreenEnvironment) {
    (self.store, self.environment) = (store, environment)
    pane = environment.pane { [weak self] in self?.draw(in: $0, on: &$1) }
    token = observe(scheduler: environment.scheduler) { [weak self] in self?.followResults() }
  }

  /// Reads the rows of results that have changed.
  private func followResults() {
    for tile in store.tiles {
      guard let result = tile.result, let content = tile.content, content.version != result.status.version else {
        continue
      }
      store.send(.contentNeeded(result))
    }
  }

  // MARK: Keys

  private static let keys: [KeyBinding<BoardScreen>] = {
    [
      KeyBinding(
        .enter, .character("l"), .right, does: "open the query", isHinted: true, if: { !$0.store.tiles.isEmpty }
      ) {
        $0.store.send(.openKeyPressed)
      },
      KeyBinding(.character("j"), .down, does: "next tile", isHinted: true, if: { $0.store.tiles.count > 1 }) {
        $0.move(by: 1)
      },
      KeyBinding(.character("k"), .up, does: "tile before", isHinted: true, if: { $0.store.tiles.count > 1 }) {
        $0.move(by: -1)
      },
      KeyBinding(.pageDown, .control("d"), does: "a page down") { $0.scroll(by: $0.pageHeight) },
      KeyBinding(.pageUp, .control("u"), does: "a page up") { $0.scroll(by: -$0.pageHeight) },
    ]
  }()

  /// Chooses another tile, and scrolls until it is in sight.
  private func move(by count: Int) {
    store.send(.moved(by: count))
    let rects = layout.tiles
    guard rects.indices.contains(store.chosen) else { return }
    let rect = rects[store.chosen]
    if rect.row < topLine { scroll(to: rect.row) }
    if rect.endRow > topLine + pageHeight { scroll(to: min(rect.row, rect.endRow - pageHeight)) }
  }

  var panes: [Pane] { [pane] }
  var help: [KeyHint] { Self.keys.help() }
  var note: [String] { [] }
  var takesText: Bool { false }
  var recordTitle: String? {
    "\(Self.title)\(Signs(isUnicode: environment.isUnicode).separator)\(store.tiles.count.groupedDigits) "
      + (store.tiles.count == 1 ? "query" : "queries")
  }
  func hints(except taken: [Key]) -> [KeyHint] {
    sizeStamp.access()
    return Self.keys.hints(self, except: taken)
  }
  func action(for key: Key) -> EventAction? { Self.keys.action(for: key, self) }
  func action(forPasted text: String) -> EventAction? { nil }
  func action(for event: MouseEvent) -> EventAction? { wheelAction(for: event) }
  func setShown(_ isShown: Bool) {}
  func timePassed() { pane.setNeedsDisplay() }

  func layOut(in rect: Rect) {
    guard pane.rect != rect else { return }
    pane.rect = rect
    sizeStamp.noteChange()
  }

  // MARK: Scrolling

  var topLine: Int { min(store.scroll, lastLine) }
  var pageHeight: Int { max(1, pane.rect.height) }
  var hasMoreAbove: Bool { topLine > 0 }
  var hasMoreBelow: Bool { topLine < lastLine }
  func scroll(to line: Int) { store.send(.scrolled(to: max(0, min(line, lastLine)))) }
  private var lastLine: Int { pane.rect.isEmpty ? 0 : max(0, layout.height - pane.rect.height) }

  // MARK: Drawing

  private var layout: BoardLayout {
    BoardLayout(
      in: pane.rect.size,
      wanted: store.tiles.map { tile in
        if let lines = problem(of: tile, width: BoardLayout.leastWidth - 2) { return 1 + lines.count }
        return 1 + (tile.content.map { TileContent($0, theme: environment.theme).wantedHeight } ?? 1)
      })
  }

  /// Why a tile has no live rows, in lines of at most `width` columns; `nil` if it has.
  private func problem(of tile: Board.Tile, width: Int) -> [String]? {
    guard let problem = tile.problem ?? tile.result?.status.problem?.description else { return nil }
    return WrappedText.lines(of: problem, width: max(1, width), isUnicode: environment.isUnicode).map { String($0) }
  }

  private func draw(in rect: Rect, on buffer: inout CellBuffer) {
    guard !rect.isEmpty else { return }
    let theme = environment.theme
    guard !store.tiles.isEmpty else {
      for (row, line) in ["No query has a name yet.", "! opens the query screen; Ctrl-N names its query."].enumerated()
      {
        buffer.write(
          line, at: Point(column: rect.column + 3, row: rect.row + 1 + row), maxWidth: max(0, rect.width - 4),
          style: theme.muted, truncation: .ellipsis)
      }
      return
    }
    // On a separate buffer, so that lines scrolled out at the top overwrite nothing above.
    var own = CellBuffer(size: rect.size, isUnicode: buffer.isUnicode)
    for (index, (tile, place)) in zip(store.tiles, layout.tiles).enumerated() {
      var place = place
      place.row -= topLine
      draw(tile, isChosen: index == store.chosen, in: place, on: &own)
    }
    buffer.draw(own, at: rect.origin)
  }

  private func draw(_ tile: Board.Tile, isChosen: Bool, in rect: Rect, on buffer: inout CellBuffer) {
    let (theme, signs) = (environment.theme, Signs(isUnicode: buffer.isUnicode))
    if let content = tile.content {
      if let before = seen[tile.id], before != content.version { marks.add(.changed(columns: []), to: tile.id) }
      seen[tile.id] = content.version
    }
    if isChosen { buffer.write("▌", at: rect.origin, style: theme.header) }
    let start = rect.column + 2
    let used = buffer.write(
      tile.query.name, at: Point(column: start, row: rect.row), maxWidth: max(0, rect.width - 4),
      style: theme.header, truncation: .ellipsis)
    if marks[tile.id] != nil {
      buffer.write("~", at: Point(column: start + used + 1, row: rect.row), style: theme.changed)
    }
    let inside = Rect(column: start, row: rect.row + 1, width: max(0, rect.width - 2), height: rect.height - 1)
    if let lines = problem(of: tile, width: inside.width) {
      for (row, line) in lines.prefix(inside.height).enumerated() {
        buffer.write(
          line, at: Point(column: inside.column, row: inside.row + row), maxWidth: inside.width, style: theme.error)
      }
    } else if let content = tile.content {
      TileContent(content, theme: theme).draw(in: inside, on: &buffer)
    } else {
      buffer.write(signs.ellipsis, at: inside.origin, style: theme.muted)
    }
  }
}
